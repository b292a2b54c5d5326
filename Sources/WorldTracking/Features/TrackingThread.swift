import SessionCore
import SystemSupport

/// Starts threads for work beside the tracking of pictures.
enum TrackingThread {
  /// Starts a thread that does one job at a time.
  ///
  /// - Throws: `SessionError.worldTrackingFailed` when the system gives no more threads.
  static func jobs<Job: Sendable, Outcome: Sendable>(
    _ name: String, prepare: @escaping @Sendable () -> (Job) -> Outcome
  ) throws(SessionError) -> JobThread<Job, Outcome> {
    do throws(DedicatedThreadError) {
      return try JobThread(ifPossible: name, prepare: prepare)
    } catch {
      throw refused(error)
    }
  }

  /// Starts a thread with a loop of its own.
  ///
  /// - Throws: `SessionError.worldTrackingFailed` when the system gives no more threads.
  static func loop(
    _ name: String, _ body: @escaping @Sendable () -> Void
  ) throws(SessionError) -> DedicatedThread {
    do throws(DedicatedThreadError) {
      return try DedicatedThread(ifPossible: name, body: body)
    } catch {
      throw refused(error)
    }
  }

  private static func refused(_ error: DedicatedThreadError) -> SessionError {
    SessionError(.worldTrackingFailed, error.description, isShortOfResources: true)
  }
}
