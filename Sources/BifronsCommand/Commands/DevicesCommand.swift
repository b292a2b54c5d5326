import Bifrons
import DeviceCapabilities

extension Command {
  /// `bifrons devices`.
  static let devices = Command(
    description: CommandDescription(
      "devices", summary: "List the video devices, and why some are no cameras.",
      discussion: """
        The path is the one to write into a session file: it stays the same from plug to plug,
        /dev/videoN does not.
        """, examples: ["bifrons devices"])
  ) { _ in
    let cameras = MachineInspector.cameras()
    if cameras.isEmpty { Console.say("no video device is connected") }
    for camera in cameras {
      let refusal = camera.refusal.map { "  (no camera: \($0))" } ?? ""
      Console.result("\(camera.path)  \(camera.name)\(refusal)\n")
    }
  }
}
