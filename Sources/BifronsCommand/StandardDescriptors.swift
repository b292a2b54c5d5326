import Glibc

/// Descriptors 0, 1 and 2, which a parent may have closed.
enum StandardDescriptors {
  /// Puts something in the place of those that are closed.
  ///
  /// The next file that is opened would take such a number, and words for people would be written
  /// into it. What is put there takes no bytes and gives none, so that `--events -` still fails.
  static func fill() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is taken, which is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
