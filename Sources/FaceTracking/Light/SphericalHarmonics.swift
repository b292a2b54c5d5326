import SpatialMath

/// Real spherical harmonics up to the second degree, in the usual order (0,0), (1,−1), (1,0), (1,1),
/// (2,−2) … (2,2).
package enum SphericalHarmonics {
  /// The number of functions.
  package static let count = 9

  /// What a matt surface makes of each degree of the light around it (Ramamoorthi and Hanrahan,
  /// SIGGRAPH 2001).
  static let mattFactors: [Double] = [
    .pi, 2 * .pi / 3, 2 * .pi / 3, 2 * .pi / 3, .pi / 4, .pi / 4, .pi / 4, .pi / 4, .pi / 4,
  ]

  /// The functions' values in a unit direction.
  package static func values(_ n: Vector3) -> [Double] {
    [
      0.282095, 0.488603 * n.y, 0.488603 * n.z, 0.488603 * n.x, 1.092548 * n.x * n.y,
      1.092548 * n.y * n.z, 0.315392 * (3 * n.z * n.z - 1), 1.092548 * n.x * n.z,
      0.546274 * (n.x * n.x - n.y * n.y),
    ]
  }
}
