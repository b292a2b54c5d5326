import CameraCapture
import Foundation
import ImageProcessing
import SessionCore
import SessionTesting
import SpatialMath
import Synchronization
import SystemSupport
import Testing

/// Real drivers: needs the camera rig (`Tools/test-devices`), and is skipped everywhere else.
@Suite(.enabled(if: EmulatedCamera.isPossible), .serialized)
struct DeviceTests {
  static let virtualNodes = ["/dev/video0", "/dev/video1"]
  static let clip = "/tmp/pattern.mjpeg"

  static func source(
    _ device: String, role: CameraRole = .front,
    preference: VideoDeviceOptions.Preference = .automatic
  ) -> VideoDeviceSource {
    VideoDeviceSource(
      role: role, options: VideoDeviceOptions(device: device, preference: preference))
  }

  static func frames(_ source: VideoDeviceSource, _ count: Int) throws -> [CameraFrame] {
    try (0..<count).map { _ in
      guard case .frame(let frame) = try source.next() else {
        throw SessionError(.sensorFailed, "something else than a frame")
      }
      return frame
    }
  }

  /// The number that `pattern-clip` drew into a picture.
  static func drawnNumber(_ pixels: PixelBuffer) -> Int {
    let luma = pixels.luma()
    return (0..<8).reduce(0) { number, bit in
      let place = 16 * luma.planes[0].stride + bit * 32 + 16
      let isOne = luma.planes[0].base.load(fromByteOffset: place, as: UInt8.self) > 128
      return number * 2 + (isOne ? 1 : 0)
    }
  }

  @Test func vividKeepsTheContractOfFrameSources() throws {
    try FrameSourceContract.verify(.live, mostPictures: 6) {
      Self.source(Self.virtualNodes[0])
    }
  }

  @Test func twoCamerasRunAtOnceOnOneClock() throws {
    let counts = Mutex<[String: [CameraFrame]]>([:])
    let threads = Self.virtualNodes.map { node in
      DedicatedThread(name: "camera") {
        let source = Self.source(node)
        guard (try? source.start(origin: .zero, pacing: .realTime)) != nil else { return }
        let frames = (try? Self.frames(source, 20)) ?? []
        counts.withLock { $0[node] = frames }
        source.stop()
      }
    }
    threads.forEach { $0.join() }
    let (first, second) = counts.withLock {
      ($0[Self.virtualNodes[0]] ?? [], $0[Self.virtualNodes[1]] ?? [])
    }
    try #require(first.count == 20 && second.count == 20)
    #expect(first[0].timestamp < second[19].timestamp && second[0].timestamp < first[19].timestamp)
  }

  @Test func aFatalStreamErrorOfTheDriverEndsInANewStart() throws {
    let source = Self.source(Self.virtualNodes[0])
    try source.start(origin: .zero, pacing: .realTime)
    _ = try Self.frames(source, 2)
    try ChildProcess(
      ["v4l2-ctl", "-d", Self.virtualNodes[0], "-c", "inject_fatal_streaming_error=0"]
    ).waitUntilExit()
    guard case .interrupted(let reason) = try Self.nextEvent(source) else {
      throw SessionError(.sensorFailed, "not interrupted")
    }
    #expect(reason.contains("stopped working"))
    guard case .resumed = try source.next() else {
      throw SessionError(.sensorFailed, "not resumed")
    }
    _ = try Self.frames(source, 2)
    source.stop()
  }

  @Test func pulledOutAndPluggedInAgainTheCameraGoesOn() throws {
    let camera = try EmulatedCamera(port: 0, name: "Front Cam", serial: "F1", clip: Self.clip)
    let source = Self.source(camera.link)
    try source.start(origin: .zero, pacing: .realTime)
    let last = try Self.frames(source, 3)[2]
    camera.unplug()
    guard case .interrupted(let reason) = try Self.nextEvent(source) else {
      throw SessionError(.sensorFailed, "not interrupted")
    }
    #expect(reason.contains("was unplugged; plug it in again"))
    try camera.plug()
    guard case .resumed = try source.next() else {
      throw SessionError(.sensorFailed, "not resumed")
    }
    let next = try Self.frames(source, 1)[0]
    #expect(next.sequence > last.sequence && next.timestamp > last.timestamp)
    source.stop()
  }

  @Test func aWebcamsPicturesArriveAsTheyWereSent() throws {
    let camera = try EmulatedCamera(port: 0, name: "Front Cam", serial: "F1", clip: Self.clip)
    let source = Self.source(camera.link, preference: .mjpeg)
    try source.start(origin: .zero, pacing: .realTime)
    #expect(source.format.width == 640 && source.format.height == 480)
    #expect(source.format.nominalRate == 30 && source.lastingName == camera.link)
    let frames = try Self.frames(source, 8)
    for (earlier, later) in zip(frames, frames.dropFirst()) {
      // The clip has 60 pictures and begins anew.
      let step = (Self.drawnNumber(later.pixels) - Self.drawnNumber(earlier.pixels) + 60) % 60
      #expect(step >= 1 && step <= 20)
      #expect(later.timestamp > earlier.timestamp)
    }
    let rgb = frames[0].pixels.rgb()
    let base = rgb.planes[0].base + 400 * rgb.planes[0].stride + 3 * 600
    // 30 + 180 · 600/640, 30 + 180 · 400/480, 200 − 120 · 600/640; JPEG of quality 80.
    for (channel, value) in [199, 180, 88].enumerated() {
      let found = Int(base.load(fromByteOffset: channel, as: UInt8.self))
      #expect(abs(found - value) <= 8)
    }
    source.stop()
  }

  @Test func rawPicturesOfAWebcamAreLeases() throws {
    let camera = try EmulatedCamera(port: 0, name: "Front Cam", serial: "F1", clip: Self.clip)
    let source = Self.source(camera.link, preference: .only(.yuyv))
    try source.start(origin: .zero, pacing: .realTime)
    let frames = try Self.frames(source, 3)
    #expect(frames[0].pixels.format == .yuyv)
    // Brightness runs to the right, one a pixel.
    let luma = frames[0].pixels.luma()
    let row = UnsafeRawBufferPointer(start: luma.planes[0].base, count: 640)
    #expect((1..<640).allSatisfy { row[$0] == row[$0 - 1] &+ 1 })
    source.stop()
  }

  @Test func damagedPicturesOfAWebcamNeverArrive() throws {
    let camera = try EmulatedCamera(port: 0, name: "Front Cam", serial: "F1", clip: Self.clip)
    let source = Self.source(camera.link, preference: .mjpeg)
    try source.start(origin: .zero, pacing: .realTime)
    _ = try Self.frames(source, 3)
    for command in ["trunc 2", "err 2", "drop 2"] {
      camera.send(command)
      _ = try Self.frames(source, 6)
    }
    let counters = source.statistics
    // A truncated JPEG can be skipped for a newer picture before it is looked at; one that the
    // device marks or does not send shows as a gap.
    #expect(counters.captured == 21)
    #expect(counters.corrupt + counters.droppedByDriver + counters.droppedByUs >= 2)
    source.stop()
  }

  @Test func aBusWithoutRoomAndARefusedCommitAreGotOver() throws {
    let camera = try EmulatedCamera(port: 0, name: "Front Cam", serial: "F1", clip: Self.clip)
    camera.send("enospc 1")
    CameraRig.letObey()
    let source = Self.source(camera.link)
    try source.start(origin: .zero, pacing: .realTime)
    #expect(source.notices.first?.contains("no USB bandwidth for 640x480 YUYV") == true)
    _ = try Self.frames(source, 2)
    source.stop()
    camera.send("commitfail 1")
    CameraRig.letObey()
    let again = Self.source(camera.link)
    try again.start(origin: .zero, pacing: .realTime)
    _ = try Self.frames(again, 2)
    #expect(again.notices.isEmpty)
    again.stop()
  }

  @Test func aStalledWebcamInterruptsAndResumes() throws {
    let camera = try EmulatedCamera(port: 0, name: "Front Cam", serial: "F1", clip: Self.clip)
    let source = Self.source(camera.link)
    try source.start(origin: .zero, pacing: .realTime)
    _ = try Self.frames(source, 2)
    camera.send("stall")
    guard case .interrupted(let reason) = try Self.nextEvent(source) else {
      throw SessionError(.sensorFailed, "not interrupted")
    }
    #expect(reason.contains("delivers no pictures"))
    camera.send("resume")
    guard case .resumed = try source.next() else {
      throw SessionError(.sensorFailed, "not resumed")
    }
    source.stop()
  }

  @Test func aWebcamIsListedByItsNameAndItsMetadataNodeWithTheReason() throws {
    let front = try EmulatedCamera(port: 0, name: "Front Cam", serial: "F1", clip: Self.clip)
    let rear = try EmulatedCamera(port: 1, name: "Rear Cam", serial: "R1", clip: Self.clip)
    let list = VideoDeviceList()
    #expect(list.find(front.link)?.isUsable == true)
    #expect(list.find(front.link)?.usbIdentifier == "1209:0001")
    #expect(list.devices.contains { $0.obstacle?.contains("metadata") == true })
    #expect(
      try list.assign([.front: "auto", .rear: "auto"]).names == [
        .front: front.link, .rear: rear.link,
      ])
  }

  @Test func inTheDarkAWebcamKeepsItsRate() throws {
    let camera = try EmulatedCamera(port: 0, name: "Front Cam", serial: "F1", clip: Self.clip)
    let source = Self.source(camera.link, preference: .mjpeg)
    try source.start(origin: .zero, pacing: .realTime)
    camera.send("dark 1")
    let frames = try Self.frames(source, 24).suffix(16)
    let intervals = zip(frames, frames.dropFirst()).map { earlier, later in
      later.timestamp.seconds(since: earlier.timestamp) / Double(later.sequence - earlier.sequence)
    }
    // 33 ms; a camera that may halve its rate takes 67 or, on a busy machine, more.
    #expect(intervals.sorted()[intervals.count / 2] < 0.060)
    source.stop()
  }

  @Test func aLoopbackIsACameraWhileItsProducerRuns() throws {
    let node = "/dev/video10"
    #expect(VideoDeviceList().find(node)?.obstacle?.contains("without a producer") == true)
    func producer() throws -> ChildProcess {
      let format = "width=640,height=480,pixelformat=YUYV"
      let child = try ChildProcess(["v4l2-ctl", "-d", node, "-x", format, "--stream-out-mmap"])
      for _ in 0..<100 where VideoDeviceList().find(node)?.isUsable != true {
        Thread.sleep(forTimeInterval: 0.05)
      }
      return child
    }
    var child: ChildProcess? = try producer()
    let source = Self.source(node)
    try source.start(origin: .zero, pacing: .realTime)
    // Its buffers are two and its stamps are copies: pictures are copied, times are of arrival.
    let held = try Self.frames(source, 6)
    for (earlier, later) in zip(held, held.dropFirst()) {
      #expect(later.timestamp > earlier.timestamp && later.sequence > earlier.sequence)
    }
    child = nil
    guard case .interrupted = try Self.nextEvent(source) else {
      throw SessionError(.sensorFailed, "not interrupted")
    }
    child = try producer()
    guard case .resumed = try source.next() else {
      throw SessionError(.sensorFailed, "not resumed")
    }
    _ = try Self.frames(source, 2)
    source.stop()
    withExtendedLifetime(child) {}
  }

  @Test func aCameraInUseIsSaidWithItsHolder() throws {
    let camera = try EmulatedCamera(port: 0, name: "Front Cam", serial: "F1", clip: Self.clip)
    let first = Self.source(camera.link)
    try first.start(origin: .zero, pacing: .realTime)
    let error = try #require(throws: SessionError.self) {
      try Self.source(camera.link).start(origin: .zero, pacing: .realTime)
    }
    #expect(error.code == .sensorUnavailable && error.message.contains("in use by"))
    first.stop()
  }

  /// The next event that is no picture.
  static func nextEvent(_ source: VideoDeviceSource) throws -> FrameSourceEvent {
    while true {
      let event = try source.next()
      if case .frame = event { continue }
      return event
    }
  }
}
