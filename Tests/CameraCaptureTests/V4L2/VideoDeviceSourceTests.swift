import CameraCapture
import Foundation
import SessionCore
import SessionTesting
import SpatialMath
import Testing

@Suite struct VideoDeviceSourceTests {
  /// Real waits, shortened.
  static let timing: VideoDeviceTiming = {
    var timing = VideoDeviceTiming()
    timing.firstPicture = 0.3
    timing.stall = 0.1
    timing.reconnect = 0.01
    timing.lookAround = 30
    timing.busyRetry = 0.01
    return timing
  }()

  static func source(
    _ fake: FakeVideoSystem, device: String = "/dev/video0", width: Int = 64, height: Int = 48,
    rate: Double = 30, preference: VideoDeviceOptions.Preference = .automatic
  ) -> VideoDeviceSource {
    VideoDeviceSource(
      role: .front,
      options: VideoDeviceOptions(
        device: device, width: width, height: height, rate: rate, preference: preference),
      system: fake, timing: timing)
  }

  /// A source that runs, with options beside device and size.
  static func started(
    _ fake: FakeVideoSystem, role: CameraRole = .front, timing: VideoDeviceTiming = timing,
    change: (inout VideoDeviceOptions) -> Void
  ) throws -> VideoDeviceSource {
    var options = VideoDeviceOptions(device: "/dev/video0", width: 64, height: 48)
    change(&options)
    let source = VideoDeviceSource(role: role, options: options, system: fake, timing: timing)
    try source.start(origin: .zero, pacing: .realTime)
    return source
  }

  static func started(
    _ fake: FakeVideoSystem, preference: VideoDeviceOptions.Preference = .automatic
  ) throws -> VideoDeviceSource {
    let source = source(fake, preference: preference)
    try source.start(origin: .zero, pacing: .realTime)
    return source
  }

  /// The next event that is no picture.
  static func event(of source: VideoDeviceSource) throws -> FrameSourceEvent {
    while true {
      let event = try source.next()
      if case .frame = event { continue }
      return event
    }
  }

  static func frame(of source: VideoDeviceSource) throws -> CameraFrame {
    guard case .frame(let frame) = try source.next() else {
      throw SessionError(.sensorFailed, "no frame")
    }
    return frame
  }

  @Test(arguments: [VideoDeviceOptions.Preference.automatic, .mjpeg, .only(.yuyv)])
  func itKeepsTheContractOfFrameSources(preference: VideoDeviceOptions.Preference) throws {
    let fake = FakeVideoSystem()
    try FrameSourceContract.verify(.live, mostPictures: 12) {
      Self.source(fake, preference: preference)
    }
    #expect(fake.isClean)
  }

  @Test func theLensIsTheOneOfTheModeThatTheCameraAgreedTo() throws {
    var camera = FakeVideoSystem.Camera()
    camera.modes = [(.motionJPEG, 320, 240, 15)]
    func focalLength(_ given: IntrinsicsSpecification) throws -> Double {
      let source = VideoDeviceSource(
        role: .front,
        options: VideoDeviceOptions(
          device: "/dev/video0", width: 640, height: 360, intrinsics: given),
        lens: { width, height in
          VideoDeviceLens(
            specification: .horizontalFieldOfView(width * 3 == height * 4 ? .pi / 2 : .pi / 3),
            source: "the table")
        }, system: FakeVideoSystem(["/dev/video0": camera]), timing: Self.timing)
      try source.start(origin: .zero, pacing: .realTime)
      defer { source.stop() }
      #expect(source.notices.contains("lens: the table") == (given == .unknown))
      return source.format.intrinsics.fx
    }
    // 90 degrees over 320 pixels, not 60 over 640; what the configuration says is stronger.
    #expect(abs(try focalLength(.unknown) - 160) < 1e-9)
    #expect(abs(try focalLength(.horizontalFieldOfView(2 * atan(0.5))) - 320) < 1e-9)
  }

  @Test func whatTheCameraAgreedToIsReadBack() throws {
    var camera = FakeVideoSystem.Camera()
    camera.modes = [(.motionJPEG, 320, 240, 15)]
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = Self.source(fake, width: 640, height: 480)
    try source.start(origin: .zero, pacing: .realTime)
    #expect(source.format.width == 320 && source.format.height == 240)
    #expect(source.format.nominalRate == 15 && source.format.sourceName == "v4l2")
    #expect(source.format.intrinsics.width == 320)
    #expect(
      source.notices == [
        "/dev/video0: has no 640x480 picture; runs at 320x240 MJPG at 15 Hz"
      ])
  }

  @Test func rawPicturesComeFirstWhereTheyKeepUp() throws {
    let fake = FakeVideoSystem()
    try Self.source(fake, rate: 30).start(origin: .zero, pacing: .realTime)
    #expect(fake.calls("setFormat") == ["setFormat YUYV 64x48"])
    let faster = FakeVideoSystem()
    try Self.source(faster, rate: 60).start(origin: .zero, pacing: .realTime)
    #expect(faster.calls("setFormat") == ["setFormat MJPG 64x48"])
  }

  @Test func theFirstTwoPicturesAreThrownAway() throws {
    let fake = FakeVideoSystem()
    fake.locked { $0.isLockStep = true }
    let frame = try Self.frame(of: Self.started(fake))
    #expect(frame.sequence == 0)
    #expect(frame.pixels.planes[0].base.load(as: UInt8.self) >= 2)
  }

  @Test func rawPicturesAreTheDriversOwnMemory() throws {
    var camera = FakeVideoSystem.Camera()
    camera.bytesPerLinePadding = 32
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try Self.started(fake)
    let frame = try Self.frame(of: source)
    #expect(frame.pixels.format == .yuyv && frame.pixels.encoding == .limitedBT601)
    #expect(frame.pixels.planes[0].stride == 64 * 2 + 32)
    #expect(fake.mappedBases.contains(frame.pixels.planes[0].base))
  }

  @Test func theLastReleaseGivesTheBufferBackToTheDriver() throws {
    let fake = FakeVideoSystem()
    let source = try Self.started(fake)
    var frame: CameraFrame? = try Self.frame(of: source)
    var copy = frame
    fake.locked { $0.isStalled = true }
    let before = fake.calls("queue").count
    frame = nil
    #expect(fake.calls("queue").count == before)
    copy = nil
    #expect(fake.calls("queue").count == before + 1)
    _ = (frame, copy)
  }

  @Test func whenFewBuffersAreLeftPicturesAreCopied() throws {
    let fake = FakeVideoSystem()
    let source = try Self.started(fake)
    let held = try (0..<6).map { _ in try Self.frame(of: source) }
    let bases = Set(held.map(\.pixels.planes[0].base))
    #expect(bases.count == 6, "no two pictures share memory")
    #expect(bases.intersection(fake.mappedBases).count == 2, "two of four buffers may be on lease")
  }

  @Test func aDriverWithTwoBuffersIsNeverStarved() throws {
    var camera = FakeVideoSystem.Camera()
    camera.bufferLimit = 2
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try Self.started(fake)
    let held = try (0..<8).map { _ in try Self.frame(of: source) }
    #expect(Set(held.map(\.pixels.planes[0].base)).count == 8)
  }

  @Test func aLeaseOutlivesTheSource() throws {
    let fake = FakeVideoSystem()
    var source: VideoDeviceSource? = try Self.started(fake)
    var frame: CameraFrame? = try source.map { try Self.frame(of: $0) }
    let first = frame?.pixels.digest
    source?.stop()
    source = nil
    #expect(fake.locked { $0.mappedCount } == 1 && frame?.pixels.digest == first)
    let queued = fake.calls("queue").count
    frame = nil
    #expect(fake.isClean)
    #expect(fake.calls("queue").count == queued, "nothing is queued on a closed device")
  }

  @Test func closingKeepsTheOrderThatDriversNeed() throws {
    let fake = FakeVideoSystem()
    let source = try Self.started(fake, preference: .mjpeg)
    _ = try Self.frame(of: source)
    fake.locked { $0.callLog = [] }
    source.stop()
    #expect(
      fake.locked { $0.callLog } == [
        "stopStreaming", "unmap", "unmap", "unmap", "unmap", "requestBuffers 0", "close",
      ])
  }

  @Test func everyCallMayBeInterrupted() throws {
    let fake = FakeVideoSystem()
    fake.locked { $0.interruptsEveryCall = true }
    let source = try Self.started(fake)
    for _ in 0..<5 { _ = try Self.frame(of: source) }
    source.stop()
    #expect(source.statistics.captured == 5)
  }

  @Test func aLateConsumerGetsTheNewestPicture() throws {
    let fake = FakeVideoSystem()
    let source = try Self.started(fake)
    let first = try Self.frame(of: source)
    Thread.sleep(forTimeInterval: 0.05)
    let second = try Self.frame(of: source)
    #expect(second.sequence >= first.sequence + 2)
    #expect(source.statistics.droppedByUs >= 1)
  }
}
