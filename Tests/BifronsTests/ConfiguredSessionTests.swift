import Bifrons
import Foundation
import SessionTesting
import Testing

@Suite struct ConfiguredSessionTests {
  private func write(_ text: String, to folder: TemporaryFolder) throws -> String {
    let path = folder.file("session.yaml")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func aFileBecomesASessionThatDoesNotRunYet() throws {
    let folder = try TemporaryFolder()
    let path = try write(
      "version: 1\nsession: { configuration: world }\ncameras: { rear: { source: simulated } }\n",
      to: folder)
    let configured = try ConfiguredSession(
      file: path, settings: ["session.plane-detection=[horizontal]"])
    #expect(!configured.session.isRunning)
    guard case .world(let world) = configured.configuration else {
      Issue.record("not a world configuration")
      return
    }
    #expect(world.planeDetection == .horizontal)
    #expect(configured.notices.isEmpty)
  }

  @Test func whatIsWrongIsSaidWithItsPlace() throws {
    let folder = try TemporaryFolder()
    let path = try write("version: 1\nsession: {}\ncameras: {}\n", to: folder)
    #expect(
      throws: ConfiguredSession.Failure(
        description: "\(path):2:10: session.configuration is missing; it takes world or face")
    ) { try ConfiguredSession(file: path) }
  }
}
