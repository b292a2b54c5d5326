import SpatialMath

/// A user's face: where it is, what it does, where it looks.
///
/// Face space is right-handed, in metres, with the origin inside the head behind the nose: +X to
/// the face's own left, +Y up, +Z out of the face.
public struct FaceAnchor: Sendable, Equatable {
  /// The identity; it survives a loss.
  public var identifier: AnchorIdentifier
  /// World from face.
  public var transform: Pose
  /// False while the face is lost; the anchor stays with its last values.
  public var isTracked: Bool
  /// The 52 coefficients, 0…1.
  public var blendShapes: BlendShapes
  /// How far each coefficient can be believed, 0…1.
  public var confidence: BlendShapes
  /// The 1220-vertex mesh in face space.
  public var geometry: FaceGeometry
  /// Face from left eyeball: translation is its centre, +Z towards the pupil, no roll.
  public var leftEyeTransform: Pose
  /// Face from right eyeball, like `leftEyeTransform`.
  public var rightEyeTransform: Pose
  /// The point looked at, in face space.
  public var lookAtPoint: Vector3
  /// 478 landmarks (x, y) in pixels of the front picture.
  public var landmarks: [SIMD2<Float>]
  /// Why the face is lost or weak, in words; nil while all is well.
  public var reason: String?
  /// How far the face's pose before its camera may be off; nil where the tracker does not tell, and of no
  /// meaning while the face is lost.
  public var poseUncertainty: PoseUncertainty?

  /// Creates an anchor.
  public init(
    identifier: AnchorIdentifier, transform: Pose, isTracked: Bool, blendShapes: BlendShapes,
    confidence: BlendShapes, geometry: FaceGeometry, leftEyeTransform: Pose,
    rightEyeTransform: Pose, lookAtPoint: Vector3, landmarks: [SIMD2<Float>], reason: String?,
    poseUncertainty: PoseUncertainty? = nil
  ) {
    self.identifier = identifier
    self.transform = transform
    self.isTracked = isTracked
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
