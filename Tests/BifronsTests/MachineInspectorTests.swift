import Bifrons
import ConfigurationFiles
import DeviceCapabilities
import SessionCore
import Testing

@Suite struct MachineInspectorTests {
  private func needs(_ session: String, _ cameras: String, _ rest: String = "") throws
    -> CapabilityNeeds
  {
    let text = "version: 1\nsession: \(session)\ncameras: \(cameras)\n\(rest)"
    return MachineInspector.needs(
      of: try SessionFile.load("session.yaml") { _ in Array(text.utf8) })
  }

  @Test func twoLiveCamerasAreAskedForTogether() throws {
    let needs = try needs(
      "{ configuration: world, user-face-tracking: true }",
      "{ rear: { source: v4l2, device: /dev/a }, front: { source: v4l2 } }")
    #expect(
      needs
        == CapabilityNeeds(
          capabilities: [.bothCameras], devices: [.rear: "/dev/a", .front: "auto"]))
  }

  @Test func aClipNeedsNoCameraButTheModels() throws {
    let needs = try needs(
      "{ configuration: face }", "{ front: { source: video, path: x } }",
      "scene: [{ anchor: face, entity: face-wireframe }]")
    #expect(
      needs == CapabilityNeeds(capabilities: [.faceTrackingWithoutCamera, .drawing], devices: [:]))
  }

  @Test func aDisplayIsWhatTheEnvironmentNames() {
    #expect(MachineInspector.display(["DISPLAY": ":0"]) == .present("DISPLAY=:0"))
    #expect(
      MachineInspector.display(["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"])
        == .present("WAYLAND_DISPLAY=wayland-0"))
    #expect(
      MachineInspector.display([:])
        == .missing("no display: neither DISPLAY nor WAYLAND_DISPLAY is set"))
    #expect(
      MachineInspector.display(["DISPLAY": ":0", "BIFRONS_DISPLAY": "none"])
        == .missing("no display: BIFRONS_DISPLAY is none"))
  }
}
