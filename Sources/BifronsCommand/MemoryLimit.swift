import Glibc

/// A plain last word where the system gives no more memory.
///
/// The Swift runtime ends the process then, and nothing can be caught.
enum MemoryLimit {
  private static let words: StaticString = """
    bifrons: out of memory, or a fault of its own: the address space is limited (ulimit -v); raise it

    """

  /// Has the process end with words and the status of a failed run instead of a bare signal, where its
  /// address space is limited: a crash is a want of memory there.
  static func explainAborts() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      limit.rlim_cur != rlim_t.max
    else { return }
    // The runtime aborts or traps; a library that does not ask what it was given reads from nowhere.
    for number in [SIGABRT, SIGTRAP, SIGILL, SIGSEGV, SIGBUS] {
      signal(number) { _ in
        // Only what is safe in a handler: a write and the end.
        let words = MemoryLimit.words
        _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
        _exit(ExitStatus.failed.rawValue)
      }
    }
  }
}
