/// Packs luma to a fifth of its size, off by at most one grey level.
///
/// The predictor of LOCO-I (Weinberger et al., 2000) with the residuals quantised in steps of three
/// within the loop, coded after Golomb and Rice. All in integers: every machine reads the same
/// picture, and packing it again gives the same bytes.
enum GrayPictureCodec {
  /// Grey levels a step: the error is at most half of it.
  private static let step = 3
  /// Quantised residuals are −85…85: 171 of them.
  private static let most = 85
  /// Contexts by how uneven the neighbours are: the sum of differences, in eight classes.
  private static let contexts = 8
  /// A unary part this long is followed by the number itself in eight bits.
  private static let escape = 20
  /// Counts are halved at this number, so that the code adapts.
  private static let memory = 64

  /// How a context's residuals have been so far.
  private struct Statistics {
    var sum = 4
    var count = 2

    /// The number of low bits written as they are.
    var bits: Int {
      var k = 0
      while count << k < sum, k < 7 { k += 1 }
      return k
    }

    mutating func add(_ value: Int) {
      sum += value
      count += 1
      if count >= memory {
        sum >>= 1
        count >>= 1
      }
    }
  }

  /// The neighbours' prediction and context of a pixel.
  @inline(__always) private static func predict(
    _ p: UnsafeBufferPointer<UInt8>, _ i: Int, _ x: Int, _ y: Int, _ width: Int
  ) -> (value: Int, context: Int) {
    let left = x > 0 ? Int(p[i - 1]) : (y > 0 ? Int(p[i - width]) : 128)
    guard y > 0 else { return (left, 0) }
    let up = Int(p[i - width])
    let corner = x > 0 ? Int(p[i - width - 1]) : up
    let right = x + 1 < width ? Int(p[i - width + 1]) : up
    let low = min(left, up)
    let high = max(left, up)
    let value = corner >= high ? low : corner <= low ? high : left + up - corner
    let unrest = abs(left - corner) + abs(corner - up) + abs(up - right)
    let bits = Int.bitWidth - unrest.leadingZeroBitCount
    return (value, min(contexts - 1, bits))
  }

  /// What a quantised residual makes of a prediction.
  @inline(__always) private static func value(_ prediction: Int, _ quantised: Int) -> UInt8 {
    UInt8(min(255, max(0, prediction + quantised * step)))
  }

  /// Packs a picture.
  static func pack(_ picture: GrayPicture) -> [UInt8] {
    var writer = BitWriter()
    var statistics = [Statistics](repeating: Statistics(), count: contexts)
    var seen = [UInt8](repeating: 0, count: picture.bytes.count)
    seen.withUnsafeMutableBufferPointer { seen in
      picture.bytes.withUnsafeBufferPointer { source in
        var i = 0
        for y in 0..<picture.height {
          for x in 0..<picture.width {
            let p = predict(UnsafeBufferPointer(seen), i, x, y, picture.width)
            let residual = Int(source[i]) - p.value
            let quantised =
              residual >= 0 ? (residual + step / 2) / step : -((step / 2 - residual) / step)
            seen[i] = value(p.value, quantised)
            // 0, −1, 1, −2, 2 … become 0, 1, 2, 3, 4 …
            let code = quantised < 0 ? -2 * quantised - 1 : 2 * quantised
            let bits = statistics[p.context].bits
            let quotient = code >> bits
            if quotient < escape {
              writer.put(ones: quotient)
              writer.put(code & (1 << bits - 1), bits: bits)
            } else {
              writer.put(ones: escape)
              writer.put(code, bits: 8)
            }
            statistics[p.context].add(code)
            i += 1
          }
        }
      }
    }
    return writer.finished()
  }

  /// Unpacks a picture of a size; nil for bytes that are none.
  static func unpack(_ bytes: ArraySlice<UInt8>, width: Int, height: Int) -> GrayPicture? {
    var reader = BitReader(bytes)
    var statistics = [Statistics](repeating: Statistics(), count: contexts)
    var seen = [UInt8](repeating: 0, count: width * height)
    let isWhole = seen.withUnsafeMutableBufferPointer { seen -> Bool in
      var i = 0
      for y in 0..<height {
        for x in 0..<width {
          let p = predict(UnsafeBufferPointer(seen), i, x, y, width)
          let bits = statistics[p.context].bits
          guard let quotient = reader.ones(atMost: escape),
            let rest = reader.number(bits: quotient < escape ? bits : 8)
          else { return false }
          let code = quotient < escape ? quotient << bits | rest : rest
          guard code <= 2 * most else { return false }
          seen[i] = value(p.value, code & 1 == 1 ? -((code + 1) / 2) : code / 2)
          statistics[p.context].add(code)
          i += 1
        }
      }
      return true
    }
    guard isWhole, reader.isAtEnd else { return nil }
    return GrayPicture(width: width, height: height, bytes: seen)
  }
}

/// Appends bits, the highest of a byte first.
private struct BitWriter {
  private var bytes: [UInt8] = []
  private var buffer: UInt64 = 0
  private var filled = 0

  /// So many ones, and a zero.
  mutating func put(ones count: Int) { put(1 << (count + 1) - 2, bits: count + 1) }

  mutating func put(_ value: Int, bits: Int) {
    buffer = buffer << UInt64(bits) | UInt64(value)
    filled += bits
    while filled >= 8 {
      filled -= 8
      bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt64(filled)))
    }
  }

  /// The bytes, the last one filled up with zeros.
  func finished() -> [UInt8] {
    var copy = self
    if filled > 0 { copy.put(0, bits: 8 - filled) }
    return copy.bytes
  }
}

/// Takes bits as `BitWriter` wrote them; nil when there are no more.
private struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var next: Int
  private var buffer: UInt64 = 0
  private var filled = 0

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    next = bytes.startIndex
  }

  /// Whether only the filling of the last byte is left.
  var isAtEnd: Bool {
    next == bytes.endIndex && filled < 8 && buffer & (1 << UInt64(filled) - 1) == 0
  }

  private mutating func fill(_ bits: Int) -> Bool {
    while filled < bits {
      guard next < bytes.endIndex else { return false }
      buffer = buffer << 8 | UInt64(bytes[next])
      next += 1
      filled += 8
    }
    return true
  }

  mutating func number(bits: Int) -> Int? {
    guard fill(bits) else { return nil }
    filled -= bits
    return Int(truncatingIfNeeded: buffer >> UInt64(filled) & (1 << UInt64(bits) - 1))
  }

  /// The number of ones before a zero, or the limit as soon as it is reached and a zero follows.
  mutating func ones(atMost limit: Int) -> Int? {
    var count = 0
    while let bit = number(bits: 1) {
      if bit == 0 { return count }
      count += 1
      if count > limit { return nil }
    }
    return nil
  }
}
