import Foundation
import ResultStreaming
import SessionCore
import SessionTesting
import SpatialMath
import Synchronization
import Testing

@Suite struct StreamFileTests {
  private static func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("bifrons-\(UUID()).jsonl").path
  }

  @Test func linesArriveInTheFileAtOnce() throws {
    let path = Self.temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try StreamFile(path: path)
    #expect(file.write(Array("one\n".utf8)))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\n")
    #expect(file.write(Array("two\n".utf8)))
    file.close()
    #expect(!file.write(Array("three\n".utf8)))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\n")
    #expect(file.status == .closed)
    #expect(file.bytesWritten == 8)
  }

  @Test func aReaderThatGoesAwayClosesQuietly() throws {
    // A pipe by its path in /dev/fd; its reading end is closed after the first line.
    let pipe = Pipe()
    let failures = Mutex(0)
    let file = try StreamFile(path: "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)") { _ in
      failures.withLock { $0 += 1 }
    }
    try pipe.fileHandleForWriting.close()
    #expect(file.write(Array("one\n".utf8)))
    #expect(try pipe.fileHandleForReading.read(upToCount: 4) == Data("one\n".utf8))
    try pipe.fileHandleForReading.close()
    // Without care this write would end the test process by SIGPIPE.
    #expect(!file.write(Array("two\n".utf8)))
    #expect(file.status == .closed)
    #expect(failures.withLock { $0 } == 0)
  }

  @Test func aFullDiskIsToldOnceAndTheRestIsDropped() throws {
    let failures = Mutex<[SessionError]>([])
    let file = try StreamFile(path: "/dev/full") { error in failures.withLock { $0.append(error) } }
    #expect(!file.write(Array("one\n".utf8)))
    #expect(!file.write(Array("two\n".utf8)))
    let expected = SessionError(
      .fileIOFailed,
      "/dev/full: cannot be written: No space left on device; free some space or write elsewhere")
    #expect(failures.withLock { $0 } == [expected])
    #expect(file.status == .failed(expected))
  }

  @Test(arguments: [
    ("/nowhere/at/all/events.jsonl", "create its folder first"), ("/", "name a file, not a folder"),
  ])
  func aFileThatCannotBeCreatedSaysWhy(path: String, advice: String) {
    #expect {
      try StreamFile(path: path)
    } throws: { error in
      guard let error = error as? SessionError else { return false }
      return error.code == .fileIOFailed && error.message.hasPrefix(path + ": cannot be created")
        && error.message.hasSuffix(advice)
    }
  }

  @Test func aWriterWritesTheLinesOfItsEncoder() throws {
    let path = Self.temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = EventStreamWriter(to: try StreamFile(path: path))
    let events: [SessionEvent] = [
      .started(EventStreamEncoderTests.start), .frame(EventStreamEncoderTests.frame(0, at: 5)),
      .stopped(.ended, frames: 1, time: Samples.time(5)),
    ]
    #expect(writer.write(events))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == EventStreamEncoderTests.lines(events).map { $0 + "\n" }.joined())
  }
}
