import CameraCapture
import Foundation
import SessionCore
import SpatialMath
import SystemSupport
import Testing

@Suite struct CameraReplugTests {
  static let times = 10

  static func interrupt(_ source: VideoDeviceSource) throws -> String {
    guard case .interrupted(let reason) = try VideoDeviceSourceTests.event(of: source) else {
      throw SessionError(.sensorFailed, "not interrupted")
    }
    return reason
  }

  static func resume(_ source: VideoDeviceSource) throws {
    guard case .resumed = try source.next() else {
      throw SessionError(.sensorFailed, "not resumed")
    }
  }

  @Test(arguments: [VideoDeviceOptions.Preference.only(.yuyv), .mjpeg])
  func tenTimesOutAndInLeavesNothingBehind(preference: VideoDeviceOptions.Preference) throws {
    let camera = FakeVideoSystem.Camera(links: [CameraFaultsTests.byIdentifier])
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try VideoDeviceSourceTests.started(fake) { $0.preference = preference }
    var last = try VideoDeviceSourceTests.frame(of: source)
    let before = fake.locked { ($0.openCount, $0.mappedCount) }
    let threads = Self.threadCount()
    for round in 1...Self.times {
      fake.unplug("/dev/video\(round - 1)")
      #expect(try Self.interrupt(source).contains("was unplugged"))
      fake.plug(camera, at: "/dev/video\(round)")
      try Self.resume(source)
      let next = try VideoDeviceSourceTests.frame(of: source)
      #expect(next.sequence > last.sequence && next.timestamp > last.timestamp)
      last = next
    }
    let after = fake.locked { ($0.openCount, $0.mappedCount) }
    #expect(after.0 == before.0, "as many descriptors as before")
    #expect(after.1 == before.1, "as many mappings as before")
    // Other tests of this process begin and end threads of their own meanwhile.
    #expect(Self.threadCount() < threads + Self.times)
    source.stop()
    #expect(fake.locked { $0.openCount } == 1, "only the wake-up is open")
  }

  @Test func bothCamerasAtOnceComeBackWhereTheyWere() throws {
    let links = ["/dev/v4l/by-id/usb-A", "/dev/v4l/by-id/usb-B"]
    let cameras = links.enumerated().map { number, link in
      var camera = FakeVideoSystem.Camera("Cam \(number)", links: [link])
      camera.serial = "\(number)"
      return camera
    }
    let fake = FakeVideoSystem(["/dev/video0": cameras[0], "/dev/video2": cameras[1]])
    let sources = try links.map { link in
      try VideoDeviceSourceTests.started(fake) { $0.device = link }
    }
    for source in sources { _ = try VideoDeviceSourceTests.frame(of: source) }
    fake.unplug("/dev/video0")
    fake.unplug("/dev/video2")
    for source in sources { _ = try Self.interrupt(source) }
    // With their numbers exchanged.
    fake.plug(cameras[1], at: "/dev/video0")
    fake.plug(cameras[0], at: "/dev/video2")
    for source in sources { try Self.resume(source) }
    #expect(sources.map(\.lastingName) == links)
    let nodes = fake.locked { fake in
      fake.nodes.mapValues { ($0.camera.card, $0.isStreaming) }
    }
    #expect(nodes["/dev/video0"]?.0 == "Cam 1" && nodes["/dev/video2"]?.0 == "Cam 0")
    #expect(nodes.values.allSatisfy { $0.1 })
    sources.forEach { $0.stop() }
  }

  @Test func aReturnIsNoticedAtOnceAndWaitingCostsNothing() throws {
    let camera = FakeVideoSystem.Camera(links: [CameraFaultsTests.byIdentifier])
    let fake = FakeVideoSystem(["/dev/video0": camera])
    // The look every half minute is not what finds it.
    let source = try VideoDeviceSourceTests.started(fake)
    fake.unplug("/dev/video0")
    _ = try Self.interrupt(source)
    let plugger = DedicatedThread(name: "plugger") {
      Thread.sleep(forTimeInterval: 0.3)
      fake.plug(camera, at: "/dev/video1")
    }
    let (begin, cpu) = (MonotonicClock.now(), ProcessUsage.threadCPUSeconds())
    try Self.resume(source)
    plugger.join()
    #expect(MonotonicClock.now().seconds(since: begin) < 5)
    #expect(ProcessUsage.threadCPUSeconds() - cpu < 0.1)
    #expect(fake.calls("watch").count <= 3)
  }

  @Test func whereFoldersCannotBeWatchedTheCameraIsLookedFor() throws {
    let camera = FakeVideoSystem.Camera(links: [CameraFaultsTests.byIdentifier])
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try VideoDeviceSourceTests.started(fake)
    fake.locked { $0.failures["watch"] = Array(repeating: EMFILE, count: 10_000) }
    fake.unplug("/dev/video0")
    _ = try Self.interrupt(source)
    let plugger = DedicatedThread(name: "plugger") {
      Thread.sleep(forTimeInterval: 0.1)
      fake.plug(camera, at: "/dev/video1")
    }
    try Self.resume(source)
    plugger.join()
  }

  @Test func aCameraThatReturnsWithAnotherPictureIsNotTaken() throws {
    var camera = FakeVideoSystem.Camera(links: [CameraFaultsTests.byIdentifier])
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try VideoDeviceSourceTests.started(fake)
    fake.unplug("/dev/video0")
    _ = try Self.interrupt(source)
    camera.modes = [(.yuyv, 32, 24, 30)]
    fake.plug(camera, at: "/dev/video0")
    let stopper = DedicatedThread(name: "stopper") {
      Thread.sleep(forTimeInterval: 0.2)
      source.stop()
    }
    guard case .ended = try source.next() else {
      throw SessionError(.sensorFailed, "resumed with pictures of another size")
    }
    stopper.join()
    #expect(fake.locked { $0.mappedCount } == 0)
  }

  /// The threads of this process.
  private static func threadCount() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }
}
