extension ConfigurationKeys {
  /// The cameras, by role.
  static let cameras: [ConfigurationKey] =
    [
      ConfigurationKey(
        "cameras", .sections(["front", "rear", .later("depth")]), required: true,
        "The cameras: `front` watches the user's face, `rear` the world."),
      ConfigurationKey(
        "cameras.ROLE.source",
        .word(["v4l2", "video", "images", "simulated", .later("replay")]), required: true,
        "A V4L2 device, a video file, a folder of pictures, or a simulated camera."),
      ConfigurationKey(
        "cameras.ROLE.device", .text, default: "auto",
        "v4l2: `auto`, or a path such as `/dev/v4l/by-id/…` (`bifrons devices` lists them)."),
      ConfigurationKey(
        "cameras.ROLE.pixel-format", .word(["automatic", "mjpeg", "yuyv"]), default: "automatic",
        "v4l2: raw where it keeps up with the rate, else MJPEG; or always one of them."),
      ConfigurationKey(
        "cameras.ROLE.power-line-frequency", .word(["keep", "50", "60"]), unit: "Hz",
        default: "keep", "v4l2: the mains frequency whose flicker the camera is to avoid."),
      ConfigurationKey(
        "cameras.ROLE.path", .path,
        "video: the file; images: the folder, whose pictures are taken in the order of names."),
      ConfigurationKey(
        "cameras.ROLE.size", .pictureSize(16...8192), unit: "pixels", default: "640x480",
        "v4l2, simulated: the picture size asked for."),
      ConfigurationKey(
        "cameras.ROLE.rate", .number(1...240), unit: "Hz", default: "30",
        "v4l2, simulated, images: pictures a second. A video file has its own."),
      ConfigurationKey(
        "cameras.ROLE.timestamps", .path,
        "images: a file with one line a picture, its seconds first; instead of `rate`."),
      ConfigurationKey(
        "cameras.ROLE.performance", .section,
        "simulated front camera: a recorded performance instead of generated expressions."),
      ConfigurationKey(
        "cameras.ROLE.performance.path", .path, required: true,
        "A CSV file with a column a coefficient, such as Live Link Face writes."),
      ConfigurationKey(
        "cameras.ROLE.performance.rate", .number(1...240), unit: "Hz", default: "60",
        "The file's rows a second."),
    ] + lens

  private static let lens: [ConfigurationKey] = [
    ConfigurationKey(
      "cameras.ROLE.intrinsics", .either([.section, .path]),
      "The lens for the delivered picture size, or a YAML or JSON file with these keys."),
    ConfigurationKey(
      "cameras.ROLE.intrinsics.horizontal-fov-degrees", .number(10...170), unit: "degrees",
      "The horizontal field of view; where nothing is said the device table's for V4L2 cameras "
        + "that it knows, else 60."),
    ConfigurationKey(
      "cameras.ROLE.intrinsics.fx", .number(1...100_000), unit: "pixels",
      "The horizontal focal length."),
    ConfigurationKey(
      "cameras.ROLE.intrinsics.fy", .number(1...100_000), unit: "pixels",
      "The vertical focal length; `fx` where absent."),
    ConfigurationKey(
      "cameras.ROLE.intrinsics.cx", .number(-10_000...20_000), unit: "pixels",
      "The principal point from the left edge of the picture."),
    ConfigurationKey(
      "cameras.ROLE.intrinsics.cy", .number(-10_000...20_000), unit: "pixels",
      "The principal point from the top edge of the picture."),
    ConfigurationKey(
      "cameras.ROLE.intrinsics.distortion", .numbers(count: 4...5, -10...10),
      default: "[0, 0, 0, 0]", "k1, k2, p1, p2 and k3 of the Brown-Conrady model (OpenCV's order)."),
  ]
}
