import SpatialMath

/// One face in one picture, relative to the front camera.
public struct TrackedFace: Sendable, Equatable {
  /// The tracker's own number for this face; it never returns for another one.
  public var trackIdentifier: Int
  /// False when the face was known but is not in this picture; the other values are its last.
  public var isTracked: Bool
  /// Session camera from face, metres.
  public var cameraFromFace: Pose
  /// The 52 coefficients.
  public var blendShapes: BlendShapes
  /// How far each can be believed.
  public var confidence: BlendShapes
  /// The mesh in face space.
  public var geometry: FaceGeometry
  /// Face from left and right eyeball.
  public var leftEyeTransform: Pose, rightEyeTransform: Pose
  /// The point looked at, in face space.
  public var lookAtPoint: Vector3
  /// 478 landmarks in pixels of the picture.
  public var landmarks: [SIMD2<Float>]
  /// Why the face is lost or weak, in words.
  public var reason: String?
  /// How far `cameraFromFace` may be off; nil where the tracker does not tell.
  public var poseUncertainty: PoseUncertainty?

  /// Creates a face.
  public init(
    trackIdentifier: Int, isTracked: Bool, cameraFromFace: Pose, blendShapes: BlendShapes,
    confidence: BlendShapes, geometry: FaceGeometry, leftEyeTransform: Pose,
    rightEyeTransform: Pose, lookAtPoint: Vector3, landmarks: [SIMD2<Float>], reason: String? = nil,
    poseUncertainty: PoseUncertainty? = nil
  ) {
    self.trackIdentifier = trackIdentifier
    self.isTracked = isTracked
    self.cameraFromFace = cameraFromFace
    self.blendShapes = blendShapes
    self.confidence = confidence
    self.geometry = geometry
    self.leftEyeTransform = leftEyeTransform
    self.rightEyeTransform = rightEyeTransform
    self.lookAtPoint = lookAtPoint
    self.landmarks = landmarks
    self.reason = reason
    self.poseUncertainty = poseUncertainty
  }
}

/// All faces of one picture.
public struct FaceTrackingResult: Sendable {
  /// The picture's capture time.
  public var timestamp: Timestamp
  /// The faces tracked now, and those lost but remembered.
  public var faces: [TrackedFace]
  /// Why no face is found, in words, as far as the picture tells; nil while faces are known.
  public var absenceReason: String?
  /// The light, when estimated.
  public var lightEstimate: LightEstimate?
  /// The light on the first face, when estimated; its direction is in camera space.
  public var directionalLightEstimate: DirectionalLightEstimate?
  /// CPU seconds of each stage of this picture, by the stage's name.
  public var stageSeconds: [String: Double]

  /// Creates a result.
  public init(
    timestamp: Timestamp, faces: [TrackedFace], lightEstimate: LightEstimate? = nil,
    directionalLightEstimate: DirectionalLightEstimate? = nil, stageSeconds: [String: Double] = [:]
  ) {
    self.timestamp = timestamp
    self.faces = faces
    self.lightEstimate = lightEstimate
    self.directionalLightEstimate = directionalLightEstimate
    self.stageSeconds = stageSeconds
  }
}

/// Finds and follows faces in the front camera's pictures.
///
/// Bound to one tracker thread.
public protocol FaceTracker: AnyObject {
  /// The most faces to follow, 1…3; may change between pictures.
  var maximumNumberOfTrackedFaces: Int { get set }
  /// Processes the next picture.
  func track(_ frame: CameraFrame) throws(SessionError) -> FaceTrackingResult
  /// Forgets all faces.
  func reset()
}
