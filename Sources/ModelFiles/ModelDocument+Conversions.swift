import Foundation
import SpatialMath

extension ModelDocument.Surface {
  /// The roughness that shines about as wide as Blinn-Phong's exponent: (2 / (n + 2))^(1/4).
  static func roughness(shininess n: Float) -> Float { pow(2 / (max(0, n) + 2), 0.25) }

  /// A linear colour from one as it is seen, sRGB.
  static func linear(_ c: SIMD3<Float>) -> SIMD3<Float> {
    func one(_ c: Float) -> Float { c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4) }
    return SIMD3(one(c.x), one(c.y), one(c.z))
  }
}

extension ModelDocument.Node {
  /// Takes place, turn and size from a matrix; a matrix that flattens leaves the turn as it is.
  mutating func setPlace(_ matrix: Matrix4x4) {
    let c = (matrix.column0.xyz, matrix.column1.xyz, matrix.column2.xyz)
    let lengths = Vector3(c.0.length, c.1.length, c.2.length)
    let sign = c.0.cross(c.1).dot(c.2) < 0 ? -1.0 : 1
    translation = matrix.translation
    scale = Vector3(lengths.x * sign, lengths.y, lengths.z)
    guard lengths.x > 1e-12, lengths.y > 1e-12, lengths.z > 1e-12 else { return }
    rotation = Quaternion(
      Matrix3x3(columns: c.0 / scale.x, c.1 / scale.y, c.2 / scale.z))
  }
}
