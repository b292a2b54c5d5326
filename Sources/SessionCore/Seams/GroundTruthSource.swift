import SpatialMath

/// What is true of one face before a simulated front camera.
///
/// The frames and units are those of `TrackedFace`. There are no landmarks: they are the answers of
/// a network, not properties of a face.
public struct FaceTruth: Sendable, Equatable {
  /// The person's number, from 0.
  public var identifier: Int
  /// True while the face is in the picture and looks towards the camera.
  public var isTracked: Bool
  /// Session camera from face, metres.
  public var cameraFromFace: Pose
  /// The 52 coefficients that drive the face.
  public var blendShapes: BlendShapes
  /// Face from left and right eyeball.
  public var leftEyeTransform: Pose, rightEyeTransform: Pose
  /// The point looked at, in face space.
  public var lookAtPoint: Vector3
  /// The face in the 1220-vertex topology, where the source can express its own mesh in it.
  public var geometry: FaceGeometry?

  /// Creates the truth of a face.
  public init(
    identifier: Int, isTracked: Bool, cameraFromFace: Pose, blendShapes: BlendShapes,
    leftEyeTransform: Pose, rightEyeTransform: Pose, lookAtPoint: Vector3,
    geometry: FaceGeometry? = nil
  ) {
    self.identifier = identifier
    self.isTracked = isTracked
    self.cameraFromFace = cameraFromFace
    self.blendShapes = blendShapes
    self.leftEyeTransform = leftEyeTransform
    self.rightEyeTransform = rightEyeTransform
    self.lookAtPoint = lookAtPoint
    self.geometry = geometry
  }
}

/// What a simulated camera knows to be true for one of its pictures.
public struct GroundTruth: Sendable {
  /// The picture's capture time.
  public var timestamp: Timestamp
  /// The rear camera's place, in a world whose origin is its first picture, gravity-aligned.
  public var worldFromCamera: Pose?
  /// The flat surfaces of the world, with true extents and boundaries.
  public var planes: [PlaneAnchor]
  /// Prints of the world that can serve as reference images.
  public var images: [ImageAnchor]
  /// The faces before the front camera, with true pose, coefficients and gaze.
  public var faces: [FaceTruth]
  /// The light.
  public var lightEstimate: LightEstimate?

  /// Creates a record with nothing known.
  public init(timestamp: Timestamp) {
    self.timestamp = timestamp
    planes = []
    images = []
    faces = []
  }
}

/// A source that knows the truth of its pictures.
public protocol GroundTruthSource: FrameSource {
  /// The truth of a picture by its sequence number.
  ///
  /// Thread-safe.
  func groundTruth(sequence: Int) -> GroundTruth
}
