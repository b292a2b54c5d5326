import Foundation
import MediaFiles
import SessionCore
import SessionTesting
import Testing

@Suite struct VideoFileWriterTests {
  /// What the encoder settings must reach on the test scene.
  static let leastPSNR = 38.0

  @Test(arguments: ["a.mp4", "a.mkv", "a.mov", "A.MP4"])
  func whatIsWrittenComesBack(name: String) throws {
    let folder = try TemporaryFolder()
    let writer = try writeScene(to: folder.file(name), frames: 45, rate: 25)
    #expect(writer.isComplete && writer.frameCount == 45)
    let reader = try VideoFileReader(path: folder.file(name))
    #expect(reader.width == 96 && reader.height == 64 && abs(reader.rate - 25) < 0.01)
    let frames = try readAll(folder.file(name))
    try #require(frames.count == 45)
    for (number, frame) in frames.enumerated() {
      #expect(abs(frame.seconds - Double(number) / 25) < 0.001)
      #expect(frame.pixels.format == .yuv420 && frame.pixels.encoding == .limitedBT601)
      let psnr = frame.pixels.lumaPSNR(against: sceneRGBA(width: 96, height: 64, number: number))
      #expect(psnr > Self.leastPSNR)
    }
  }

  @Test func mpeg4StandsInWhereH264IsMissing() throws {
    let folder = try TemporaryFolder()
    let writer = try writeScene(to: folder.file("a.mp4"), frames: 20, encoder: .mpeg4)
    #expect(writer.encoderName == "mpeg4")
    let frames = try readAll(folder.file("a.mp4"))
    try #require(frames.count == 20)
    let psnr = frames[19].pixels.lumaPSNR(against: sceneRGBA(width: 96, height: 64, number: 19))
    #expect(psnr > 34)
  }

  @Test(arguments: ["mp4", "mkv"])
  func theSamePicturesGiveTheSameBytes(ending: String) throws {
    let folder = try TemporaryFolder()
    try writeScene(to: folder.file("a." + ending), frames: 40)
    try writeScene(to: folder.file("b." + ending), frames: 40)
    #expect(try contents(folder.file("a." + ending)) == contents(folder.file("b." + ending)))
  }

  @Test(arguments: ["mp4", "mkv"])
  func aKilledProgramLeavesAFileThatPlays(ending: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("live." + ending)
    let writer = try VideoFileWriter(path: path, width: 96, height: 64, rate: 10)
    try appendScene(to: writer, numbers: 0..<35)
    // What lies on the disk now is what a kill would leave: the writer is not closed.
    try FileManager.default.copyItem(atPath: path, toPath: folder.file("left." + ending))
    #expect(!writer.isComplete)
    #expect(try readAll(folder.file("left." + ending)).count >= 25)
    try writer.close()
    #expect(try readAll(path).count == 35)
  }

  @Test func bottomUpPicturesAreTurned() throws {
    let folder = try TemporaryFolder()
    var pixels = [UInt8](repeating: 0, count: 64 * 32 * 4)
    for i in 0..<64 * 16 { pixels[4 * i] = 255 }  // the first rows, which lie below: red
    let writer = try VideoFileWriter(path: folder.file("a.mp4"), width: 64, height: 32, rate: 30)
    try pixels.withUnsafeBytes {
      try writer.write(
        PackedPixels($0, width: 64, height: 32, layout: .rgba8, isBottomUp: true))
    }
    try writer.close()
    let picture = try #require(try readAll(folder.file("a.mp4")).first).pixels
    #expect(picture.byte(0, 30, 4) < 25 && picture.byte(0, 30, 28) > 70)
    #expect(picture.byte(2, 15, 14) > 200, "red is below")
  }

  @Test(arguments: [PixelFormat.gray8, .rgb8, .yuyv, .yuv420, .yuv422, .yuv444, .nv12])
  func everyCameraFormatIsTaken(format: PixelFormat) throws {
    let folder = try TemporaryFolder()
    let writer = try VideoFileWriter(path: folder.file("a.mkv"), width: 64, height: 48, rate: 30)
    // 128 everywhere is mid grey in all of them, in full range.
    let pixels = PixelBuffer.make(width: 64, height: 48, format: format) { planes in
      for plane in planes { for i in plane.indices { plane[i] = 128 } }
    }
    try writer.write(pixels)
    try writer.close()
    let picture = try #require(try readAll(folder.file("a.mkv")).first).pixels
    let expected = 16 + 128 * 219 / 255
    #expect(abs(Int(picture.byte(0, 20, 20)) - expected) <= 2)
    #expect(abs(Int(picture.byte(1, 10, 10)) - 128) <= 2)
  }

  @Test func anOddLastColumnAndRowAreLeftOut() throws {
    let folder = try TemporaryFolder()
    try writeScene(to: folder.file("a.mp4"), frames: 3, width: 97, height: 65)
    let frames = try readAll(folder.file("a.mp4"))
    #expect(frames.count == 3 && frames[0].pixels.width == 96 && frames[0].pixels.height == 64)
  }

  @Test func closingTwiceIsClosingOnce() throws {
    let folder = try TemporaryFolder()
    let writer = try writeScene(to: folder.file("a.mp4"), frames: 2)
    let before = try contents(folder.file("a.mp4"))
    try writer.close()
    #expect(try contents(folder.file("a.mp4")) == before)
    #expect(throws: SessionError.self) { try appendScene(to: writer, numbers: 0..<1) }
  }

  @Test func aFullDiskIsSaidInWords() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
    let error = try #require(throws: SessionError.self) { try writeScene(to: path, frames: 100) }
    #expect(error.code == .fileIOFailed)
    #expect(error.message == "\(path): the disk is full; free some space, or write elsewhere")
  }

  @Test func aPathThatCannotBeWrittenIsRefusedAtOnce() throws {
    let error = try #require(throws: SessionError.self) {
      try VideoFileWriter(path: "/nowhere/a.mp4", width: 64, height: 64, rate: 30)
    }
    #expect(error.code == .fileIOFailed)
    #expect(error.message.hasPrefix("/nowhere/a.mp4: cannot be written (No such file"))
    #expect(error.message.hasSuffix("check that the folder is there and yours"))
  }

  @Test func anUnknownEndingIsRefusedWithTheKnownOnes() throws {
    let folder = try TemporaryFolder()
    let error = try #require(throws: SessionError.self) {
      try VideoFileWriter(path: folder.file("a.gif"), width: 64, height: 64, rate: 30)
    }
    #expect(error.message.contains(".mp4 or .mkv"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.gif")))
  }

  @Test func aPictureOfAnotherSizeIsRefused() throws {
    let folder = try TemporaryFolder()
    let writer = try VideoFileWriter(path: folder.file("a.mp4"), width: 96, height: 64, rate: 30)
    let error = try #require(throws: SessionError.self) {
      try appendScene(to: writer, numbers: 0..<1, width: 64, height: 48)
    }
    #expect(error.message.contains("picture 0 is 64x48, but the video is 96x64"))
  }
}
