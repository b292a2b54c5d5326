import SessionCore

/// Brightness of a picture that can be shrunk.
struct LumaPicture: Sendable {
  let width: Int, height: Int
  let pixels: [UInt8]

  /// The same pixels as others take them.
  var buffer: PixelBuffer {
    PixelBuffer.make(width: width, height: height, format: .gray8) { $0[0].copyBytes(from: pixels) }
  }

  /// The same picture with its longer side at most so long, each new pixel the mean of what it
  /// covers.
  func shrunk(longerSide: Int) -> LumaPicture {
    let longer = max(width, height)
    guard longer > longerSide else { return self }
    return shrunk(
      to: max(1, width * longerSide / longer), by: max(1, height * longerSide / longer))
  }

  /// The same picture at a size, each new pixel the mean of what it covers.
  func shrunk(to w: Int, by h: Int) -> LumaPicture {
    let across = Self.spans(from: width, to: w)
    let down = Self.spans(from: height, to: h)
    var rows = [Float](repeating: 0, count: w * height)
    for y in 0..<height {
      for (x, span) in across.enumerated() {
        rows[y * w + x] = span.mean { Float(pixels[y * width + $0]) }
      }
    }
    var result = [UInt8](repeating: 0, count: w * h)
    for (y, span) in down.enumerated() {
      for x in 0..<w {
        result[y * w + x] = UInt8(min(255, max(0, span.mean { rows[$0 * w + x] } + 0.5)))
      }
    }
    return LumaPicture(width: w, height: h, pixels: result)
  }

  /// The old pixels that a new one covers, the first and the last one partly.
  private struct Span {
    var first: Int
    var weights: [Float]

    func mean(_ value: (Int) -> Float) -> Float {
      var sum: Float = 0
      var total: Float = 0
      for (i, w) in weights.enumerated() {
        sum += w * value(first + i)
        total += w
      }
      return sum / total
    }
  }

  private static func spans(from old: Int, to new: Int) -> [Span] {
    let step = Float(old) / Float(new)
    return (0..<new).map { i in
      let (a, b) = (Float(i) * step, Float(i + 1) * step)
      let first = min(old - 1, Int(a))
      let last = min(old - 1, max(first, Int(b.rounded(.up)) - 1))
      return Span(
        first: first,
        weights: (first...last).map { max(1e-3, min(b, Float($0 + 1)) - max(a, Float($0))) })
    }
  }

  /// The mean and the standard deviation of the brightness.
  var contrast: (mean: Double, deviation: Double) {
    let n = Double(max(1, pixels.count))
    let mean = pixels.reduce(0.0) { $0 + Double($1) } / n
    let variance = pixels.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / n
    return (mean, variance.squareRoot())
  }
}
