import SessionCore
import SpatialMath
import SystemSupport

/// The straight edges of the pictures before there is a map, for where up is once there is one.
///
/// Finding a picture's edges takes as long as tracking four: live, a thread of its own does it.
struct EarlyEdges {
  /// A picture's edges as pairs of image points.
  struct Found: Sendable {
    var frame: Int
    var edges: [(Vector2, Vector2)]
  }

  private struct Job: Sendable {
    var frame: Int
    var pyramid: ImagePyramid
    var lens: Lens

    func run() throws(SessionError) -> Found {
      guard let image = pyramid.levels.first else { return Found(frame: frame, edges: []) }
      return Found(frame: frame, edges: try EdgeDirections.segments(in: image, lens: lens))
    }
  }

  private var found: [Found] = []
  private var lastFrame = -Self.interval
  private var thread: JobThread<Job, Result<Found, SessionError>>?

  /// Pictures between those looked at, and the most kept.
  private static let interval = 3
  private static let capacity = 12

  /// Takes a picture whose place is not known yet; `isBackground` says that it must not wait.
  mutating func add(
    _ pyramid: ImagePyramid, lens: Lens, frame: Int, isBackground: Bool
  ) throws(SessionError) {
    try collect()
    guard frame - lastFrame >= Self.interval else { return }
    let job = Job(frame: frame, pyramid: try pyramid.imagesOnly(), lens: lens)
    if isBackground {
      let ready = if let thread { thread } else { try Self.makeThread() }
      thread = ready
      if ready.submit(job) { lastFrame = frame }
    } else {
      found.append(try job.run())
      lastFrame = frame
    }
    if found.count > Self.capacity { found.removeFirst() }
  }

  /// The edges of the pictures whose poses are known now, camera from map by frame.
  mutating func directions(
    _ poses: [Int: RigidMotion], focalLength: Double
  ) throws(SessionError) -> EdgeDirections {
    try collect()
    var edges = EdgeDirections()
    for picture in found {
      guard let pose = poses[picture.frame] else { continue }
      edges.add(picture.edges, focalLength: focalLength, cameraFromMap: pose)
    }
    return edges
  }

  private mutating func collect() throws(SessionError) {
    if let outcome = try thread?.takeOutcome()?.get() { found.append(outcome) }
  }

  private static func makeThread() throws(SessionError) -> JobThread<
    Job, Result<Found, SessionError>
  > {
    try TrackingThread.jobs("bifrons.edges") {
      { job in Result { () throws(SessionError) in try job.run() } }
    }
  }
}
