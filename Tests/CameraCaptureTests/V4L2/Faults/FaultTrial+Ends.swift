import CameraCapture
import Foundation
import SessionCore
import SpatialMath
import SystemSupport
import Testing

/// Faults of a camera that runs, on made-up drivers.
extension FaultTrial {
  static let ends: [FaultTrial] = [
    unplugged, unpluggedInWait, pluggedInAgain, silence, suspended, interruptedCalls,
  ]

  private static func camera() -> (FakeVideoSystem.Camera, FakeVideoSystem) {
    let camera = FakeVideoSystem.Camera(links: [CameraFaultsTests.byIdentifier])
    return (camera, FakeVideoSystem(["/dev/video0": camera]))
  }

  private static let unplugged = FaultTrial(14, "the device goes while pictures come") {
    let (_, fake) = camera()
    let source = try VideoDeviceSourceTests.started(fake)
    _ = try VideoDeviceSourceTests.frame(of: source)
    fake.locked { $0.callLog = [] }
    fake.unplug("/dev/video0")
    let reason = try CameraReplugTests.interrupt(source)
    let closing = inOrder(fake.calls("stopStreaming", "unmap", "requestBuffers", "close"))
    #expect(closing == ["stopStreaming", "unmap", "requestBuffers", "close"])
    #expect(fake.locked { $0.mappedCount } == 0)
    #expect(fake.locked { $0.openCount } == 1, "only the wake-up is open")
    let stopper = DedicatedThread(name: "stopper") {
      Thread.sleep(forTimeInterval: 0.2)
      source.stop()
    }
    let (cpu, calls) = (ProcessUsage.threadCPUSeconds(), fake.locked { $0.callLog.count })
    guard case .ended = try source.next() else { throw SessionError(.sensorFailed, "not ended") }
    stopper.join()
    #expect(ProcessUsage.threadCPUSeconds() - cpu < 0.05)
    #expect(fake.locked { $0.callLog.count } - calls < 30)
    return Outcome(reason, closing.joined(separator: ", "))
  }

  /// The calls' names in the order in which each came first.
  private static func inOrder(_ calls: [String]) -> [String] {
    calls.map { String($0.prefix { $0 != " " }) }.reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  private static let unpluggedInWait = FaultTrial(15, "the device goes while `next` waits") {
    let (_, fake) = camera()
    var timing = VideoDeviceSourceTests.timing
    timing.stall = 60
    let source = try VideoDeviceSourceTests.started(fake, timing: timing) { _ in }
    _ = try VideoDeviceSourceTests.frame(of: source)
    fake.locked { $0.isStalled = true }
    let hand = DedicatedThread(name: "hand") {
      Thread.sleep(forTimeInterval: 0.05)
      fake.unplug("/dev/video0")
    }
    let begin = MonotonicClock.now()
    let reason = try CameraReplugTests.interrupt(source)
    hand.join()
    #expect(MonotonicClock.now().seconds(since: begin) < 30)
    return Outcome(reason, "long before the watchdog's time")
  }

  private static let pluggedInAgain = FaultTrial(
    16, "unplugged and plugged in again under another number"
  ) {
    let (camera, fake) = Self.camera()
    let source = try VideoDeviceSourceTests.started(fake)
    _ = try frames(source, 2)
    fake.unplug("/dev/video0")
    let reason = try CameraReplugTests.interrupt(source)
    fake.locked { $0.callLog = [] }
    fake.plug(camera, at: "/dev/video3")
    try CameraReplugTests.resume(source)
    _ = try frames(source, 3)
    let wanted = ["setFormat", "setInterval", "requestBuffers", "map", "queue", "startStreaming"]
    let calls = fake.calls("setFormat", "setInterval", "requestBuffers", "map", "queue", "start")
    let order = inOrder(calls)
    #expect(order == wanted)
    return Outcome(reason, order.joined(separator: ", "))
  }

  private static let silence = FaultTrial(17, "pictures stop; then they come again") {
    let (_, fake) = camera()
    let source = try VideoDeviceSourceTests.started(fake)
    _ = try VideoDeviceSourceTests.frame(of: source)
    fake.locked { $0.isStalled = true }
    let reason = try CameraReplugTests.interrupt(source)
    let starts = fake.calls("startStreaming").count
    #expect(starts == 2)
    fake.locked { $0.isStalled = false }
    try CameraReplugTests.resume(source)
    return Outcome(reason, "after one restart of the stream; resumed when pictures came")
  }

  private static let suspended = FaultTrial(
    30, "DQBUF fails with ENODEV although the node is there"
  ) {
    let (_, fake) = camera()
    let source = try VideoDeviceSourceTests.started(fake)
    _ = try VideoDeviceSourceTests.frame(of: source)
    fake.locked { $0.failures["dequeue"] = [ENODEV] }
    let reason = try CameraReplugTests.interrupt(source)
    try CameraReplugTests.resume(source)
    _ = try VideoDeviceSourceTests.frame(of: source)
    return Outcome(reason, "resumed at once")
  }

  private static let interruptedCalls = FaultTrial(32, "every system call fails with EINTR first") {
    let fake = FakeVideoSystem()
    fake.locked { $0.interruptsEveryCall = true }
    let source = try VideoDeviceSourceTests.started(fake)
    _ = try frames(source, 5)
    return Outcome(source.notices, "5 pictures")
  }
}
