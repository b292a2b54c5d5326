import ImageProcessing
import SessionCore
import SpatialMath
import Synchronization

/// A V4L2 camera.
///
/// Raw pictures are leases on the driver's buffers, MJPEG is decoded to planar YUV on the thread
/// that calls `next`. A camera that is unplugged or stalls interrupts the source, which then waits
/// for it under its lasting name and resumes.
package final class VideoDeviceSource: FrameSource {
  /// The camera's role.
  package let role: CameraRole
  private let options: VideoDeviceOptions
  private let lens: VideoDeviceLens?
  private let system: any VideoDeviceSystem
  private let timing: VideoDeviceTiming
  private let control = Mutex(Control())
  private let work = Mutex<Work>(Work())
  private let counters = Mutex(FrameSourceStatistics())
  private let delivered: Mutex<CameraFormat>

  /// What any thread may touch.
  private struct Control {
    var isStopped = false
    /// Whether the source's thread is inside; it closes the stream itself then.
    var isBusy = false
    var wakeUp: Int32?
    var stream: CaptureStream?
    var notices: [String] = []
    var lastingName: String?
  }

  /// What only the source's thread touches.
  private struct Work {
    var receiver: PictureReceiver?
    /// The picture that proved that the camera is back.
    var pending: CameraFrame?
  }

  /// Names a camera; nothing is opened before `start`.
  ///
  /// - Parameters:
  ///   - role: what the camera is for.
  ///   - options: which camera, and how to set it up.
  ///   - lens: the lens for a width and a height where the options leave it unknown; what a lens
  ///     sees depends on the mode that the camera agrees to.
  ///   - system: the system calls; faked by tests.
  ///   - timing: how long is waited.
  package init(
    role: CameraRole, options: VideoDeviceOptions = VideoDeviceOptions(),
    lens: VideoDeviceLens? = nil,
    system: any VideoDeviceSystem = LinuxVideoDeviceSystem(),
    timing: VideoDeviceTiming = VideoDeviceTiming()
  ) {
    self.role = role
    self.options = options
    self.lens = lens
    self.system = system
    self.timing = timing
    delivered = Mutex(
      CameraFormat(
        sourceName: "v4l2", width: options.width, height: options.height,
        nominalRate: options.rate,
        intrinsics: Self.intrinsics(options, lens, options.width, options.height)))
  }

  private static func intrinsics(
    _ options: VideoDeviceOptions, _ lens: VideoDeviceLens?, _ width: Int, _ height: Int
  ) -> CameraIntrinsics {
    let known = options.intrinsics == .unknown ? lens?(width, height)?.specification : nil
    return (known ?? options.intrinsics).resolved(width: width, height: height)
  }

  /// Where the lens comes from, when the configuration leaves it open.
  private func lensNotice(_ picture: VideoFormat) -> [String] {
    guard options.intrinsics == .unknown, let lens else { return [] }
    guard let known = lens(picture.width, picture.height) else {
      let assumed = Int((IntrinsicsSpecification.assumedFieldOfView * 180 / .pi).rounded())
      return [
        "its lens is not known: \(assumed) degrees across are assumed; give intrinsics in the "
          + "configuration"
      ]
    }
    return ["lens: \(known.source)"]
  }

  deinit {
    stop()
    if let wakeUp = control.withLock({ $0.wakeUp }) { system.close(wakeUp) }
  }

  /// What the camera agreed to.
  package var format: CameraFormat { delivered.withLock { $0 } }

  /// The counters so far.
  package var statistics: FrameSourceStatistics { counters.withLock { $0 } }

  /// What a person should know though the camera runs: another size, a lower rate, no bandwidth.
  package var notices: [String] { control.withLock { $0.notices } }

  /// The camera's name that stays the same from plug to plug; nil before `start`.
  package var lastingName: String? { control.withLock { $0.lastingName } }

  /// Opens the camera and starts its stream; `origin` and `pacing` are ignored.
  ///
  /// - Throws: `SessionError`: no such camera, no permission, in use, no bandwidth.
  package func start(origin: Timestamp, pacing: Pacing) throws(SessionError) {
    guard try enter() else { return }
    defer { leave() }
    let list = VideoDeviceList(system: system)
    let assigned = try list.assign([role: options.device])
    guard let name = assigned[role] else { return }
    // A link that the configuration names is kept as it is.
    let isLink =
      options.device != "auto" && system.destination(of: options.device) != nil
      && system.destination(of: options.device) != options.device
    let lasting = isLink ? options.device : name
    guard let opened = try opener.open(lasting, size: nil, pause: pause) else { return }
    try work.withLock { (w) throws(SessionError) in
      w.receiver = try makeReceiver()
      w.receiver?.streamStarted()
    }
    let (picture, rate) = (opened.stream.negotiated.format, opened.stream.negotiated.rate)
    delivered.withLock {
      $0 = CameraFormat(
        sourceName: "v4l2", width: picture.width, height: picture.height, nominalRate: rate,
        intrinsics: Self.intrinsics(options, lens, picture.width, picture.height))
    }
    control.withLock {
      $0.stream = opened.stream
      $0.notices = opened.notices + lensNotice(picture)
      $0.lastingName = lasting
    }
  }

  /// Waits for the next picture, for the camera to fail, or for it to come back.
  ///
  /// Does not throw: a camera that is gone may come back.
  package func next() throws(SessionError) -> FrameSourceEvent {
    guard try enter() else { return .ended }
    defer { leave() }
    return work.withLock { w in
      if let frame = w.pending {
        w.pending = nil
        return .frame(frame)
      }
      guard w.receiver != nil else { return .ended }
      if let stream = control.withLock({ $0.stream }) { return receive(from: stream, &w) }
      return waitForReturn(&w)
    }
  }

  /// Closes the camera; a `next` that waits returns.
  package func stop() {
    let toClose: CaptureStream? = control.withLock { c in
      c.isStopped = true
      if let wakeUp = c.wakeUp { system.signal(wakeUp) }
      if c.isBusy { return nil }
      defer { c.stream = nil }
      return c.stream
    }
    toClose?.close()
  }
}

// MARK: - The source's thread

extension VideoDeviceSource {
  private var opener: VideoDeviceOpener {
    VideoDeviceOpener(system: system, options: options, timing: timing)
  }

  private func receive(from stream: CaptureStream, _ w: inout Work) -> FrameSourceEvent {
    let outcome = w.receiver?.receive(
      from: stream, intrinsics: format.intrinsics, counters: counters)
    switch outcome {
    case .frame(let frame): return .frame(frame)
    case .woken, nil: return .ended
    case .lost(let reason):
      drop(stream)
      return .interrupted(reason)
    }
  }

  /// Looks for the camera until it delivers again or the source is stopped.
  private func waitForReturn(_ w: inout Work) -> FrameSourceEvent {
    let format = format
    let size = (width: format.width, height: format.height)
    while pause(timing.reconnect) {
      guard let name = lastingName, system.destination(of: name) != nil,
        // Whatever is wrong now may be right the next time: rights come late after a plug.
        let opened = try? opener.open(name, size: size, pause: pause),
        opened.stream.negotiated.format.width == size.width,
        opened.stream.negotiated.format.height == size.height
      else { continue }
      w.receiver?.streamStarted()
      let outcome = w.receiver?.receive(
        from: opened.stream, intrinsics: format.intrinsics, counters: counters)
      if case .frame(let frame) = outcome {
        w.pending = frame
        control.withLock { $0.stream = opened.stream }
        return .resumed
      }
      opened.stream.close()
    }
    return .ended
  }

  private func makeReceiver() throws(SessionError) -> PictureReceiver {
    guard let wakeUp = control.withLock({ $0.wakeUp }),
      let receiver = try? PictureReceiver(
        role: role, system: system, timing: timing, wakeUp: wakeUp)
    else { throw SessionError(.sensorUnavailable, "\(options.device): out of memory") }
    return receiver
  }

  /// Waits; false when the source was stopped meanwhile.
  private func pause(_ seconds: Double) -> Bool {
    guard let wakeUp = control.withLock({ $0.isStopped ? nil : $0.wakeUp }) else { return false }
    let event = try? VideoDevice.uninterrupted { () throws(SystemCallError) in
      try system.wait(device: nil, wakeUp: wakeUp, seconds: seconds)
    }
    return event == .timeout
  }

  private func drop(_ stream: CaptureStream) {
    control.withLock { $0.stream = nil }
    stream.close()
  }

  /// Marks the thread as inside; false when the source was stopped.
  private func enter() throws(SessionError) -> Bool {
    do throws(SystemCallError) {
      return try control.withLock { (c) throws(SystemCallError) in
        if c.isStopped { return false }
        if c.wakeUp == nil { c.wakeUp = try system.makeWakeUp() }
        c.isBusy = true
        return true
      }
    } catch {
      throw SessionError(
        .sensorUnavailable, "\(options.device): too many files are open (\(error.text))")
    }
  }

  /// Marks the thread as outside, and closes what a `stop` meanwhile could not.
  private func leave() {
    let toClose: CaptureStream? = control.withLock { c in
      c.isBusy = false
      guard c.isStopped else { return nil }
      defer { c.stream = nil }
      return c.stream
    }
    toClose?.close()
  }
}
