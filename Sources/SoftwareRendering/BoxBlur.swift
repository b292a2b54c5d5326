import SpatialMath

/// The mean over a moving window, as a cheap stand-in for smoother blurs.
package enum BoxBlur {
  /// Blurs a picture of colours both ways, several times; three rounds are nearly a bell.
  package static func apply(
    _ texels: inout [SIMD3<Float>], width: Int, height: Int, radius: Int, rounds: Int
  ) {
    for _ in 0..<rounds {
      pass(&texels, count: width, step: 1, lines: height, jump: width, radius: radius)
      pass(&texels, count: height, step: width, lines: width, jump: 1, radius: radius)
    }
  }

  /// Blurs lines of `count` texels that lie `step` apart; the border is repeated.
  private static func pass(
    _ texels: inout [SIMD3<Float>], count: Int, step: Int, lines: Int, jump: Int, radius: Int
  ) {
    let source = texels
    let scale = 1 / Float(2 * radius + 1)
    for line in 0..<lines {
      let start = line * jump
      func at(_ i: Int) -> SIMD3<Float> {
        let inside: Int = min(max(i, 0), count - 1)
        return source[start + inside * step]
      }
      var sum = SIMD3<Float>.zero
      for k in -radius...radius { sum += at(k) }
      for i in 0..<count {
        texels[start + i * step] = sum * scale
        sum += at(i + radius + 1)
        sum -= at(i - radius)
      }
    }
  }
}
