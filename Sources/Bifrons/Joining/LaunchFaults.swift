import Synchronization

/// Remembers what kind of thing went wrong while a session starts.
///
/// A session reports every failure as a `SessionError`; a person wants to know whether it is the
/// models or a camera that they have to see to. Thread-safe.
final class LaunchFaults: Sendable {
  private let text = Mutex<String?>(nil)

  /// What is wrong with the models.
  var models: String? { text.withLock { $0 } }

  /// Notes what is wrong with the models.
  func note(models message: String) { text.withLock { $0 = message } }
}
