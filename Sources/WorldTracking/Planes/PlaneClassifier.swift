import SessionCore
import SpatialMath

/// Guesses what planes are from how they lie to each other and to the first camera.
///
/// Heights are only used when metres are metres. The first camera, at height 0, is taken to have
/// been held by someone standing or sitting.
struct PlaneClassifier {
  /// Against gravity in world space.
  let up: Vector3
  let scaleIsKnown: Bool

  /// The floor is at least this far below the camera, and the largest of the lowest levels; a level
  /// this little above the lowest one may be the floor too.
  private static let leastFloorDrop = 0.9
  private static let floorStep = 0.08
  /// Tables and seats by their height over the floor, metres.
  private static let tableHeights = 0.6...1.2
  private static let seatHeights = 0.3...0.58
  /// Without a floor in sight, a level this far below the camera is taken for a table.
  private static let tableDrops = 0.15...0.9
  private static let leastFloorArea = 0.5

  /// Sets the planes' classifications.
  func classify(_ planes: inout [TrackedPlane]) {
    let floor = floorHeight(planes)
    for i in planes.indices { planes[i].classify(classification(planes[i], floor)) }
  }

  private func height(_ plane: TrackedPlane) -> Double {
    up.dot(plane.anchor.transform.translation)
  }

  private func floorHeight(_ planes: [TrackedPlane]) -> Double? {
    guard scaleIsKnown else { return nil }
    let levels = planes.filter { $0.anchor.alignment == .horizontal && isFacingUp($0) }
    let large = levels.filter { $0.flat.outline.area >= Self.leastFloorArea }
    guard let lowest = large.map(height).min(), lowest < -Self.leastFloorDrop else { return nil }
    return lowest
  }

  private func isFacingUp(_ plane: TrackedPlane) -> Bool { plane.flat.basis.normal.dot(up) > 0 }

  private func classification(
    _ plane: TrackedPlane, _ floor: Double?
  ) -> PlaneAnchor.Classification {
    if plane.anchor.alignment == .vertical { return .wall }
    guard isFacingUp(plane) else { return .ceiling }
    guard scaleIsKnown else { return .none }
    let height = height(plane)
    if let floor {
      if height <= floor + Self.floorStep { return .floor }
      if Self.tableHeights.contains(height - floor) { return .table }
      return Self.seatHeights.contains(height - floor) ? .seat : .none
    }
    return Self.tableDrops.contains(-height) ? .table : .none
  }
}
