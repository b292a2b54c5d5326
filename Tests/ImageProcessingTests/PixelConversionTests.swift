import ImageProcessing
import SessionCore
import Synchronization
import Testing

@Suite struct PixelConversionTests {
  static let colours = [
    Colour(red: 255, green: 0, blue: 0), Colour(red: 0, green: 255, blue: 0),
    Colour(red: 0, green: 0, blue: 255), Colour(red: 200, green: 120, blue: 40),
    Colour(red: 255, green: 255, blue: 255), Colour(red: 0, green: 0, blue: 0),
  ]
  static let encodings = [
    ColorEncoding.jpeg, .limitedBT601, ColorEncoding(matrix: .bt709, isFullRange: true),
    ColorEncoding(matrix: .bt709, isFullRange: false),
  ]
  static let colourFormats: [PixelFormat] = [.yuyv, .yuv420, .yuv422, .yuv444, .nv12]
  /// Rounding of Y, U and V to bytes and libyuv's 6-bit fixed point.
  static let colourTolerance = 4.0

  @Test(arguments: colourFormats, encodings)
  func aKnownColourComesOutAsItWentIn(format: PixelFormat, encoding: ColorEncoding) {
    for colour in Self.colours {
      for (width, height, padding) in [(64, 4, 0), (33, 5, 7), (2, 2, 0), (1, 1, 3)] {
        let picture = flatPicture(
          colour, width: width, height: height, format: format, encoding: encoding,
          padding: padding)
        let rgb = picture.rgb()
        #expect(rgb.format == .rgb8 && rgb.width == width && rgb.height == height)
        var worst = 0.0
        for y in 0..<height {
          for x in 0..<width {
            worst = max(
              worst, abs(Double(rgb.byte(0, 3 * x, y)) - colour.red),
              abs(Double(rgb.byte(0, 3 * x + 1, y)) - colour.green),
              abs(Double(rgb.byte(0, 3 * x + 2, y)) - colour.blue))
          }
        }
        #expect(
          worst <= Self.colourTolerance,
          "\(format) \(encoding) \(colour.description) at \(width)x\(height)")
      }
    }
  }

  @Test func chromaLandsOnItsOwnPixels() {
    // Left half red, right half blue, in 4:2:0 with the border on a chroma cell.
    let red = Colour(red: 255, green: 0, blue: 0).yuv(.jpeg)
    let blue = Colour(red: 0, green: 0, blue: 255).yuv(.jpeg)
    let picture = PixelBuffer.make(width: 8, height: 4, format: .yuv420) { planes in
      for i in 0..<32 { planes[0][i] = i % 8 < 4 ? red.y : blue.y }
      for i in 0..<8 {
        planes[1][i] = i % 4 < 2 ? red.u : blue.u
        planes[2][i] = i % 4 < 2 ? red.v : blue.v
      }
    }
    let rgb = picture.rgb()
    for y in 0..<4 {
      #expect(rgb.byte(0, 3 * 3, y) > 250 && rgb.byte(0, 3 * 3 + 2, y) < 5)
      #expect(rgb.byte(0, 4 * 3, y) < 5 && rgb.byte(0, 4 * 3 + 2, y) > 250)
    }
  }

  @Test(arguments: [PixelFormat.gray8, .yuv420, .yuv422, .yuv444, .nv12])
  func planarLumaIsTheSameMemory(format: PixelFormat) {
    let picture = flatPicture(
      Self.colours[3], width: 17, height: 3, format: format, encoding: .limitedBT601, padding: 5)
    let luma = picture.luma()
    #expect(luma.planes[0].base == picture.planes[0].base)
    #expect(luma.planes[0].stride == picture.planes[0].stride)
    #expect(luma.format == .gray8 && luma.encoding == .limitedBT601)
  }

  @Test func lumaKeepsThePictureAliveAndLetsItGo() {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 1)
    bytes.initializeMemory(as: UInt8.self, repeating: 7, count: 64)
    let plane = PixelBuffer.Plane(base: UnsafeRawPointer(bytes), stride: 8)
    let address = UInt(bitPattern: bytes)
    let released = ReleaseFlag()
    var luma: PixelBuffer? = PixelBuffer(
      width: 8, height: 4, format: .nv12, encoding: .jpeg, planes: [plane, plane]
    ) {
      released.raise()
      UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }.luma()
    #expect(!released.isUp && luma?.byte(0, 3, 3) == 7)
    luma = nil
    #expect(released.isUp)
  }

  @Test func packedLumaIsTheYBytes() {
    let bytes = (0..<40).map { UInt8($0 * 5) }
    let picture = wrap(
      bytes, [(0, 20)], width: 7, height: 2, format: .yuyv, encoding: .limitedBT601)
    let luma = picture.luma()
    #expect(luma.encoding == .limitedBT601)
    for y in 0..<2 {
      for x in 0..<7 { #expect(luma.byte(0, x, y) == bytes[y * 20 + 2 * x]) }
    }
  }

  @Test func lumaOfRGBIsFullRangeBT601() {
    for colour in Self.colours {
      let picture = flatPicture(
        colour, width: 19, height: 3, format: .rgb8, encoding: .jpeg, padding: 2)
      let luma = picture.luma()
      #expect(luma.encoding == .jpeg)
      #expect(abs(Int(luma.byte(0, 18, 2)) - Int(colour.yuv(.jpeg).y)) <= 1)
    }
  }

  @Test func rgbOfRGBIsTheBufferItself() {
    let picture = flatPicture(
      Self.colours[0], width: 4, height: 4, format: .rgb8, encoding: .jpeg)
    #expect(picture.rgb() === picture)
  }

  @Test func greyIsStretchedOnlyWhenItsRangeIsLimited() {
    let ramp = (0..<256).map { UInt8($0) }
    let full = wrap(ramp, [(0, 256)], width: 255, height: 1, format: .gray8, encoding: .jpeg).rgb()
    let limited = wrap(
      ramp, [(0, 256)], width: 255, height: 1, format: .gray8, encoding: .limitedBT601
    ).rgb()
    for x in 0..<255 {
      let stretched = UInt8(max(0, min(255, ((Double(x) - 16) * 255 / 219).rounded())))
      for channel in 0..<3 {
        #expect(full.byte(0, 3 * x + channel, 0) == UInt8(x))
        #expect(abs(Int(limited.byte(0, 3 * x + channel, 0)) - Int(stretched)) <= 1)
      }
    }
  }
}

/// Says whether a closure has run.
final class ReleaseFlag: Sendable {
  private let value = Atomic(false)
  var isUp: Bool { value.load(ordering: .acquiring) }
  func raise() { value.store(true, ordering: .releasing) }
}
