import CameraCapture
import Foundation
import ImageProcessing
import SessionCore
import SpatialMath
import Testing

@Suite struct OldWebcamDecoderTests {
  /// Of 255; a flat field's colours are interpolated exactly.
  static let tolerance = 1

  /// A flat field of one colour behind a mosaic of filters; `pattern` are the first two rows.
  static func mosaic(
    _ pattern: [[Int]], colour: [UInt8], width: Int, height: Int
  ) -> [UInt8] {
    (0..<height).flatMap { y in (0..<width).map { x in colour[pattern[y % 2][x % 2]] } }
  }

  @Test(arguments: [
    (FourCharacterCode("BA81"), [[2, 1], [1, 0]]), (FourCharacterCode("GBRG"), [[1, 2], [0, 1]]),
    (FourCharacterCode("GRBG"), [[1, 0], [2, 1]]), (FourCharacterCode("RGGB"), [[0, 1], [1, 2]]),
  ])
  func aMosaicBecomesItsColour(code: FourCharacterCode, pattern: [[Int]]) throws {
    let decoder = try #require(OldWebcamDecoder(pool: PixelBufferPool()))
    var format = VideoFormat(code: code, width: 64, height: 48)
    format.memories = [.init(bytesPerLine: 64, sizeImage: 64 * 48)]
    let colour: [UInt8] = [200, 90, 30]
    let bytes = Self.mosaic(pattern, colour: colour, width: 64, height: 48)
    let picture = try #require(bytes.withUnsafeBytes { decoder.decode($0, format) })
    #expect(picture.format == .rgb8 && picture.width == 64 && picture.height == 48)
    for place in [0, 64 * 24 + 31, 64 * 48 - 1] {
      for channel in 0..<3 {
        let found = picture.planes[0].base.load(
          fromByteOffset: 3 * place + channel, as: UInt8.self)
        #expect(abs(Int(found) - Int(colour[channel])) <= Self.tolerance)
      }
    }
  }

  @Test func dataThatIsTooShortIsNoPicture() throws {
    let decoder = try #require(OldWebcamDecoder(pool: PixelBufferPool()))
    let format = VideoFormat(code: FourCharacterCode("BA81"), width: 64, height: 48)
    let bytes = [UInt8](repeating: 9, count: 1000)
    #expect(bytes.withUnsafeBytes { decoder.decode($0, format) } == nil)
    #expect(decoder.decode(UnsafeRawBufferPointer(start: nil, count: 0), format) == nil)
  }

  @Test(arguments: FourCharacterCode.decoded)
  func dataThatIsNoPictureDoesNoHarm(code: FourCharacterCode) throws {
    let decoder = try #require(OldWebcamDecoder(pool: PixelBufferPool()))
    var random = SeededGenerator(seed: UInt64(code.rawValue))
    for (width, height) in [(64, 48), (16, 8), (176, 144), (17, 13)] {
      let format = VideoFormat(code: code, width: width, height: height)
      for count in [1, 12, width * height / 2, width * height, width * height * 5] {
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        _ = bytes.withUnsafeBytes { decoder.decode($0, format) }
      }
    }
  }

  @Test func nothingIsKeptOutsideOfTheProcess() throws {
    func shared() -> Set<String> {
      let names = try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")
      return Set(names ?? [])
    }
    let before = shared()
    _ = try #require(OldWebcamDecoder(pool: PixelBufferPool()))
    #expect(shared().subtracting(before).allSatisfy { !$0.hasPrefix("libv4l") })
  }
}
