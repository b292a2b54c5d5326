import SessionCore

/// Why no face is found in a picture, as far as the picture itself tells.
package enum FaceAbsence {
  private enum Limit {
    /// A shorter longer side leaves no face large enough to find.
    static let side = 64
    /// The mean brightness below or above which a sensor shows nothing, 0…1.
    static let darkest = 0.06
    static let brightest = 0.94
    /// The standard deviation of the brightness in a picture of nothing, 0…1.
    static let contrast = 0.015
    /// About as many pixels are looked at in each direction.
    static let samples = 64
  }

  /// The reason in words, for an `rgb8` picture.
  package static func reason(in picture: PixelBuffer) -> String {
    if max(picture.width, picture.height) < Limit.side {
      return "the picture is too small (\(picture.width) × \(picture.height) pixels)"
    }
    let (mean, deviation) = brightness(of: picture)
    if mean < Limit.darkest {
      return "the picture is black: more light is needed, or a lens cap is on"
    }
    if mean > Limit.brightest { return "the picture is overexposed: less light is needed" }
    if deviation < Limit.contrast { return "the picture shows nothing: it has one colour" }
    return "no face is seen: look towards the camera, upright and not covered"
  }

  private static func brightness(of picture: PixelBuffer) -> (mean: Double, deviation: Double) {
    let plane = picture.planes[0]
    var (sum, squares, count) = (0.0, 0.0, 0.0)
    for y in stride(from: 0, to: picture.height, by: max(1, picture.height / Limit.samples)) {
      for x in stride(from: 0, to: picture.width, by: max(1, picture.width / Limit.samples)) {
        let byte = plane.base.load(fromByteOffset: y * plane.stride + 3 * x + 1, as: UInt8.self)
        let value = Double(byte) / 255
        sum += value
        squares += value * value
        count += 1
      }
    }
    let mean = sum / count
    return (mean, max(0, squares / count - mean * mean).squareRoot())
  }
}
