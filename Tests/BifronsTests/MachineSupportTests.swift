import Bifrons
import DeviceCapabilities
import SessionCore
import Testing

@Suite struct MachineSupportTests {
  private static let formats = [
    SupportedVideoFormat(
      size: PictureSize(width: 640, height: 480), rate: 30, pixelFormat: "YUYV")
  ]

  private static func support(_ names: [String]) -> MachineSupport {
    let cameras = names.map {
      MachineFacts.Camera(
        name: $0, path: "/dev/v4l/by-id/\($0)", driver: "uvcvideo", pixelFormats: ["YUYV"],
        formats: formats)
    }
    let facts = MachineFacts(
      cameras: cameras, faceModels: .present("face models"), graphics: .present("OpenGL"),
      display: .notAsked, processorName: "a processor", processorCount: 4,
      memoryBytes: 8 << 30)
    return MachineSupport(CapabilityReport(facts: facts, table: DeviceTableStore.load().table))
  }

  private static var both: SessionConfiguration {
    var world = WorldTrackingConfiguration()
    world.userFaceTrackingEnabled = true
    return .world(world)
  }

  @Test func twoCamerasRunBothAtOnce() {
    let support = Self.support(["One", "Two"])
    #expect(support.isSupported(Self.both).isSupported)
    #expect(support.supportsWorldTracking.isSupported)
    #expect(support.supportsUserFaceTracking.isSupported)
    #expect(support.supportedNumberOfTrackedFaces == 3)
    #expect(support.supportedVideoFormats(for: .front) == Self.formats)
    #expect(support.supportedVideoFormats(for: .rear) == Self.formats)
  }

  @Test func oneCameraRunsEitherAndSaysWhyNotBoth() throws {
    let support = Self.support(["One"])
    #expect(support.isSupported(.face(FaceTrackingConfiguration())).isSupported)
    #expect(support.isSupported(.world(WorldTrackingConfiguration())).isSupported)
    #expect(!support.isSupported(Self.both).isSupported)
    let reason = try #require(support.supportsUserFaceTracking.reason)
    #expect(reason.contains("two cameras are needed"))
    #expect(support.supportsWorldTracking.reason == reason)
  }

  @Test func withoutACameraEveryNoHasAReason() throws {
    let support = Self.support([])
    for configuration in [
      SessionConfiguration.face(FaceTrackingConfiguration()),
      .world(WorldTrackingConfiguration()), Self.both,
    ] {
      let answer = support.isSupported(configuration)
      #expect(!answer.isSupported)
      #expect(try #require(answer.reason).contains("camera"))
    }
    #expect(support.supportedNumberOfTrackedFaces == 0)
    #expect(support.supportedVideoFormats(for: .front).isEmpty)
  }

  /// What is there differs from machine to machine; that both ways of asking agree does not.
  @Test func theConfigurationsAnswerForThisMachine() {
    let support = MachineSupport()
    #expect(
      FaceTrackingConfiguration.isSupported
        == support.isSupported(.face(FaceTrackingConfiguration())).isSupported)
    #expect(
      WorldTrackingConfiguration.supportsUserFaceTracking
        == support.supportsUserFaceTracking.isSupported)
    #expect(
      WorldTrackingConfiguration.supportedVideoFormats
        == support.supportedVideoFormats(for: .rear))
  }
}
