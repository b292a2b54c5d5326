import Bifrons
import Foundation
import Testing

@Suite struct OutputTests {
  /// A new empty folder; the caller removes it.
  private func makeFolder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "bifrons-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.path
  }

  private func reason(_ path: String) -> String {
    do {
      try OutputCheck.check(path)
      return ""
    } catch { return error.description }
  }

  @Test func aPathThatCannotBeWrittenIsRefusedWithTheReason() throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(reason(folder) == "\(folder): this is a folder; name a file in it")
    #expect(
      reason("\(folder)/none/events.jsonl")
        == "\(folder)/none/events.jsonl: the folder \(folder)/none does not exist; "
        + "create it or name another one")
    #expect(reason("/proc/events.jsonl").hasPrefix("/proc/events.jsonl: "))
    #expect(reason("\(folder)/events.jsonl").isEmpty)
    #expect(reason("-").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/events.jsonl"))
  }

  @Test func twoOutputsCannotGoToOnePlace() {
    #expect(throws: OutputError(path: "./a", reason: "two outputs cannot go to one place")) {
      try OutputCheck.checkDistinct(["a", "b", "./a"])
    }
    #expect(throws: OutputError.self) { try OutputCheck.checkDistinct(["-", "-"]) }
    #expect(throws: Never.self) { try OutputCheck.checkDistinct(["/dev/null", "/dev/null", "-"]) }
  }
}
