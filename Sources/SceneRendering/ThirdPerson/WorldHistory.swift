import SceneGraph
import SessionCore
import SpatialMath

/// What was seen of the world so far: the points of the map and the way of the leading camera.
struct WorldHistory {
  /// The places of points, in no order.
  var points: Dictionary<UInt64, Vector3>.Values { known.values }
  /// The camera's places, the oldest first.
  private(set) var path: [Vector3] = []
  private var known: [UInt64: Vector3] = [:]
  private var lastIndex = -1

  /// More points would cost more to draw than they show.
  private static let pointLimit = 3000
  private static let pathLimit = 1500
  /// Steps of the path, metres.
  private static let step = 0.01

  /// Takes a frame over, once; a session that starts anew is begun anew.
  mutating func add(_ frame: SessionFrame) {
    guard frame.index != lastIndex else { return }
    if frame.index < lastIndex || frame.trackingState == .notAvailable { self = WorldHistory() }
    lastIndex = frame.index
    guard frame.trackingState == .normal, let camera = frame.rear else { return }
    let place = camera.worldFromCamera.translation
    if path.last.map({ ($0 - place).length > Self.step }) ?? true { path.append(place) }
    // Every second step of a long path: the whole way stays.
    if path.count > Self.pathLimit {
      path = stride(from: 0, to: path.count, by: 2).map { path[$0] }
    }
    for point in frame.rawFeaturePoints
    where known[point.identifier] != nil || known.count < Self.pointLimit {
      known[point.identifier] = point.position
    }
  }

  /// What there is to see of a frame: cameras, faces, planes, points, and the scene's models.
  func bounds(_ frame: SessionFrame, _ snapshot: SceneSnapshot) -> BoundingBox {
    var box = snapshot.bounds
    for view in [frame.rear, frame.front].compactMap(\.self) {
      box.formUnion(view.worldFromCamera.translation)
    }
    for face in frame.faces { box.formUnion(face.transform.translation) }
    for plane in frame.planes {
      for corner in plane.boundary { box.formUnion(plane.transform.act(corner)) }
    }
    return box
  }
}
