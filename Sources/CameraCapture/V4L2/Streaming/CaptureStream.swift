import Glibc
import ImageProcessing
import SessionCore
import Synchronization

/// A running capture: an open device, its mapped buffers, and the leases on them.
///
/// A lease keeps its buffer from the driver; the last release gives it back, on whichever thread
/// that is. After `close` nothing is given back any more: the mapping of a buffer that is still on
/// lease ends with the lease. Thread-safe; one thread at a time takes pictures.
final class CaptureStream: Sendable {
  /// Safety: the memory is mapped from `init` to `deinit`; the driver writes to it only while the
  /// buffer is queued, and it is never queued while a lease exists.
  private final class MappedBuffer: @unchecked Sendable {
    let memory: UnsafeMutableRawBufferPointer
    private let system: any VideoDeviceSystem

    init(_ memory: UnsafeMutableRawBufferPointer, system: any VideoDeviceSystem) {
      self.memory = memory
      self.system = system
    }

    deinit { system.unmap(memory) }
  }

  private struct State {
    var buffers: [MappedBuffer]
    /// Buffers that neither the driver nor a lease has.
    var taken: Set<Int> = []
    var lent: Set<Int> = []
    var isOpen = true
  }

  /// What the camera agreed to.
  let negotiated: NegotiatedFormat
  /// The device's node.
  let path: String
  /// The number of buffers that the driver gave.
  let bufferCount: Int

  private let device: VideoDevice
  private let state: Mutex<State>

  /// Four: one being filled, one ready, and two that trackers may hold.
  private static let wantedBuffers = 4
  /// With fewer than this many left to the driver, pictures are copied.
  private static let buffersForDriver = 2

  /// Takes over an open device, and closes it on failure too.
  ///
  /// - Throws: the system call that failed, `ENOSPC` when the bus has no bandwidth left.
  init(_ device: VideoDevice, negotiated: NegotiatedFormat) throws(SystemCallError) {
    self.device = device
    self.negotiated = negotiated
    path = device.path
    let buffers: [MappedBuffer]
    do throws(SystemCallError) {
      buffers = try Self.mapBuffers(of: device)
    } catch {
      device.close()
      throw error
    }
    bufferCount = buffers.count
    state = Mutex(State(buffers: buffers))
    do throws(SystemCallError) {
      for index in buffers.indices { try device.queue(index) }
      try device.startStreaming()
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  /// Waits for a picture, the wake-up, or the end of the time.
  func wait(wakeUp: Int32, seconds: Double) throws(SystemCallError) -> DeviceEvent {
    try device.wait(wakeUp: wakeUp, seconds: seconds)
  }

  /// Takes a filled buffer; nil when there is none.
  ///
  /// The caller gives it back with `giveBack` or hands it out with `lend`.
  func take() throws(SystemCallError) -> FilledBuffer? {
    do throws(SystemCallError) {
      let buffer = try device.dequeue()
      guard
        state.withLock({ s in
          guard s.buffers.indices.contains(buffer.index) else { return false }
          s.taken.insert(buffer.index)
          return true
        })
      else { throw SystemCallError(EIO) }
      return buffer
    } catch  where error == .again {
      return nil
    }
  }

  /// Whether a buffer holds a whole picture, as far as the driver's numbers tell.
  func isWhole(_ buffer: FilledBuffer) -> Bool {
    let least = negotiated.format.code.isCompressed ? 1 : negotiated.format.pictureBytes
    return !buffer.isDamaged && buffer.bytesUsed >= least
  }

  /// The bytes of a taken buffer, as many as the driver says it filled.
  func withBytes<Result>(
    of buffer: FilledBuffer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let mapped = state.withLock { $0.buffers[buffer.index] }
    let count = min(buffer.bytesUsed, mapped.memory.count)
    return withExtendedLifetime(mapped) {
      body(UnsafeRawBufferPointer(rebasing: mapped.memory[..<count]))
    }
  }

  /// Gives a taken buffer back to the driver.
  ///
  /// - Throws: what the driver says; the device is lost then.
  func giveBack(_ buffer: FilledBuffer) throws(SystemCallError) {
    try state.withLock { (s) throws(SystemCallError) in
      guard s.isOpen, s.taken.remove(buffer.index) != nil else { return }
      try device.queue(buffer.index)
    }
  }

  /// Hands out a taken buffer as a picture in the negotiated raw format; nil when too few buffers
  /// are left to the driver, the buffer then stays taken.
  func lend(_ buffer: FilledBuffer) -> PixelBuffer? {
    let mapped: MappedBuffer? = state.withLock { s in
      guard bufferCount - s.lent.count > Self.buffersForDriver,
        s.taken.remove(buffer.index) != nil
      else { return nil }
      s.lent.insert(buffer.index)
      return s.buffers[buffer.index]
    }
    guard let mapped, let base = mapped.memory.baseAddress else { return nil }
    let format = negotiated.format
    let planes = format.planes.map {
      PixelBuffer.Plane(base: UnsafeRawPointer(base + $0.offset), stride: $0.stride)
    }
    return PixelBuffer(
      width: format.width, height: format.height, format: format.code.pixelFormat ?? .yuyv,
      encoding: format.encoding, planes: planes
    ) { [self] in
      withExtendedLifetime(mapped) { takeBack(buffer.index) }
    }
  }

  /// Stops and starts the stream again with all buffers that are not on lease.
  func restart() throws(SystemCallError) {
    try state.withLock { (s) throws(SystemCallError) in
      guard s.isOpen else { return }
      try device.stopStreaming()
      s.taken = []
      for index in s.buffers.indices where !s.lent.contains(index) { try device.queue(index) }
      try device.startStreaming()
    }
  }

  /// STREAMOFF, munmap, REQBUFS(0), close; may be called twice.
  func close() {
    let wasOpen = state.withLock { s in
      let wasOpen = s.isOpen
      s.isOpen = false
      return wasOpen
    }
    guard wasOpen else { return }
    try? device.stopStreaming()
    state.withLock { $0.buffers = [] }
    // Refused while a lease is out; closing frees the buffers then.
    _ = try? device.requestBuffers(0)
    device.close()
  }

  private func takeBack(_ index: Int) {
    state.withLock { s in
      s.lent.remove(index)
      // A device that is gone is noticed by whoever waits for it.
      if s.isOpen { try? device.queue(index) }
    }
  }

  private static func mapBuffers(
    of device: VideoDevice
  ) throws(SystemCallError) -> [MappedBuffer] {
    let count = try device.requestBuffers(wantedBuffers)
    guard count > 0 else { throw SystemCallError(ENOMEM) }
    var buffers: [MappedBuffer] = []
    for index in 0..<count {
      buffers.append(MappedBuffer(try device.map(index), system: device.system))
    }
    return buffers
  }
}

extension VideoFormat {
  /// Where a raw picture's planes lie in its buffer; `bytesPerLine` is the first plane's.
  var planes: [(offset: Int, stride: Int, rows: Int)] {
    let luma = bytesPerLine * height
    let halfRows = (height + 1) / 2
    switch code {
    case .nv12: return [(0, bytesPerLine, height), (luma, bytesPerLine, halfRows)]
    case .yuv420:
      let half = bytesPerLine / 2
      return [
        (0, bytesPerLine, height), (luma, half, halfRows), (luma + half * halfRows, half, halfRows),
      ]
    default: return [(0, bytesPerLine, height)]
    }
  }

  /// The bytes that a whole raw picture has.
  var pictureBytes: Int { planes.reduce(0) { $0 + $1.stride * $1.rows } }
}
