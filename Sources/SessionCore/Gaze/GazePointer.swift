import SpatialMath

/// Turns where a user looks into a steady point on a screen, with what a look can do there.
///
/// Not thread-safe: a value for one thread.
public struct GazePointer: Sendable, Equatable {
  /// What a look did.
  public enum Event: Sendable, Equatable {
    /// The look came to rest on a place for the dwell time; once until it leaves.
    case dwelled(at: Vector2)
    /// The look is at the lower or the upper edge: scroll on by so many parts of the screen's height
    /// (positive downwards).
    case scroll(by: Double)
  }

  /// What is known after a picture.
  public struct State: Sendable, Equatable {
    /// The mean of the last points; nil when the look left the screen.
    public var point: Vector2?
    /// How far a dwell has come, 0…1: a ring round the point.
    public var dwellProgress = 0.0
    /// What happened in this picture.
    public var events: [Event] = []

    /// Creates the state of a look at a point, or away.
    public init(point: Vector2? = nil) { self.point = point }
  }

  /// The points of which the mean is taken.
  public static let window = 10

  /// The user's correction.
  public var calibration = GazeCalibration.none
  /// Seconds for which a look must rest.
  public var dwellTime = 1.0
  /// How far a resting look may move, in parts of the screen.
  public var dwellRadius = 0.06
  /// The height of the edges that scroll, as a part of the screen's.
  public var edge = 0.1
  /// How fast they scroll, screen heights a second.
  public var scrollSpeed = 0.5

  private var points: [Vector2] = []
  private var anchor: Vector2?
  private var restingSince = Timestamp.zero
  private var hasDwelled = false
  private var last: Timestamp?

  /// Creates a pointer without history.
  public init() {}

  /// Takes the next measured point, as `GazeScreen.point` gives it, and tells what follows.
  public mutating func update(_ measured: Vector2?, at time: Timestamp) -> State {
    let seconds = last.map { max(0, time.seconds(since: $0)) } ?? 0
    last = time
    guard let measured else { return leave() }
    let point = calibration.corrected(measured)
    guard 0...1 ~= point.x, 0...1 ~= point.y else { return leave() }
    points.append(point)
    if points.count > Self.window { points.removeFirst() }
    let mean = points.reduce(.zero, +) / Double(points.count)
    var state = State(point: mean)
    dwell(&state, at: mean, time)
    if mean.y > 1 - edge { state.events.append(.scroll(by: scrollSpeed * seconds)) }
    if mean.y < edge { state.events.append(.scroll(by: -scrollSpeed * seconds)) }
    return state
  }

  private mutating func dwell(_ state: inout State, at point: Vector2, _ time: Timestamp) {
    guard let anchor, (point - anchor).length <= dwellRadius else {
      anchor = point
      restingSince = time
      hasDwelled = false
      return
    }
    let progress = dwellTime > 0 ? time.seconds(since: restingSince) / dwellTime : 1
    state.dwellProgress = min(1, max(0, progress))
    if progress >= 1, !hasDwelled {
      hasDwelled = true
      state.events.append(.dwelled(at: anchor))
    }
  }

  private mutating func leave() -> State {
    points.removeAll()
    anchor = nil
    hasDwelled = false
    return State(point: nil)
  }
}
