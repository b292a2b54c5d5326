import SessionCore

extension ConfigurationKeys {
  /// What stands in the scene.
  static let scene: [ConfigurationKey] =
    [
      ConfigurationKey("scene", .entries, "What is drawn, each entry an entity on an anchor.")
    ] + scenePlaces + sceneContents + sceneSurfaces + sceneDrives + sceneMotion

  /// How it moves by itself.
  private static let sceneMotion: [ConfigurationKey] = [
    ConfigurationKey(
      "scene[].motion", .section, "A movement from where it stands, in the session's time."),
    ConfigurationKey(
      "scene[].motion.offset", .numbers(count: 3...3, -100...100), unit: "m",
      default: "[0, 0, 0]", "How far it goes."),
    ConfigurationKey(
      "scene[].motion.rotation-degrees", .numbers(count: 3...3, -36000...36000), unit: "degrees",
      default: "[0, 0, 0]", "How far it turns, pitch, yaw and roll; 360 is a whole turn."),
    ConfigurationKey(
      "scene[].motion.scale", .number(0.001...1000), default: "1",
      "How much larger it becomes."),
    ConfigurationKey(
      "scene[].motion.seconds", .number(0.05...3600), unit: "s", default: "1",
      "How long it takes from one end to the other."),
    ConfigurationKey(
      "scene[].motion.repeat", .word(["once", "loop", "swing"]), default: "loop",
      "Once, from the beginning again and again, or there and back again and again."),
    ConfigurationKey(
      "scene[].motion.timing", .word(["steady", "eased"]), default: "steady",
      "At one speed, or slowly at both ends."),
  ]

  /// Where an entity stands.
  private static let scenePlaces: [ConfigurationKey] = [
    ConfigurationKey(
      "scene[].anchor",
      .word([
        "plane.horizontal", "plane.vertical", "plane.any", "image", "face", "world", "camera",
        "screen",
      ]), required: true,
      "What it stands on: the first plane that is large enough, a picture of "
        + "`session.detection-images`, a face, the world's origin, the leading camera, or the "
        + "middle of `screen` before everything else."),
    ConfigurationKey(
      "scene[].image", .text,
      "Which picture, by its name; where absent, the first one that is found."),
    ConfigurationKey(
      "scene[].name", .text, "What behaviours call it; need not be unique."),
    ConfigurationKey(
      "scene[].set", .text,
      "It is shown only while this set is: of all sets one is shown at a time, at first the one that "
        + "is named first."),
    ConfigurationKey(
      "scene[].minimum-extent", .numbers(count: 2...2, 0...10), unit: "m",
      default: "[0.2, 0.2]", "The least width and depth of a plane."),
    ConfigurationKey(
      "scene[].classification", .word(["any", "floor", "table", "seat", "wall", "ceiling"]),
      default: "any", "What a plane must be."),
    ConfigurationKey(
      "scene[].vertices", .numbers(count: 1...64, 0...1219),
      "anchor face: stand at the mean of these vertices of the face's mesh instead of at its origin."
    ),
    ConfigurationKey(
      "scene[].vertex-group", .text,
      "anchor face: the same by the name of a group, such as noseTip, leftEyeRim, mouthRim, "
        + "forehead, leftCheek or chin."),
    ConfigurationKey(
      "scene[].untracked", .word(["hide", "hold", "fade"]), default: "hide",
      "While what it stands on is lost: gone, where it was last, or fading there."),
    ConfigurationKey(
      "scene[].fade-seconds", .number(0.01...60), unit: "s", default: "0.5",
      "How long fading takes."),
    ConfigurationKey(
      "scene[].offset", .numbers(count: 3...3, -100...100), unit: "m", default: "[0, 0, 0]",
      "Where it stands relative to what it stands on."),
    ConfigurationKey(
      "scene[].rotation-degrees", .numbers(count: 3...3, -360...360), unit: "°",
      default: "[0, 0, 0]", "Pitch, yaw and roll (about x, y, z) relative to what it stands on."),
    ConfigurationKey(
      "scene[].scale", .number(0.001...1000), default: "1",
      "A factor on the entity's own size; at 1 a robot head is 0.29 m high."),
  ]

  /// What stands there.
  private static let sceneContents: [ConfigurationKey] = [
    ConfigurationKey(
      "scene[].entity",
      .word([
        "robot-head", "face-wireframe", "face-occlusion", "face-texture", "model", "picture",
        "text", "shape", "gaze-cursor", "plane-occlusion",
      ]), required: true,
      "`robot-head` mimes the face; `face-wireframe` is the face's mesh; `face-occlusion` hides "
        + "what is behind the face; `face-texture` lays pictures on the face; `model` is a file, "
        + "which mimes the face as far as its morph targets bear the names of blend shapes; "
        + "`picture` and `text` stand upright and are seen from both sides; `shape` is a plain body; "
        + "`gaze-cursor` marks where the user looks on the screen, with a ring that a dwell closes; "
        + "`plane-occlusion` hides what is behind the planes that were found."
    ),
    ConfigurationKey(
      "scene[].path", .path,
      "model: a glTF (.gltf, .glb), VRM (.vrm), OBJ or COLLADA (.dae) file; `bifrons inspect` says "
        + "what it holds. "
        + "picture, face-texture: PNG, JPEG, WebP and others."),
    ConfigurationKey(
      "scene[].paths", .paths(1...64),
      "Several files instead of `path`, the options that behaviours and `drive` choose from; an empty "
        + "text shows nothing."),
    ConfigurationKey(
      "scene[].texts", .texts(1...64),
      "text: what is written, emoji too; several are options, and an empty text shows nothing."),
    ConfigurationKey(
      "scene[].height", .number(0.001...100), unit: "m", default: "0.05",
      "picture: how high it is; text: how high its line is, from the deepest letters to the highest, "
        + "so that letters of lines of one height have one size."),
    ConfigurationKey(
      "scene[].shape", .word(["box", "sphere", "torus", "plane"]), default: "box",
      "shape: which body."),
    ConfigurationKey(
      "scene[].size", .numbers(count: 3...3, 0.0001...100), unit: "m", default: "[0.1, 0.1, 0.1]",
      "shape: width, height and depth; of a torus, the ring's width and the tube's thickness count."
    ),
    ConfigurationKey(
      "scene[].closed", .boolean, default: "false",
      "face-texture, face-occlusion: cover eyes and mouth, too."),
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
      "scene[].animation", .text, "model: the movement that it plays over and over."),
    ConfigurationKey(
      "scene[].face-index", .integer(0...2), default: "0", "Which face drives it."),
  ]

  /// What it looks like.
  private static let sceneSurfaces: [ConfigurationKey] = [
    ConfigurationKey(
      "scene[].color", .numbers(count: 3...4, 0...1), default: "[0.8, 0.8, 0.8]",
      "shape, text: red, green, blue (sRGB) and opacity; face-wireframe: of the lines, if given."),
    ConfigurationKey(
      "scene[].metallic", .number(0...1), default: "0", "shape: 0 is paint, 1 is bare metal."),
    ConfigurationKey(
      "scene[].roughness", .number(0...1), default: "0.5",
      "shape, face-texture: 0 is a mirror, 1 is chalk."),
    ConfigurationKey(
      "scene[].lit", .boolean, default: "true",
      "shape, face-texture: whether the scene's light falls on it."),
    ConfigurationKey(
      "scene[].line-width", .number(1...20), unit: "pixel", default: "1",
      "face-wireframe: of the lines."),
    ConfigurationKey(
      "scene[].reflection", .paths(1...6),
      "shape, model: what is mirrored in it. One picture, six squares in a row or a column, or all "
        + "directions at 2:1; or six square pictures +X −X +Y −Y +Z −Z."),
    ConfigurationKey(
      "scene[].reflective", .texts(1...64),
      "model: the names of the surfaces that `reflection` is mirrored in; all without it."),
  ]

  /// What the face does to it.
  private static let sceneDrives: [ConfigurationKey] = [
    ConfigurationKey(
      "scene[].drive", .entries,
      "What the face's coefficients do to it: value = base + factor · their mean."),
    ConfigurationKey(
      "scene[].drive[].coefficients", .words(coefficientWords), required: true,
      "Whose mean counts."),
    ConfigurationKey(
      "scene[].drive[].property",
      .word([
        "scale.x", "scale.y", "scale.z", "position.x", "position.y", "position.z", "option",
      ]), required: true,
      "What the value does: a factor along an axis, metres to add, or which of the options is shown "
        + "(below 0 the first, from 1 the last)."),
    ConfigurationKey(
      "scene[].drive[].base", .number(-100...100), default: "0", "The value at rest."),
    ConfigurationKey(
      "scene[].drive[].factor", .number(-100...100), default: "1", "What a mean of 1 adds."),
  ]

  static let coefficientWords = BlendShapeLocation.allCases.map {
    ConfigurationWord(stringLiteral: $0.rawValue)
  }

  /// Sections that a later version fills.
  static let later: [ConfigurationKey] = [
    ConfigurationKey("outputs", .section, later: true, "Receivers of the results."),
    ConfigurationKey("viewer", .section, later: true, "The window."),
  ]
}
