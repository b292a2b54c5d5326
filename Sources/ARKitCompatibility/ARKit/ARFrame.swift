import SessionCore
import SpatialMath

/// All that is known at one picture of the leading camera.
public final class ARFrame {
  /// The frame as the session made it, with both cameras' pictures.
  ///
  /// An addition: a phone shows the pictures of one camera only.
  let core: SessionFrame
  /// The camera.
  public let camera: ARCamera
  /// All anchors.
  public let anchors: [ARAnchor]

  init(_ frame: SessionFrame) {
    core = frame
    camera = ARCamera(frame)
    anchors = frame.anchors.map(ARAnchor.make)
  }

  /// The picture's time of capture, seconds.
  public var timestamp: TimeInterval { Double(core.timestamp.nanoseconds) * 1e-9 }
  /// The light, when estimated; from a face with its direction.
  public var lightEstimate: ARLightEstimate? {
    let ambient = core.lightEstimate ?? .neutral
    if let face = core.directionalLightEstimate {
      return ARDirectionalLightEstimate(ambient, face)
    }
    return core.lightEstimate.map(ARLightEstimate.init)
  }
}

/// Where the leading camera is, and its lens.
public final class ARCamera {
  /// How well the camera's place is known.
  public enum TrackingState: Sendable, Equatable {
    /// Why tracking is limited.
    public enum Reason: Sendable {
      /// No map yet.
      case initializing
      /// The camera moves too fast.
      case excessiveMotion
      /// Too little to see.
      case insufficientFeatures
      /// Looking for the known map.
      case relocalizing
    }

    /// Tracking does not run.
    case notAvailable
    /// A pose is given but may be wrong.
    case limited(Reason)
    /// The pose is good.
    case normal
  }

  /// World from camera (+X right, +Y up, −Z forward).
  public let transform: simd_float4x4
  /// How well `transform` is known.
  public let trackingState: TrackingState
  /// The lens in pixels: focal lengths on the diagonal, the principal point in the last column.
  public let intrinsics: simd_float3x3
  /// The picture's size in pixels.
  public let imageResolution: CGSize

  init(_ frame: SessionFrame) {
    transform = simd_float4x4(frame.primary?.worldFromCamera ?? .identity)
    let lens = frame.primary?.image.intrinsics
    let (fx, fy) = (Float(lens?.fx ?? 0), Float(lens?.fy ?? 0))
    let (cx, cy) = (Float(lens?.cx ?? 0), Float(lens?.cy ?? 0))
    intrinsics = simd_float3x3(
      columns: (simd_float3(fx, 0, 0), simd_float3(0, fy, 0), simd_float3(cx, cy, 1)))
    imageResolution = CGSize(width: lens?.width ?? 0, height: lens?.height ?? 0)
    trackingState = TrackingState(frame.trackingState)
  }

  /// The rotation's angles: x is pitch, y yaw, z roll.
  public var eulerAngles: simd_float3 {
    let angles = EulerAngles(Quaternion(transform.core.linear))
    return simd_float3(Float(angles.pitch), Float(angles.yaw), Float(angles.roll))
  }
}

extension ARCamera.TrackingState {
  init(_ state: TrackingState) {
    self =
      switch state {
      case .notAvailable: .notAvailable
      case .normal: .normal
      case .limited(.initializing): .limited(.initializing)
      case .limited(.excessiveMotion): .limited(.excessiveMotion)
      case .limited(.insufficientFeatures): .limited(.insufficientFeatures)
      case .limited(.relocalizing): .limited(.relocalizing)
      }
  }
}

/// The light in a camera's picture.
public class ARLightEstimate {
  /// 1000 is a well-lit scene.
  public let ambientIntensity: CGFloat
  /// In kelvin; 6500 is white.
  public let ambientColorTemperature: CGFloat

  init(_ light: LightEstimate) {
    ambientIntensity = CGFloat(light.ambientIntensity)
    ambientColorTemperature = CGFloat(light.ambientColorTemperature)
  }
}

/// The light on a face.
public final class ARDirectionalLightEstimate: ARLightEstimate {
  /// 27 floats: nine spherical-harmonic coefficients for red, then green, then blue.
  public let sphericalHarmonicsCoefficients: Data
  /// From where the strongest light comes, in world space.
  public let primaryLightDirection: simd_float3
  /// 1000 is well lit.
  public let primaryLightIntensity: CGFloat

  init(_ ambient: LightEstimate, _ light: DirectionalLightEstimate) {
    sphericalHarmonicsCoefficients = light.sphericalHarmonicsCoefficients.withUnsafeBytes {
      Data($0)
    }
    primaryLightDirection = simd_float3(light.primaryLightDirection)
    primaryLightIntensity = CGFloat(light.primaryLightIntensity)
    super.init(ambient)
  }
}
