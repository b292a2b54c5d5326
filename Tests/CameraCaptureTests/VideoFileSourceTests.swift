import CameraCapture
import SessionCore
import SessionTesting
import SpatialMath
import Testing

@Suite struct VideoFileSourceTests {
  @Test func itKeepsTheContractOfFrameSources() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try makeVideo(path, count: 20, rate: 40)
    try FrameSourceContract.verify(.recorded) { VideoFileSource(role: .front, path: path) }
  }

  @Test func theFormatIsTheFiles() throws {
    let folder = try TemporaryFolder()
    try makeVideo(folder.file("a.mkv"), count: 4, rate: 25)
    let source = VideoFileSource(
      role: .rear, path: folder.file("a.mkv"), intrinsics: .horizontalFieldOfView(1))
    try source.start(origin: .zero, pacing: .asFastAsPossible)
    #expect(source.format.sourceName == "video")
    #expect(source.format.width == 48 && source.format.height == 32)
    #expect(abs(source.format.nominalRate - 25) < 0.01)
    #expect(abs(source.format.intrinsics.horizontalFieldOfView - 1) < 1e-9)
  }

  @Test func picturesHaveTheFilesTimes() throws {
    let folder = try TemporaryFolder()
    try makeVideo(folder.file("a.mp4"), count: 6, rate: 20)
    let frames = try readAll(VideoFileSource(role: .front, path: folder.file("a.mp4")))
    #expect(frames.count == 6)
    for (number, frame) in frames.enumerated() {
      #expect(abs(frame.timestamp.seconds(since: .zero) - Double(number) / 20) < 1e-3)
    }
  }

  @Test func aMissingFileFailsTheStart() throws {
    let source = VideoFileSource(role: .front, path: "/no/a.mp4")
    #expect(throws: SessionError(.fileIOFailed, "/no/a.mp4: no such file; check the path")) {
      try source.start(origin: .zero, pacing: .realTime)
    }
  }
}
