import SpatialMath

/// Turns packed colours into a camera's bytes: exposure, vignetting, noise, 4:2:0.
///
/// Bound to one thread at a time.
package final class SensorModel {
  /// What a sensor does to a picture.
  package struct Settings: Sendable, Equatable {
    /// Deviation of luma noise at mid grey, in steps of 255; chroma has half of it.
    package var noise: Double
    /// Gain of the exposure in linear light; 1 leaves the picture as it is.
    package var gain: Double
    /// Loss of linear light in the corners, 0…1.
    package var vignetting: Double

    /// Creates settings; the defaults are a webcam's in a lit room.
    package init(noise: Double = 1.5, gain: Double = 1, vignetting: Double = 0.12) {
      self.noise = noise
      self.gain = gain
      self.vignetting = vignetting
    }
  }

  private let width: Int, height: Int
  private let settings: Settings
  private let seed: UInt64
  /// Normal deviates times 64, a power of two and the longest row long.
  private let deviates: [Int16]
  private static let deviateCount = 1 << 15
  /// Noise of each luma value times 2¹⁰/64.
  private let sigma: [Int32]
  /// The display value of each display value after the gain.
  private let exposed: [UInt8]
  private let chromaGain: Int32
  /// Vignetting of luma at 1/256 for every eighth pixel.
  private let falloff: [Int32]
  private let falloffWidth: Int

  /// Prepares tables for a picture size.
  package init(width: Int, height: Int, settings: Settings, seed: UInt64) {
    self.width = width
    self.height = height
    self.settings = settings
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    deviates = (0..<Self.deviateCount + width).map { _ in
      Int16(max(-500, min(500, generator.gaussian() * 64)))
    }
    let noise = Float(settings.noise)
    sigma = (0..<256).map { value in
      // Photon noise grows with the root of the light, which the display curve evens out; what is
      // left is stronger in the shade.
      let shade = 1.25 - 0.5 * Float(value) / 255
      return Int32(noise * shade * 16)
    }
    let gain = Float(settings.gain)
    exposed = (0..<256).map { value in
      UInt8(PackedColor.displayValue(PackedColor.linearValue(Float(value)) * gain) + 0.5)
    }
    chromaGain = Int32(min(2, approximatePower(gain, 1 / 2.4)) * 256)
    falloffWidth = width / 8 + 2
    var table: [Int32] = []
    let middle = SIMD2(Float(width), Float(height)) / 2
    for y in 0..<height / 8 + 2 {
      for x in 0..<falloffWidth {
        let r = (SIMD2(Float(x), Float(y)) * 8 - middle).lengthSquared / middle.lengthSquared
        let linear = 1 - Float(settings.vignetting) * r
        table.append(Int32(approximatePower(linear, 1 / 2.4) * 256))
      }
    }
    falloff = table
  }

  /// Writes a picture as three planes, tightly packed; luma `width × height`, chroma halved.
  ///
  /// `frame` is the picture's number, which chooses its noise.
  package func develop(
    _ source: UnsafePointer<UInt32>, frame: Int, luma: UnsafeMutablePointer<UInt8>,
    u: UnsafeMutablePointer<UInt8>, v: UnsafeMutablePointer<UInt8>
  ) {
    var generator = SeededGenerator(seed: seed ^ UInt64(bitPattern: Int64(frame)) &* 0x9E37_79B9)
    deviates.withUnsafeBufferPointer { noise in
      exposed.withUnsafeBufferPointer { curve in
        sigma.withUnsafeBufferPointer { sigma in
          falloff.withUnsafeBufferPointer { falloff in
            for y in 0..<height {
              let start = Int(generator.next() % UInt64(Self.deviateCount))
              guard let row = noise.baseAddress else { return }
              developLuma(
                source + y * width, row: y, noise: row + start, curve: curve, sigma: sigma,
                falloff: falloff, into: luma + y * width)
            }
            for y in 0..<(height + 1) / 2 {
              let start = Int(generator.next() % UInt64(Self.deviateCount))
              guard let row = noise.baseAddress else { return }
              developChroma(source, row: y, noise: row + start, u: u, v: v)
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private func developLuma(
    _ source: UnsafePointer<UInt32>, row: Int, noise: UnsafePointer<Int16>,
    curve: UnsafeBufferPointer<UInt8>, sigma: UnsafeBufferPointer<Int32>,
    falloff: UnsafeBufferPointer<Int32>, into target: UnsafeMutablePointer<UInt8>
  ) {
    let base = (row / 8) * falloffWidth
    for x in 0..<width {
      let value = Int(curve[Int(source[x] & 0xFF)])
      // Eight pixels share a step of the smooth table; dithering hides the steps.
      let shaded = Int32(value) &* falloff[base &+ x >> 3]
      let deviate = (Int32(noise[x]) &* sigma[value]) >> 2
      target[x] = UInt8(truncatingIfNeeded: min(max((shaded &+ deviate &+ 128) >> 8, 0), 255))
    }
  }

  @inline(__always)
  private func developChroma(
    _ source: UnsafePointer<UInt32>, row: Int, noise: UnsafePointer<Int16>,
    u: UnsafeMutablePointer<UInt8>, v: UnsafeMutablePointer<UInt8>
  ) {
    let halfWidth = (width + 1) / 2
    let top = source + 2 * row * width
    let bottom = 2 * row + 1 < height ? top + width : top
    let strength = Int32(settings.noise * 8)
    for x in 0..<halfWidth {
      let right = min(2 * x + 1, width - 1)
      let (a, b, c, d) = (top[2 * x], top[right], bottom[2 * x], bottom[right])
      let cb = Self.sum(a, b, c, d, shift: 8)
      let cr = Self.sum(a, b, c, d, shift: 16)
      let du = (Int32(noise[x]) &* strength) >> 2
      let dv = (Int32(noise[x + halfWidth]) &* strength) >> 2
      let uValue = ((cb &* chromaGain) >> 2 &+ du &+ 32896) >> 8
      let vValue = ((cr &* chromaGain) >> 2 &+ dv &+ 32896) >> 8
      u[row * halfWidth + x] = UInt8(truncatingIfNeeded: min(max(uValue, 0), 255))
      v[row * halfWidth + x] = UInt8(truncatingIfNeeded: min(max(vValue, 0), 255))
    }
  }

  /// The sum of one byte of four packed colours, less its neutral value.
  @inline(__always)
  private static func sum(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, shift: UInt32
  ) -> Int32 {
    let left = (a >> shift & 0xFF) &+ (c >> shift & 0xFF)
    let right = (b >> shift & 0xFF) &+ (d >> shift & 0xFF)
    return Int32(truncatingIfNeeded: left &+ right) &- 512
  }
}
