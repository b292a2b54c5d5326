import Foundation
import SpatialMath

/// The skull's surface as a distance from a middle in every direction, which hair is laid on.
struct ScalpShell {
  /// A point inside the skull, in face space.
  private static let center = SIMD3<Float>(0, 0.045, -0.050)
  private static let rows = 20, columns = 40
  /// The width of the mean over vertices, radians.
  private static let smoothing: Float = 0.13

  /// Distances by polar angle from +Y and azimuth.
  private var distances: [Float] = []

  init(shape: HeadShape) {
    let points = shape.rest.indices.compactMap { i -> SIMD3<Float>? in
      let p = shape.canvas[i]
      // Ears, mouth and neck are no part of the skull.
      let isSkull = p.y > -0.03 && abs(p.x) < 0.0795 && p.z < 0.06
      return isSkull && shape.headShare[i] > 0.9 ? shape.rest[i] - Self.center : nil
    }
    let directions = points.map(\.normalized)
    for row in 0...Self.rows {
      for column in 0..<Self.columns {
        let d = Self.direction(row: row, column: column)
        var sum: Float = 0
        var total: Float = 1e-9
        for (p, direction) in zip(points, directions) {
          let cosine = direction.dot(d)
          guard cosine > 0.85 else { continue }
          let angle2 = 2 * (1 - cosine)
          let weight = Float(exp(-Double(angle2 / (2 * Self.smoothing * Self.smoothing))))
          sum += weight * p.length
          total += weight
        }
        distances.append(total > 1e-3 ? sum / total : 0.09)
      }
    }
  }

  private static func direction(row: Int, column: Int) -> SIMD3<Float> {
    let polar = Double.pi * Double(row) / Double(rows)
    let azimuth = 2 * Double.pi * Double(column) / Double(columns)
    return SIMD3(
      Float(sin(polar) * sin(azimuth)), Float(cos(polar)), Float(sin(polar) * cos(azimuth)))
  }

  /// The skull's distance from its middle in a unit direction.
  private func distance(_ d: SIMD3<Float>) -> Float {
    let polar = Float(acos(Double(max(-1, min(1, d.y))))) / .pi * Float(Self.rows)
    var azimuth = Float(atan2(Double(d.x), Double(d.z))) / (2 * .pi) * Float(Self.columns)
    if azimuth < 0 { azimuth += Float(Self.columns) }
    let row = min(Self.rows - 1, Int(polar))
    let column = Int(azimuth)
    let fy = polar - Float(row)
    let fx = azimuth - Float(column)
    func at(_ r: Int, _ c: Int) -> Float { distances[r * Self.columns + c % Self.columns] }
    let top = at(row, column) * (1 - fx) + at(row, column + 1) * fx
    let bottom = at(row + 1, column) * (1 - fx) + at(row + 1, column + 1) * fx
    return top * (1 - fy) + bottom * fy
  }

  /// How far a point lies over the skull, metres; below 0 inside.
  func height(_ p: SIMD3<Float>) -> Float {
    let d = p - Self.center
    return d.length - distance(d.normalized)
  }

  /// The point over the skull in a point's direction.
  func place(_ p: SIMD3<Float>, height: Float) -> SIMD3<Float> {
    let d = (p - Self.center).normalized
    return Self.center + d * (distance(d) + height)
  }

  /// Away from the skull, nearly its normal.
  func outwards(_ p: SIMD3<Float>) -> SIMD3<Float> { (p - Self.center).normalized }
}
