import ConfigurationFiles
import SessionCore
import Testing

@Suite struct ConfigurationOverrideTests {
  @Test func aValueReplacesTheFilesOne() throws {
    let file = try load(
      smallest, set: ["cameras.front.rate=15", "cameras.front.rate=25", "session.seed=3"])
    #expect(file.cameras[.front]?.rate == 25)
    #expect(file.seed == 3)
  }

  @Test func flowMappingsAndListsAreValues() throws {
    let file = try load(
      smallest,
      set: [
        "cameras.front.intrinsics={fx: 585, fy: 585, cx: 320, cy: 240}",
        "scene=[{anchor: face, entity: face-wireframe}]", "scene[0].scale=2",
        "scene[1]={anchor: face, entity: face-wireframe}",
      ])
    #expect(
      file.cameras[.front]?.intrinsics
        == .explicit(fx: 585, fy: 585, cx: 320, cy: 240, distortion: .none))
    #expect(file.scene.map(\.scale) == [2, 1])
  }

  private static let device = """
    version: 1
    session: { configuration: face }
    cameras:
      front: { source: v4l2, device: /dev/video0, size: 640x480, rate: 30 }
    """

  @Test func anotherSourceLeavesOutWhatTheFileGaveTheOldOne() throws {
    let file = try load(
      Self.device, set: ["cameras.front.source=video", "cameras.front.path=clip.mp4"])
    #expect(file.cameras[.front]?.source == .video)
    #expect(file.cameras[.front]?.path == "clip.mp4")
    #expect(
      file.notices == [
        "cameras.front has another source than the file's, which does not use its "
          + "device, size, rate"
      ])
  }

  @Test func anotherSourceKeepsWhatItReadsAndRefusesWhatTheCommandLineGivesItWrongly() throws {
    let file = try load(
      Self.device, set: ["cameras.front.source=images", "cameras.front.path=pictures"])
    #expect(file.cameras[.front]?.rate == 30)
    #expect(
      complaint(
        Self.device,
        set: [
          "cameras.front.source=video", "cameras.front.path=clip.mp4",
          "cameras.front.device=/dev/video1",
        ])
        == "--set cameras.front.device: cameras.front.device is for source: v4l2; this camera has "
        + "source: video")
  }

  @Test func aPathStartsAtTheWorkingFolder() throws {
    let file = try load(
      smallest, set: ["cameras.front={source: video, path: clip.mp4}"])
    #expect(file.cameras[.front]?.path == "clip.mp4")
  }

  @Test func aPathThatYAMLTakesForSomethingElseIsToBeQuoted() {
    #expect(
      complaint(smallest, set: ["cameras.front={source: video, path: [1].mp4}"]).isEmpty == false)
    #expect(
      complaint(smallest, set: ["cameras.front.path=a: b.mp4"])
        == "--set cameras.front.path: cameras.front.path takes a path, found a mapping; "
        + "write it in quotes")
  }

  @Test func aValueMayHoldAnEqualsSign() throws {
    let file = try load(smallest, set: ["cameras.front={source: video, path: 'a=b.mp4'}"])
    #expect(file.cameras[.front]?.path == "a=b.mp4")
  }

  @Test func aMistakeNamesTheOption() {
    #expect(
      complaint(smallest, set: ["cameras.front.rate=fast"])
        == "--set cameras.front.rate: cameras.front.rate takes a number from 1 to 240 (Hz), "
        + "found 'fast'")
    #expect(
      complaint(smallest, set: ["cameras.front.rat=30"])
        == "--set cameras.front.rat: unknown key 'rat' in cameras.front; did you mean 'rate'?")
    #expect(
      complaint(smallest, set: ["cameras.front.rate=[1"]).hasPrefix(
        "--set cameras.front.rate: not YAML: "))
  }

  @Test(arguments: [
    ("cameras.front.rate", "--set cameras.front.rate: there is no '='; write --set key.path=value"),
    (
      "a..b=1",
      "--set a..b: not a key path; write words joined by dots, as in --set cameras.rear.rate=30"
    ),
    (
      "scene[3].scale=1", "--set scene[3].scale: there is no item 3; the list has 0, counted from 0"
    ),
  ])
  func whatIsNoChangeIsRefused(argument: String, message: String) {
    #expect(complaint(smallest, set: [argument]) == message)
  }

  @Test func aMissingRequiredKeyIsStillNoticed() {
    #expect(
      complaint(smallest, set: ["cameras.front={}"])
        == "--set cameras.front: cameras.front.source is missing; it takes v4l2, video, images "
        + "or simulated")
  }
}
