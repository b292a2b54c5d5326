import CameraCapture
import Foundation
import SessionCore
import SpatialMath
import Synchronization
import SystemSupport
import Testing

/// Faults of a camera that runs, on real drivers.
extension FaultTrial {
  static let realEnds: [FaultTrial] = [
    realUnplug, realUnplugInWait, realReplug, realSilence, realUnbinding, realSignals,
  ]

  private static let realUnplug = FaultTrial(14, "a USB webcam is pulled out, and stays out") {
    let camera = try CameraRig.front()
    let source = try CameraRig.started(camera.link)
    _ = try CameraRig.frames(source, 2)
    camera.unplug()
    let reason = try CameraRig.interruption(source)
    let cpu = ProcessUsage.threadCPUSeconds()
    let stopper = DedicatedThread(name: "stopper") {
      Thread.sleep(forTimeInterval: 2)
      source.stop()
    }
    guard case .ended = try source.next() else { throw SessionError(.sensorFailed, "not ended") }
    stopper.join()
    // In emulation, 25 to 50 times slower than here.
    #expect(ProcessUsage.threadCPUSeconds() - cpu < 1)
    return Outcome(reason)
  }

  private static let realUnplugInWait = FaultTrial(
    15, "a USB webcam that gives no pictures is pulled out"
  ) {
    let camera = try CameraRig.front()
    var timing = VideoDeviceTiming()
    timing.stall = 120
    let source = try CameraRig.started(camera.link, timing: timing)
    _ = try CameraRig.frames(source, 2)
    camera.send("stall")
    camera.send("unplug 1000")
    let begin = MonotonicClock.now()
    let reason = try CameraRig.interruption(source)
    source.stop()
    #expect(MonotonicClock.now().seconds(since: begin) < 60)
    return Outcome(reason, "long before the watchdog's time")
  }

  private static let realReplug = FaultTrial(
    16, "a USB webcam is pulled out and plugged in again while its old node is open"
  ) {
    let camera = try CameraRig.front()
    let source = try CameraRig.started(camera.link)
    _ = try CameraRig.frames(source, 2)
    // The source has not noticed yet, so that the number is taken.
    camera.unplug()
    try camera.plug()
    let reason = try CameraRig.interruption(source)
    try CameraRig.resume(source)
    source.stop()
    return Outcome(reason, "resumed")
  }

  private static let realSilence = FaultTrial(17, "a USB webcam gives no more pictures") {
    let camera = try CameraRig.front()
    let source = try CameraRig.started(camera.link)
    _ = try CameraRig.frames(source, 2)
    camera.send("stall")
    let reason = try CameraRig.interruption(source)
    camera.send("resume")
    try CameraRig.resume(source)
    source.stop()
    return Outcome(reason, "resumed when pictures came")
  }

  private static let realUnbinding = FaultTrial(
    30, "uvcvideo is taken from the webcam and given to it again, as some suspends do"
  ) {
    let camera = try CameraRig.front()
    let source = try CameraRig.started(camera.link)
    _ = try CameraRig.frames(source, 2)
    let driver = "/sys/bus/usb/drivers/uvcvideo/"
    let interface = try #require(
      FileManager.default.contentsOfDirectory(atPath: driver).first { $0.hasSuffix(":1.0") })
    func write(_ file: String) throws {
      try interface.write(toFile: driver + file, atomically: false, encoding: .utf8)
    }
    try write("unbind")
    let reason = try CameraRig.interruption(source)
    try write("bind")
    try CameraRig.resume(source)
    source.stop()
    return Outcome(reason, "resumed")
  }

  private static let realSignals = FaultTrial(32, "a signal every two milliseconds") {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGUSR1, &action, nil)
    let camera = try CameraRig.front()
    let thread = pthread_self()
    let isOver = Mutex(false)
    let sender = DedicatedThread(name: "sender") {
      while !isOver.withLock({ $0 }) {
        pthread_kill(thread, SIGUSR1)
        Thread.sleep(forTimeInterval: 0.002)
      }
    }
    let source = try CameraRig.started(camera.link)
    _ = try CameraRig.frames(source, 10)
    source.stop()
    isOver.withLock { $0 = true }
    sender.join()
    return Outcome(source.notices, "10 pictures")
  }
}
