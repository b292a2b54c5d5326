extension ConfigurationKeys {
  /// The cameras, by role.
  static let cameras: [ConfigurationKey] =
    [
      ConfigurationKey(
        "cameras", .sections(["front", "rear", "depth"]), required: true,
        "The cameras: `front` watches the user's face, `rear` the world; `depth` measures "
          + "distances (v4l2: a Z16 stream; images: grey of 16 bits)."),
      ConfigurationKey(
        "cameras.ROLE.source",
        .word(["v4l2", "video", "images", "simulated", .later("replay")]), required: true,
        "A V4L2 device, a video file, a folder of pictures, or a simulated camera."),
      ConfigurationKey(
        "cameras.ROLE.device", .text, default: "auto",
        "v4l2: `auto`, or a path such as `/dev/v4l/by-id/…` (`bifrons devices` lists them)."),
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
        "cameras.ROLE.rotation-degrees", .word(["0", "90", "180", "270"]), unit: "degrees",
        default: "0",
        "v4l2, video, images: how far each picture is turned clockwise, for a camera that is mounted "
          + "on its side or upside down."),
      ConfigurationKey(
        "cameras.ROLE.mirror", .boolean, default: "false",
        "v4l2, video, images: exchange left and right, for a camera that gives mirror images; the "
          + "window mirrors the front picture by itself."),
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
      ConfigurationKey(
        "cameras.ROLE.looks", .entries,
        "simulated front camera: the person sits still and looks at these places one after the "
          + "other, over and over."),
      ConfigurationKey(
        "cameras.ROLE.looks[].at", .numbers(count: 2...2, -1...1), unit: "m", required: true,
        "How far to the user's right of the camera and above it, in its plane."),
      ConfigurationKey(
        "cameras.ROLE.looks[].seconds", .number(0.1...3600), unit: "s", default: "1",
        "For how long."),
      ConfigurationKey(
        "cameras.ROLE.acts", .entries,
        "simulated front camera: what the person does, one after the other, over and over, instead "
          + "of what it does by itself."),
      ConfigurationKey(
        "cameras.ROLE.acts[].do",
        .word(CameraSettings.Act.words.map { ConfigurationWord(stringLiteral: $0) }),
        required: true,
        "An expression; `rest`, nothing; `away`, out of the picture and back."),
      ConfigurationKey(
        "cameras.ROLE.acts[].seconds", .number(0.1...3600), unit: "s", default: "1",
        "For how long, from rest to rest."),
      ConfigurationKey(
        "cameras.ROLE.acts[].strength", .number(0...1), default: "1",
        "How much of the expression."),
      ConfigurationKey(
        "cameras.ROLE.motion",
        .word([
          "scan", "walk", "rotation-start", "fast-turn", "blank-stretch", "exposure-step",
          "circle", "scattered", "passers", "hardships", "figure-eight",
        ]), default: "scan",
        "simulated rear camera: a plain scan of the table, or a trial for the tracker: a walker's "
          + "steps, 2 s of turning on the spot at the start, a turn at 120 degrees a second, a look "
          + "at the blank ceiling, an exposure that drops to 0.6, a way all round the table, stays at "
          + "places beside the path, people who walk through, most of these on one way, swings in a "
          + "figure of eight."),
      ConfigurationKey(
        "cameras.ROLE.props", .words(["picture", "postcard", "tag", "sheet", "card"]),
        default: "[]",
        "simulated rear camera: what else is on the table: a photograph 0.30 m wide, a postcard, an "
          + "AprilTag (36h11, number 0) 0.10 m wide, a blank sheet of A4, a bank card."),
    ] + device + lens

  /// What only a V4L2 device has.
  private static let device: [ConfigurationKey] = [
    ConfigurationKey(
      "cameras.ROLE.pixel-format",
      .word(["automatic", "mjpeg", "yuyv", "uyvy", "nv12", "yu12", "grey"]), default: "automatic",
      "v4l2: raw where it keeps up with the rate, else MJPEG; or this one and no other."),
    ConfigurationKey(
      "cameras.ROLE.minimum-size", .pictureSize(16...8192), unit: "pixels", default: "320x180",
      "v4l2: the smallest picture to do with when the USB bus has no bandwidth for `size`."),
    ConfigurationKey(
      "cameras.ROLE.minimum-rate", .number(1...240), unit: "Hz", default: "10",
      "v4l2: the lowest rate to do with when the USB bus has no bandwidth for `rate`."),
    ConfigurationKey(
      "cameras.ROLE.color-range", .word(["automatic", "full", "limited"]), default: "automatic",
      "v4l2: what brightness reaches from and to, 0 to 255 or 16 to 235, where a camera says it "
        + "wrongly and colours look washed out or crushed."),
    ConfigurationKey(
      "cameras.ROLE.exposure-milliseconds", .numberOr(0.01...1000, ["keep", "auto"]), unit: "ms",
      default: "keep", "v4l2: the exposure time; `auto` lets the camera choose."),
    ConfigurationKey(
      "cameras.ROLE.gain-percent", .numberOr(0...100, ["keep", "auto"]), unit: "%",
      default: "keep", "v4l2: the gain as a part of what the camera has."),
    ConfigurationKey(
      "cameras.ROLE.focus-percent", .numberOr(0...100, ["keep", "auto"]), unit: "%",
      default: "keep", "v4l2: the focus; 0 is the farthest, 100 the nearest that the camera has."),
    ConfigurationKey(
      "cameras.ROLE.white-balance", .numberOr(1000...20_000, ["keep", "auto"]), unit: "K",
      default: "keep", "v4l2: the colour of white; 6500 is daylight."),
    ConfigurationKey(
      "cameras.ROLE.power-line-frequency", .word(["keep", "50", "60"]), unit: "Hz",
      default: "keep", "v4l2: the mains frequency whose flicker the camera is to avoid."),
    ConfigurationKey(
      "cameras.ROLE.dynamic-frame-rate", .boolean, default: "false",
      "v4l2: let the camera lower its rate in the dark, for brighter pictures."),
  ]

  private static let lens: [ConfigurationKey] = [
    ConfigurationKey(
      "cameras.ROLE.depth-unit-millimetres", .number(0.001...1000), unit: "mm", default: "1",
      "depth: one unit of the camera's pictures."),
    ConfigurationKey(
      "cameras.ROLE.calibration", .path,
      "v4l2, video, images: the lens from a calibration file (ROS's camera_info YAML or OpenCV's; "
        + "`bifrons calibrate intrinsics` writes one), scaled to the pictures; another shape counts "
        + "as cut from the middle."),
    ConfigurationKey(
      "cameras.ROLE.intrinsics", .either([.section, .path]),
      "The lens for the delivered picture size, or a YAML or JSON file with these keys, or a "
        + "calibration file."),
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
