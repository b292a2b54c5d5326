import Foundation
import SessionCore
import SpatialMath

/// Estimates the ambient light from a picture's mean colour.
///
/// The intensity takes the camera's exposure for a good one: a mean linear luminance of 18 %, the
/// photographers' grey, is 1000. The colour takes the scene for grey on average (Buchsbaum, 1980);
/// without colour it is neutral. Both are relative: no webcam is calibrated.
package struct AmbientLightEstimator {
  private var smoothed: LightEstimate?

  /// Every so many pixels each way are looked at: 1200 of a 640 × 480 picture.
  private static let step = 16
  private static let grey = 0.18
  private static let neutralTemperature = 6500.0
  /// The share of each new picture: at 30 Hz a change takes about half a second.
  private static let share = 0.1
  private static let temperatures = 1500.0...25000.0

  /// Creates an estimator without history.
  package init() {}

  /// The smoothed estimate after a picture.
  package mutating func estimate(_ pixels: PixelBuffer) -> LightEstimate {
    let mean = ColorSampler(pixels).meanLinearColor(step: Self.step)
    let luminance = 0.2126 * mean.x + 0.7152 * mean.y + 0.0722 * mean.z
    let new = LightEstimate(
      ambientIntensity: 1000 * luminance / Self.grey,
      ambientColorTemperature: Self.temperature(mean))
    guard var old = smoothed else {
      smoothed = new
      return new
    }
    old.ambientIntensity += Self.share * (new.ambientIntensity - old.ambientIntensity)
    old.ambientColorTemperature +=
      Self.share * (new.ambientColorTemperature - old.ambientColorTemperature)
    smoothed = old
    return old
  }

  /// The correlated colour temperature of linear sRGB (McCamy, 1992), kelvin.
  static func temperature(_ c: Vector3) -> Double {
    let x = 0.4124 * c.x + 0.3576 * c.y + 0.1805 * c.z
    let y = 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z
    let z = 0.0193 * c.x + 0.1192 * c.y + 0.9505 * c.z
    let sum = x + y + z
    guard sum > 1e-9 else { return neutralTemperature }
    let n = (x / sum - 0.3320) / (0.1858 - y / sum)
    let kelvin = ((449 * n + 3525) * n + 6823.3) * n + 5520.33
    return min(temperatures.upperBound, max(temperatures.lowerBound, kelvin))
  }
}
