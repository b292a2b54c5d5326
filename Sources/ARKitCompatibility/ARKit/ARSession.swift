import Bifrons
import Dispatch
import SessionCore
import SessionRuntime
import SpatialMath

/// Runs a configuration over the cameras of `ARCameras.current`, and tells a delegate.
///
/// Use it from the queue on which it tells its delegate, as one does on a phone.
///
/// Safety: everything but `identifier` and `relay`, which never change, is touched by the program
/// and by `SessionRelay`, which calls on `delegateQueue` only.
public final class ARSession: @unchecked Sendable {
  /// What happens to tracking and anchors when a session runs anew.
  public struct RunOptions: OptionSet, Sendable {
    /// The set's bits.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Start tracking anew with a new world origin.
    public static let resetTracking = RunOptions(rawValue: 1)
    /// Remove all anchors.
    public static let removeExistingAnchors = RunOptions(rawValue: 2)
    /// Stop tracked raycasts.
    public static let stopTrackedRaycasts = RunOptions(rawValue: 4)
  }

  /// The session's identity.
  public let identifier = UUID()
  /// Who is told; not kept alive by the session.
  public weak var delegate: (any ARSessionDelegate)?
  /// Where the delegate is told; nil is the main queue.
  ///
  /// A serial queue; a program without a run loop of its own ends with `dispatchMain()`, or sets a
  /// queue. Takes effect with the next `run`.
  public var delegateQueue: DispatchQueue?
  /// The newest frame; it stays after a pause.
  public internal(set) var currentFrame: ARFrame?
  /// The configuration that runs or ran last.
  public private(set) var configuration: ARConfiguration?

  /// The view that shows the session.
  weak var view: (any ARSessionView)?
  private let relay = SessionRelay()
  private var core: Session?

  /// Creates a session that does not run yet.
  public init() {}

  /// Runs a configuration; a running session switches to it at once.
  ///
  /// What goes wrong is told by `session(_:didFailWithError:)`.
  public func run(_ configuration: ARConfiguration, options: RunOptions = []) {
    self.configuration = configuration
    relay.open(self, delegateQueue ?? .main)
    do throws(ConfiguredSession.Failure) {
      let session: Session
      if let core { session = core } else { session = try ARCameras.current.makeSession().session }
      core = session
      session.delegate = relay
      session.run(configuration.core, options: .init(rawValue: Int(options.rawValue & 7)))
    } catch {
      relay.fail(SessionError(.invalidConfiguration, error.description))
    }
  }

  /// Stops; cameras are closed, maps and anchors are kept for the next `run`.
  ///
  /// No delegate call begins after it.
  public func pause() {
    relay.close()
    core?.pause()
  }

  /// Adds an anchor; it takes effect on the next frame.
  public func add(anchor: ARAnchor) {
    guard let identifier = anchor.coreIdentifier else { return }
    core?.add(
      anchor: PointAnchor(
        identifier: identifier, transform: Pose(anchor.transform.core), name: anchor.name))
  }

  /// Removes an anchor on the next frame.
  public func remove(anchor: ARAnchor) {
    if let identifier = anchor.coreIdentifier { core?.remove(anchor: identifier) }
  }

  /// Moves the world's origin on the next frame.
  public func setWorldOrigin(relativeTransform: simd_float4x4) {
    core?.setWorldOrigin(relativeTransform: Pose(relativeTransform.core))
  }

  /// Blocks until the session no longer runs: paused, failed, or its recorded material at its end.
  ///
  /// An addition for programs without a window. Not from the delegate's queue.
  public func waitUntilStopped() { core?.waitUntilStopped() }
}

/// A view that draws what a session finds.
protocol ARSessionView: AnyObject {
  func show(_ frame: ARFrame, of session: ARSession)
  func add(_ anchors: [ARAnchor])
  func update(_ anchors: [ARAnchor])
  func remove(_ anchors: [ARAnchor])
}
