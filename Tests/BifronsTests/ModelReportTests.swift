import Bifrons
import Foundation
import ModelFiles
import Testing

@Suite struct ModelReportTests {
  /// The ready configurations' folder, found from this file.
  private static let configurations = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Configs").path

  @Test func theReadyHeadBindsAllBlendShapes() throws {
    let lines = try ModelReport(Self.configurations + "/models/head.glb").lines
    #expect(lines[0].hasSuffix("head.glb: glTF 2.0, binary"))
    #expect(lines.contains("mesh 'head': 52 morph targets"))
    #expect(lines.contains("blend shapes bound: 52 of 52"))
    #expect(lines.contains("materials: 8, pictures: 1, skins: 0"))
  }

  @Test func whatIsNotAModelIsAnErrorWithTheFileInIt() {
    let path = Self.configurations + "/README.md"
    #expect(throws: ModelFileError.self) { try ModelReport(path) }
  }
}
