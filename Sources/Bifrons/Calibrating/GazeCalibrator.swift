import ConfigurationFiles
import SessionCore
import SessionRuntime
import SpatialMath
import Synchronization

/// Learns where on a screen a user's gaze arrives, from nine places that are named one after the other.
///
/// Runs a session file's session; made for one run.
package final class GazeCalibrator: Sendable {
  /// A place on the screen.
  package struct Place: Sendable, Equatable {
    /// In words, for the user.
    package var name: String
    /// (0, 0) upper left … (1, 1) lower right.
    package var point: Vector2
  }

  /// The places, in the order in which they are looked at.
  package static let places: [Place] = [
    Place(name: "middle", point: Vector2(0.5, 0.5)),
    Place(name: "upper left corner", point: Vector2(0, 0)),
    Place(name: "middle of the upper edge", point: Vector2(0.5, 0)),
    Place(name: "upper right corner", point: Vector2(1, 0)),
    Place(name: "middle of the right edge", point: Vector2(1, 0.5)),
    Place(name: "lower right corner", point: Vector2(1, 1)),
    Place(name: "middle of the lower edge", point: Vector2(0.5, 1)),
    Place(name: "lower left corner", point: Vector2(0, 1)),
    Place(name: "middle of the left edge", point: Vector2(0, 0.5)),
  ]

  private let collector: GazeCollector
  private let run: SessionRun

  /// Prepares the session; `place` is told when the next place is to be looked at.
  ///
  /// - Throws: `LaunchError` when the file has no screen, or the session cannot be built.
  package init(
    _ file: SessionFile, pacing: Pacing, secondsPerPlace: Double,
    place: @escaping @Sendable (Place) -> Void
  ) throws(LaunchError) {
    guard let screen = file.screen?.screen else {
      throw .configuration(
        ConfigurationError(
          at: nil, "\(file.path) has no section screen; give the screen's size and place"))
    }
    collector = GazeCollector(screen: screen, secondsPerPlace: secondsPerPlace, place: place)
    var options = LaunchOptions()
    options.pacing = pacing
    options.limit = .seconds(secondsPerPlace * Double(Self.places.count))
    run = try SessionRun(file, options: options, others: [collector])
  }

  /// Ends early; what is there is learnt from.
  ///
  /// Any thread.
  package func stop() { run.stop() }

  /// Runs to the end and fits the correction; nil when no place was looked at for long enough.
  ///
  /// - Throws: `LaunchError` of the session.
  package func calibrate() throws(LaunchError) -> (correction: GazeCalibration, places: Int)? {
    run.start()
    try run.finish()
    let found = collector.found
    return GazeCalibration(measured: found.map(\.measured), shown: found.map(\.shown)).map {
      ($0, found.count)
    }
  }
}

/// Collects where the gaze arrives while each place is looked at.
private final class GazeCollector: SessionOutput {
  private struct State {
    var zero: Timestamp?
    var worldFromFront = Pose.identity
    var current: Int?
    var points = Array(repeating: [Vector2](), count: GazeCalibrator.places.count)
  }

  private let screen: GazeScreen
  private let secondsPerPlace: Double
  private let place: @Sendable (GazeCalibrator.Place) -> Void
  private let state = Mutex(State())

  /// Eyes take this share of a place's time to arrive there.
  private static let arrival = 0.35
  /// Fewer looks than this tell nothing.
  private static let leastLooks = 5

  init(
    screen: GazeScreen, secondsPerPlace: Double,
    place: @escaping @Sendable (GazeCalibrator.Place) -> Void
  ) {
    self.screen = screen
    self.secondsPerPlace = secondsPerPlace
    self.place = place
  }

  /// Each place that was looked at, and the median of where the gaze arrived.
  var found: [(measured: Vector2, shown: Vector2)] {
    state.withLock { state in
      zip(state.points, GazeCalibrator.places).compactMap { points, place in
        guard points.count >= Self.leastLooks else { return nil }
        let middle = points.count / 2
        return (
          Vector2(points.map(\.x).sorted()[middle], points.map(\.y).sorted()[middle]), place.point
        )
      }
    }
  }

  func take(_ events: [SessionEvent], of session: Session) throws(LaunchError) {
    let next = state.withLock { state in events.compactMap { take($0, &state) }.last }
    if let next { place(next) }
  }

  /// Takes an event; the next place when its time has come.
  private func take(_ event: SessionEvent, _ state: inout State) -> GazeCalibrator.Place? {
    switch event {
    case .frame(let frame):
      if let front = frame.front { state.worldFromFront = front.worldFromCamera }
      let zero = state.zero ?? frame.timestamp
      state.zero = zero
      let index = Int(frame.timestamp.seconds(since: zero) / secondsPerPlace)
      guard index != state.current, GazeCalibrator.places.indices.contains(index) else {
        return nil
      }
      state.current = index
      return GazeCalibrator.places[index]
    case .anchorsAdded(let anchors, let time), .anchorsUpdated(let anchors, let time):
      look(anchors, time, &state)
    default: break
    }
    return nil
  }

  private func look(_ anchors: [Anchor], _ time: Timestamp, _ state: inout State) {
    guard let zero = state.zero, let index = state.current else { return }
    let share = time.seconds(since: zero) / secondsPerPlace - Double(index)
    guard share > Self.arrival else { return }
    for case .face(let face) in anchors {
      if let point = screen.point(of: face, worldFromFront: state.worldFromFront) {
        state.points[index].append(point)
      }
      return
    }
  }

  func finish() throws(LaunchError) {}
}
