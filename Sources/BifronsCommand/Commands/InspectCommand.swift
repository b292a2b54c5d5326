import Bifrons
import ModelFiles

extension Command {
  /// `bifrons inspect MODEL`.
  static let inspect = Command(
    description: CommandDescription(
      "inspect", operands: ["MODEL"],
      summary: "Say what a model holds and which of the 52 blend shapes it binds.",
      discussion: """
        Reads glTF (.gltf, .glb), VRM (.vrm), OBJ (.obj) and COLLADA (.dae), with their
        pictures. Morph targets and VRM expressions are bound by name: eyeBlinkLeft, eyeBlink_L or EyeBlinkLeft.
        """,
      examples: ["bifrons inspect Configs/models/head.glb"])
  ) { arguments in
    do throws(ModelFileError) {
      for line in try ModelReport(arguments.operands[0]).lines {
        Console.result(line.withVisibleControls + "\n")
      }
    } catch {
      throw CommandFailure(.input, error.description)
    }
  }
}
