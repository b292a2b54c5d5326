import SpatialMath

/// A picture kept for its place in the map.
struct Keyframe: Sendable {
  /// Counts up from 1 and is never used again; 0 marks a free slot.
  var serial: Int
  /// The number of its picture since tracking began.
  var frame: Int
  /// Camera from map.
  var cameraFromMap: RigidMotion
  /// The picture, for patches; nil in a free slot.
  var pyramid: ImagePyramid?
  /// Its lens.
  var lens: Lens
  /// The slots of the points seen.
  var points: [Int] = []

  /// Whether the slot holds a keyframe.
  var isAlive: Bool { serial != 0 }
}
