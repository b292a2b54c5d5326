import SessionCore

/// What a session is to do.
open class ARConfiguration {
  /// How the world's axes lie.
  public enum WorldAlignment: Int, Sendable {
    /// +Y against gravity.
    case gravity
    /// Not supported: it needs a compass.
    case gravityAndHeading
    /// The camera's axes at its first picture.
    case camera
  }

  /// How the world's axes lie; the world configuration's only.
  public var worldAlignment = WorldAlignment.gravity
  /// Estimate the light.
  public var isLightEstimationEnabled = true
  /// Deliver sound: a session refuses it in this version.
  public var providesAudioData = false

  init() {}

  /// Whether the cameras of `ARCameras.current` can run it.
  open class var isSupported: Bool { false }

  var core: SessionConfiguration { .face(.init()) }
}

/// Tracks faces with the front camera.
public final class ARFaceTrackingConfiguration: ARConfiguration {
  /// The most faces that are tracked, 1…3.
  public var maximumNumberOfTrackedFaces = 1
  /// Also track the world with the rear camera.
  public var isWorldTrackingEnabled = false

  /// Creates the default configuration.
  public override init() { super.init() }

  /// Whether `ARCameras.current` has a front camera.
  public override class var isSupported: Bool { ARCameras.current.has([.front]) }
  /// Whether it has a rear one, too.
  public static var supportsWorldTracking: Bool { ARCameras.current.has([.front, .rear]) }
  /// 3.
  public static var supportedNumberOfTrackedFaces: Int {
    FaceTrackingConfiguration.supportedNumberOfTrackedFaces
  }

  override var core: SessionConfiguration {
    var face = FaceTrackingConfiguration()
    face.maximumNumberOfTrackedFaces = maximumNumberOfTrackedFaces
    face.isWorldTrackingEnabled = isWorldTrackingEnabled
    face.isLightEstimationEnabled = isLightEstimationEnabled
    face.providesAudioData = providesAudioData
    return .face(face)
  }
}

/// Tracks the world with the rear camera.
public final class ARWorldTrackingConfiguration: ARConfiguration {
  /// Which planes to look for.
  public struct PlaneDetection: OptionSet, Sendable {
    /// The set's bits.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Perpendicular to gravity.
    public static let horizontal = PlaneDetection(rawValue: 1)
    /// Parallel to gravity.
    public static let vertical = PlaneDetection(rawValue: 2)
  }

  /// Which planes to look for.
  public var planeDetection: PlaneDetection = []
  /// Also track faces with the front camera; face anchors are in world space.
  public var userFaceTrackingEnabled = false

  /// Creates the default configuration.
  public override init() { super.init() }

  /// Whether `ARCameras.current` has a rear camera.
  public override class var isSupported: Bool { ARCameras.current.has([.rear]) }
  /// Whether it has a front one, too.
  public static var supportsUserFaceTracking: Bool { ARCameras.current.has([.front, .rear]) }

  override var core: SessionConfiguration {
    var world = WorldTrackingConfiguration()
    world.planeDetection = .init(rawValue: Int(planeDetection.rawValue & 3))
    world.userFaceTrackingEnabled = userFaceTrackingEnabled
    world.isLightEstimationEnabled = isLightEstimationEnabled
    world.providesAudioData = providesAudioData
    world.worldAlignment =
      switch worldAlignment {
      case .gravity: .gravity
      case .gravityAndHeading: .gravityAndHeading
      case .camera: .camera
      }
    return .world(world)
  }
}
