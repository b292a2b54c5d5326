import CameraCapture
import MediaFiles
import SessionCore
import SessionTesting
import SpatialMath
import Testing

@Suite struct PictureFolderSourceTests {
  @Test func itKeepsTheContractOfFrameSources() throws {
    let folder = try TemporaryFolder()
    try makePictures((0..<12).map { "p\($0 + 10).png" }, in: folder)
    let path = folder.path
    try FrameSourceContract.verify(.recorded) {
      PictureFolderSource(role: .rear, folder: path, rate: 40)
    }
  }

  @Test func picturesComeInNameOrderAndOtherFilesAreIgnored() throws {
    let folder = try TemporaryFolder()
    try makePictures(["b.png", "a10.png", "a2.png", "B.png"], in: folder)
    try create(folder.file("notes.txt"), "no picture")
    try create(folder.file("a3.png.bak"), "no picture")
    let frames = try readAll(PictureFolderSource(role: .rear, folder: folder.path, rate: 10))
    // B, a10, a2, b: by bytes.
    #expect(frames.map(\.firstByte) == [60, 20, 40, 0])
    #expect(frames.map(\.timestamp.nanoseconds) == [0, 100_000_000, 200_000_000, 300_000_000])
  }

  @Test func aTimestampsFileWithNamesDecidesWhatComesWhen() throws {
    let folder = try TemporaryFolder()
    try makePictures(["0.png", "1.png", "2.png", "3.png"], in: folder)
    try create(
      folder.file("rgb.txt"), "# time file\n5.5 rgb/2.png\n5.75 rgb/0.png\n6.5 rgb/3.png\n")
    let source = PictureFolderSource(
      role: .rear, folder: folder.path, timestampsFile: folder.file("rgb.txt"))
    let frames = try readAll(source)
    #expect(frames.map(\.firstByte) == [40, 0, 60])
    #expect(frames.map(\.timestamp.nanoseconds) == [0, 250_000_000, 1_000_000_000])
    #expect(source.format.nominalRate == 2)
  }

  @Test func aGapDoesNotLowerTheRate() throws {
    let folder = try TemporaryFolder()
    try makePictures((0..<5).map { "\($0).png" }, in: folder)
    try create(folder.file("times.txt"), "0\n0.1\n0.2\n100\n100.1\n")
    let source = PictureFolderSource(
      role: .rear, folder: folder.path, timestampsFile: folder.file("times.txt"))
    #expect(try readAll(source).count == 5)
    #expect(abs(source.format.nominalRate - 10) < 1e-6)
  }

  @Test func timesAloneAreGivenToThePicturesInNameOrder() throws {
    let folder = try TemporaryFolder()
    try makePictures(["0.png", "1.png"], in: folder)
    try create(folder.file("times.txt"), "100.25\n100.5\n")
    let frames = try readAll(
      PictureFolderSource(
        role: .rear, folder: folder.path, timestampsFile: folder.file("times.txt")))
    #expect(frames.map(\.timestamp.nanoseconds) == [0, 250_000_000])
  }

  @Test func asManyTimesAsPicturesAreNeeded() throws {
    let folder = try TemporaryFolder()
    try makePictures(["0.png", "1.png"], in: folder)
    try create(folder.file("times.txt"), "1\n2\n3\n")
    let error = try #require(throws: SessionError.self) {
      try readAll(
        PictureFolderSource(
          role: .rear, folder: folder.path, timestampsFile: folder.file("times.txt")))
    }
    #expect(error.code == .invalidConfiguration)
    #expect(error.message.contains("lines for 3 pictures, but \(folder.path) has 2;"))
  }

  @Test func aNamedPictureThatIsMissingIsSaidWithItsLine() throws {
    let folder = try TemporaryFolder()
    try makePictures(["0.png"], in: folder)
    let times = folder.file("times.txt")
    try create(times, "1 0.png\n2 1.png\n")
    #expect(
      throws: SessionError(
        .fileIOFailed, "\(times):2: there is no picture 1.png in \(folder.path)")
    ) {
      try readAll(PictureFolderSource(role: .rear, folder: folder.path, timestampsFile: times))
    }
  }

  @Test func aPictureOfAnotherSizeIsNamedWithBothSizes() throws {
    let folder = try TemporaryFolder()
    try makePictures(["0.png", "1.png", "3.png"], in: folder)
    let odd = folder.file("2.png")
    try PictureFile.write(png: numberedPicture(2, width: 32, height: 16), to: odd)
    let source = PictureFolderSource(role: .rear, folder: folder.path)
    let error = try #require(throws: SessionError.self) { try readAll(source) }
    #expect(error.code == .fileIOFailed)
    #expect(error.message.hasPrefix("\(odd): is 32x16, but the pictures before it are 48x32"))
    #expect(source.statistics.captured == 2)
  }

  @Test func aPictureThatCannotBeReadIsNamed() throws {
    let folder = try TemporaryFolder()
    try makePictures(["0.png"], in: folder)
    try create(folder.file("1.png"), "these are no pixels")
    let error = try #require(throws: SessionError.self) {
      try readAll(PictureFolderSource(role: .rear, folder: folder.path))
    }
    #expect(error.message.hasPrefix(folder.file("1.png") + ": not a picture"))
  }

  @Test func aFolderWithoutPicturesIsRefused() throws {
    let folder = try TemporaryFolder()
    try create(folder.file("readme.txt"), "")
    for (path, part) in [
      (folder.path, "no pictures in it (other files: 1)"), ("/no/such", "no such folder"),
      (folder.file("readme.txt"), "is a file, not a folder"),
    ] {
      let error = try #require(throws: SessionError.self) {
        try readAll(PictureFolderSource(role: .rear, folder: path))
      }
      #expect(error.code == .fileIOFailed && error.message.hasPrefix(path + ": "))
      #expect(error.message.contains(part))
    }
  }

  // Needs a recorded sequence that is not ours to ship.
  @Test(.enabled(if: TestData.has("world/room_a")))
  func aRecordedSequenceIsRead() throws {
    let source = PictureFolderSource(
      role: .rear, folder: TestData.path("world/room_a/f"),
      timestampsFile: TestData.path("world/room_a/frames.txt"))
    try source.start(origin: .zero, pacing: .asFastAsPossible)
    #expect(source.format.width == 640 && abs(source.format.nominalRate - 30) < 0.1)
    guard case .frame(let frame) = try source.next() else { return #expect(Bool(false)) }
    #expect(frame.pixels.encoding == .jpeg)
  }
}
