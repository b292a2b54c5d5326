import Glibc
import SessionCore

extension SystemCallError {
  /// EINTR.
  static let interrupted = SystemCallError(EINTR)
  /// EAGAIN.
  static let again = SystemCallError(EAGAIN)

  /// The system's words.
  var text: String { String(cString: strerror(code)) }
}

/// Turns a camera's failed system calls into what a person can do about them.
enum VideoDeviceFailure {
  /// What was tried when the call failed.
  enum Step: Sendable {
    case open, negotiate, start, stream
  }

  /// The error for a failed call.
  ///
  /// - Parameters:
  ///   - error: what the system said.
  ///   - step: what was tried.
  ///   - path: the device node or link.
  ///   - request: size and rate asked for, in words.
  ///   - holders: the programs that have the device open.
  /// - Returns: an error whose message says what, where and what to try.
  static func sessionError(
    _ error: SystemCallError, at step: Step, path: String, request: String, holders: [String]
  ) -> SessionError {
    func unavailable(_ text: String) -> SessionError {
      SessionError(.sensorUnavailable, "\(path): \(text)")
    }
    switch (error.code, step) {
    case (ENOENT, _), (ENODEV, _), (ENXIO, _):
      return unavailable(
        "no camera there; plug it in, or choose one that `bifrons devices` lists")
    case (EACCES, _), (EPERM, _):
      return SessionError(
        .cameraUnauthorized,
        "\(path): no permission for the camera; add yourself to the group `video` (sudo usermod "
          + "-aG video $USER, then log in again), or allow cameras in the sandbox or seat you "
          + "work in")
    case (EBUSY, _):
      let who = holders.isEmpty ? "another program" : holders.joined(separator: ", ")
      return unavailable("in use by \(who); close it and try again")
    case (ENOSPC, _):
      return unavailable(
        "not enough USB bandwidth for \(request) beside what else is on the bus, and minimum-size "
          + "and minimum-rate allow no less; plug the camera into another USB controller, or, where "
          + "it reserves more than it needs, load its driver with `modprobe uvcvideo quirks=128` "
          + "(helps uncompressed pictures only)")
    case (EPIPE, .start):
      return unavailable(
        "the node has no sensor behind it (\(error.text)); a MIPI camera needs libcamera or "
          + "PipeWire: relay it through v4l2loopback and choose that")
    case (EIO, .start):
      return unavailable(
        "the camera refuses \(request) (\(error.text)); choose another size or rate, or plug it "
          + "in again")
    case (_, .stream):
      return SessionError(
        .sensorFailed, "\(path): the camera stopped working (\(error.text)); plug it in again")
    default:
      return unavailable(
        "the camera cannot be used (\(error.text)); `bifrons devices` says what it is")
    }
  }
}
