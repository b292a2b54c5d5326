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
  let session: Session
  let scene: Scene
  let options: ViewerOptions
  let window: Window
  /// The window's size when it opened: larger than asked for on a HiDPI display.
  private let firstSize: (width: Int, height: Int)
  /// The size that the program gave the window, for telling a user's own.
  var fittedSize: (width: Int, height: Int)
  private var display: HeadUpDisplay?
  var renderer: SceneRenderer?
  private let watch = SessionWatch()
  private let waker = WindowWaker()
  private var observation: SessionObservation?
  var rendering: RenderOptions
  var showsKeys = false
  var showsDisplay: Bool
  var frame: SessionFrame?
  var mustDraw = true
  /// Whether text must have another size.
  private var mustScale = false
  var isPaused = false
  var note: (text: String, until: Timestamp)?
  /// What the user chose, now and before.
  var settings = ViewerSettings()
  /// Whether there is something new to keep.
  var hasChangedSettings = false
  /// The arrangement to come back to from the view from outside.
  var arrangementBefore = RenderOptions.Arrangement.single
  var showsCoefficients = false
  var showsTiming = false
  private var graphs = FaceGraphs()
  private var times = TimeGraphs()
  private var stages: [(name: String, milliseconds: Double)] = []
  private var stagesTime = Timestamp.zero
  /// The faces' meshes, for the view from outside.
  private let faces = Scene()
  private var hint = ViewerHint()
  private var hintText: String?
  private var pictures = RateMeter()
  private var load = LoadMeter()
  private var latency: Double?
  private var lastDrawing = Timestamp.zero
  var clip: ClipKeeper?

  /// Seconds between two drawings when nothing happens.
  private static let idlePeriod = 0.25
  /// Seconds between two looks at the session's counters.
  private static let statisticsPeriod = 0.5

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
    rendering.keepsHistory = true
    let kept = options.settingsFile?.read()
    settings = kept?.settings ?? ViewerSettings()
    settings.apply(to: &rendering)
    showsDisplay = settings.headUpDisplay ?? options.showsHeadUpDisplay
    showsCoefficients = settings.coefficients ?? false
    showsTiming = settings.timing ?? false
    let size = settings.usableSize ?? (options.width, options.height)
    window = try Window(title: options.title, width: size.0, height: size.1)
    firstSize = window.size
    fittedSize = firstSize
    do throws(RenderingError) {
      renderer = try SceneRenderer()
    } catch {
      throw .rendering(error)
    }
    listen()
    display = try HeadUpDisplay(window)
    if options.isFullScreen || settings.fullScreen == true { window.toggleFullScreen() }
    if let complaint = kept?.complaint { say(complaint) }
    addFaces()
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
    keepSettings()
  }

  /// Three faces at most are tracked.
  private func addFaces() {
    let topology = FaceMeshTopology.standard
    let mesh = TriangleMesh(
      textureCoordinates: topology.textureCoordinates,
      indices: topology.closedTriangleIndices.map(UInt32.init))
    for index in 0..<3 {
      let anchor = AnchorEntity(.face(index: index))
      var skin = PhysicalMaterial(baseColor: SIMD3(0.86, 0.68, 0.58), roughness: 0.6)
      skin.isDoubleSided = true
      anchor.addChild(FaceMeshEntity(topology: mesh, faceIndex: index, material: .lit(skin)))
      faces.addAnchor(anchor)
    }
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
    window.onScale = { [unowned self] in mustScale = true }
    window.isDraggable = { [unowned self] in
      if case .thirdPerson = rendering.arrangement { true } else { false }
    }
    window.onDrag = { [unowned self] way, moves in drag(way, moves: moves) }
    window.onScroll = { [unowned self] notches in zoom(notches) }
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
      updateScene(with: newest)
      faces.update(with: newest)
      graphs.add(newest)
      answerScene()
      hintText = hint.text(newest, scene: scene)
      pictures.tick(now)
      mustDraw = true
    }
    let isIdle = now.seconds(since: lastDrawing) >= Self.idlePeriod
    guard mustDraw || isIdle else { return }
    mustDraw = false
    lastDrawing = now
    if mustScale {
      mustScale = false
      // The old one ends first: the library knows one at a time.
      display = nil
      display = try HeadUpDisplay(window)
    }
    let drawing = ProcessUsage.threadCPUSeconds()
    try draw(now)
    if let frame, isFresh {
      let shown = MonotonicClock.now()
      latency = frame.latency == nil ? nil : shown.seconds(since: frame.timestamp)
      times.add(
        at: shown, latency: latency, drawing: ProcessUsage.threadCPUSeconds() - drawing)
    }
  }

  /// Has the scene follow a frame, and the way it is shown.
  func updateScene(with frame: SessionFrame) {
    scene.isShownMirrored =
      rendering.mirrorsFrontBackground
      && (rendering.backgroundRole ?? frame.primaryRole) == .front
    scene.update(with: frame)
  }

  /// Gives the window the shape of the picture, unless the user has resized it.
  private func fitWindow(to frame: SessionFrame) {
    guard let pixels = SceneRenderer.backgroundPicture(frame, rendering),
      window.size == firstSize, settings.usableSize == nil, rendering.arrangement == .single
    else { return }
    let width = firstSize.height * pixels.width / max(1, pixels.height)
    window.resize(width: width, height: firstSize.height)
    fittedSize = (width, firstSize.height)
  }

  private func isNew(_ newest: SessionFrame) -> Bool {
    newest.index != frame?.index || newest.timestamp != frame?.timestamp
  }

  private func draw(_ now: Timestamp) throws(ViewerError) {
    let size = window.framebufferSize
    // A window that is shrunk to an icon has no pixels.
    guard size.width > 0, size.height > 0 else { return }
    do throws(RenderingError) {
      rendering.mapLift =
        showsCoefficients ? display?.graphsHeight ?? 0 : 0
      try renderer?.draw(
        frame: frame ?? .nothing, snapshot: snapshot(), options: rendering,
        width: size.width, height: size.height, framebuffer: 0)
    } catch {
      throw .rendering(error)
    }
    film()
    display?.draw(content(now))
    window.present()
  }

  /// The scene; from outside also the faces that were found.
  func snapshot() -> SceneSnapshot {
    var snapshot = scene.makeSnapshot()
    guard case .thirdPerson = rendering.arrangement else { return snapshot }
    // What stands for real things is what these are.
    snapshot.items.removeAll { $0.material == .occlusion }
    snapshot.items += faces.makeSnapshot().items
    return snapshot
  }

  private func content(_ now: Timestamp) -> HeadUpDisplay.Content {
    var content = HeadUpDisplay.Content()
    content.showsKeys = showsKeys
    if showsDisplay, let frame {
      let rates = HeadUpText.Rates(
        frames: pictures.rate(at: now), latency: latency, load: load.load)
      content.state = HeadUpText(frame, rates: rates).lines
    }
    if showsCoefficients { content.graphs = graphs }
    if showsTiming {
      if now.seconds(since: stagesTime) >= Self.statisticsPeriod {
        stagesTime = now
        stages = TimeGraphs.stages(session.statistics)
      }
      content.timing = .init(times: times, stages: stages)
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
}

extension SessionFrame {
  /// Before the first picture.
  fileprivate static let nothing = SessionFrame(
    index: -1, timestamp: .zero, primaryRole: .rear, front: nil, rear: nil,
    trackingState: .notAvailable)
}
