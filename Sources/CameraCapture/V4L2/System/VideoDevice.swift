import SessionCore
import SpatialMath

/// An open device node: system calls with `EINTR` retried.
///
/// Thread-safe as far as the kernel is; whoever closes it makes sure that nobody uses it.
struct VideoDevice: Sendable {
  let system: any VideoDeviceSystem
  /// The node's path.
  let path: String
  private let descriptor: Int32

  /// Opens a node.
  init(path: String, system: any VideoDeviceSystem) throws(SystemCallError) {
    self.path = path
    self.system = system
    descriptor = try Self.uninterrupted { () throws(SystemCallError) in try system.open(path) }
  }

  func close() { system.close(descriptor) }

  func capability() throws(SystemCallError) -> VideoCapability {
    try call { (s, d) throws(SystemCallError) in try s.capability(d) }
  }

  /// All pixel formats in the driver's order; drivers with endless lists are cut off.
  func pixelFormats() -> [FourCharacterCode] {
    list(atMost: 64) { (s, d, index) throws(SystemCallError) in
      try s.pixelFormat(d, index: index)
    }
  }

  /// The discrete picture sizes of a pixel format; none where the driver names a range.
  func frameSizes(_ code: FourCharacterCode) -> [(width: Int, height: Int)] {
    list(atMost: 128) { (s, d, index) throws(SystemCallError) in
      guard let size = try s.frameSize(d, code: code, index: index) else {
        throw SystemCallError(0)
      }
      return size
    }
  }

  /// The highest rate of a format and size; nil where the driver does not say.
  func highestRate(_ format: VideoFormat) -> Double? {
    list(atMost: 64) { (s, d, index) throws(SystemCallError) in
      try s.frameInterval(d, format: format, index: index)
    }.compactMap(\.rate).max()
  }

  func setFormat(_ format: VideoFormat) throws(SystemCallError) -> VideoFormat {
    try call { (s, d) throws(SystemCallError) in try s.setFormat(d, format) }
  }

  func setInterval(_ interval: FrameInterval) throws(SystemCallError) -> FrameInterval {
    try call { (s, d) throws(SystemCallError) in try s.setInterval(d, interval) }
  }

  func set(_ control: VideoControl, to value: Int32) throws(SystemCallError) {
    try call { (s, d) throws(SystemCallError) in try s.set(d, control, to: value) }
  }

  func requestBuffers(_ count: Int) throws(SystemCallError) -> Int {
    try call { (s, d) throws(SystemCallError) in try s.requestBuffers(d, count: count) }
  }

  func map(_ buffer: Int) throws(SystemCallError) -> UnsafeMutableRawBufferPointer {
    try call { (s, d) throws(SystemCallError) in try s.map(d, buffer: buffer) }
  }

  func queue(_ buffer: Int) throws(SystemCallError) {
    try call { (s, d) throws(SystemCallError) in try s.queue(d, buffer: buffer) }
  }

  func dequeue() throws(SystemCallError) -> FilledBuffer {
    try call { (s, d) throws(SystemCallError) in try s.dequeue(d) }
  }

  func startStreaming() throws(SystemCallError) {
    try call { (s, d) throws(SystemCallError) in try s.startStreaming(d) }
  }

  func stopStreaming() throws(SystemCallError) {
    try call { (s, d) throws(SystemCallError) in try s.stopStreaming(d) }
  }

  func wait(wakeUp: Int32, seconds: Double) throws(SystemCallError) -> DeviceEvent {
    try call { (s, d) throws(SystemCallError) in
      try s.wait(device: d, wakeUp: wakeUp, seconds: seconds)
    }
  }

  private func call<Result>(
    _ body: (any VideoDeviceSystem, Int32) throws(SystemCallError) -> Result
  ) throws(SystemCallError) -> Result {
    try Self.uninterrupted { () throws(SystemCallError) in try body(system, descriptor) }
  }

  private func list<Item>(
    atMost limit: Int,
    _ item: (any VideoDeviceSystem, Int32, Int) throws(SystemCallError) -> Item
  ) -> [Item] {
    var items: [Item] = []
    while items.count < limit {
      let index = items.count
      guard
        let next = try? call({ (s, d) throws(SystemCallError) in try item(s, d, index) })
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
