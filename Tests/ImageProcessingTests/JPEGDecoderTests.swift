import ImageProcessing
import SessionCore
import Testing

@Suite struct JPEGDecoderTests {
  /// Quality 95 on smooth pictures.
  static let codingTolerance = 4

  /// A smooth picture: ramps in every plane.
  static func ramps(width: Int, height: Int, format: PixelFormat) -> PixelBuffer {
    PixelBuffer.make(width: width, height: height, format: format) { planes in
      let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
      for (index, plane) in planes.enumerated() {
        let columns =
          index > 0 && (format == .yuv420 || format == .yuv422) ? halfWidth : width
        let rows = index > 0 && format == .yuv420 ? halfHeight : height
        for y in 0..<rows {
          for x in 0..<columns {
            plane[y * columns + x] = UInt8(60 + index * 30 + x * 80 / columns + y * 40 / rows)
          }
        }
      }
    }
  }

  static func encoded(
    width: Int = 64, height: Int = 48, format: PixelFormat = .yuv422
  ) throws -> [UInt8] {
    try JPEGEncoder().encode(ramps(width: width, height: height, format: format), quality: 95)
  }

  @Test(arguments: [PixelFormat.yuv420, .yuv422, .yuv444, .gray8], [(64, 48), (33, 17), (1, 1)])
  func planesComeOutAsTheyWereStored(format: PixelFormat, size: (width: Int, height: Int)) throws {
    let source = Self.ramps(width: size.width, height: size.height, format: format)
    let bytes = try JPEGEncoder().encode(source, quality: 95)
    let picture = try bytes.withUnsafeBytes { try JPEGDecoder().decode($0) }
    #expect(picture.defect == nil)
    #expect(picture.pixels.format == format && picture.pixels.encoding == .jpeg)
    #expect(picture.pixels.width == size.width && picture.pixels.height == size.height)
    var worst = 0
    for plane in 0..<format.planeCount {
      let columns = plane > 0 && format != .yuv444 ? (size.width + 1) / 2 : size.width
      let rows = plane > 0 && format == .yuv420 ? (size.height + 1) / 2 : size.height
      for y in 0..<rows {
        for x in 0..<columns {
          worst = max(
            worst, abs(Int(picture.pixels.byte(plane, x, y)) - Int(source.byte(plane, x, y))))
        }
      }
    }
    #expect(worst <= Self.codingTolerance)
  }

  @Test func colourSurvivesTheWayThroughJPEG() throws {
    let source = flatPicture(
      Colour(red: 200, green: 80, blue: 30), width: 40, height: 30, format: .rgb8, encoding: .jpeg)
    let bytes = try JPEGEncoder().encode(source)
    let rgb = try bytes.withUnsafeBytes { try JPEGDecoder().decode($0).pixels.rgb() }
    for (channel, value) in [200, 80, 30].enumerated() {
      #expect(abs(Int(rgb.byte(0, 60 + channel, 20)) - value) <= Self.codingTolerance)
    }
  }

  @Test func aTruncatedPictureIsToldFromAGoodOne() throws {
    let bytes = try Self.encoded()
    let half = Array(bytes[..<(bytes.count * 2 / 3)])
    let picture = try half.withUnsafeBytes { try JPEGDecoder().decode($0) }
    #expect(picture.defect == .truncated)
    #expect(picture.defect?.spoilsPicture == true)
  }

  @Test func oneDecoderGoesOnAfterATruncatedPicture() throws {
    let bytes = try Self.encoded()
    let decoder = try JPEGDecoder()
    let half = Array(bytes[..<(bytes.count / 2 + 100)])
    _ = try? half.withUnsafeBytes { try decoder.decode($0) }
    #expect(try bytes.withUnsafeBytes { try decoder.decode($0) }.defect == nil)
  }

  @Test func whateverIsCutOffTheNextPictureIsWhole() throws {
    let bytes = try Self.encoded()
    let decoder = try JPEGDecoder()
    let expected = try bytes.withUnsafeBytes { try decoder.decode($0).pixels }
    for length in 0..<bytes.count {
      _ = try? bytes[..<length].withUnsafeBytes { try decoder.decode($0) }
      let next = try bytes.withUnsafeBytes { try decoder.decode($0) }
      #expect(next.defect == nil && next.pixels.format == .yuv422, "after \(length) bytes")
      #expect(next.pixels.width == 64 && next.pixels.height == 48)
      #expect(next.pixels.byte(0, 63, 47) == expected.byte(0, 63, 47))
    }
  }

  @Test func extraneousBytesDoNotSpoilThePicture() throws {
    // The C270's fault: bytes between the entropy-coded data and the end marker.
    var bytes = try Self.encoded()
    bytes.insert(contentsOf: [UInt8](repeating: 0x12, count: 20), at: bytes.count - 2)
    let picture = try bytes.withUnsafeBytes { try JPEGDecoder().decode($0) }
    #expect(picture.defect == .extraneousBytes)
    #expect(picture.defect?.spoilsPicture == false)
  }

  @Test func aPictureWithoutHuffmanTablesGetsTheStandardOnes() throws {
    let bytes = try Self.encoded(format: .yuv420)
    let stripped = Self.withoutSegments(marker: 0xC4, bytes)
    #expect(stripped.count < bytes.count)
    let decoder = try JPEGDecoder()
    let expected = try bytes.withUnsafeBytes { try decoder.decode($0).pixels }
    let found = try stripped.withUnsafeBytes { try decoder.decode($0) }
    #expect(found.defect == nil)
    for y in 0..<48 {
      for x in 0..<64 { #expect(found.pixels.byte(0, x, y) == expected.byte(0, x, y)) }
    }
  }

  @Test func whatIsNoJPEGIsRefused() throws {
    let decoder = try JPEGDecoder()
    for bytes in [[], [0xFF], [UInt8](repeating: 0x41, count: 500)] {
      #expect(throws: JPEGError.self) { try bytes.withUnsafeBytes { try decoder.decode($0) } }
    }
  }

  @Test func aHeaderOfImpossibleSizeIsRefused() throws {
    var bytes = try Self.encoded()
    let start = try #require(
      bytes.indices.first { bytes[$0] == 0xFF && $0 + 1 < bytes.count && bytes[$0 + 1] == 0xC0 })
    bytes.replaceSubrange(start + 5..<start + 9, with: [0xFF, 0, 0xFF, 0])
    #expect(throws: JPEGError.unreadable("it claims to be 65280x65280")) {
      try bytes.withUnsafeBytes { try JPEGDecoder().decode($0) }
    }
  }

  @Test func damagedBytesNeverCrashTheDecoder() throws {
    let bytes = try Self.encoded()
    let decoder = try JPEGDecoder()
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x5A
      _ = try? damaged.withUnsafeBytes { try decoder.decode($0) }
    }
  }

  @Test func memoryIsUsedAgain() throws {
    let bytes = try Self.encoded()
    let pool = PixelBufferPool(capacity: 2)
    let decoder = try JPEGDecoder(pool: pool)
    var held = try (0..<3).map { _ in try bytes.withUnsafeBytes { try decoder.decode($0).pixels } }
    #expect(pool.unusedCount == 0)
    let first = held[0].planes[0].base
    held.removeFirst()
    #expect(pool.unusedCount == 1)
    let again = try bytes.withUnsafeBytes { try decoder.decode($0).pixels }
    #expect(again.planes[0].base == first)
    held.removeAll()
    #expect(pool.unusedCount == 2)
  }

  /// A JPEG file without the header segments of one kind.
  static func withoutSegments(marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    var result = Array(bytes[..<2])
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] != 0xDA {
      let length = 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
      if bytes[place + 1] != marker { result += bytes[place..<place + length] }
      place += length
    }
    return result + bytes[place...]
  }
}
