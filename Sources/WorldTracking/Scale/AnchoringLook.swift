import SessionCore
import SpatialMath
import SystemSupport

/// One look at a young map, for where down is and how high the camera is over what lies level.
///
/// All that it needs is copied out of the map, so that it may be taken on another thread: the search
/// for up takes longer than a picture lasts.
struct AnchoringLook: Sendable {
  /// A picture whose edges are to be added to those known.
  struct Picture: Sendable {
    var pyramid: ImagePyramid
    var lens: Lens
    var cameraFromMap: RigidMotion
  }

  /// What a look shows.
  struct Finding: Sendable {
    /// Against gravity in map space.
    var up: Vector3
    /// Whether upright edges tell of it.
    var hasUprightEdges: Bool
    /// Whether the room's directions tell up: no second look is needed.
    var isByRoom = false
    /// The height of the first camera over the dominant plane, map units.
    var height: Double?
  }

  /// What a look shows, nil when it is too little, and all edges until then.
  struct Outcome: Sendable {
    var finding: Finding?
    var edges: EdgeDirections
  }

  /// A thread that takes looks, one at a time.
  typealias Thread = JobThread<AnchoringLook, Result<Outcome, SessionError>>

  var points: [SurfacePoint]
  /// The median depth of the map in the picture, map units.
  var depth: Double
  var pictures: [Picture]
  /// The edges of earlier pictures.
  var edges: EdgeDirections
  var firstCameraFromMap: RigidMotion
  /// Against gravity in map space where that is known; nil where it is looked for.
  var givenUp: Vector3?

  /// Takes the look.
  func run() throws(SessionError) -> Outcome {
    var edges = edges
    var up = givenUp
    var hasUprightEdges = false
    var isByRoom = false
    if up == nil {
      for picture in pictures {
        guard let image = picture.pyramid.levels.first else { continue }
        try edges.add(image, lens: picture.lens, cameraFromMap: picture.cameraFromMap)
      }
      var finder = GravityFinder(
        points: points, edges: edges, depth: depth, camera: firstCameraFromMap)
      let found = finder.find()
      up = found?.up
      hasUprightEdges = found?.hasUprightEdges ?? false
      isByRoom = found?.isByRoom ?? false
    }
    guard let up else { return Outcome(finding: nil, edges: edges) }
    let eye = up.dot(firstCameraFromMap.center)
    let levels = LevelFinder(basis: PlaneBasis(normal: up), depth: depth).levels(in: points)
    let height = levels.map { eye - $0.offset }.first { $0 > 0.05 * depth }
    return Outcome(
      finding: Finding(
        up: up, hasUprightEdges: hasUprightEdges, isByRoom: isByRoom, height: height),
      edges: edges)
  }

  /// Starts a thread that takes looks; throws when the system gives no more.
  static func makeThread() throws(SessionError) -> Thread {
    try TrackingThread.jobs("bifrons.anchor") {
      { look in Result { () throws(SessionError) in try look.run() } }
    }
  }
}
