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
      "scene[].entity", .word(["robot-head", "face-wireframe", "face-occlusion", "model"]),
      required: true,
      "`robot-head` mimes the face; `face-wireframe` is the face's mesh; `face-occlusion` hides "
        + "what is behind the face; `model` is a file, which mimes the face as far as its morph "
        + "targets bear the names of blend shapes."),
    ConfigurationKey(
      "scene[].path", .path,
      "model: a glTF (.gltf, .glb), VRM (.vrm) or OBJ file; `bifrons inspect` says what it holds."),
    ConfigurationKey(
      "scene[].minimum-extent", .numbers(count: 2...2, 0...10), unit: "m",
      default: "[0.2, 0.2]", "The least width and depth of a plane."),
    ConfigurationKey(
      "scene[].reference", .word(["viewer", "parent", "none"]), default: "viewer",
      "robot-head, and a model that mimes and does not stand on a face: a mirror from wherever one "
        + "stands, turned relative to its place, or not turned (model only)."),
    ConfigurationKey(
      "scene[].sides", .word(["auto", "mirrored", "own"]), default: "auto",
      "model: whether the user's left side drives the model's right one; `auto` mirrors it unless "
        + "the model stands on a face."),
    ConfigurationKey(
      "scene[].stand", .boolean, default: "false",
      "model: put its lowest point, not its origin, where it stands."),
    ConfigurationKey(
      "scene[].rotation-degrees", .numbers(count: 3...3, -360...360), unit: "°",
      default: "[0, 0, 0]", "Pitch, yaw and roll (about x, y, z) relative to what it stands on."),
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
