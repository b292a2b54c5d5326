import CameraCapture
import Foundation
import SessionCore
import SpatialMath
import SystemSupport
import Testing

@Suite struct CameraFaultsTests {
  static let byIdentifier = "/dev/v4l/by-id/usb-Fake_Cam_1-video-index0"

  static func startError(
    _ fake: FakeVideoSystem, device: String = "/dev/video0"
  ) throws -> SessionError {
    try #require(throws: SessionError.self) {
      try VideoDeviceSourceTests.source(fake, device: device).start(
        origin: .zero, pacing: .realTime)
    }
  }

  @Test func aMissingCameraIsSaidWithTheOnesThatAreThere() throws {
    let fake = FakeVideoSystem()
    let error = try Self.startError(fake, device: "/dev/video7")
    #expect(error.code == .sensorUnavailable)
    #expect(
      error.message == "/dev/video7: no camera there; plug it in, or choose one that "
        + "`bifrons devices` lists (/dev/video0)")
    #expect(fake.isClean || fake.locked { $0.openCount } <= 1)
  }

  @Test func noPermissionIsNeverNoCamera() throws {
    let fake = FakeVideoSystem()
    fake.locked { $0.failures["open"] = [EACCES, EACCES] }
    for device in ["/dev/video0", "auto"] {
      fake.locked { $0.failures["open"] = [EACCES] }
      let error = try Self.startError(fake, device: device)
      #expect(error.code == .cameraUnauthorized)
      #expect(error.message.contains("no permission for the camera; add yourself to the group"))
    }
  }

  @Test func aBusyCameraIsTriedAgainAndItsHolderNamed() throws {
    let fake = FakeVideoSystem()
    fake.locked { $0.failures["setFormat"] = [EBUSY, EBUSY] }
    try VideoDeviceSourceTests.source(fake).start(origin: .zero, pacing: .realTime)
    #expect(fake.calls("setFormat").count == 3)
    let busy = FakeVideoSystem()
    busy.locked { $0.failures["requestBuffers"] = Array(repeating: EBUSY, count: 20) }
    let error = try Self.startError(busy)
    #expect(error.code == .sensorUnavailable)
    #expect(error.message == "/dev/video0: in use by cheese (pid 4711); close it and try again")
  }

  @Test func withoutBandwidthTheCameraRunsOnMJPEGAndSaysSo() throws {
    let fake = FakeVideoSystem()
    fake.locked { $0.failures["startStreaming"] = [ENOSPC] }
    let source = try VideoDeviceSourceTests.started(fake)
    #expect(fake.calls("setFormat") == ["setFormat YUYV 64x48", "setFormat MJPG 64x48"])
    let notice = try #require(source.notices.first)
    #expect(notice.contains("no USB bandwidth for 64x48 YUYV at 30 Hz"))
    #expect(notice.contains("runs at 64x48 MJPG at 30 Hz"))
    _ = try VideoDeviceSourceTests.frame(of: source)
  }

  @Test func withoutAnyBandwidthTheMessageSaysWhatHelps() throws {
    let fake = FakeVideoSystem()
    fake.locked { $0.failures["startStreaming"] = Array(repeating: ENOSPC, count: 10) }
    let error = try Self.startError(fake)
    #expect(error.code == .sensorUnavailable)
    #expect(error.message.hasPrefix("/dev/video0: not enough USB bandwidth for 64x48 MJPG"))
    #expect(error.message.contains("another USB controller"))
  }

  @Test func aRefusedCommitIsTriedOnceMore() throws {
    let fake = FakeVideoSystem()
    fake.locked { $0.failures["startStreaming"] = [EIO] }
    try VideoDeviceSourceTests.source(fake).start(origin: .zero, pacing: .realTime)
    #expect(fake.calls("setFormat") == ["setFormat YUYV 64x48", "setFormat YUYV 64x48"])
  }

  @Test func aMIPINodeSaysWhatItNeeds() throws {
    let fake = FakeVideoSystem()
    fake.locked { $0.failures["startStreaming"] = [EPIPE] }
    #expect(try Self.startError(fake).message.contains("libcamera or PipeWire"))
  }

  @Test func anUnpluggedCameraInterruptsAndIsFoundAgainByItsName() throws {
    let camera = FakeVideoSystem.Camera(links: [Self.byIdentifier])
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try VideoDeviceSourceTests.started(fake)
    #expect(source.lastingName == Self.byIdentifier)
    let last = try VideoDeviceSourceTests.frame(of: source)
    let queued = fake.calls("queue").count
    fake.unplug("/dev/video0")
    guard case .interrupted(let reason) = try source.next() else {
      throw SessionError(.sensorFailed, "not interrupted")
    }
    #expect(reason == "/dev/video0: the camera was unplugged; plug it in again to go on")
    #expect(fake.calls("queue").count == queued, "no buffer of a lost camera is queued")
    // It comes back under another number.
    fake.plug(camera, at: "/dev/video3")
    guard case .resumed = try source.next() else {
      throw SessionError(.sensorFailed, "not resumed")
    }
    let next = try VideoDeviceSourceTests.frame(of: source)
    #expect(next.sequence > last.sequence && next.timestamp > last.timestamp)
    source.stop()
  }

  @Test func anotherCameraIsNotTakenForTheLostOne() throws {
    let camera = FakeVideoSystem.Camera(links: [Self.byIdentifier])
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try VideoDeviceSourceTests.started(fake)
    fake.unplug("/dev/video0")
    _ = try source.next()
    fake.plug(FakeVideoSystem.Camera("Other"), at: "/dev/video0")
    let stopper = DedicatedThread(name: "stopper") {
      Thread.sleep(forTimeInterval: 0.15)
      source.stop()
    }
    guard case .ended = try source.next() else {
      throw SessionError(.sensorFailed, "resumed with another camera")
    }
    stopper.join()
  }

  @Test func aReturningCameraWithoutRightsYetIsTriedAgain() throws {
    let camera = FakeVideoSystem.Camera(links: [Self.byIdentifier])
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try VideoDeviceSourceTests.started(fake)
    fake.unplug("/dev/video0")
    _ = try source.next()
    fake.locked { $0.failures["open"] = [EACCES, EACCES, EACCES] }
    fake.plug(camera, at: "/dev/video1")
    guard case .resumed = try source.next() else {
      throw SessionError(.sensorFailed, "not resumed")
    }
  }

  @Test func aStallIsAnsweredByOneRestart() throws {
    let fake = FakeVideoSystem()
    let source = try VideoDeviceSourceTests.started(fake)
    _ = try VideoDeviceSourceTests.frame(of: source)
    fake.locked { $0.isStalled = true }
    let reviver = DedicatedThread(name: "reviver") {
      while fake.calls("stopStreaming").isEmpty { Thread.sleep(forTimeInterval: 0.002) }
      fake.locked { $0.isStalled = false }
    }
    _ = try VideoDeviceSourceTests.frame(of: source)
    reviver.join()
    #expect(fake.calls("startStreaming").count == 2)
  }

  @Test func aStallThatStaysInterruptsAndEndsWhenPicturesCome() throws {
    let fake = FakeVideoSystem()
    let source = try VideoDeviceSourceTests.started(fake)
    _ = try VideoDeviceSourceTests.frame(of: source)
    fake.locked { $0.isStalled = true }
    guard case .interrupted(let reason) = try source.next() else {
      throw SessionError(.sensorFailed, "not interrupted")
    }
    #expect(reason.contains("delivers no pictures although it is there"))
    fake.locked { $0.isStalled = false }
    guard case .resumed = try source.next() else {
      throw SessionError(.sensorFailed, "not resumed")
    }
  }

  @Test func aFatalStreamErrorStartsTheCameraAgain() throws {
    let fake = FakeVideoSystem()
    let source = try VideoDeviceSourceTests.started(fake)
    _ = try VideoDeviceSourceTests.frame(of: source)
    fake.locked { $0.failures["dequeue"] = [EIO] }
    guard case .interrupted(let reason) = try source.next() else {
      throw SessionError(.sensorFailed, "not interrupted")
    }
    #expect(reason.contains("stopped working (Input/output error)"))
    guard case .resumed = try source.next() else {
      throw SessionError(.sensorFailed, "not resumed")
    }
  }

  @Test func aPollThatLiesDoesNotSpin() throws {
    let fake = FakeVideoSystem()
    let source = try VideoDeviceSourceTests.started(fake)
    _ = try VideoDeviceSourceTests.frame(of: source)
    fake.locked {
      $0.isStalled = true; $0.saysReadyForNothing = true
    }
    let cpu = ProcessUsage.threadCPUSeconds()
    guard case .interrupted = try source.next() else {
      throw SessionError(.sensorFailed, "not interrupted")
    }
    #expect(ProcessUsage.threadCPUSeconds() - cpu < 0.1)
  }
}
