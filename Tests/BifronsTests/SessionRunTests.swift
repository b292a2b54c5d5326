import Bifrons
import ConfigurationFiles
import Foundation
import MediaFiles
import SessionCore
import SessionRuntime
import SessionTesting
import Synchronization
import SystemSupport
import Testing

/// Runs of whole session files on material that is made here.
@Suite struct SessionRunTests {
  /// Keeps the events that an output is handed.
  private final class Recorder: SessionOutput {
    let events = Mutex<[SessionEvent]>([])
    let finishes = Mutex(0)
    /// After how many frames to fail; nil never.
    let failsAfter: Int?
    init(failsAfter: Int? = nil) { self.failsAfter = failsAfter }

    var frames: [SessionFrame] {
      events.withLock { $0.compactMap { if case .frame(let f) = $0 { f } else { nil } } }
    }

    func take(_ new: [SessionEvent], of session: Session) throws(LaunchError) {
      events.withLock { $0 += new }
      if let failsAfter, frames.count >= failsAfter {
        throw .output(OutputError(path: "-", reason: "gone", isReaderGone: true))
      }
    }

    func finish() throws(LaunchError) { finishes.withLock { $0 += 1 } }
  }

  private static let hasModels = (try? ModelStore()) != nil

  private func makeClip(in folder: String, count: Int) throws -> String {
    let path = folder + "/clip.mp4"
    let writer = try VideoFileWriter(path: path, width: 64, height: 48, rate: 25)
    for number in 0..<count {
      try writer.write(
        PixelBuffer.make(width: 64, height: 48, format: .gray8) { planes in
          planes[0].initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: number))
        })
    }
    try writer.close()
    return path
  }

  private func load(_ source: String, _ session: String = "{ configuration: face }") throws
    -> SessionFile
  {
    let text = "version: 1\nsession: \(session)\ncameras: \(source)\n"
    return try SessionFile.load("session.yaml") { _ in Array(text.utf8) }
  }

  private func run(
    _ file: SessionFile, _ options: LaunchOptions, _ recorder: Recorder
  ) throws -> SessionRun {
    let run = try SessionRun(file, options: options, others: [recorder])
    run.start()
    try run.finish()
    return run
  }

  private var lockStep: LaunchOptions {
    var options = LaunchOptions()
    options.pacing = .asFastAsPossible
    return options
  }

  // The face models are installed by Tools/setup; where they are not, tracking cannot be run.
  @Test(.enabled(if: hasModels)) func aClipRunsToItsEnd() throws {
    let folder = try TemporaryFolder()
    let clip = try makeClip(in: folder.path, count: 10)
    let recorder = Recorder()
    let run = try run(try load("{ front: { source: video, path: \(clip) } }"), lockStep, recorder)
    #expect(recorder.frames.map(\.index) == Array(0..<10))
    #expect(recorder.finishes.withLock { $0 } == 1)
    #expect(run.report.hasPrefix("10 frames in 0.4 s of session time\nfront camera: 10 pictures"))
  }

  // As above.
  @Test(.enabled(if: hasModels)) func aLimitEndsItAfterExactlySoManyFrames() throws {
    let folder = try TemporaryFolder()
    let clip = try makeClip(in: folder.path, count: 10)
    var options = lockStep
    options.limit = .frames(4)
    let recorder = Recorder()
    _ = try run(try load("{ front: { source: video, path: \(clip) } }"), options, recorder)
    #expect(recorder.frames.map(\.index) == Array(0..<4))
    guard case .stopped(_, let count, _)? = recorder.events.withLock({ $0.last }) else {
      Issue.record("the last event is not stopped")
      return
    }
    #expect(count == 4)
  }

  // As above.
  @Test(.enabled(if: hasModels)) func eventsAndSummaryAreWritten() throws {
    let folder = try TemporaryFolder()
    let clip = try makeClip(in: folder.path, count: 3)
    var options = lockStep
    options.events = folder.file("events.jsonl")
    options.summary = folder.file("summary.json")
    _ = try run(try load("{ front: { source: video, path: \(clip) } }"), options, Recorder())
    let lines = try String(contentsOfFile: folder.file("events.jsonl"), encoding: .utf8)
      .split(separator: "\n")
    let names = try lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["event"] as? String
    }
    #expect(names == ["started", "trackingStateChanged", "frame", "frame", "frame", "stopped"])
    let summary = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: folder.file("summary.json"))))
    #expect((summary as? [String: Any])?["frames"] as? Int == 3)
  }

  // As above.
  @Test(.enabled(if: hasModels)) func aFullDiskIsAFailureOfTheOutput() throws {
    let folder = try TemporaryFolder()
    let clip = try makeClip(in: folder.path, count: 3)
    var options = lockStep
    options.events = "/dev/full"
    let file = try load("{ front: { source: video, path: \(clip) } }")
    let error = #expect(throws: LaunchError.self) { try run(file, options, Recorder()) }
    #expect(error?.description.hasPrefix("/dev/full: cannot be written: No space left") == true)
  }

  @Test func truthNeedsASimulatedCamera() throws {
    var options = lockStep
    options.truth = "/dev/null"
    let file = try load("{ rear: { source: images, path: x } }", "{ configuration: world }")
    #expect(
      throws: LaunchError.configuration(
        ConfigurationError(
          at: .option("--truth /dev/null"),
          "only simulated cameras know the truth, and session.yaml has none"))
    ) { try SessionRun(file, options: options) }
  }

  // As above.
  @Test(.enabled(if: hasModels)) func aReaderThatGoesAwayEndsItWithoutAFault() throws {
    let folder = try TemporaryFolder()
    let clip = try makeClip(in: folder.path, count: 10)
    let recorder = Recorder(failsAfter: 3)
    _ = try run(try load("{ front: { source: video, path: \(clip) } }"), lockStep, recorder)
    #expect(recorder.frames.count == 3)
    #expect(recorder.finishes.withLock { $0 } == 1)
  }
}
