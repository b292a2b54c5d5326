extension ConfigurationKeys {
  /// What the session does, and how both cameras sit to each other.
  static let session: [ConfigurationKey] = [
    ConfigurationKey("session", .section, required: true, "What the session does."),
    ConfigurationKey(
      "session.configuration", .word(["world", "face"]), required: true,
      "Which camera leads: the rear one follows the world, or the front one follows faces."),
    ConfigurationKey(
      "session.user-face-tracking", .boolean, default: "false",
      "Also track faces with the front camera (`configuration: world`)."),
    ConfigurationKey(
      "session.world-tracking", .boolean, default: "false",
      "Also track the world with the rear camera (`configuration: face`)."),
    ConfigurationKey(
      "session.plane-detection",
      .words(["horizontal", "vertical"]), default: "[]",
      "Which planes to look for (`configuration: world`)."),
    ConfigurationKey(
      "session.detection-images", .entries,
      "Pictures to look for, each with the width of its print (`configuration: world`)."),
    ConfigurationKey(
      "session.detection-images[].file", .path, required: true, "The picture: PNG, JPEG and others."
    ),
    ConfigurationKey(
      "session.detection-images[].width", .number(0.01...20), unit: "m", required: true,
      "How wide the print is."),
    ConfigurationKey(
      "session.detection-images[].name", .text,
      "What its anchor is called; where absent, the file's name without its ending."),
    ConfigurationKey(
      "session.maximum-tracked-images", .integer(0...4), default: "4",
      "The most images that are followed from picture to picture; others are looked at again twice a "
        + "second."),
    ConfigurationKey(
      "session.image-scale-estimation", .boolean, default: "false",
      "Measure how large each print truly is, as a factor of the width given."),
    ConfigurationKey(
      "session.world-alignment",
      .word([
        "gravity", "camera",
        .refused("gravity-and-heading", "it needs a compass, which this program does not read"),
      ]), default: "gravity",
      "How the world's axes lie: +Y up, or the camera's own at its first picture."),
    ConfigurationKey(
      "session.initial-world-map", .path,
      "A saved map of the place to begin in (`configuration: world`): tracking waits until the "
        + "camera is found in it, then its anchors are back."),
    ConfigurationKey(
      "session.maximum-tracked-faces", .integer(1...3), default: "1",
      "The most faces to follow; above it only faces already tracked go on."),
    ConfigurationKey(
      "session.light-estimation", .boolean, default: "true", "Estimate the light."),
    ConfigurationKey(
      "session.audio", .boolean, default: "false", later: true, "Deliver audio."),
    ConfigurationKey(
      "session.fallback", .word(["none", "single-camera"]), default: "none",
      "What to do when one of two cameras is missing: fail, or run what the other one can."),
    ConfigurationKey(
      "session.camera-memory", .path,
      "A file to keep which camera had which role, so that `device: auto` takes the same ones the "
        + "next time; nothing is kept without it."),
    ConfigurationKey(
      "session.user", .text,
      "Whose profile the first face is read with; `bifrons calibrate face` makes it."),
    ConfigurationKey(
      "session.seed", .integer(0...Int.max), default: "0",
      "The seed of identifiers and of the simulated cameras' noise: the same seed, the same bytes."),
  ]

  /// The face tracker.
  static let face: [ConfigurationKey] = [
    ConfigurationKey("face", .section, "How faces are tracked."),
    ConfigurationKey(
      "face.coefficients", .word(["full", "network"]), default: "full",
      "All 52 coefficients, or the network's own scores untouched, for comparison."),
    ConfigurationKey(
      "face.smoothing", .section, "The one-euro filter over the landmarks."),
    ConfigurationKey(
      "face.smoothing.min-cutoff", .number(0.001...100), unit: "Hz", default: "0.05",
      "The cut-off at rest: lower is steadier."),
    ConfigurationKey(
      "face.smoothing.beta", .number(0...10_000), default: "80",
      "How much the cut-off rises with speed: higher follows faster."),
    ConfigurationKey(
      "face.smoothing.derivative-cutoff", .number(0.001...100), unit: "Hz", default: "1",
      "The cut-off of the speed itself."),
  ]

  /// How the cameras sit to each other.
  static let rig: [ConfigurationKey] =
    [
      ConfigurationKey("rig", .section, "How the cameras sit to each other."),
      ConfigurationKey(
        "rig.rear-from-front", .section,
        "The pose of the front camera in the rear camera's axes (+X right, +Y up, −Z forward)."),
    ]
    + pose(
      "rig.rear-from-front", rotation: "A turn about one axis; 180° about y: back to back.",
      translation: "Where the front camera sits.")

  /// The keys below a pose's section: a half turn unless something else is said.
  static func pose(
    _ path: String, rotation: String, translation: String
  ) -> [ConfigurationKey] {
    [
      ConfigurationKey("\(path).rotation", .section, rotation),
      ConfigurationKey(
        "\(path).rotation.axis",
        .either([.word(["x", "y", "z"]), .numbers(count: 3...3, -1...1)]), default: "y",
        "The axis: a letter, or a direction."),
      ConfigurationKey(
        "\(path).rotation.degrees", .number(-360...360), unit: "degrees", default: "180",
        "The angle, right-handed."),
      ConfigurationKey(
        "\(path).translation", .numbers(count: 3...3, -10...10), unit: "m",
        default: "[0, 0, 0]", translation),
    ]
  }

  /// The world tracker.
  static let world: [ConfigurationKey] = [
    ConfigurationKey("world", .section, "How the world is tracked."),
    ConfigurationKey(
      "world.scale", .section, "Where the world's size comes from; one camera cannot tell."),
    ConfigurationKey(
      "world.scale.camera-height", .number(0.05...20), unit: "m",
      "The camera's height at the start over the dominant plane: the largest level surface below it."
    ),
    ConfigurationKey(
      "world.scale.tag-width", .number(0.005...5), unit: "m",
      "Instead: an AprilTag (36h11) that the camera sees in its first seconds; the width of its black "
        + "square."),
    ConfigurationKey(
      "world.scale.tag-number", .integer(0...586),
      "Which tag; where absent, the first one that is seen."),
    ConfigurationKey(
      "world.scale.sheet", .word(["a4", "letter", "id-1"]),
      "Instead: a sheet of paper or a bank card (`id-1`) on something darker, which the camera sees in "
        + "its first seconds."),
    ConfigurationKey(
      "world.scale.initial-depth", .number(0.05...100), unit: "m",
      "Instead: the median distance of what the camera sees at the start."),
    ConfigurationKey(
      "world.scale.inertial", .boolean,
      "Instead: `true` takes it from `world.accelerometer` (or a simulated one) while the camera is "
        + "swung by a hand for 6 to 12 seconds; a figure of eight tells most, a straight way little."
    ),
    ConfigurationKey(
      "world.save-map", .path,
      "Where to save a map of the place when the session ends, for `session.initial-world-map`; it "
        + "holds grey pictures of the place. Nothing is saved without it."),
    ConfigurationKey(
      "world.attitude", .section,
      "How the camera is held at the start; where absent, the dominant plane tells what is level."),
    ConfigurationKey(
      "world.attitude.pitch-degrees", .number(-90...90), unit: "degrees", default: "0",
      "By how much it looks up; negative looks down."),
    ConfigurationKey(
      "world.attitude.roll-degrees", .number(-180...180), unit: "degrees", default: "0",
      "By how much it is turned about its own forward axis; positive lifts its right side."),
    ConfigurationKey(
      "world.accelerometer", .section,
      "An accelerometer that is fixed to the rear camera and tells what is level, as tablets have "
        + "it; `attitude` counts while it cannot be read."),
    ConfigurationKey(
      "world.accelerometer.device", .text, default: "auto",
      "`auto`, or a sensor's name (`cat /sys/bus/iio/devices/*/name`)."),
    ConfigurationKey(
      "world.accelerometer.rotation-degrees", .word(["0", "90", "180", "270"]), unit: "degrees",
      default: "0",
      "How far the camera is turned clockwise against the screen, as seen by who looks at the screen."
    ),
    ConfigurationKey(
      "world.accelerometer.folder", .path,
      "Where sensors are looked for instead of the kernel's /sys/bus/iio/devices."),
  ]
}
