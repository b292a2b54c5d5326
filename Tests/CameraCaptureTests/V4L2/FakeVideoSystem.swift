import CameraCapture
import Foundation
import ImageProcessing
import SessionCore
import SpatialMath
import SystemSupport

/// A kernel with made-up cameras, as strict as the real one: buffers belong to the driver or to the
/// program, descriptors end with the device, memory must be mapped to be read.
///
/// Safety: all state is guarded by `condition`.
final class FakeVideoSystem: VideoDeviceSystem, @unchecked Sendable {
  /// What the next picture of a camera is like.
  enum Picture: Equatable {
    case good, damaged, empty, short, truncated
    /// JPEG without Huffman tables.
    case withoutTables
    /// A picture with superfluous bytes between its segments.
    case extraneous
    /// Black.
    case black
    /// The driver loses this many before it.
    case afterLosing(UInt32)
    /// The stamp is this many seconds off; nil for a driver that does not stamp.
    case stamped(Double?)
  }

  /// A setting of a camera.
  struct Setting {
    var info: VideoControlInfo
    var value: Int32 = 0
    var menu: Set<Int32> = []

    init(_ range: ClosedRange<Int32>, value: Int32 = 0, menu: Set<Int32> = []) {
      info = VideoControlInfo(range)
      self.value = value
      self.menu = menu
    }
  }

  /// A camera, or another node.
  struct Camera {
    var card = "Fake Cam"
    var capability = VideoCapability(driver: "uvcvideo", card: "Fake Cam", bus: "usb-1")
    /// Format, size, and highest rate.
    var modes: [(code: FourCharacterCode, width: Int, height: Int, rate: UInt32)] = [
      (.yuyv, 64, 48, 30), (.motionJPEG, 64, 48, 60), (.motionJPEG, 320, 240, 60),
    ]
    var links: [String] = []
    var serial: String? = "1"
    /// What sysfs says of the socket: `fixed`, `removable`.
    var removable: String?
    /// Whether sysfs knows it as a USB device.
    var isOnUSB = true
    var settings: [VideoControl: Setting] = [
      .exposureDynamicFrameRate: Setting(0...1, value: 1), .powerLineFrequency: Setting(0...2),
    ]
    var moment = FilledBuffer.StampedMoment.endOfFrame
    var encoding = ColorEncoding.limitedBT601
    var secondsPerPicture = 0.004
    /// From the stamped moment to when the picture can be fetched.
    var secondsOfTransfer = 0.0
    var bufferLimit = 4
    var bytesPerLinePadding = 0

    init(_ card: String = "Fake Cam", links: [String] = []) {
      self.card = card
      self.links = links
      capability.card = card
    }
  }

  struct Node {
    var camera: Camera
    var format: VideoFormat
    /// The descriptor that has the buffers.
    var owner: Int32?
    /// The memories of each buffer while they are mapped.
    var memory: [[UnsafeMutableRawBufferPointer]] = []
    var queued: [Int] = []
    var filled: [FilledBuffer] = []
    var isStreaming = false
    var sequence: UInt32 = 0
    var due = Timestamp.zero
  }

  let condition = NSCondition()
  var nodes: [String: Node] = [:]
  /// Descriptors of devices that are gone.
  var orphans: Set<Int32> = []
  /// The node that each open descriptor belongs to.
  var visitors: [Int32: String] = [:]
  var wakeUps: [Int32: Bool] = [:]
  /// Whether something has changed since each watcher began.
  var watchers: [Int32: Bool] = [:]
  var nextDescriptor: Int32 = 3
  var mappedCount = 0
  var openCount = 0
  var failures: [String: [Int32]] = [:]
  var callLog: [String] = []
  var script: [Picture] = []
  var isStalled = false
  /// The driver's time of the picture that was painted last.
  var lastStamp: Timestamp?
  var secondsPerSettingsCall = 0.0
  /// One picture for each wait, instead of by the clock.
  var isLockStep = false
  var interruptsEveryCall = false
  var pendingInterrupt = true
  var saysReadyForNothing = false
  /// JPEG pictures by size, striped and black.
  private var jpegs: [String: [UInt8]] = [:]

  init(_ cameras: [String: Camera] = ["/dev/video0": Camera()]) {
    for (path, camera) in cameras { plug(camera, at: path) }
  }

  /// A JPEG picture of a size; `condition` is held.
  func jpeg(width: Int, height: Int, isBlack: Bool) -> [UInt8] {
    let key = "\(width)x\(height) \(isBlack)"
    if let known = jpegs[key] { return known }
    let pixels = PixelBuffer.make(width: width, height: height, format: .yuv422) { planes in
      for (index, plane) in planes.enumerated() {
        for i in plane.indices {
          plane[i] = isBlack ? (index == 0 ? 0 : 128) : UInt8(40 + i % 64)
        }
      }
    }
    let bytes = (try? JPEGEncoder().encode(pixels)) ?? []
    jpegs[key] = bytes
    return bytes
  }

  /// A JPEG file without its DHT segments.
  static func withoutTables(_ bytes: [UInt8]) -> [UInt8] {
    var (result, index) = (Array(bytes[..<2]), 2)
    // Segments up to the start of scan.
    while index + 4 <= bytes.count, bytes[index] == 0xFF, bytes[index + 1] != 0xDA {
      let end = index + 2 + Int(bytes[index + 2]) << 8 + Int(bytes[index + 3])
      if bytes[index + 1] != 0xC4 { result += bytes[index..<end] }
      index = end
    }
    return result + bytes[index...]
  }

  func locked<Result>(_ body: (FakeVideoSystem) throws -> Result) rethrows -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return try body(self)
  }

  func plug(_ camera: Camera, at path: String) {
    locked {
      $0.watchers = $0.watchers.mapValues { _ in true }
      $0.nodes[path] = Node(
        camera: camera, format: VideoFormat(code: .yuyv, width: 64, height: 48))
    }
  }

  func unplug(_ path: String) {
    locked {
      $0.watchers = $0.watchers.mapValues { _ in true }
      $0.nodes[path] = nil
      for (descriptor, node) in $0.visitors where node == path { $0.orphans.insert(descriptor) }
    }
  }

  /// The calls of some names, in order.
  func calls(_ names: String...) -> [String] {
    locked { $0.callLog.filter { call in names.contains { call.hasPrefix($0) } } }
  }

  /// Where the mapped memories of all nodes begin.
  var mappedBases: Set<UnsafeRawPointer> {
    locked { fake in
      Set(
        fake.nodes.values.flatMap { $0.memory.joined() }.compactMap {
          $0.baseAddress.map { UnsafeRawPointer($0) }
        })
    }
  }

  /// Whether everything that was opened or mapped is closed and unmapped again.
  var isClean: Bool { locked { $0.mappedCount == 0 && $0.openCount == 0 } }

  func now() -> Timestamp { MonotonicClock.now() }

  func names(in folder: String) -> [String] {
    locked { fake in
      if folder == "/sys/class/video4linux" {
        return fake.nodes.keys.map { String($0.dropFirst("/dev/".count)) }
      }
      return fake.nodes.values.flatMap(\.camera.links).filter { $0.hasPrefix(folder + "/") }
        .map { String($0.dropFirst(folder.count + 1)) }
    }
  }

  func destination(of path: String) -> String? {
    locked { fake in
      fake.nodes[path] != nil
        ? path : fake.nodes.first { $0.value.camera.links.contains(path) }?.key
    }
  }

  func text(of file: String) -> String? {
    locked { fake in
      let names = file.split(separator: "/").filter { $0.hasPrefix("video") }
      guard names.count == 2, let camera = fake.nodes["/dev/\(names[1])"]?.camera
      else { return nil }
      switch file.split(separator: "/").last {
      case "name": return camera.card
      case "idVendor": return camera.isOnUSB ? "046d" : nil
      case "idProduct": return camera.isOnUSB ? "0825" : nil
      case "serial": return camera.isOnUSB ? camera.serial : nil
      case "removable": return camera.isOnUSB ? camera.removable : nil
      default: return nil
      }
    }
  }

  func holders(of path: String) -> [String] { ["cheese (pid 4711)"] }

  func makeWakeUp() throws(SystemCallError) -> Int32 {
    condition.lock()
    defer { condition.unlock() }
    nextDescriptor += 1
    openCount += 1
    wakeUps[nextDescriptor] = false
    return nextDescriptor
  }

  func signal(_ wakeUp: Int32) { locked { $0.wakeUps[wakeUp] = true } }

  func watch(_ folders: [String]) throws(SystemCallError) -> Int32 {
    try begin("watch")
    condition.lock()
    defer { condition.unlock() }
    nextDescriptor += 1
    openCount += 1
    watchers[nextDescriptor] = false
    return nextDescriptor
  }

  func wait(
    for device: Int32?, wakeUp: Int32, seconds: Double
  ) throws(SystemCallError) -> DeviceEvent {
    try begin("wait")
    condition.lock()
    defer { condition.unlock() }
    let end = now().advanced(bySeconds: seconds)
    while true {
      if wakeUps[wakeUp] == true { return .woken }
      var until = end
      if let device, let hasChanged = watchers[device] {
        if hasChanged { return .ready }
      } else if let device {
        if orphans.contains(device) { return .ready }
        guard let path = visitors[device] else { throw SystemCallError(EBADF) }
        if saysReadyForNothing { return .ready }
        produce(path)
        if nodes[path]?.filled.isEmpty == false { return .ready }
        if let due = nodes[path]?.due, !isStalled { until = min(end, due) }
      }
      let left = until.seconds(since: now())
      if left <= 0, until == end { return .timeout }
      _ = condition.wait(until: Date(timeIntervalSinceNow: max(left, 0.0001)))
    }
  }

  /// Fails as a test asked, or once with EINTR where every call is to be interrupted.
  func begin(_ call: String) throws(SystemCallError) {
    condition.lock()
    defer { condition.unlock() }
    if call != "wait" { callLog.append(call) }
    if interruptsEveryCall {
      pendingInterrupt.toggle()
      if !pendingInterrupt { throw SystemCallError(EINTR) }
    }
    let name = String(call.prefix { $0 != " " })
    if let code = failures[name]?.first {
      failures[name]?.removeFirst()
      throw SystemCallError(code)
    }
  }
}
