import Foundation
import MediaFiles
import SessionCore
import SessionTesting
import Testing

@Suite struct PictureFileTests {
  static func colours(width: Int = 37, height: Int = 21) -> PixelBuffer {
    PixelBuffer.make(width: width, height: height, format: .rgb8) { planes in
      for y in 0..<height {
        for x in 0..<width {
          let place = 3 * (y * width + x)
          planes[0][place] = UInt8(x * 6)
          planes[0][place + 1] = UInt8(y * 11)
          planes[0][place + 2] = UInt8(255 - x * 5)
        }
      }
    }
  }

  @Test func pngKeepsEveryByte() throws {
    let folder = try TemporaryFolder()
    let source = Self.colours()
    try PictureFile.write(png: source, to: folder.file("a.png"))
    let picture = try PictureFile.read(folder.file("a.png"))
    #expect(picture.format == .rgb8 && picture.width == 37 && picture.height == 21)
    for y in 0..<21 {
      for x in 0..<37 * 3 { #expect(picture.byte(0, x, y) == source.byte(0, x, y)) }
    }
  }

  @Test func greyPNGStaysGrey() throws {
    let folder = try TemporaryFolder()
    let source = PixelBuffer.make(width: 9, height: 2, format: .gray8) { planes in
      for i in planes[0].indices { planes[0][i] = UInt8(i * 14) }
    }
    try PictureFile.write(png: source, to: folder.file("a.png"))
    let picture = try PictureFile.read(folder.file("a.png"))
    #expect(picture.format == .gray8 && picture.encoding.isFullRange)
    for x in 0..<9 { #expect(picture.byte(0, x, 1) == source.byte(0, x, 1)) }
  }

  @Test func bottomUpPixelsAreTurned() throws {
    let folder = try TemporaryFolder()
    let pixels: [UInt8] = [255, 0, 0, 9, 255, 0, 0, 9, 0, 0, 255, 9, 0, 0, 255, 9]
    try pixels.withUnsafeBytes {
      try PictureFile.write(
        png: PackedPixels($0, width: 2, height: 2, layout: .rgba8, isBottomUp: true),
        to: folder.file("a.png"))
    }
    let picture = try PictureFile.read(folder.file("a.png"))
    #expect(picture.byte(0, 0, 0) == 0 && picture.byte(0, 2, 0) == 255)
    #expect(picture.byte(0, 0, 1) == 255 && picture.byte(0, 2, 1) == 0)
  }

  @Test func jpegComesBackAsFullRangeYUV() throws {
    let folder = try TemporaryFolder()
    let source = PixelBuffer.make(width: 32, height: 32, format: .rgb8) { planes in
      for i in planes[0].indices { planes[0][i] = [255, 128, 0][i % 3] }
    }
    try PictureFile.write(jpeg: source, to: folder.file("a.jpg"))
    let picture = try PictureFile.read(folder.file("a.jpg"))
    #expect(picture.format == .yuv444 && picture.encoding == .jpeg)
    // 0.299 · 255 + 0.587 · 128 = 151; U = 128 − 0.564 · 151; V = 128 + 0.713 · (255 − 151)
    #expect(abs(Int(picture.byte(0, 16, 16)) - 151) <= 2)
    #expect(abs(Int(picture.byte(1, 16, 16)) - 43) <= 2)
    #expect(abs(Int(picture.byte(2, 16, 16)) - 202) <= 2)
  }

  @Test func thePictureIsKnownByItsContentNotItsName() throws {
    let folder = try TemporaryFolder()
    try PictureFile.write(png: Self.colours(), to: folder.file("really-png.jpg"))
    #expect(try PictureFile.read(folder.file("really-png.jpg")).format == .rgb8)
  }

  @Test func portablePixmapsAreRead() throws {
    let folder = try TemporaryFolder()
    try create(folder.file("a.ppm"), Array("P6\n2 1\n255\n".utf8) + [1, 2, 3, 4, 5, 6])
    let picture = try PictureFile.read(folder.file("a.ppm"))
    #expect(picture.format == .rgb8 && picture.byte(0, 5, 0) == 6)
  }

  @Test(arguments: ["a.png", "a.jpg"])
  func aCutOffPictureIsAnError(name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    let source = Self.colours(width: 42, height: 22)
    if name.hasSuffix("png") {
      try PictureFile.write(png: source, to: path)
    } else {
      try PictureFile.write(jpeg: source, to: path)
    }
    let bytes = try contents(path)
    try create(path, Array(bytes[..<(bytes.count * 3 / 4)]))
    let error = try #require(throws: SessionError.self) { try PictureFile.read(path) }
    #expect(error.code == .fileIOFailed && error.message.hasPrefix(path + ": "))
    #expect(error.message.contains("damaged"))
  }

  @Test func whatIsNoPictureIsRefusedInWords() throws {
    let folder = try TemporaryFolder()
    try create(folder.file("a.png"), Array("hello".utf8))
    let error = try #require(throws: SessionError.self) {
      try PictureFile.read(folder.file("a.png"))
    }
    #expect(error.message.contains("not a picture that can be read; JPEG, PNG"))
    let missing = try #require(throws: SessionError.self) { try PictureFile.read("/no/b.png") }
    #expect(missing.message == "/no/b.png: no such file; check the path")
  }

  @Test func anUnwritablePathLeavesNothingBehind() throws {
    let error = try #require(throws: SessionError.self) {
      try PictureFile.write(png: Self.colours(), to: "/nowhere/a.png")
    }
    #expect(error.message.hasPrefix("/nowhere/a.png: cannot be written (No such file"))
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("a.png"), withIntermediateDirectories: false)
    #expect(throws: SessionError.self) {
      try PictureFile.write(png: Self.colours(), to: folder.file("a.png"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.png"])
  }

  @Test func pictureNamesAreKnownByTheirEndings() {
    for name in ["a.jpg", "b.JPEG", "c.d.png", "e.webp"] {
      #expect(PictureFile.isPictureName(name))
    }
    for name in ["a.txt", "jpg", ".png", "a.jpg.bak", "depth"] {
      #expect(!PictureFile.isPictureName(name))
    }
  }
}
