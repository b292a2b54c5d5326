import DeviceCapabilities
import Foundation
import SessionCore
import Testing

@Suite struct CapabilityReportTests {
  private let front = MachineFacts.Camera(name: "C920", path: "/dev/v4l/by-id/c920")
  private let rear = MachineFacts.Camera(name: "C270", path: "/dev/v4l/by-id/c270")
  private let infrared = MachineFacts.Camera(
    name: "IR", path: "/dev/v4l/by-id/ir", refusal: "infrared only")

  private func facts(
    _ cameras: [MachineFacts.Camera], models: MachineFacts.Part = .present("in .deps/models"),
    graphics: MachineFacts.Part = .present("llvmpipe")
  ) -> MachineFacts {
    MachineFacts(
      cameras: cameras, faceModels: models, graphics: graphics,
      display: .missing("DISPLAY is not set"), processorName: "Test", processorCount: 2,
      memoryBytes: 8 << 30)
  }

  private func verdict(_ capability: Capability, _ facts: MachineFacts) -> CapabilityVerdict? {
    CapabilityReport(facts: facts).verdicts.first { $0.capability == capability }
  }

  @Test func twoCamerasAndModelsRunBoth() {
    #expect(
      verdict(.bothCameras, facts([front, rear]))
        == CapabilityVerdict(
          .bothCameras, true,
          ["C920 (/dev/v4l/by-id/c920), C270 (/dev/v4l/by-id/c270)", "in .deps/models"]))
  }

  @Test func aNoListsAllThatIsMissing() {
    #expect(
      verdict(.bothCameras, facts([front, infrared], models: .missing("run Tools/setup")))
        == CapabilityVerdict(
          .bothCameras, false,
          [
            "two cameras are needed and one is connected; /dev/v4l/by-id/ir cannot be used: "
              + "infrared only",
            "run Tools/setup",
          ]))
    #expect(
      verdict(.worldTracking, facts([]))
        == CapabilityVerdict(.worldTracking, false, ["no camera is connected"]))
  }

  @Test func clipsNeedNoCamera() {
    #expect(verdict(.faceTrackingWithoutCamera, facts([]))?.isSupported == true)
  }

  @Test func aWindowNeedsADisplay() {
    #expect(
      verdict(.viewer, facts([]))
        == CapabilityVerdict(.viewer, false, ["DISPLAY is not set"]))
  }

  @Test func aSessionIsJudgedByWhatItNeeds() {
    let needs = CapabilityNeeds(
      capabilities: [.faceTracking], devices: [.front: "/dev/v4l/by-id/c920"])
    #expect(CapabilityReport(facts: facts([front]), needs: needs).isSupported)
    let other = CapabilityNeeds(
      capabilities: [.faceTracking], devices: [.front: "/dev/v4l/by-id/c930"])
    #expect(
      CapabilityReport(facts: facts([front]), needs: other).verdicts == [
        CapabilityVerdict(
          .faceTracking, false,
          [
            "cameras.front: /dev/v4l/by-id/c930 is not there; there are /dev/v4l/by-id/c920"
          ])
      ])
    let refused = CapabilityNeeds(
      capabilities: [.faceTracking], devices: [.front: "/dev/v4l/by-id/ir"])
    #expect(
      CapabilityReport(facts: facts([front, infrared]), needs: refused).verdicts.first?.reasons == [
        "cameras.front: /dev/v4l/by-id/ir cannot be used: infrared only"
      ])
  }

  @Test func theTextSaysYesAndNo() {
    let text = CapabilityReport(facts: facts([front])).text
    #expect(text.contains("processor: Test, 2 usable\nmemory: 8.0 GB\ncameras:\n"))
    #expect(text.contains("\nyes  face tracking with a camera: C920 (/dev/v4l/by-id/c920)"))
    #expect(text.contains("\nno   both cameras at once: two cameras are needed and one"))
  }

  @Test func theJSONHoldsTheSame() throws {
    let text = try CapabilityReport(facts: facts([front])).json()
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["isSupported"] as? Bool == false)
    #expect((object["verdicts"] as? [Any])?.count == Capability.allCases.count)
    #expect((object["processor"] as? [String: Any])?["count"] as? Int == 2)
  }
}
