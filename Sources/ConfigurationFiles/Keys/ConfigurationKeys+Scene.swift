extension ConfigurationKeys {
  /// What stands in the scene.
  static let scene: [ConfigurationKey] = [
    ConfigurationKey("scene", .entries, "What is drawn, each entry an entity on an anchor."),
    ConfigurationKey(
      "scene[].anchor", .word(["plane.horizontal", "face"]), required: true,
      "What the entity hangs on: the first horizontal plane that is large enough, or the face."),
    ConfigurationKey(
      "scene[].entity", .word(["robot-head", "face-wireframe"]), required: true,
      "`robot-head` mimes the face (on a plane); `face-wireframe` is the face mesh (on the face)."),
    ConfigurationKey(
      "scene[].minimum-extent", .numbers(count: 2...2, 0...10), unit: "m",
      default: "[0.2, 0.2]", "A plane must be at least this wide and deep."),
    ConfigurationKey(
      "scene[].reference", .word(["viewer", "parent"]), default: "viewer",
      "robot-head: a mirror from wherever one stands, or turned relative to its place."),
    ConfigurationKey(
      "scene[].scale", .number(0.01...100), default: "1", "Enlarges or shrinks the entity."),
  ]

  /// Sections that a later version fills.
  static let later: [ConfigurationKey] = [
    ConfigurationKey("outputs", .section, later: true, "Receivers of the results."),
    ConfigurationKey("recording", .section, later: true, "What is recorded."),
    ConfigurationKey("viewer", .section, later: true, "The window."),
  ]
}
