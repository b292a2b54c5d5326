import SessionCore
import SpatialMath

/// An open device node: system calls with `EINTR` retried.
///
/// Thread-safe as far as the kernel is; whoever closes it makes sure that nobody uses it.
struct VideoDevice: Sendable {
  let system: any VideoDeviceSystem
  /// The node's path.
  let path: String
  /// What the node says it is.
  let capability: VideoCapability
  private let node: VideoNode

  /// Opens a node and asks what it is.
  init(path: String, system: any VideoDeviceSystem) throws(SystemCallError) {
    self.path = path
    self.system = system
    let descriptor = try Self.uninterrupted { () throws(SystemCallError) in
      try system.open(path)
    }
    do throws(SystemCallError) {
      capability = try Self.uninterrupted { () throws(SystemCallError) in
        try system.capability(descriptor)
      }
    } catch {
      system.close(descriptor)
      throw error
    }
    node = VideoNode(
      descriptor: descriptor,
      isMultiplanar: !capability.isCapture && capability.isMultiplanarCapture)
  }

  func close() { system.close(node.descriptor) }

  /// All pixel formats in the driver's order; drivers with endless lists are cut off.
  func pixelFormats() -> [FourCharacterCode] {
    list(atMost: 64) { (s, n, index) throws(SystemCallError) in
      try s.pixelFormat(n, index: index)
    }
  }

  /// The discrete picture sizes of a pixel format; none where the driver names a range.
  func frameSizes(_ code: FourCharacterCode) -> [(width: Int, height: Int)] {
    list(atMost: 128) { (s, n, index) throws(SystemCallError) in
      guard let size = try s.frameSize(n, code: code, index: index) else {
        throw SystemCallError(0)
      }
      return size
    }
  }

  /// The rates of a format and size, highest first; none where the driver does not say.
  func rates(_ format: VideoFormat) -> [Double] {
    list(atMost: 64) { (s, n, index) throws(SystemCallError) in
      try s.frameInterval(n, format: format, index: index)
    }.compactMap(\.rate).sorted(by: >)
  }

  func setFormat(_ format: VideoFormat) throws(SystemCallError) -> VideoFormat {
    try call { (s, n) throws(SystemCallError) in try s.setFormat(n, format) }
  }

  func setInterval(_ interval: FrameInterval) throws(SystemCallError) -> FrameInterval {
    try call { (s, n) throws(SystemCallError) in try s.setInterval(n, interval) }
  }

  func info(_ control: VideoControl) throws(SystemCallError) -> VideoControlInfo {
    try call { (s, n) throws(SystemCallError) in try s.info(n, control) }
  }

  func hasMenuItem(_ control: VideoControl, _ index: Int32) throws(SystemCallError) -> Bool {
    try call { (s, n) throws(SystemCallError) in try s.hasMenuItem(n, control, index) }
  }

  func value(_ control: VideoControl) throws(SystemCallError) -> Int32 {
    try call { (s, n) throws(SystemCallError) in try s.value(n, control) }
  }

  func set(_ control: VideoControl, to value: Int32) throws(SystemCallError) {
    try call { (s, n) throws(SystemCallError) in try s.set(n, control, to: value) }
  }

  func requestBuffers(_ count: Int) throws(SystemCallError) -> Int {
    try call { (s, n) throws(SystemCallError) in try s.requestBuffers(n, count: count) }
  }

  func map(_ buffer: Int) throws(SystemCallError) -> [UnsafeMutableRawBufferPointer] {
    try call { (s, n) throws(SystemCallError) in try s.map(n, buffer: buffer) }
  }

  func queue(_ buffer: Int) throws(SystemCallError) {
    try call { (s, n) throws(SystemCallError) in try s.queue(n, buffer: buffer) }
  }

  func dequeue() throws(SystemCallError) -> FilledBuffer {
    try call { (s, n) throws(SystemCallError) in try s.dequeue(n) }
  }

  func startStreaming() throws(SystemCallError) {
    try call { (s, n) throws(SystemCallError) in try s.startStreaming(n) }
  }

  func stopStreaming() throws(SystemCallError) {
    try call { (s, n) throws(SystemCallError) in try s.stopStreaming(n) }
  }

  func wait(wakeUp: Int32, seconds: Double) throws(SystemCallError) -> DeviceEvent {
    try call { (s, n) throws(SystemCallError) in
      try s.wait(for: n.descriptor, wakeUp: wakeUp, seconds: seconds)
    }
  }

  private func call<Result>(
    _ body: (any VideoDeviceSystem, VideoNode) throws(SystemCallError) -> Result
  ) throws(SystemCallError) -> Result {
    try Self.uninterrupted { () throws(SystemCallError) in try body(system, node) }
  }

  private func list<Item>(
    atMost limit: Int,
    _ item: (any VideoDeviceSystem, VideoNode, Int) throws(SystemCallError) -> Item
  ) -> [Item] {
    var items: [Item] = []
    while items.count < limit {
      let index = items.count
      guard
        let next = try? call({ (s, n) throws(SystemCallError) in try item(s, n, index) })
      else { break }
      items.append(next)
    }
    return items
  }

  /// Repeats a call that a signal interrupted: the one place for it.
  static func uninterrupted<Result>(
    _ body: () throws(SystemCallError) -> Result
  ) throws(SystemCallError) -> Result {
    while true {
      do throws(SystemCallError) {
        return try body()
      } catch  where error != .interrupted {
        throw error
      } catch {}
    }
  }
}
