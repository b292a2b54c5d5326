import Foundation
import SessionCore

/// One camera of a device, as its row describes it.
package struct DeviceCamera: Sendable, Equatable {
  /// What its pictures show.
  package enum Stream: String, Sendable, CaseIterable {
    case color, infrared, depth
  }
  /// Where it looks; `either` for a camera that people place themselves.
  package enum Facing: String, Sendable, CaseIterable {
    case front, rear, either
  }

  /// What its pictures show.
  package var stream: Stream
  /// Where it looks.
  package var facing: Facing
  /// What else is worth saying.
  package var note: String?
  /// What it delivers, in the order of the row.
  package var formats: [DeviceFormat]
  /// Its lens and shutter; nil when nothing is known.
  package var lens: DeviceLens?
}

/// One pixel format of a camera with its sizes.
package struct DeviceFormat: Sendable, Equatable {
  /// One picture size with its rates, pictures a second, fastest first; empty when not known.
  package struct Mode: Sendable, Equatable {
    package var size: PictureSize
    package var rates: [Double]
  }
  /// V4L2's four letters, such as `MJPG`.
  package var fourCC: String
  /// The letters without the blanks that V4L2 fills short names with.
  var letters: String { String(fourCC.prefix { $0 != " " }) }
  /// The sizes, in the order of the row.
  package var modes: [Mode]
}

/// A camera's lens and shutter.
package struct DeviceLens: Sendable, Equatable {
  /// How the sensor is exposed.
  package enum Shutter: String, Sendable, CaseIterable {
    case rolling, global
  }
  /// What the sensor does for aspect ratios that are not listed.
  package enum OtherAspects: String, Sendable, CaseIterable {
    /// The view keeps its height; width is cut off or added.
    case sameHeight = "same-height"
    /// The view keeps its width; height is cut off or added.
    case sameWidth = "same-width"
  }
  /// How an angle was found.
  package enum Basis: String, Sendable, CaseIterable {
    /// From calibrations of real units.
    case calibrated
    /// From the maker's data.
    case published
    /// From a relative of the camera; the source says which.
    case assumed
  }
  /// The view in pictures of one aspect ratio.
  package struct FieldOfView: Sendable, Equatable {
    /// As written: `16:9`.
    package var aspect: String
    /// Width through height.
    package var ratio: Double
    /// The horizontal angle in radians.
    package var horizontal: Double
    /// How it was found.
    package var basis: Basis
    /// Where it was found.
    package var source: String
  }

  /// How the sensor is exposed; nil when not known.
  package var shutter: Shutter?
  /// Seconds from the first row's exposure to the last one's; nil when not known.
  package var readout: Double?
  /// What happens to aspect ratios that are not listed; nil when not known.
  package var otherAspects: OtherAspects?
  /// The views, in the order of the row.
  package var fieldsOfView: [FieldOfView]

  /// Two ratios nearer than this are one: 864×480 and 1600×896 count as 16:9, 352×288 not as 4:3.
  private static let sameRatio = 0.025

  /// The horizontal angle of pictures of a size, in radians, and the view that it comes from; nil
  /// when nothing is known for that aspect ratio.
  package func horizontalFieldOfView(
    width: Int, height: Int
  ) -> (angle: Double, from: FieldOfView)? {
    guard width > 0, height > 0 else { return nil }
    let ratio = Double(width) / Double(height)
    let nearest = fieldsOfView.min { abs($0.ratio - ratio) < abs($1.ratio - ratio) }
    guard let nearest else { return nil }
    if abs(nearest.ratio - ratio) <= Self.sameRatio * ratio { return (nearest.horizontal, nearest) }
    switch otherAspects {
    case .sameHeight:
      return (2 * atan(tan(nearest.horizontal / 2) * ratio / nearest.ratio), nearest)
    case .sameWidth: return (nearest.horizontal, nearest)
    case nil: return nil
    }
  }
}
