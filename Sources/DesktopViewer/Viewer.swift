import Bifrons
import SceneGraph
import SceneRendering
import SessionCore
import SessionRuntime
import SpatialMath
import SystemSupport

/// Shows a session in a window: the camera's picture, the scene, the other camera, state and hints;
/// keys, clicks and touches.
///
/// Belongs to the main thread, like its scene. It follows the session and never waits for it: it
/// draws when a new frame is there, when the user does something, and four times a second.
package final class Viewer {
  private let session: Session
  private let scene: Scene
  private let options: ViewerOptions
  private let window: Window
  /// The window's size when it opened: larger than asked for on a HiDPI display.
  private let firstSize: (width: Int, height: Int)
  private var display: HeadUpDisplay?
  private var renderer: SceneRenderer?
  private let watch = SessionWatch()
  private let waker = WindowWaker()
  private var observation: SessionObservation?
  private var rendering: RenderOptions
  private var showsKeys = false
  private var showsDisplay: Bool
  private var frame: SessionFrame?
  private var mustDraw = true
  private var isPaused = false
  private var note: (text: String, until: Timestamp)?
  private var hint = ViewerHint()
  private var hintText: String?
  private var pictures = RateMeter()
  private var load = LoadMeter()
  private var latency: Double?
  private var lastDrawing = Timestamp.zero
  private var clip: ClipKeeper?

  /// Seconds between two drawings when nothing happens.
  private static let idlePeriod = 0.25
  /// How long (seconds) an answer to a key stays.
  private static let noteDuration = 4.0

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - session: may run already, or be started later from any thread.
  ///   - scene: what is drawn; the viewer updates it with every frame.
  ///   - options: how it begins.
  /// - Throws: `ViewerError` where there is no display, or no OpenGL 3.3.
  package init(
    session: Session, scene: Scene, options: ViewerOptions = ViewerOptions()
  ) throws(ViewerError) {
    self.session = session
    self.scene = scene
    self.options = options
    rendering = options.rendering
    showsDisplay = options.showsHeadUpDisplay
    window = try Window(title: options.title, width: options.width, height: options.height)
    firstSize = window.size
    do throws(RenderingError) {
      renderer = try SceneRenderer()
    } catch {
      throw .rendering(error)
    }
    listen()
    // After `listen`: it calls the window's own functions first.
    display = try HeadUpDisplay(window)
    if options.isFullScreen { window.toggleFullScreen() }
    // From here on, so that nothing is missed of a session that is started before `run`.
    observation = session.observe { [watch, waker] events in
      watch.take(events)
      waker.wake()
    }
  }

  deinit {
    if let observation { session.stop(observing: observation) }
    waker.close()
    // What was made last goes first, while the window's context is there.
    display = nil
    renderer = nil
  }

  /// Shows the session until the user closes the window, or a session that was stopped from
  /// elsewhere has nothing more to show.
  ///
  /// The session is left as it is. When it fails before its first frame, the window closes at
  /// once, so that the failure can be told where the program was started.
  ///
  /// - Parameter keys: commands to carry out one after the other, one each time a picture was
  ///   shown, as if they were typed: for tests and demonstrations.
  /// - Throws: `ViewerError.rendering` when the driver gives up.
  package func run(pressing keys: [ViewerCommand] = []) throws(ViewerError) {
    var keys = keys[...]
    repeat {
      window.waitForEvents(atMost: Self.idlePeriod)
      try step()
      if frame != nil, let key = keys.popFirst() { perform(key) }
    } while !window.shouldClose && !mustClose
    if let clip { _ = clip.end() }
  }

  private func listen() {
    window.onCharacter = { [unowned self] character in
      type(character)
    }
    window.onClick = { [unowned self] pixel in click(pixel) }
    window.onSwipe = { [unowned self] direction in
      if scene.swipe(direction) { answerScene() }
    }
    window.onRefresh = { [unowned self] in mustDraw = true }
  }

  /// True when there is nothing more to show.
  private var mustClose: Bool {
    let state = watch.current
    guard let reason = state.stopReason, !session.isRunning else { return false }
    switch reason {
    case .paused: return !isPaused
    case .ended: return options.closesAtEnd
    case .failed: return !state.hasDelivered
    }
  }

  // MARK: - Drawing

  private func step() throws(ViewerError) {
    let now = MonotonicClock.now()
    var isFresh = false
    load.sample(cpuSeconds: ProcessUsage.cpuSeconds(), at: now)
    if let newest = session.currentFrame, isNew(newest) {
      if frame == nil { fitWindow(to: newest) }
      frame = newest
      isFresh = true
      scene.update(with: newest)
      answerScene()
      hintText = hint.text(newest, scene: scene)
      pictures.tick(now)
      mustDraw = true
    }
    let isIdle = now.seconds(since: lastDrawing) >= Self.idlePeriod
    guard mustDraw || isIdle else { return }
    mustDraw = false
    lastDrawing = now
    try draw(now)
    if let frame, isFresh {
      latency = frame.latency == nil ? nil : MonotonicClock.now().seconds(since: frame.timestamp)
    }
  }

  /// Gives the window the shape of the picture, unless the user has resized it.
  private func fitWindow(to frame: SessionFrame) {
    guard let pixels = SceneRenderer.backgroundPicture(frame, rendering),
      window.size == firstSize
    else { return }
    let width = firstSize.height * pixels.width / max(1, pixels.height)
    window.resize(width: width, height: firstSize.height)
  }

  private func isNew(_ newest: SessionFrame) -> Bool {
    newest.index != frame?.index || newest.timestamp != frame?.timestamp
  }

  private func draw(_ now: Timestamp) throws(ViewerError) {
    let size = window.framebufferSize
    // A window that is shrunk to an icon has no pixels.
    guard size.width > 0, size.height > 0 else { return }
    do throws(RenderingError) {
      try renderer?.draw(
        frame: frame ?? .nothing, snapshot: scene.makeSnapshot(), options: rendering,
        width: size.width, height: size.height, framebuffer: 0)
    } catch {
      throw .rendering(error)
    }
    film()
    display?.draw(content(now))
    window.present()
  }

  private func content(_ now: Timestamp) -> HeadUpDisplay.Content {
    var content = HeadUpDisplay.Content()
    content.showsKeys = showsKeys
    if showsDisplay, let frame {
      let rates = HeadUpText.Rates(
        frames: pictures.rate(at: now), latency: latency, load: load.load)
      content.state = HeadUpText(frame, rates: rates).lines
    }
    content.hint = message(now)
    return content
  }

  /// What matters most now: what stopped, what the user just did, what to do next.
  private func message(_ now: Timestamp) -> HeadUpText.Line? {
    let state = watch.current
    if let failure = state.failure {
      return .init("\(failure.message)\nr tries again, q closes.", .bad)
    }
    if isPaused { return .init("Paused. Space goes on.") }
    if state.stopReason == .ended {
      return .init("The recording is at its end. r starts again, q closes.")
    }
    if let note, now < note.until { return .init(note.text) }
    if let (role, reason) = state.interruptions.min(by: { $0.key.rawValue < $1.key.rawValue }) {
      return .init("The \(role.rawValue) camera is interrupted: \(reason)", .warning)
    }
    if frame == nil { return .init("Waiting for the cameras.") }
    return hintText.map { .init($0, .warning) }
  }

  // MARK: - Input

  /// Does what a key asks for.
  package func perform(_ command: ViewerCommand) {
    mustDraw = true
    switch command {
    case .help: showsKeys.toggle()
    case .fullScreen: window.toggleFullScreen()
    case .swapCameras: swapCameras()
    case .inset: rendering.inset = rendering.inset == nil ? RenderOptions.Inset() : nil
    case .wireframe: rendering.drawsWireframe.toggle()
    case .world: rendering.showsWorld.toggle()
    case .faces: toggleFaces()
    case .mirror: toggleMirror()
    case .headUpDisplay: showsDisplay.toggle()
    case .picture: keepPicture()
    case .record: toggleClip()
    case .reset: reset()
    case .pause: togglePause()
    case .quit: window.close()
    }
  }

  private func say(_ text: String) {
    note = (text, MonotonicClock.now().advanced(bySeconds: Self.noteDuration))
  }

  private func swapCameras() {
    guard let frame, frame.front != nil, frame.rear != nil else {
      return say("There is only one camera.")
    }
    let present = rendering.backgroundRole ?? frame.primaryRole
    rendering.backgroundRole = present == .front ? .rear : .front
  }

  private func toggleFaces() {
    rendering.showsFacesOnBackground.toggle()
    rendering.inset?.showsFaces = rendering.showsFacesOnBackground
  }

  private func toggleMirror() {
    rendering.mirrorsFrontBackground.toggle()
    rendering.inset?.mirrorsFront = rendering.mirrorsFrontBackground
  }

  private func keepPicture() {
    guard let keep = options.keepPicture else {
      return say("No place for pictures is configured.")
    }
    guard let picture = renderer?.readComposed() else { return say("There is no picture yet.") }
    say(keep(picture))
  }

  /// A key: the scene's own come first.
  package func type(_ character: Character) {
    if scene.press(character) {
      answerScene()
    } else if let command = ViewerCommand(character: character) {
      perform(command)
    }
  }

  /// Does what behaviours have asked for.
  private func answerScene() {
    mustDraw = true
    for request in scene.takeRequests() {
      switch request {
      case .snapshot: keepPicture()
      case .record: toggleClip()
      }
    }
  }

  private func toggleClip() {
    if let clip {
      self.clip = nil
      return say(clip.end())
    }
    guard let begin = options.beginClip else { return say("No place for films is configured.") }
    clip = begin()
    say(clip.map { "filming as \($0.path)" } ?? "No film can be begun.")
  }

  /// Hands what was drawn, without the head-up display, to the film.
  private func film() {
    guard let clip, let frame, let picture = renderer?.readComposed() else { return }
    clip.add(picture, at: frame.timestamp.seconds(since: .zero))
  }

  private func reset() {
    guard let configuration = session.configuration else { return }
    isPaused = false
    session.run(configuration, options: [.resetTracking, .removeExistingAnchors])
    say("Tracking starts anew.")
  }

  private func togglePause() {
    if isPaused {
      isPaused = false
      if let configuration = session.configuration { session.run(configuration) }
    } else if session.isRunning {
      isPaused = true
      session.pause()
    }
  }

  private func click(_ pixel: Vector2) {
    guard let frame else { return }
    mustDraw = true
    let size = window.framebufferSize
    if SceneRenderer.insetRectangle(
      frame: frame, options: rendering, width: size.width, height: size.height)?
      .contains(pixel) == true
    {
      return swapCameras()
    }
    let layout = SceneRenderer.layout(
      frame: frame, options: rendering, width: size.width, height: size.height)
    let role = rendering.backgroundRole ?? frame.primaryRole
    if let point = layout?.imagePoint(at: pixel), let ray = frame.ray(through: point, role: role),
      scene.tap(ray)
    {
      return answerScene()
    }
    guard role == .rear, let point = layout?.imagePoint(at: pixel) else { return }
    if scene.placeFirstAnchor(atImagePoint: point, in: frame) != nil {
      scene.update(with: frame)
    } else {
      say("No surface is known there.")
    }
  }
}

extension SessionFrame {
  /// Before the first picture.
  fileprivate static let nothing = SessionFrame(
    index: -1, timestamp: .zero, primaryRole: .rear, front: nil, rear: nil,
    trackingState: .notAvailable)
}
