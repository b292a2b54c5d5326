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
    let memories: [UnsafeMutableRawBufferPointer]
    private let system: any VideoDeviceSystem

    init(_ memories: [UnsafeMutableRawBufferPointer], system: any VideoDeviceSystem) {
      self.memories = memories
      self.system = system
    }

    deinit { memories.forEach(system.unmap) }
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
  /// The open device, for its settings.
  let device: VideoDevice

  private let planes: [PlanePlace]
  private let leastBytes: [Int]
  private let state: Mutex<State>

  /// Four: one being filled, one ready, and two that trackers may hold.
  private static let wantedBuffers = 4
  /// Eight where each picture has to be decoded: the driver goes on filling meanwhile, and loses
  /// nothing even where that takes seven pictures' time.
  private static let wantedCompressedBuffers = 8
  /// With fewer than this many left to the driver, pictures are copied.
  private static let buffersForDriver = 2

  /// Takes over an open device, and closes it on failure too.
  ///
  /// - Throws: the system call that failed, `ENOSPC` when the bus has no bandwidth left.
  init(_ device: VideoDevice, negotiated: NegotiatedFormat) throws(SystemCallError) {
    self.device = device
    self.negotiated = negotiated
    path = device.path
    planes = negotiated.format.planes
    leastBytes = planes.isEmpty ? [1] : negotiated.format.pictureBytes
    let buffers: [MappedBuffer]
    do throws(SystemCallError) {
      let isDecoded = negotiated.format.code.layout?.isCompressed == true
      let wanted = isDecoded ? Self.wantedCompressedBuffers : Self.wantedBuffers
      buffers = try Self.mapBuffers(of: device, wanted, leastBytes)
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
    !buffer.isDamaged && buffer.bytesUsed.count >= leastBytes.count
      && zip(buffer.bytesUsed, leastBytes).allSatisfy { $0 >= $1 }
  }

  /// The bytes of a taken buffer's first memory, as many as the driver says it filled.
  func withBytes<Result>(
    of buffer: FilledBuffer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let mapped = state.withLock { $0.buffers[buffer.index] }
    let memory = mapped.memories[0]
    let count = min(buffer.bytesUsed[0], memory.count)
    return withExtendedLifetime(mapped) {
      body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }
  }

  /// The planes of a taken raw buffer.
  func withPlanes<Result>(
    of buffer: FilledBuffer, _ body: ([PixelBuffer.Plane]) -> Result
  ) -> Result {
    let mapped = state.withLock { $0.buffers[buffer.index] }
    return withExtendedLifetime(mapped) { body(pixelPlanes(mapped)) }
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

  /// Hands out a taken buffer as a picture in a format that needs no change; nil when too few
  /// buffers are left to the driver, the buffer then stays taken.
  func lend(_ buffer: FilledBuffer, as pixelFormat: PixelFormat) -> PixelBuffer? {
    let mapped: MappedBuffer? = state.withLock { s in
      guard bufferCount - s.lent.count > Self.buffersForDriver,
        s.taken.remove(buffer.index) != nil
      else { return nil }
      s.lent.insert(buffer.index)
      return s.buffers[buffer.index]
    }
    guard let mapped else { return nil }
    let format = negotiated.format
    return PixelBuffer(
      width: format.width, height: format.height, format: pixelFormat, encoding: format.encoding,
      planes: pixelPlanes(mapped)
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

  /// The planes in a buffer's memories; `mapBuffers` has seen to it that they fit.
  private func pixelPlanes(_ mapped: MappedBuffer) -> [PixelBuffer.Plane] {
    planes.compactMap { place in
      mapped.memories[place.memory].baseAddress.map {
        PixelBuffer.Plane(base: UnsafeRawPointer($0 + place.offset), stride: place.stride)
      }
    }
  }

  private func takeBack(_ index: Int) {
    state.withLock { s in
      s.lent.remove(index)
      // A device that is gone is noticed by whoever waits for it.
      if s.isOpen { try? device.queue(index) }
    }
  }

  private static func mapBuffers(
    of device: VideoDevice, _ wanted: Int, _ leastBytes: [Int]
  ) throws(SystemCallError) -> [MappedBuffer] {
    let count = try device.requestBuffers(wanted)
    guard count > 0 else { throw SystemCallError(ENOMEM) }
    var buffers: [MappedBuffer] = []
    for index in 0..<count {
      let mapped = MappedBuffer(try device.map(index), system: device.system)
      buffers.append(mapped)
      // A driver whose buffers cannot hold its own pictures is not to be read from.
      let fits =
        mapped.memories.count >= leastBytes.count
        && zip(mapped.memories, leastBytes).allSatisfy { $0.count >= $1 }
      if !fits { throw SystemCallError(EINVAL) }
    }
    return buffers
  }
}
