import SpatialMath

/// What a configuration says about a lens, before the picture's size is known.
public enum IntrinsicsSpecification: Sendable, Equatable {
  /// Nothing is known: 60° across is assumed, the middle of what webcams have.
  case unknown
  /// The horizontal field of view in radians.
  case horizontalFieldOfView(Double)
  /// Focal lengths and principal point in pixels of the delivered picture.
  case explicit(
    fx: Double, fy: Double, cx: Double, cy: Double, distortion: CameraIntrinsics.Distortion)
  /// A calibration, for the picture size that it was made at.
  case calibrated(CameraIntrinsics)

  /// The assumed horizontal field of view of an unknown lens, radians.
  public static let assumedFieldOfView = 60.0 * Double.pi / 180

  /// The intrinsics for a picture size.
  public func resolved(width: Int, height: Int) -> CameraIntrinsics {
    switch self {
    case .unknown:
      CameraIntrinsics(
        width: width, height: height, horizontalFieldOfView: Self.assumedFieldOfView)
    case .horizontalFieldOfView(let angle):
      CameraIntrinsics(width: width, height: height, horizontalFieldOfView: angle)
    case .explicit(let fx, let fy, let cx, let cy, let distortion):
      CameraIntrinsics(
        width: width, height: height, fx: fx, fy: fy, cx: cx, cy: cy, distortion: distortion)
    case .calibrated(let known): known.fitted(width: width, height: height)
    }
  }
}
