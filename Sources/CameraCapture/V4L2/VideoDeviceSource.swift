import ImageProcessing
import SessionCore
import SpatialMath
import Synchronization

/// A V4L2 camera.
///
/// Raw pictures are leases on the driver's buffers, MJPEG is decoded to planar YUV on the thread
/// that calls `next`. A camera that is unplugged or stalls interrupts the source, which then waits
/// for it under its lasting name and resumes with the same format, rate and settings.
package final class VideoDeviceSource: FrameSource {
  /// The camera's role.
  package let role: CameraRole
  let options: VideoDeviceOptions
  let lens: VideoDeviceLensTable?
  private let onStart: (@Sendable (_ lastingName: String) -> Void)?
  private let system: any VideoDeviceSystem
  private let timing: VideoDeviceTiming
  private let control = Mutex(Control())
  private let work = Mutex<Work>(Work())
  private let journal = CaptureJournal()
  private let delivered: Mutex<CameraFormat>

  /// What any thread may touch.
  private struct Control {
    var isStopped = false
    /// Whether the source's thread is inside; it closes the stream itself then.
    var isBusy = false
    var wakeUp: Int32?
    var stream: CaptureStream?
    var lastingName: String?
    /// Who the camera is, for machines without links to it.
    var identity: VideoDeviceDescription?
  }

  /// What only the source's thread touches.
  private struct Work {
    var receiver: PictureReceiver?
    /// What the camera agreed to at the start.
    var negotiated: NegotiatedFormat?
    /// The shutter's, seconds.
    var readout: Double?
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
  ///   - notices: what is to be said about the choice of the camera.
  ///   - system: the system calls; faked by tests.
  ///   - timing: how long is waited.
  ///   - onStart: called once the camera runs, on the source's thread.
  package init(
    role: CameraRole, options: VideoDeviceOptions = VideoDeviceOptions(),
    lens: VideoDeviceLensTable? = nil, notices: [String] = [],
    system: any VideoDeviceSystem = LinuxVideoDeviceSystem(),
    timing: VideoDeviceTiming = VideoDeviceTiming(),
    onStart: (@Sendable (_ lastingName: String) -> Void)? = nil
  ) {
    self.role = role
    self.options = options
    self.lens = lens
    self.onStart = onStart
    self.system = system
    self.timing = timing
    delivered = Mutex(
      CameraFormat(
        sourceName: "v4l2", width: options.width, height: options.height,
        nominalRate: options.rate,
        intrinsics: Self.intrinsics(
          options, lens?(options.width, options.height), options.width, options.height)))
    journal.note(notices)
  }

  deinit {
    stop()
    if let wakeUp = control.withLock({ $0.wakeUp }) { system.close(wakeUp) }
  }

  /// What the camera agreed to.
  package var format: CameraFormat { delivered.withLock { $0 } }

  /// The counters so far.
  package var statistics: FrameSourceStatistics { journal.statistics }

  /// What a person should know though the camera runs: which was chosen, another size, a lower rate,
  /// no bandwidth, a covered lens.
  package var notices: [String] { journal.notices }

  /// The camera's name that stays the same from plug to plug; nil before `start`.
  package var lastingName: String? { control.withLock { $0.lastingName } }

  /// Opens the camera and starts its stream; `origin` and `pacing` are ignored.
  ///
  /// - Throws: `SessionError`: no such camera, no permission, in use, no bandwidth.
  package func start(origin: Timestamp, pacing: Pacing) throws(SessionError) {
    guard try enter() else { return }
    defer { leave() }
    let list = VideoDeviceList(system: system)
    let choice = try list.assign([role: options.device])
    guard let name = choice.names[role] else { return }
    // A link that the configuration names is kept as it is.
    let isLink =
      options.device != "auto" && system.destination(of: options.device) != nil
      && system.destination(of: options.device) != options.device
    let lasting = isLink ? options.device : name
    guard let opened = try opener.open(lasting, pause: pause) else { return }
    try begin(opened.stream)
    journal.note((choice.notices[role] ?? []) + opened.notices)
    control.withLock {
      $0.stream = opened.stream
      $0.lastingName = lasting
      $0.identity = list.find(lasting)
    }
    onStart?(lasting)
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
  /// The folders in which a camera that comes and goes shows.
  private static let watchedFolders = ["/dev", "/dev/v4l", "/dev/v4l/by-id", "/dev/v4l/by-path"]

  private var opener: VideoDeviceOpener {
    VideoDeviceOpener(system: system, options: options, timing: timing)
  }

  /// Takes note of what the camera agreed to.
  private func begin(_ stream: CaptureStream) throws(SessionError) {
    let picture = stream.negotiated.format
    let known = lens?(picture.width, picture.height)
    try work.withLock { (w) throws(SessionError) in
      w.receiver = try makeReceiver()
      w.receiver?.streamStarted()
      w.negotiated = stream.negotiated
      w.readout = known?.readout
    }
    delivered.withLock {
      $0 = CameraFormat(
        sourceName: "v4l2", width: picture.width, height: picture.height,
        nominalRate: stream.negotiated.rate,
        intrinsics: Self.intrinsics(options, known, picture.width, picture.height))
    }
    journal.note(lensNotice(known, picture))
  }

  private func receive(from stream: CaptureStream, _ w: inout Work) -> FrameSourceEvent {
    switch w.receiver?.receive(from: stream, format, readout: w.readout) {
    case .frame(let frame): return .frame(frame)
    case .woken, nil: return .ended
    case .lost(let loss):
      control.withLock { $0.stream = nil }
      stream.close()
      return .interrupted(text(of: loss, stream))
    }
  }

  /// Looks for the camera until it delivers again or the source is stopped.
  ///
  /// Looks whenever a device comes or goes, and now and then in case that was not told.
  private func waitForReturn(_ w: inout Work) -> FrameSourceEvent {
    while true {
      // Begun before the look, so that nothing falls in between.
      let watcher = try? system.watch(Self.watchedFolders)
      defer { if let watcher { system.close(watcher) } }
      let place = place()
      if let place, let frame = tryAgain(place, &w) {
        w.pending = frame
        return .resumed
      }
      let seconds = place != nil || watcher == nil ? timing.reconnect : timing.lookAround
      if !pause(seconds, orChangeOf: watcher) { return .ended }
    }
  }

  /// Where the camera is now; nil when it is away.
  ///
  /// Its number may be another one; without links the camera itself has to tell who it is.
  private func place() -> String? {
    let (name, identity) = control.withLock { ($0.lastingName, $0.identity) }
    guard let name else { return nil }
    if !name.hasPrefix("/dev/video") { return system.destination(of: name) == nil ? nil : name }
    guard let identity else { return nil }
    return VideoDeviceList(system: system).find(sameAs: identity)?.path
  }

  /// Opens the camera again; nil when it does not deliver yet.
  ///
  /// Whatever is wrong now may be right the next time: rights come late after a plug.
  private func tryAgain(_ place: String, _ w: inout Work) -> CameraFrame? {
    guard let before = w.negotiated,
      let opened = try? opener.open(place, restoring: before, pause: pause)
    else { return nil }
    let new = opened.stream.negotiated
    let isSameSize =
      new.format.width == before.format.width && new.format.height == before.format.height
    if isSameSize {
      w.receiver?.streamStarted()
      if case .frame(let frame) = w.receiver?.receive(
        from: opened.stream, format, readout: w.readout)
      {
        if new.request != before.request { journal.note(opened.notices) }
        control.withLock { $0.stream = opened.stream }
        return frame
      }
    }
    opened.stream.close()
    return nil
  }

  private func text(of loss: PictureReceiver.Loss, _ stream: CaptureStream) -> String {
    let text: String
    switch loss {
    case .unplugged:
      // Without a serial number only the socket tells which camera it is.
      let isBySocket = lastingName?.contains("/by-path/") == true
      text =
        "the camera was unplugged; plug it in again\(isBySocket ? ", into the same socket," : "") "
        + "to go on"
    case .stalled where stream.device.capability.driver.contains("loopback"):
      text = "the program that feeds this loopback delivers no pictures; start it again to go on"
    case .stalled:
      text =
        "the camera delivers no pictures although it is there; plug it in again, or into another "
        + "socket"
    case .spoiled:
      text =
        "the camera sends nothing but damaged pictures; try another cable or socket, or a smaller "
        + "size"
    case .failed(let error):
      text = "the camera stopped working (\(error.text)); trying to start it again"
    }
    return "\(stream.path): \(text)"
  }

  private func makeReceiver() throws(SessionError) -> PictureReceiver {
    guard let wakeUp = control.withLock({ $0.wakeUp }),
      let receiver = try? PictureReceiver(
        role: role, system: system, options: options, timing: timing, wakeUp: wakeUp,
        journal: journal)
    else { throw SessionError(.sensorUnavailable, "\(options.device): out of memory") }
    return receiver
  }

  /// Waits; false when the source was stopped meanwhile.
  private func pause(_ seconds: Double) -> Bool { pause(seconds, orChangeOf: nil) }

  /// Waits for a time or for a change of the watched folders; false when the source was stopped
  /// meanwhile.
  private func pause(_ seconds: Double, orChangeOf watcher: Int32?) -> Bool {
    guard let wakeUp = control.withLock({ $0.isStopped ? nil : $0.wakeUp }) else { return false }
    let event = try? VideoDevice.uninterrupted { () throws(SystemCallError) in
      try system.wait(for: watcher, wakeUp: wakeUp, seconds: seconds)
    }
    // Changes come in bursts: the rest of one is not worth a look of its own.
    if event == .ready { return pause(0.02) }
    return event == .timeout
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
