import ConfigurationFiles
import Foundation
import SceneGraph
import SessionCore
import SessionRuntime
import SpatialMath
import Synchronization

/// One run of a session file: the session, its limit and its outputs.
///
/// Make it, `start` it, wait until the session has stopped, `finish` it. Thread-safe.
package final class SessionRun: Sendable {
  /// The session file.
  package let file: SessionFile
  /// How it is run.
  package let options: LaunchOptions
  /// The session.
  package let session: Session
  /// Whose profile the first face is read with.
  private let user: UserProfile?
  private let faults = LaunchFaults()
  private let state: Mutex<SessionRunState>

  /// Checks everything that can be checked before a camera opens, and prepares the outputs.
  ///
  /// `others` are handed the events too. Throws `LaunchError`.
  package init(
    _ file: SessionFile, options: LaunchOptions, others: [any SessionOutput] = []
  ) throws(LaunchError) {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let file = try file.adapted(to: options.pacing, processors: processors).withWorldMap()
      .withReferenceImages()
    var options = options
    options.worldMap = options.worldMap ?? file.world.saveMap
    self.file = file
    self.options = options
    try Self.checkWorldMap(options, file)
    try Self.checkPaths(options, file)
    let builder = try SessionBuilder(file, pacing: options.pacing)
    session = Session(parts: builder.makeParts(faults: faults))
    user = builder.user?.profile
    state = Mutex(SessionRunState(outputs: try Self.makeOutputs(file, options, user) + others))
  }

  private static func checkPaths(
    _ options: LaunchOptions, _ file: SessionFile
  ) throws(LaunchError) {
    do throws(OutputError) {
      for path in options.outputs { try OutputCheck.check(path) }
      for path in [options.worldMap, options.video, options.picture].compactMap(\.self) {
        try OutputCheck.checkIsNoPipe(path)
      }
      if let path = options.video {
        try OutputCheck.checkEnding(path, ["mp4", "m4v", "mov", "mkv"])
      }
      if let path = options.picture { try OutputCheck.checkEnding(path, ["png", "jpg", "jpeg"]) }
      if file.keepsPictures, let folder = file.recording.folder {
        try OutputCheck.checkFolder(folder)
      }
      try OutputCheck.checkDistinct(options.outputs)
      try OutputCheck.checkSparesInput(
        options.outputs, of: file, replacingMap: options.worldMap)
    } catch {
      throw .output(error)
    }
  }

  /// The scene for a window, with the user's correction of the gaze.
  ///
  /// - Throws: `LaunchError.configuration` when its entries do not fit together.
  package func makeScene() throws(LaunchError) -> Scene { try file.makeScene(user: user) }

  /// What a person should know about the cameras that run: another size, a lower rate.
  package static func cameraNotices(_ session: Session) -> [String] {
    (session.configuration.map { $0.roles + [.depth] } ?? []).flatMap { role in
      SessionBuilder.notices(session, role).map { "\(role.rawValue) camera: \($0)" }
    }
  }

  /// The time of the session's first frame; nil before it.
  var zero: Timestamp? { state.withLock { $0.zero } }

  /// What the outputs have to say, once they are closed.
  var outputNotices: [String] { state.withLock { $0.notices } }

  /// The files that the outputs have written, once they are closed.
  var writtenFiles: [String] { state.withLock { $0.written } }

  /// The session's numbers with the stages of the outputs.
  package var statistics: SessionStatistics {
    var statistics = session.statistics
    statistics.stageSeconds.merge(state.withLock { $0.stageSeconds }, uniquingKeysWith: +)
    return statistics
  }

  /// Runs the session; returns at once.
  package func start() {
    session.observe { [weak self] events in self?.take(events) }
    session.run(file.configuration)
    watchLimit()
  }

  /// Stops in order; the session then says that it has stopped.
  ///
  /// Any thread but a delegate's or an observer's.
  package func stop() { session.pause() }

  /// Closes the outputs of a session that has stopped, and writes the summary.
  ///
  /// - Throws: the first thing that went wrong in the session or with an output.
  package func finish() throws(LaunchError) {
    let sessionError = session.waitUntilStopped()
    session.pause()
    let (outputs, failure) = state.withLock { state in
      defer { state.outputs = [] }
      return (state.outputs, state.failure)
    }
    var errors = [sessionError.map(explain), failure].compactMap(\.self)
    for output in outputs {
      do throws(LaunchError) { try output.finish() } catch { errors.append(error) }
    }
    state.withLock { state in
      for output in outputs {
        state.stageSeconds.merge(output.stageSeconds, uniquingKeysWith: +)
        state.notices += output.notices
        state.written += output.written
      }
    }
    do throws(LaunchError) {
      if let path = try saveWorldMap() { state.withLock { $0.written.append(path) } }
    } catch {
      errors.append(error)
    }
    do throws(LaunchError) { try writeSummary() } catch { errors.append(error) }
    if let first = errors.first(where: { !$0.isReaderGone }) { throw first }
  }

  /// A session's error by what a person has to see to.
  private func explain(_ error: SessionError) -> LaunchError {
    faults.models.map(LaunchError.models) ?? .session(error)
  }

  private func take(_ events: [SessionEvent]) {
    let mustStop = state.withLock { $0.take(events, of: session, limit: options.limit) }
    // Outside of the lock: `pause` has the session say `stopped`, which comes back here.
    if mustStop { session.pause() }
  }
}

/// What a run's lock guards.
private struct SessionRunState {
  var outputs: [any SessionOutput]
  var zero: Timestamp?
  /// Seconds from one picture of the leading camera to the next, as promised.
  var interval = 0.0
  /// The first failure of an output.
  var failure: LaunchError?
  /// The outputs that failed: the others are still told how the session ends.
  var broken: Set<ObjectIdentifier> = []
  /// CPU seconds of the outputs' own stages.
  var stageSeconds: [String: Double] = [:]
  /// What the outputs have to say.
  var notices: [String] = []
  /// The files that the outputs have written.
  var written: [String] = []

  /// Hands events to the outputs; true when the session is to stop.
  mutating func take(
    _ events: [SessionEvent], of session: Session, limit: SessionLimit
  ) -> Bool {
    var frame: SessionFrame?
    for event in events {
      switch event {
      case .started(let start):
        zero = zero ?? start.zero
        interval = start.cameras.first.map { 1 / max($0.format.nominalRate, 1) } ?? 0
      case .frame(let new): frame = new
      default: break
      }
    }
    if let frame, let zero, limit.excludes(frame, zero: zero) { return true }
    write(events, session)
    if failure != nil { return true }
    guard let frame, let zero else { return false }
    return limit.isReached(by: frame, zero: zero, interval: interval)
  }

  private mutating func write(_ events: [SessionEvent], _ session: Session) {
    for output in outputs where !broken.contains(ObjectIdentifier(output)) {
      do throws(LaunchError) {
        try output.take(events, of: session)
      } catch {
        if failure?.isReaderGone ?? true { failure = error }
        broken.insert(ObjectIdentifier(output))
      }
    }
  }
}

extension LaunchError {
  /// True when a pipe's reader has gone: an end, not a fault.
  package var isReaderGone: Bool {
    if case .output(let error) = self { error.isReaderGone } else { false }
  }
}
