import Glibc
import ImageProcessing
import SessionCore
import SpatialMath

/// Takes pictures out of a running stream: waits, drains to the newest, counts, and sees when the
/// camera stalls or is gone.
///
/// The source's thread only.
struct PictureReceiver {
  /// What waiting brought.
  enum Outcome {
    case frame(CameraFrame)
    /// Somebody signalled the wake-up.
    case woken
    /// The camera is gone or stalls.
    case lost(Loss)
  }

  /// Why a stream gives no more pictures.
  enum Loss: Equatable {
    case unplugged
    /// Nothing comes.
    case stalled
    /// Pictures come, and every one is damaged.
    case spoiled
    case failed(SystemCallError)
  }

  let role: CameraRole
  let system: any VideoDeviceSystem
  let timing: VideoDeviceTiming
  let wakeUp: Int32
  private let journal: CaptureJournal
  private var numbering: PictureNumbering
  private var maker: PictureMaker
  private var rates = RateMeter()
  private var watch: PictureWatch
  private var settings: SettingsReader
  private var toDiscard: Int
  /// Black pictures that may still be passed over while the exposure settles.
  private var toSettle = 0
  private var hasPicture = false

  /// A poll that says "ready" for nothing this often means a broken stream.
  private static let mostEmptyWakeUps = 100
  /// Cameras need up to this many pictures until their exposure has settled; then a black picture
  /// is one of a dark place.
  private static let mostSettlingPictures = 25

  init(
    role: CameraRole, system: any VideoDeviceSystem, options: VideoDeviceOptions,
    timing: VideoDeviceTiming, wakeUp: Int32, journal: CaptureJournal
  ) throws(JPEGError) {
    self.role = role
    self.system = system
    self.timing = timing
    self.wakeUp = wakeUp
    self.journal = journal
    maker = try PictureMaker(colorRange: options.colorRange)
    numbering = PictureNumbering(streamStart: system.now())
    watch = PictureWatch(timing: timing)
    settings = SettingsReader(interval: timing.settingsLook)
    toDiscard = timing.discardedPictures
  }

  /// Prepares for a stream that has just started; numbers and times go on.
  mutating func streamStarted() {
    numbering.streamRestarted(at: system.now())
    rates.pause()
    watch.streamStarted()
    settings.restart()
    toDiscard = timing.discardedPictures
    toSettle = Self.mostSettlingPictures
    hasPicture = false
  }

  /// Waits for the next good picture.
  ///
  /// - Parameters:
  ///   - stream: the running stream.
  ///   - format: what is delivered.
  ///   - readout: the shutter's, seconds; nil when not known.
  /// - Returns: a picture, or why there is none.
  mutating func receive(
    from stream: CaptureStream, _ format: CameraFormat, readout: Double?
  ) -> Outcome {
    var hasRestarted = false
    var hasSpoiled = false
    var emptyWakeUps = 0
    var deadline = self.deadline(stream)
    do throws(SystemCallError) {
      while true {
        let left = deadline.seconds(since: system.now())
        switch left > 0 ? try stream.wait(wakeUp: wakeUp, seconds: left) : .timeout {
        case .woken: return .woken
        case .timeout:
          if hasRestarted { return .lost(hasSpoiled ? .spoiled : .stalled) }
          hasRestarted = true
          try stream.restart()
          streamStarted()
          deadline = self.deadline(stream)
        case .ready:
          let isFirst = toDiscard > 0
          let (newest, count) = try drain(stream)
          if count > 0 {
            // Damaged pictures do not count: a camera that gives no others is of no use.
            hasSpoiled = !isFirst
            (emptyWakeUps, hasPicture) = (0, true)
            if isFirst { deadline = self.deadline(stream) }
          } else {
            emptyWakeUps += 1
            if emptyWakeUps > Self.mostEmptyWakeUps { throw SystemCallError(EIO) }
            let event = try pause(seconds: 0.005)
            if event == .woken { return .woken }
          }
          let settling = toSettle
          if let newest, let frame = frame(of: newest, stream, format, readout) {
            return .frame(frame)
          }
          // A black picture while the exposure settles is a sign of life all the same.
          if toSettle != settling { deadline = self.deadline(stream) }
        }
      }
    } catch {
      return .lost(error.code == ENODEV ? .unplugged : .failed(error))
    }
  }

  private func pause(seconds: Double) throws(SystemCallError) -> DeviceEvent {
    try VideoDevice.uninterrupted { () throws(SystemCallError) in
      try system.wait(for: nil, wakeUp: wakeUp, seconds: seconds)
    }
  }

  private func deadline(_ stream: CaptureStream) -> Timestamp {
    let seconds =
      hasPicture ? max(timing.stall, 3 / stream.negotiated.rate) : timing.firstPicture
    return system.now().advanced(bySeconds: seconds)
  }

  /// Takes all filled buffers and keeps the newest good one.
  private mutating func drain(
    _ stream: CaptureStream
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
      journal.count { c in
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
    of buffer: FilledBuffer, _ stream: CaptureStream, _ format: CameraFormat, _ readout: Double?
  ) -> CameraFrame? {
    let arrival = system.now()
    guard let made = maker.picture(of: buffer, stream) else {
      journal.count { $0.corrupt += 1 }
      return nil
    }
    if isSettling(made.pixels) {
      journal.count { $0.droppedByUs += 1 }
      return nil
    }
    settings.look(at: stream.device)
    let exposure = ExposureTiming(exposure: settings.exposure, readout: readout)
    let frame = CameraFrame(
      role: role, sequence: numbering.current,
      timestamp: numbering.timestamp(
        buffer.timestamp, arrival: arrival, shift: exposure.shift(from: buffer.moment)),
      pixels: made.pixels, intrinsics: format.intrinsics, exposureDuration: settings.exposure)
    rates.add(number: frame.sequence, time: frame.timestamp)
    journal.count { [rates] c in
      c.captured += 1
      (c.measuredRate, c.jitter) = (rates.rate, rates.jitter)
    }
    report(frame, made, stream)
    return frame
  }

  /// Whether a picture is black because the camera has just started.
  private mutating func isSettling(_ pixels: PixelBuffer) -> Bool {
    // Small numbers in a picture of distances are what is near.
    if toSettle == 0 || pixels.format == .depth16 { return false }
    toSettle = PictureWatch.isDark(pixels) ? toSettle - 1 : 0
    return toSettle > 0
  }

  private mutating func report(
    _ frame: CameraFrame, _ made: PictureMaker.Made, _ stream: CaptureStream
  ) {
    var remarks = watch.look(at: frame, nominalRate: stream.negotiated.rate)
    if made.defect == .extraneousBytes {
      remarks.append("sends superfluous bytes with its JPEG pictures, which are fine all the same")
    }
    if let fault = numbering.takeStampFault() { remarks.append(fault.rawValue) }
    if settings.isCovered {
      remarks.append("its privacy shutter is closed: open it, or press the camera's key")
    }
    journal.note(remarks.map { "\(stream.path): \($0)" })
  }
}
