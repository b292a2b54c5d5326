import SpatialMath

/// How the body's texture coordinates are packed into the skin texture: the head large, neck and
/// nostrils small, the rest of the body left out.
enum SkinAtlas {
  /// The size of the texture in texels.
  static let width = 724, height = 900

  private struct Chart {
    /// The lower left and upper right corner in the mesh's coordinates (v up).
    var low: SIMD2<Float>, high: SIMD2<Float>
    /// Texels a unit, and the upper left texel.
    var scale: Float
    var origin: SIMD2<Float>

    func place(_ uv: SIMD2<Float>) -> SIMD2<Float> {
      let texel = SIMD2(uv.x - low.x, high.y - uv.y) * scale + origin
      return texel / SIMD2(Float(SkinAtlas.width), Float(SkinAtlas.height))
    }
  }

  private static let head = Chart(
    low: SIMD2(0.635, 0.14), high: SIMD2(1, 0.83), scale: 1300, origin: SIMD2(0, 0))
  private static let neck = Chart(
    low: SIMD2(0.115, 0.65), high: SIMD2(0.645, 0.985), scale: 450, origin: SIMD2(480, 2))
  private static let nostrils = Chart(
    low: SIMD2(0, 0.53), high: SIMD2(0.17, 0.645), scale: 400, origin: SIMD2(480, 170))

  /// The place of a texture coordinate of the body, 0…1 with v down.
  static func place(_ uv: SIMD2<Float>) -> SIMD2<Float> {
    if isNostril(uv) { return nostrils.place(uv) }
    return uv.x < 0.645 && uv.y > 0.65 ? neck.place(uv) : head.place(uv)
  }

  /// True for the insides of the nose.
  static func isNostril(_ uv: SIMD2<Float>) -> Bool { uv.x < 0.17 && uv.y < 0.645 && uv.y > 0.53 }
}
