import CameraCapture
import Foundation
import SessionCore
import SpatialMath
import Synchronization
import SystemSupport
import Testing

/// Two USB webcams at once for a minute, beside what `v4l2-ctl` gets of them: needs the camera rig
/// (`Tools/test-devices`), and is skipped everywhere else.
///
/// The rig's clock counts instructions, so that neither the cameras nor we are slowed by what else
/// runs on the machine: every picture that is missing is missing because of us.
@Suite(.enabled(if: CameraRig.isHere), .serialized)
struct DeviceRateTests {
  static let seconds = 60.0
  /// Of what v4l2-ctl gets.
  static let tolerance = 0.05
  /// What the cameras promise; a rig that cannot give that is of no use here.
  static let promisedRate = 30.0

  /// What a camera's minute gave.
  struct Take {
    var pictures = 0
    /// Pictures whose drawn numbers disagree with the driver's.
    var strangers = 0
    var seconds = 0.0
    /// Handed out, decoded, each second.
    var rate: Double { Double(pictures - 1) / seconds }
  }

  /// Pictures a second by v4l2-ctl's own stamps, each camera while the other runs.
  static func otherRates(_ cameras: [EmulatedCamera]) throws -> [Double] {
    let files = cameras.indices.map { "/tmp/v4l2-ctl.\($0)" }
    let children = try zip(cameras, files).map { camera, file in
      try ChildProcess([
        "sh", "-c",
        "v4l2-ctl -d \(camera.link) --set-fmt-video=width=640,height=480,pixelformat=MJPG "
          + "--set-parm=30 --stream-mmap=4 --stream-count=300 --verbose >\(file) 2>&1",
      ])
    }
    children.forEach { $0.waitUntilExit() }
    return try files.map { file in
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let stamps = text.matches(of: #/ts: (\d+\.\d+)/#).compactMap { Double($0.1) }
      let (first, last) = try (#require(stamps.first), #require(stamps.last))
      return Double(stamps.count - 1) / (last - first)
    }
  }

  static func take(_ source: VideoDeviceSource) throws -> Take {
    var take = Take()
    let first = try CameraRig.frames(source, 1)[0]
    take.pictures = 1
    var last = first
    var drawn = DeviceTests.drawnNumber(first.pixels)
    while last.timestamp.seconds(since: first.timestamp) < seconds {
      let frame = try CameraRig.frames(source, 1)[0]
      take.pictures += 1
      let number = DeviceTests.drawnNumber(frame.pixels)
      // The clip has 60 pictures and begins anew.
      let steps = (number - drawn + 60) % 60
      if steps != (frame.sequence - last.sequence) % 60 { take.strangers += 1 }
      (last, drawn) = (frame, number)
    }
    take.seconds = last.timestamp.seconds(since: first.timestamp)
    return take
  }

  /// A running source that never starts its stream anew: the camera's own count would start too.
  static func started(_ camera: EmulatedCamera) throws -> VideoDeviceSource {
    var timing = VideoDeviceTiming()
    timing.stall = 3600
    return try CameraRig.started(camera.link, timing: timing) { $0.preference = .mjpeg }
  }

  /// Takes pictures until the source is stopped.
  ///
  /// What the driver loses after the last picture that is taken shows in no number.
  static func takeRest(_ source: VideoDeviceSource) {
    while case .frame = try? source.next() {}
  }

  /// Lets the cameras send no more, while their sources are still being read, and stops those.
  ///
  /// - Returns: how many pictures each camera has sent in whole, by its own count.
  static func end(_ cameras: [EmulatedCamera], _ sources: [VideoDeviceSource]) throws -> [Int] {
    cameras.forEach { $0.send("stall") }
    CameraRig.letObey()
    sources.forEach { $0.stop() }
    return try cameras.map { try $0.sentCount() }
  }

  /// Every picture that the camera sent is handed out, skipped, damaged, lost by the driver, or one
  /// of the first ones, which are thrown away.
  static func expectAccount(_ source: VideoDeviceSource, ofSent sent: Int) {
    let c = source.statistics
    let first = VideoDeviceTiming().discardedPictures
    print(
      "account: \(sent) sent by the camera = \(first) first + \(c.captured) handed out + "
        + "\(c.droppedByDriver) lost by the driver + \(c.droppedByUs) skipped + \(c.corrupt) damaged; "
        + "jitter \(c.jitter ?? 0) s")
    #expect(first + c.captured + c.droppedByDriver + c.droppedByUs + c.corrupt == sent)
  }

  @Test func twoWebcamsKeepTheRateAndEveryPictureIsAccountedFor() throws {
    let cameras = try CameraRig.pair()
    let before = try Self.otherRates(cameras)
    let sources = try cameras.map(Self.started)
    let takes = Mutex<[Result<Take, any Error>?]>([nil, nil])
    let threads = sources.enumerated().map { index, source in
      DedicatedThread(name: "camera") {
        let take = Result { try Self.take(source) }
        takes.withLock { $0[index] = take }
        Self.takeRest(source)
      }
    }
    try CameraRig.wait(seconds: 2 * Self.seconds) {
      takes.withLock { !$0.contains { $0 == nil } }
    }
    let sent = try Self.end(cameras, sources)
    threads.forEach { $0.join() }
    cameras.forEach { $0.send("resume") }
    let after = try Self.otherRates(cameras)
    for index in cameras.indices {
      let take = try #require(takes.withLock { $0[index] }).get()
      // The better one: what the rig can give.
      let other = max(before[index], after[index])
      print(
        "rate, camera \(index): v4l2-ctl \(before[index]) and \(after[index]), ours \(take.rate) "
          + "in \(take.seconds) s, \(take.strangers) strangers")
      #expect(other >= Self.promisedRate * (1 - Self.tolerance))
      #expect(take.rate >= other * (1 - Self.tolerance))
      #expect(take.strangers == 0)
      Self.expectAccount(sources[index], ofSent: sent[index])
    }
  }

  @Test func lossesOfEveryKindAreCountedToThePicture() throws {
    let camera = try CameraRig.front()
    let source = try Self.started(camera)
    _ = try CameraRig.frames(source, 10)
    // Marked as damaged, upon which the driver keeps them back; ending in the middle; not sent.
    for command in ["err 5", "trunc 7", "drop 4"] {
      camera.send(command)
      _ = try CameraRig.frames(source, 30)
    }
    // Late: the buffers fill, and then the driver has none left.
    Thread.sleep(forTimeInterval: 2)
    _ = try CameraRig.frames(source, 10)
    let rest = DedicatedThread(name: "rest") { Self.takeRest(source) }
    let sent = try Self.end([camera], [source])
    rest.join()
    Self.expectAccount(source, ofSent: sent[0])
    let counters = source.statistics
    #expect(counters.corrupt == 7)
    #expect(counters.droppedByDriver > 5)
    #expect(counters.droppedByUs > 0)
  }
}
