import Bifrons
import ConfigurationFiles
import Foundation
import SessionTesting
import SystemSupport
import Testing

/// Scenes of somebody who means harm: each is refused at its place, in words, in no time.
@Suite struct HostileSceneTests {
  private let folder: TemporaryFolder
  /// What a refusal may take at most; all but bounds of memory take milliseconds.
  private static let mostSeconds = 20.0

  init() throws { folder = try TemporaryFolder() }

  /// What is said of a scene; nil when it is made.
  private func complaint(_ scene: String) throws -> String? {
    let text = """
      version: 1
      session: { configuration: face }
      cameras: { front: { source: simulated } }
      scene:
      \(scene)
      """
    try text.write(toFile: folder.file("a.yaml"), atomically: true, encoding: .utf8)
    // CPU time: other tests run beside this one.
    let start = ProcessUsage.threadCPUSeconds()
    defer { #expect(ProcessUsage.threadCPUSeconds() - start < Self.mostSeconds) }
    do {
      _ = try SessionFile.load(folder.file("a.yaml")).makeScene()
      return nil
    } catch let error as ConfigurationError {
      return error.description
    } catch let error as LaunchError {
      return error.description
    }
  }

  private func entry(_ keys: String) -> String { "  - { anchor: face, \(keys) }" }

  /// A grey PNG of zeroes that claims a size; its rows are there or not.
  private func png(_ width: UInt32, _ height: UInt32) -> Data {
    var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    func word(_ value: UInt32) -> Data { withUnsafeBytes(of: value.bigEndian) { Data($0) } }
    data.append(word(13))
    data.append(Data("IHDR".utf8))
    data.append(word(width))
    data.append(word(height))
    // Eight bits of grey, then the check, which is wrong.
    data.append(Data([8, 0, 0, 0, 0, 0, 0, 0, 0]))
    data.append(word(0))
    data.append(Data("IEND".utf8))
    data.append(word(0))
    return data
  }

  @Test(arguments: [
    ("entity: model, path: none.glb", "none.glb: no such file; check the path"),
    ("entity: model, path: /dev/zero", "/dev/zero: not a plain file"),
    ("entity: picture, path: /dev/zero", "a pipe or device, not a picture; name a plain file"),
    ("entity: picture, path: ../../../../etc/passwd", "not a picture that can be read"),
    ("entity: model, path: .", "not a plain file"),
    ("entity: shape, scale: .nan", "scene[0].scale takes a number"),
    ("entity: shape, scale: 1e300", "scene[0].scale is out of range"),
    ("entity: shape, offset: [0, .inf, 0]", "scene[0].offset takes a list"),
    ("entity: shape, size: [0, 1, 1]", "scene[0].size is out of range"),
    ("entity: shape, vertices: [1.5]", "vertices takes whole numbers, found 1.5"),
    ("entity: shape, vertices: [1220]", "scene[0].vertices is out of range"),
    (#"entity: text, texts: ["a\nb"]"#, "a text is one line"),
    (#"entity: text, texts: ["\a"]"#, "no font has the character"),
    ("entity: shape, motion: { seconds: 0 }", "scene[0].motion.seconds is out of range"),
  ])
  func whatIsWrongIsSaidWithItsPlace(_ keys: String, _ words: String) throws {
    let said = try #require(try complaint(entry(keys)))
    #expect(said.hasPrefix(folder.file("a.yaml") + ":5:"), "\(said)")
    #expect(said.contains(words), "\(said)")
  }

  @Test func aPipeIsNeverWaitedFor() throws {
    for (name, kind) in [("a.png", "picture"), ("a.glb", "model"), ("b.png", "face-texture")] {
      #expect(mkfifo(folder.file(name), 0o600) == 0)
      let said = try complaint(entry("entity: \(kind), path: \(name)"))
      #expect(said?.contains("plain file") == true, "\(said ?? "nothing")")
    }
  }

  @Test(arguments: [
    (UInt32(60_000), UInt32(60_000), "60000x60000 pixels, more than"),
    (2_147_483_647, 2_147_483_647, "pixels, more than"), (0, 0, "damaged"), (64, 64, "damaged"),
  ])
  func aPictureThatClaimsTooMuchIsNotUnpacked(
    _ width: UInt32, _ height: UInt32, _ words: String
  ) throws {
    try png(width, height).write(to: URL(fileURLWithPath: folder.file("a.png")))
    let said = try complaint(entry("entity: picture, path: a.png"))
    #expect(said?.contains(words) == true, "\(said ?? "nothing")")
  }

  @Test func aSceneHasABoundForItsPicturesAndTexts() throws {
    // Each line of 190 letters takes ten megabytes.
    let line = String(repeating: "W", count: 190)
    let lines = (0..<64).map { "\"\(line)\($0)\"" }.joined(separator: ", ")
    let said = try complaint(entry("entity: text, texts: [\(lines)]"))
    #expect(said?.contains("would take more than 512 MB unpacked; make them smaller") == true)
    // The same line again and again is one picture.
    let same = [String](repeating: "\"\(line)\"", count: 64).joined(separator: ", ")
    #expect(try complaint(entry("entity: text, texts: [\(same)]")) == nil)
  }

  @Test func aSceneHasABoundForItsShapes() throws {
    let heads = [String](repeating: entry("entity: robot-head"), count: 2000)
    let said = try #require(try complaint(heads.joined(separator: "\n")))
    #expect(said.contains("the scene draws more than 4096 shapes or 8000000 triangles"), "\(said)")
    // It is told at the entry that is too much.
    #expect(said.hasPrefix(folder.file("a.yaml") + ":"))
  }

  @Test func aliasesDoNotMultiply() throws {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for i in 1..<12 {
      let ten = [String](repeating: "*a\(i - 1)", count: 10).joined(separator: ", ")
      text += "a\(i): &a\(i) [\(ten)]\n"
    }
    #expect(
      try complaint("  []\n" + text)?.contains("more than 100000 values, those that aliases repeat")
        == true)
    #expect(try complaint("  &a [*a]")?.contains("there is no anchor '&a' before") == true)
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    #expect(try complaint("  " + deep)?.contains("nested deeper than 64 levels") == true)
  }
}
