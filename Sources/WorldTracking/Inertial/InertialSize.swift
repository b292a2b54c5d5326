import Foundation
import SessionCore
import SpatialMath
import SystemSupport

/// Measures how large a young map is by the sensors fixed to the camera.
///
/// Collects the camera's places four times a second and what was felt between them, and fits both
/// every half second until the size is known; live, a thread of its own does that. Bound to the
/// tracker's thread.
struct InertialSize {
  /// What the last good fit says; nil so far.
  private(set) var solution: InertialAlignment.Solution?

  private typealias Fit = JobThread<InertialAlignment, InertialAlignment.Solution?>

  private let isBackground: Bool
  private var thread: Fit?
  private var course = AttitudeCourse()
  private var samples: [InertialSample] = []
  /// Pictures whose places are not used yet: their moments and centres.
  private var centers: [(time: Timestamp, center: Vector3)] = []
  private var places: [InertialAlignment.Place] = []
  private var lastPlace: Timestamp?
  private var lastFit = 0

  /// Seconds between places, the most of them, and the places between fits.
  private static let interval = 0.25, mostPlaces = 40, fitInterval = 2
  /// The fewest places to fit; five seconds.
  private static let leastPlaces = 20
  /// Readings this far apart leave a hole, seconds: what was felt before it does not count.
  private static let hole = 0.08
  /// A worse relative sigma tells nothing, and so does a fit this bad.
  private static let worstSigma = 0.08, worstMisfit = 6.0

  init(isBackground: Bool) { self.isBackground = isBackground }

  /// Adds a tracked picture.
  mutating func add(
    _ frame: (time: Timestamp, samples: [InertialSample]), cameraFromMap: RigidMotion, depth: Double
  ) throws(SessionError) {
    if let outcome = thread?.takeOutcome() { take(outcome) }
    course.add(frame.time, Quaternion(cameraFromMap.rotation.transpose))
    centers.append((frame.time, cameraFromMap.center))
    let newest = samples.last?.timestamp
    for sample in frame.samples {
      if let newest, sample.timestamp <= newest { continue }
      samples.append(sample)
    }
    while let next = nextPlace() { add(next) }
    guard places.count >= Self.leastPlaces, places.count >= lastFit + Self.fitInterval else {
      return
    }
    lastFit = places.count
    let alignment = InertialAlignment(places: places, depth: depth)
    guard isBackground else { return take(alignment.solve()) }
    let ready = if let thread { thread } else { try Self.makeThread() }
    thread = ready
    ready.submit(alignment)
  }

  private static func makeThread() throws(SessionError) -> Fit {
    try TrackingThread.jobs("bifrons.inertia") { { $0.solve() } }
  }

  private mutating func take(_ found: InertialAlignment.Solution?) {
    guard let found, found.sigma < Self.worstSigma, found.misfit < Self.worstMisfit else { return }
    solution = found
  }

  /// Forgets all; the map is gone, or was lost for a while.
  mutating func forget() { self = InertialSize(isBackground: isBackground) }

  /// The next picture late enough to be a place, once all that was felt up to it is here.
  private mutating func nextPlace() -> (time: Timestamp, center: Vector3)? {
    let due = lastPlace.map { last in
      centers.firstIndex { $0.time.seconds(since: last) > Self.interval - 0.01 }
    }
    guard let index = due ?? (centers.isEmpty ? nil : 0),
      let newest = samples.last?.timestamp, newest >= centers[index].time
    else { return nil }
    let chosen = centers[index]
    centers.removeFirst(index + 1)
    return chosen
  }

  private mutating func add(_ next: (time: Timestamp, center: Vector3)) {
    defer { lastPlace = next.time }
    guard let start = lastPlace else {
      places = [.init(center: next.center, since: Preintegration())]
      return
    }
    guard let felt = felt(from: start, to: next.time) else {
      // Begins anew here: the velocity is not known any more.
      places = [.init(center: next.center, since: Preintegration())]
      lastFit = 0
      return
    }
    places.append(.init(center: next.center, since: felt))
    if places.count > Self.mostPlaces {
      places.removeFirst()
      lastFit -= 1
    }
    course.forget(before: next.time)
    if let first = samples.firstIndex(where: { $0.timestamp >= next.time }), first > 1 {
      samples.removeFirst(first - 1)
    }
  }

  /// What was felt between two moments; nil where a reading is missing.
  ///
  /// Between two readings the felt acceleration is their mean, in the attitude of the middle.
  private func felt(from start: Timestamp, to end: Timestamp) -> Preintegration? {
    var sum = Preintegration()
    for (a, b) in zip(samples, samples.dropFirst())
    where b.timestamp > start && a.timestamp < end {
      let whole = b.timestamp.seconds(since: a.timestamp)
      guard whole < Self.hole, whole > 0 else { return nil }
      let (from, to) = (max(a.timestamp, start), min(b.timestamp, end))
      let dt = to.seconds(since: from)
      let middle = from.advanced(bySeconds: dt / 2)
      guard let attitude = course.attitude(at: middle) else { return nil }
      let share = middle.seconds(since: a.timestamp) / whole
      let felt: Vector3 = a.acceleration + (b.acceleration - a.acceleration) * share
      // Session camera axes to vision axes.
      sum.add(Vector3(felt.x, -felt.y, -felt.z), mapFromCamera: attitude, seconds: dt)
    }
    return abs(sum.duration - end.seconds(since: start)) < 1e-3 ? sum : nil
  }
}
