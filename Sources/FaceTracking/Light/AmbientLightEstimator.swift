import Foundation
import SessionCore
import SpatialMath

/// Reads the light's strength and colour off a picture.
///
/// A camera that sets its own exposure hides the light's true strength, so this is the light **in the
/// picture**: 1000 where the mean is middle grey. The colour is that of the picture's least
/// colourful pixels, which are taken for grey.
package struct AmbientLightEstimator: Sendable {
  private var last: (estimate: LightEstimate, time: Timestamp)?

  /// Creates an estimator without history.
  package init() {}

  private enum Constant {
    /// About this many pixels are looked at.
    static let samples = 4000.0
    /// The linear reflectance of middle grey.
    static let middleGrey = 0.18
    /// Seconds in which an estimate follows a change by 63 %.
    static let timeConstant = 0.3
    /// Bytes outside are noise or clipped.
    static let usable = UInt8(20)...UInt8(250)
    /// Kelvin.
    static let temperatures = 2000.0...12000.0
    static let intensities = 0.0...4000.0
  }

  /// The light of an `rgb8` picture, evened out over a third of a second.
  package mutating func estimate(_ picture: PixelBuffer, at time: Timestamp) -> LightEstimate {
    var result = Self.measure(picture)
    if let last {
      let k = 1 - exp(-max(0, time.seconds(since: last.time)) / Constant.timeConstant)
      let old = last.estimate
      result.ambientIntensity =
        old.ambientIntensity + k * (result.ambientIntensity - old.ambientIntensity)
      result.ambientColorTemperature =
        old.ambientColorTemperature
        + k * (result.ambientColorTemperature - old.ambientColorTemperature)
    }
    last = (result, time)
    return result
  }

  private static func measure(_ picture: PixelBuffer) -> LightEstimate {
    let step = max(1, Int((Double(picture.width * picture.height) / Constant.samples).squareRoot()))
    var brightness: Float = 0
    var count: Float = 0
    var grey = SIMD3<Float>.zero
    let plane = picture.planes[0]
    LinearLight.table.withUnsafeBufferPointer { linear in
      for y in stride(from: step / 2, to: picture.height, by: step) {
        let row = plane.base + y * plane.stride
        for x in stride(from: step / 2, to: picture.width, by: step) {
          let bytes = SIMD3(
            row.load(fromByteOffset: 3 * x, as: UInt8.self),
            row.load(fromByteOffset: 3 * x + 1, as: UInt8.self),
            row.load(fromByteOffset: 3 * x + 2, as: UInt8.self))
          let light = SIMD3(linear[Int(bytes.x)], linear[Int(bytes.y)], linear[Int(bytes.z)])
          brightness += (light * SIMD3(0.2126, 0.7152, 0.0722)).sum()
          count += 1
          let (low, high) = (bytes.min(), bytes.max())
          if Constant.usable.contains(low), Constant.usable.contains(high) {
            let colourfulness = Float(high - low) / Float(high)
            grey += light * max(0.001, 1 - 2 * colourfulness) * max(0.001, 1 - 2 * colourfulness)
          }
        }
      }
    }
    let intensity = 1000 * Double(brightness / max(count, 1)) / Constant.middleGrey
    return LightEstimate(
      ambientIntensity: clamp(intensity, Constant.intensities),
      ambientColorTemperature: clamp(colorTemperature(of: grey), Constant.temperatures))
  }

  /// The correlated colour temperature of linear sRGB light (McCamy 1992).
  private static func colorTemperature(of rgb: SIMD3<Float>) -> Double {
    let c = Vector3(rgb)
    let x = c.dot(Vector3(0.4124, 0.3576, 0.1805))
    let y = c.dot(Vector3(0.2126, 0.7152, 0.0722))
    let z = c.dot(Vector3(0.0193, 0.1192, 0.9505))
    let sum = x + y + z
    guard sum > 0 else { return LightEstimate.neutral.ambientColorTemperature }
    let n = (x / sum - 0.3320) / (0.1858 - y / sum)
    return ((449 * n + 3525) * n + 6823.3) * n + 5520.33
  }

  private static func clamp(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    min(max(value, range.lowerBound), range.upperBound)
  }
}
