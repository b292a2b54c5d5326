extension ConfigurationKeys {
  /// What stands in the scene.
  static let scene: [ConfigurationKey] = [
    ConfigurationKey("scene", .entries, "What is drawn, each entry an entity on an anchor."),
    ConfigurationKey(
      "scene[].anchor",
      .word([
        "plane.horizontal", "plane.vertical", "plane.any", "face", "world", "camera",
      ]), required: true,
      "What it stands on: the first plane that is large enough, a face, the world's origin, or the "
        + "leading camera."),
    ConfigurationKey(
      "scene[].entity", .word(["robot-head", "face-wireframe", "face-occlusion"]), required: true,
      "`robot-head` mimes the face; `face-wireframe` is the face's mesh; `face-occlusion` hides "
        + "what is behind the face."),
    ConfigurationKey(
      "scene[].minimum-extent", .numbers(count: 2...2, 0...10), unit: "m",
      default: "[0.2, 0.2]", "The least width and depth of a plane."),
    ConfigurationKey(
      "scene[].reference", .word(["viewer", "parent"]), default: "viewer",
      "robot-head: a mirror from wherever one stands, or turned relative to its place."),
    ConfigurationKey(
      "scene[].scale", .number(0.01...100), default: "1",
      "A factor on the entity's own size; at 1 a robot head is 0.29 m high."),
    ConfigurationKey(
      "scene[].face-index", .integer(0...2), default: "0", "Which face drives it."),
    ConfigurationKey(
      "scene[].offset", .numbers(count: 3...3, -100...100), unit: "m", default: "[0, 0, 0]",
      "Where it stands relative to what it stands on."),
  ]

  /// Sections that a later version fills.
  static let later: [ConfigurationKey] = [
    ConfigurationKey("outputs", .section, later: true, "Receivers of the results."),
    ConfigurationKey("recording", .section, later: true, "What is recorded."),
    ConfigurationKey("viewer", .section, later: true, "The window."),
  ]
}
