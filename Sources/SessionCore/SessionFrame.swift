import SpatialMath

/// One camera as a frame sees it: the newest picture and where it was taken.
public struct CameraView: Sendable {
  /// The picture.
  public var image: CameraFrame
  /// World from camera (+X right, +Y up, −Z forward) at the picture's time.
  public var worldFromCamera: Pose

  /// Creates a view.
  public init(image: CameraFrame, worldFromCamera: Pose) {
    self.image = image
    self.worldFromCamera = worldFromCamera
  }
}

/// All that is known at one picture of the primary camera.
///
/// While the primary camera is interrupted and another one delivers, that one's pictures make the
/// frames: `staleCameras` then lists the primary camera, whose view stays as it was last.
/// Immutable, thread-safe.
public struct SessionFrame: Sendable {
  /// Counts the frames from 0.
  public var index: Int
  /// The capture time of the picture that made the frame.
  public var timestamp: Timestamp
  /// The role of the camera that leads.
  public var primaryRole: CameraRole
  /// The front camera with its newest picture, when it runs.
  public var front: CameraView?
  /// The rear camera with its newest picture, when it runs.
  public var rear: CameraView?
  /// The depth camera's picture; nil on frames without a new one.
  public var capturedDepthData: CapturedDepthData?
  /// Cameras of the configuration that deliver nothing now, the primary one first: their views and
  /// what was found in them are old.
  public var staleCameras: [StaleCamera]
  /// How well the world camera's place is known.
  public var trackingState: TrackingState
  /// How much is mapped.
  public var worldMappingStatus: WorldMappingStatus
  /// Where the world's size comes from.
  public var scaleSource: ScaleSource
  /// The relative sigma of the world's size: 0.02 is 2 %; nil where nothing tells.
  public var scaleUncertainty: Double?
  /// Where "down" comes from.
  public var gravitySource: GravitySource
  /// The sigma of "down", radians; nil where nothing tells.
  public var gravityUncertainty: Double?
  /// All anchors.
  public var anchors: [Anchor]
  /// Why the front camera's picture shows no face, in words; nil while faces are known or not looked
  /// for.
  public var faceAbsenceReason: String?
  /// The light, when estimated.
  public var lightEstimate: LightEstimate?
  /// The light on the face, when estimated.
  public var directionalLightEstimate: DirectionalLightEstimate?
  /// Points of the map seen now, in world space.
  public var rawFeaturePoints: [FeaturePoint]
  /// Seconds from exposure to publication; nil when time is not real.
  public var latency: Double?

  /// Creates a frame without anchors, light or points.
  public init(
    index: Int, timestamp: Timestamp, primaryRole: CameraRole, front: CameraView?,
    rear: CameraView?, trackingState: TrackingState
  ) {
    self.index = index
    self.timestamp = timestamp
    self.primaryRole = primaryRole
    self.front = front
    self.rear = rear
    self.trackingState = trackingState
    worldMappingStatus = .notAvailable
    scaleSource = .none
    gravitySource = .none
    anchors = []
    staleCameras = []
    rawFeaturePoints = []
  }

  /// The leading camera's view.
  public var primary: CameraView? { primaryRole == .front ? front : rear }

  /// The face anchors.
  public var faces: [FaceAnchor] {
    anchors.compactMap { if case .face(let a) = $0 { a } else { nil } }
  }
  /// The plane anchors.
  public var planes: [PlaneAnchor] {
    anchors.compactMap { if case .plane(let a) = $0 { a } else { nil } }
  }
  /// The image anchors.
  public var images: [ImageAnchor] {
    anchors.compactMap { if case .image(let a) = $0 { a } else { nil } }
  }

  /// The world-space ray through a point of a camera's picture, (0, 0) top left to (1, 1).
  public func ray(through point: Vector2, role: CameraRole = .rear) -> Ray? {
    guard let view = role == .front ? front : rear else { return nil }
    let i = view.image.intrinsics
    let n = i.unproject(Vector2(point.x * Double(i.width), point.y * Double(i.height)))
    return Ray(
      origin: view.worldFromCamera.translation,
      direction: view.worldFromCamera.rotation.act(Vector3(n.x, -n.y, -1)))
  }

  /// The surfaces along a ray, nearest first; empty while tracking is limited.
  ///
  /// `estimatedPlane` adds a surface guessed from the feature points round the ray, without an
  /// anchor, unless a found plane lies there.
  public func raycast(_ query: RaycastQuery) -> [RaycastResult] {
    guard trackingState == .normal else { return [] }
    var results = planes.filter { plane in
      switch query.alignment {
      case .any: true
      case .horizontal: plane.alignment == .horizontal
      case .vertical: plane.alignment == .vertical
      }
    }.compactMap { plane in
      plane.intersection(with: query.ray, infinite: query.target == .existingPlaneInfinite)
    }
    if query.target == .estimatedPlane,
      let guess = SurfaceEstimate(rawFeaturePoints, along: query.ray).hit(query.alignment),
      !results.contains(where: { abs($0.distance - guess.distance) < 0.05 * guess.distance })
    {
      results.append(guess)
    }
    return results.sorted { $0.distance < $1.distance }
  }
}
