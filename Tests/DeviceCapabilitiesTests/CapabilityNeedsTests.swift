import DeviceCapabilities
import SessionCore
import Testing

/// A session's needs against a machine.
@Suite struct CapabilityNeedsTests {
  private func report(_ needs: CapabilityNeeds, _ cameras: [MachineFacts.Camera])
    -> CapabilityReport
  {
    CapabilityReport(facts: machine(cameras), table: deviceTable, needs: needs)
  }

  private func face(_ camera: CapabilityNeeds.Camera) -> CapabilityNeeds {
    CapabilityNeeds(capabilities: [.faceTracking], cameras: [.front: camera])
  }

  @Test func aSessionIsJudgedByWhatItNeeds() {
    let report = report(face(.init(device: Sample.c920.path)), [Sample.c920])
    #expect(report.answer == .yes)
    #expect(report.verdict(.bothCameras)?.answer == .no)
  }

  @Test func aSessionOfClipsNeedsNoCamera() {
    let needs = CapabilityNeeds(capabilities: [.faceTrackingWithoutCamera, .drawing])
    #expect(report(needs, []).answer == .yes)
  }

  @Test func thePageTellsOfTheSessionsNeedsOnly() {
    let text = report(face(.init()), [Sample.c920]).text()
    #expect(text.contains("\nWhat the session needs: YES\n\n  yes      face tracking"))
    #expect(!text.contains("world tracking"))
  }

  @Test func aCameraThatIsNotThereIsNamedWithTheOthers() {
    let report = report(face(.init(device: "/dev/v4l/by-id/c930")), [Sample.c920])
    #expect(report.answer == .no)
    #expect(
      report.verdict(.faceTracking)?.reasons == [
        "cameras.front: /dev/v4l/by-id/c930 is not there"
      ])
    #expect(
      report.verdict(.faceTracking)?.remedies == ["connect it, or name \(Sample.c920.path)"])
  }

  @Test func aNodeThatIsNoCameraIsRefused() {
    let report = report(
      face(.init(device: "/dev/video1")), [Sample.c920, Sample.metadata])
    #expect(
      report.verdict(.faceTracking)?.reasons == [
        "cameras.front: /dev/video1 cannot be used: a camera's metadata, not its picture"
      ])
  }

  @Test func aLensThatTheSessionGivesIsNotMissed() {
    func answer(hasLens: Bool) -> CapabilityAnswer {
      report(
        CapabilityNeeds(
          capabilities: [.worldTracking], cameras: [.rear: .init(hasLens: hasLens)]),
        [Sample.stranger]
      ).answer
    }
    #expect(answer(hasLens: false) == .limited)
    #expect(answer(hasLens: true) == .yes)
  }

  @Test func aSizeThatIsNotOfferedIsNamedWithTheOnesThatAre() {
    let report = report(
      face(.init(size: PictureSize(width: 800, height: 500), rate: 30)), [Sample.stranger])
    #expect(report.answer == .limited)
    #expect(
      report.verdict(.faceTracking)?.reasons == ["cameras.front: it does not offer 800x500"])
    #expect(
      report.verdict(.faceTracking)?.remedies == ["set size to one of 640x480, 1280x720"])
  }

  @Test func aRateThatIsTooHighIsNamedWithTheHighest() {
    let size = PictureSize(width: 640, height: 480)
    let report = report(face(.init(size: size, rate: 60)), [Sample.stranger])
    #expect(
      report.verdict(.faceTracking)?.reasons == [
        "cameras.front: 640x480 comes at 30 pictures a second at most"
      ])
    #expect(self.report(face(.init(size: size, rate: 30)), [Sample.stranger]).answer == .yes)
  }

  @Test func namedCamerasPlayTheirRoles() {
    let needs = CapabilityNeeds(
      capabilities: [.bothCameras],
      cameras: [
        .front: .init(device: Sample.c922.path), .rear: .init(device: Sample.c920.path),
      ])
    let report = report(needs, [Sample.c920, Sample.c922])
    #expect(report.answer == .yes)
    #expect(report.roles.front?.path == Sample.c922.path)
    #expect(report.roles.rear?.path == Sample.c920.path)
  }
}

@Suite struct SupportQueriesTests {
  private let face = SessionConfiguration.face(FaceTrackingConfiguration())
  private let world = SessionConfiguration.world(WorldTrackingConfiguration())
  private var both: SessionConfiguration {
    var configuration = WorldTrackingConfiguration()
    configuration.userFaceTrackingEnabled = true
    return .world(configuration)
  }

  @Test func oneWebcamRunsEitherConfigurationAndNotBoth() {
    let report = CapabilityReport(facts: machine([Sample.c920]), table: deviceTable)
    #expect(report.isSupported(face).isSupported)
    #expect(report.isSupported(world).isSupported)
    #expect(!report.isSupported(both).isSupported)
    #expect(!report.supportsWorldTracking.isSupported)
    #expect(
      report.supportsUserFaceTracking.reason
        == "two cameras are needed, and one can be used (HD Pro Webcam C920)")
    #expect(report.supportedNumberOfTrackedFaces == 3)
  }

  @Test func aCompassIsMissed() {
    var configuration = WorldTrackingConfiguration()
    configuration.worldAlignment = .gravityAndHeading
    let report = CapabilityReport(facts: machine([Sample.c920]), table: deviceTable)
    let answer = report.isSupported(.world(configuration))
    #expect(!answer.isSupported)
    #expect(answer.reason == "gravityAndHeading needs a compass")
  }

  @Test func soundIsRefusedWithTheReason() {
    var configuration = FaceTrackingConfiguration()
    configuration.providesAudioData = true
    let report = CapabilityReport(facts: machine([Sample.c920]), table: deviceTable)
    let answer = report.isSupported(.face(configuration))
    #expect(!answer.isSupported)
    #expect(answer.reason?.contains("this version delivers no sound") == true, "\(answer)")
  }

  @Test func theFirstFormatIsTheDefault() throws {
    let report = CapabilityReport(facts: machine([Sample.c922]), table: deviceTable)
    let formats = report.supportedVideoFormats(for: .front)
    #expect(formats.first?.description == "640x480@30 YUYV")
    #expect(formats.contains { $0.description == "1280x720@60 MJPG" })
    #expect(Set(formats).count == formats.count)
    let largest = try #require(formats.dropFirst().first)
    #expect(largest.size == PictureSize(width: 2304, height: 1536))
    #expect(report.supportedVideoFormats(for: .depth).isEmpty)
  }

  @Test func withoutACameraThereAreNoFormatsAndNoFaces() {
    let report = CapabilityReport(facts: machine([]), table: deviceTable)
    #expect(report.supportedVideoFormats(for: .front).isEmpty)
    #expect(report.supportedNumberOfTrackedFaces == 0)
  }

  @Test func aRowAnswersTheSameQuestions() throws {
    let report = DeviceReport(row: try #require(deviceRow("iPhone X")))
    #expect(report.isSupported(face).isSupported)
    #expect(report.supportsUserFaceTracking.reason?.contains("A11") == true)
    #expect(
      DeviceReport(row: try #require(deviceRow("C920"))).supportedVideoFormats(for: .rear).first?
        .description == "640x480@30 YUYV")
  }
}
