import SessionCore
import SpatialMath

/// The lens of a V4L2 camera: what the configuration says of it, what a table does, what is assumed.
extension VideoDeviceSource {
  /// The lens for pictures of a size.
  static func intrinsics(
    _ options: VideoDeviceOptions, _ lens: VideoDeviceLens?, _ width: Int, _ height: Int
  ) -> CameraIntrinsics {
    switch options.intrinsics {
    case .unknown:
      return (lens?.specification ?? .unknown).resolved(width: width, height: height)
    case .horizontalFieldOfView, .calibrated:
      return options.intrinsics.resolved(width: width, height: height)
    case .explicit:
      // Focal lengths in pixels belong to the size that was asked for.
      return options.intrinsics.resolved(width: options.width, height: options.height)
        .scaled(width: width, height: height)
    }
  }

  /// Where the lens comes from, when the configuration leaves it open, and whether what it says fits
  /// the pictures.
  func lensNotice(_ known: VideoDeviceLens?, _ picture: VideoFormat) -> [String] {
    if case .calibrated(let calibrated) = options.intrinsics {
      if calibrated.width * picture.height == calibrated.height * picture.width { return [] }
      return [
        "its calibration is for \(calibrated.width)x\(calibrated.height), and pictures are "
          + "\(picture.width)x\(picture.height): they are taken for the middle part of the "
          + "calibrated ones; calibrate at this shape to be certain"
      ]
    }
    let isOtherShape = picture.width * options.height != picture.height * options.width
    if options.intrinsics != .unknown, isOtherShape {
      return [
        "the lens in the configuration is for \(options.width)x\(options.height), and pictures are "
          + "\(picture.width)x\(picture.height): what the lens sees may be something else; give "
          + "intrinsics for this size"
      ]
    }
    guard options.intrinsics == .unknown, lens != nil else { return [] }
    if let known, known.specification != .unknown {
      return known.source.map { ["lens: \($0)"] } ?? []
    }
    let assumed = Int((IntrinsicsSpecification.assumedFieldOfView * 180 / .pi).rounded())
    return [
      "its lens is not known: \(assumed) degrees across are assumed; give intrinsics in the "
        + "configuration"
    ]
  }
}
