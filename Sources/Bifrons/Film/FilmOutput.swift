import ConfigurationFiles
import SessionCore
import SessionRuntime
import SystemSupport

/// Films a session on a thread of its own.
///
/// In lock-step every frame is drawn, one while the next is tracked; in real time the newest frame
/// wins and the film keeps its time.
final class FilmOutput: SessionOutput {
  private struct Desk: Sendable {
    var isReady = false
    /// The frame to draw next.
    var frame: SessionFrame?
    var rate = 30.0
    var isFinished = false
    var failure: LaunchError?
    var stageSeconds: [String: Double] = [:]
    var secondsLeftOut = 0.0
    var written: [String] = []
  }

  private let desk = Monitor(Desk())
  private let waits: Bool
  private let thread: DedicatedThread

  /// Opens OpenGL; fails where there is none.
  init(
    _ file: SessionFile, _ options: LaunchOptions, _ user: UserProfile? = nil
  ) throws(LaunchError) {
    waits = options.pacing == .asFastAsPossible
    do throws(DedicatedThreadError) {
      thread = try DedicatedThread(ifPossible: "bifrons.film") { [desk] in
        Self.work(desk, file, options, user)
      }
    } catch {
      throw .session(
        SessionError(.sensorFailed, error.description, isShortOfResources: true))
    }
    let failure = desk.wait { desk -> LaunchError?? in
      desk.isReady || desk.failure != nil ? .some(desk.failure) : nil
    }
    if let failure { throw failure }
  }

  /// CPU seconds of drawing and of encoding, once it has finished.
  var stageSeconds: [String: Double] { desk.withLock { $0.stageSeconds } }

  /// Says how much of the session's time is not in the film.
  var notices: [String] {
    let seconds = Int(saturating: desk.withLock { $0.secondsLeftOut })
    return seconds == 0
      ? [] : ["the film leaves out \(seconds) s in which no picture came"]
  }

  var written: [String] { desk.withLock { $0.written } }

  func take(_ events: [SessionEvent], of session: Session) throws(LaunchError) {
    for event in events {
      switch event {
      case .started(let start):
        if let rate = start.cameras.first?.format.nominalRate, rate > 0 {
          desk.withLock { $0.rate = rate }
        }
      case .frame(let frame): try put(frame)
      default: break
      }
    }
  }

  func finish() throws(LaunchError) {
    desk.withLock { $0.isFinished = true }
    thread.join()
    if let failure = desk.withLock({ $0.failure }) { throw failure }
  }

  private func put(_ frame: SessionFrame) throws(LaunchError) {
    let failure = desk.wait { [waits] desk -> LaunchError?? in
      if let failure = desk.failure { return .some(failure) }
      if waits, desk.frame != nil { return nil }
      desk.frame = frame
      return .some(nil)
    }
    if let failure { throw failure }
  }

  private static func work(
    _ desk: Monitor<Desk>, _ file: SessionFile, _ options: LaunchOptions, _ user: UserProfile?
  ) {
    do throws(LaunchError) {
      let maker = try FilmMaker(file, options, user)
      desk.withLock { $0.isReady = true }
      while let (frame, rate) = next(desk) { try maker.add(frame, rate: rate) }
      try maker.finish()
      desk.withLock {
        $0.stageSeconds = maker.stageSeconds
        $0.secondsLeftOut = maker.secondsLeftOut
        $0.written = maker.written
      }
    } catch {
      desk.withLock { $0.failure = error }
    }
  }

  /// Waits for a frame; nil at the end.
  private static func next(_ desk: Monitor<Desk>) -> (SessionFrame, Double)? {
    desk.wait { desk -> (SessionFrame, Double)?? in
      if let frame = desk.frame {
        desk.frame = nil
        return .some((frame, desk.rate))
      }
      return desk.isFinished ? .some(nil) : nil
    }
  }
}
