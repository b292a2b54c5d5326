import SpatialMath

/// A reflectance texture with two levels, four bytes a texel: square roots of linear red, green and
/// blue, and a free channel.
package struct TextureImage: Sendable {
  /// The size of the finer level in texels.
  package let width: Int, height: Int
  private let texels: [UInt32]
  private let coarse: [UInt32]

  /// Packs colours of 0…1 with the free channel of 0…1 in `w`.
  package init(width: Int, height: Int, colors: [SIMD4<Float>]) {
    self.width = width
    self.height = height
    texels = colors.map(Self.pack)
    let (w, h) = (width / 2, height / 2)
    coarse = (0..<w * h).map { i in
      let p = 2 * (i / w) * width + 2 * (i % w)
      let sum = colors[p] + colors[p + 1] + colors[p + width] + colors[p + width + 1]
      return Self.pack(sum / 4)
    }
  }

  private static func pack(_ c: SIMD4<Float>) -> UInt32 {
    func byte(_ x: Float) -> UInt32 { UInt32(min(255, max(0, x * 255 + 0.5))) }
    return byte(max(0, c.x).squareRoot()) | byte(max(0, c.y).squareRoot()) << 8
      | byte(max(0, c.z).squareRoot()) << 16 | byte(c.w) << 24
  }

  /// Runs a body with a level open for reading.
  package func withSampler<R>(isCoarse: Bool, _ body: (Sampler) -> R) -> R {
    (isCoarse ? coarse : texels).withUnsafeBufferPointer { buffer in
      body(
        Sampler(
          base: buffer, width: isCoarse ? width / 2 : width, height: isCoarse ? height / 2 : height)
      )
    }
  }

  /// One level, open for reading.
  package struct Sampler {
    let base: UnsafeBufferPointer<UInt32>
    let width: Int, height: Int

    /// The colour at a place of 0…1, linear, with the free channel in `w`.
    @inline(__always)
    package func color(_ u: Float, _ v: Float) -> SIMD4<Float> {
      let x = max(0, min(u * Float(width) - 0.5, Float(width) - 1.01))
      let y = max(0, min(v * Float(height) - 0.5, Float(height) - 1.01))
      let ix = Int(x)
      let iy = Int(y)
      let fx = UInt64((x - Float(ix)) * 256)
      let fy = UInt64((y - Float(iy)) * 256)
      let p = iy &* width &+ ix
      let top = UInt64(base[p]) | UInt64(base[p &+ 1]) << 32
      let q = p &+ width
      let bottom = UInt64(base[q]) | UInt64(base[q &+ 1]) << 32
      let a = Texel.mixPair(top, fx)
      let b = Texel.mixPair(bottom, fx)
      let c = Texel.mixPair(UInt64(a) | UInt64(b) << 32, fy)
      let bytes = SIMD4<Float>(
        Float(c & 0xFF), Float(c >> 8 & 0xFF), Float(c >> 16 & 0xFF), Float(c >> 24))
      let unit = bytes * (1 / 255)
      return SIMD4(unit.x * unit.x, unit.y * unit.y, unit.z * unit.z, unit.w)
    }
  }
}
