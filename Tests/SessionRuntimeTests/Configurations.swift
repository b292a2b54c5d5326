import SessionCore

extension SessionConfiguration {
  /// The front camera alone.
  static let faceOnly = SessionConfiguration.face(FaceTrackingConfiguration())
  /// The front camera leads, the rear camera tracks the world.
  static let faceInWorld: SessionConfiguration = {
    var c = FaceTrackingConfiguration()
    c.isWorldTrackingEnabled = true
    return .face(c)
  }()
  /// The rear camera alone, looking for horizontal planes.
  static let worldOnly: SessionConfiguration = {
    var c = WorldTrackingConfiguration()
    c.planeDetection = .horizontal
    return .world(c)
  }()
  /// The rear camera leads, the front camera tracks faces.
  static let worldWithFace: SessionConfiguration = {
    var c = WorldTrackingConfiguration()
    c.planeDetection = .horizontal
    c.userFaceTrackingEnabled = true
    return .world(c)
  }()
}
