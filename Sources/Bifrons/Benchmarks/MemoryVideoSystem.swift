import CameraCapture
import Glibc
import SpatialMath
import Synchronization

/// One made-up camera whose pictures are always there: what the program itself does with a picture
/// is all that costs time.
///
/// Its buffers are mapped memory with the same picture in each; waiting is a real `poll`. Only what
/// a start and a stream need is answered.
final class MemoryVideoSystem: VideoDeviceSystem {
  private struct State {
    var mapped: Set<UInt> = []
    var queued: [Int] = []
    /// One picture for each wait.
    var isFilled = false
    var sequence: UInt32 = 0
  }

  static let path = "/dev/video0"
  private let format: VideoFormat
  private let rate: UInt32
  private let picture: [UInt8]
  private let kernel = LinuxVideoDeviceSystem()
  private let state = Mutex(State())
  private static let device: Int32 = 1_000_000

  /// A camera with one format.
  ///
  /// - Parameters:
  ///   - format: with its memory.
  ///   - rate: pictures a second that it claims.
  ///   - picture: the bytes of each picture.
  init(_ format: VideoFormat, rate: UInt32, picture: [UInt8]) {
    (self.format, self.rate, self.picture) = (format, rate, picture)
  }

  /// Whether memory is the driver's.
  func owns(_ base: UnsafeRawPointer) -> Bool {
    state.withLock { $0.mapped.contains(UInt(bitPattern: base)) }
  }

  func now() -> Timestamp { kernel.now() }
  func names(in folder: String) -> [String] {
    folder == "/sys/class/video4linux" ? ["video0"] : []
  }
  func destination(of path: String) -> String? { path == Self.path ? path : nil }
  func text(of file: String) -> String? { nil }
  func holders(of path: String) -> [String] { [] }
  func open(_ path: String) throws(SystemCallError) -> Int32 { Self.device }
  func close(_ device: Int32) { if device != Self.device { kernel.close(device) } }
  func makeWakeUp() throws(SystemCallError) -> Int32 { try kernel.makeWakeUp() }
  func signal(_ wakeUp: Int32) { kernel.signal(wakeUp) }
  func watch(_ folders: [String]) throws(SystemCallError) -> Int32 {
    throw SystemCallError(ENOSYS)
  }

  func capability(_ descriptor: Int32) throws(SystemCallError) -> VideoCapability {
    VideoCapability(driver: "memory", card: "Memory", bus: "usb-memory")
  }

  func pixelFormat(
    _ node: VideoNode, index: Int
  ) throws(SystemCallError) -> FourCharacterCode {
    try only(index)
    return format.code
  }

  func frameSize(
    _ node: VideoNode, code: FourCharacterCode, index: Int
  ) throws(SystemCallError) -> (width: Int, height: Int)? {
    try only(index)
    return (format.width, format.height)
  }

  func frameInterval(
    _ node: VideoNode, format: VideoFormat, index: Int
  ) throws(SystemCallError) -> FrameInterval {
    try only(index)
    return FrameInterval(1, rate)
  }

  func setFormat(_ node: VideoNode, _ format: VideoFormat) throws(SystemCallError) -> VideoFormat {
    self.format
  }

  func setInterval(
    _ node: VideoNode, _ interval: FrameInterval
  ) throws(SystemCallError) -> FrameInterval { interval }

  func info(
    _ node: VideoNode, _ control: VideoControl
  ) throws(SystemCallError) -> VideoControlInfo { throw SystemCallError(EINVAL) }

  func hasMenuItem(
    _ node: VideoNode, _ control: VideoControl, _ index: Int32
  ) throws(SystemCallError) -> Bool { false }

  func value(_ node: VideoNode, _ control: VideoControl) throws(SystemCallError) -> Int32 {
    throw SystemCallError(EINVAL)
  }

  func set(_ node: VideoNode, _ control: VideoControl, to value: Int32) throws(SystemCallError) {
    throw SystemCallError(EINVAL)
  }

  private func only(_ index: Int) throws(SystemCallError) {
    if index > 0 { throw SystemCallError(EINVAL) }
  }
}

// MARK: - Streaming

extension MemoryVideoSystem {
  func requestBuffers(_ node: VideoNode, count: Int) throws(SystemCallError) -> Int {
    state.withLock { $0.queued = [] }
    return count
  }

  func map(
    _ node: VideoNode, buffer: Int
  ) throws(SystemCallError) -> [UnsafeMutableRawBufferPointer] {
    let count = format.memories[0].sizeImage
    let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { throw SystemCallError(errno) }
    let buffer = UnsafeMutableRawBufferPointer(start: memory, count: count)
    buffer.copyBytes(from: picture.prefix(count))
    let address = UInt(bitPattern: memory)
    state.withLock { _ = $0.mapped.insert(address) }
    return [buffer]
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer) { kernel.unmap(memory) }

  func queue(_ node: VideoNode, buffer: Int) throws(SystemCallError) {
    state.withLock { $0.queued.append(buffer) }
  }

  func dequeue(_ node: VideoNode) throws(SystemCallError) -> FilledBuffer {
    let filled: (index: Int, sequence: UInt32)? = state.withLock { s in
      guard s.isFilled, !s.queued.isEmpty else { return nil }
      s.isFilled = false
      s.sequence += 1
      return (s.queued.removeFirst(), s.sequence - 1)
    }
    guard let filled else { throw SystemCallError(EAGAIN) }
    return FilledBuffer(
      index: filled.index, bytesUsed: [picture.count], sequence: filled.sequence,
      timestamp: now(), isDamaged: false)
  }

  func startStreaming(_ node: VideoNode) throws(SystemCallError) {}
  func stopStreaming(_ node: VideoNode) throws(SystemCallError) {}

  func wait(
    for descriptor: Int32?, wakeUp: Int32, seconds: Double
  ) throws(SystemCallError) -> DeviceEvent {
    if try kernel.wait(for: nil, wakeUp: wakeUp, seconds: 0) == .woken { return .woken }
    state.withLock { $0.isFilled = true }
    return .ready
  }
}
