import Glibc
import ImageProcessing
import SessionCore
import SpatialMath
import Synchronization

/// Takes pictures out of a running stream: waits, drains to the newest, decodes, counts, and sees
/// when the camera stalls or is gone.
///
/// The source's thread only.
struct PictureReceiver {
  /// What waiting brought.
  enum Outcome {
    case frame(CameraFrame)
    /// Somebody signalled the wake-up.
    case woken
    /// The camera is gone or stalls; the text says why.
    case lost(String)
  }

  let role: CameraRole
  let system: any VideoDeviceSystem
  let timing: VideoDeviceTiming
  let wakeUp: Int32
  private(set) var numbering: PictureNumbering
  private let decoder: JPEGDecoder
  private let pool = PixelBufferPool()
  private var toDiscard: Int
  private var hasPicture = false

  /// A poll that says "ready" for nothing this often means a broken stream.
  private static let mostEmptyWakeUps = 100

  init(
    role: CameraRole, system: any VideoDeviceSystem, timing: VideoDeviceTiming, wakeUp: Int32
  ) throws(JPEGError) {
    self.role = role
    self.system = system
    self.timing = timing
    self.wakeUp = wakeUp
    decoder = try JPEGDecoder(pool: pool)
    numbering = PictureNumbering(streamStart: system.now())
    toDiscard = timing.discardedPictures
  }

  /// Prepares for a stream that has just started; numbers and times go on.
  mutating func streamStarted() {
    numbering.streamRestarted(at: system.now())
    toDiscard = timing.discardedPictures
    hasPicture = false
  }

  /// Waits for the next good picture.
  mutating func receive(
    from stream: CaptureStream, intrinsics: CameraIntrinsics,
    counters: borrowing Mutex<FrameSourceStatistics>
  ) -> Outcome {
    var hasRestarted = false
    var emptyWakeUps = 0
    var deadline = self.deadline(stream)
    do throws(SystemCallError) {
      while true {
        let left = deadline.seconds(since: system.now())
        switch left > 0 ? try stream.wait(wakeUp: wakeUp, seconds: left) : .timeout {
        case .woken: return .woken
        case .timeout:
          if hasRestarted { return .lost(stalledText(stream)) }
          hasRestarted = true
          try stream.restart()
          streamStarted()
          deadline = self.deadline(stream)
        case .ready:
          let (newest, count) = try drain(stream, counters)
          if count > 0 {
            (emptyWakeUps, hasPicture) = (0, true)
            deadline = self.deadline(stream)
          } else {
            emptyWakeUps += 1
            if emptyWakeUps > Self.mostEmptyWakeUps { throw SystemCallError(EIO) }
            let event = try system.wait(device: nil, wakeUp: wakeUp, seconds: 0.005)
            if event == .woken { return .woken }
          }
          if let newest, let frame = frame(of: newest, stream, intrinsics, counters) {
            return .frame(frame)
          }
        }
      }
    } catch {
      return .lost(lostText(error, stream))
    }
  }

  private func deadline(_ stream: CaptureStream) -> Timestamp {
    let seconds =
      hasPicture ? max(timing.stall, 3 / stream.negotiated.rate) : timing.firstPicture
    return system.now().advanced(bySeconds: seconds)
  }

  /// Takes all filled buffers and keeps the newest good one.
  private mutating func drain(
    _ stream: CaptureStream, _ counters: borrowing Mutex<FrameSourceStatistics>
  ) throws(SystemCallError) -> (newest: FilledBuffer?, count: Int) {
    var newest: FilledBuffer?
    var count = 0
    // Not more than there are buffers, or a fast camera would never let go.
    while count < stream.bufferCount, let buffer = try stream.take() {
      count += 1
      if toDiscard > 0 {
        toDiscard -= 1
        numbering.discarded(buffer.sequence)
        try stream.giveBack(buffer)
        continue
      }
      let lost = numbering.arrived(buffer.sequence)
      let isGood = stream.isWhole(buffer)
      counters.withLock { c in
        c.droppedByDriver += lost
        if !isGood { c.corrupt += 1 }
        if isGood, newest != nil { c.droppedByUs += 1 }
      }
      if !isGood {
        try stream.giveBack(buffer)
        continue
      }
      if let older = newest { try stream.giveBack(older) }
      newest = buffer
    }
    return (newest, count)
  }

  /// Makes a frame of a buffer; nil when the picture turns out to be damaged.
  private mutating func frame(
    of buffer: FilledBuffer, _ stream: CaptureStream, _ intrinsics: CameraIntrinsics,
    _ counters: borrowing Mutex<FrameSourceStatistics>
  ) -> CameraFrame? {
    let arrival = system.now()
    guard let pixels = pixels(of: buffer, stream) else {
      counters.withLock { $0.corrupt += 1 }
      return nil
    }
    counters.withLock { $0.captured += 1 }
    return CameraFrame(
      role: role, sequence: numbering.current,
      timestamp: numbering.timestamp(buffer.timestamp, arrival: arrival), pixels: pixels,
      intrinsics: intrinsics)
  }

  private func pixels(of buffer: FilledBuffer, _ stream: CaptureStream) -> PixelBuffer? {
    let format = stream.negotiated.format
    if !format.code.isCompressed, let lease = stream.lend(buffer) { return lease }
    // A device that is gone is noticed by the next wait.
    defer { try? stream.giveBack(buffer) }
    return stream.withBytes(of: buffer) { bytes in
      format.code.isCompressed ? decode(bytes, format) : copy(bytes, format)
    }
  }

  private func decode(_ bytes: UnsafeRawBufferPointer, _ format: VideoFormat) -> PixelBuffer? {
    guard let picture = try? decoder.decode(bytes), picture.defect?.spoilsPicture != true,
      picture.pixels.width == format.width, picture.pixels.height == format.height
    else { return nil }
    return picture.pixels
  }

  private func copy(_ bytes: UnsafeRawBufferPointer, _ format: VideoFormat) -> PixelBuffer? {
    let shapes = format.planes
    return pool.make(
      width: format.width, height: format.height, format: format.code.pixelFormat ?? .yuyv,
      encoding: format.encoding, planes: shapes.map { ($0.stride, $0.rows) }
    ) { targets in
      for (target, shape) in zip(targets, shapes) {
        let part = bytes[shape.offset..<shape.offset + shape.stride * shape.rows]
        UnsafeMutableRawPointer(target).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: part).baseAddress ?? UnsafeRawPointer(target),
          byteCount: part.count)
      }
    }
  }

  private func stalledText(_ stream: CaptureStream) -> String {
    "\(stream.path): the camera delivers no pictures although it is there; plug it in again, "
      + "or into another socket"
  }

  private func lostText(_ error: SystemCallError, _ stream: CaptureStream) -> String {
    error.code == ENODEV
      ? "\(stream.path): the camera was unplugged; plug it in again to go on"
      : "\(stream.path): the camera stopped working (\(error.text)); trying to start it again"
  }
}
