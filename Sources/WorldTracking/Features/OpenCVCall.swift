import COpenCVTracking
import SessionCore

/// Calls into OpenCV, whose exceptions arrive as error records, as throwing Swift.
enum OpenCVCall {
  /// A call that returns a count or 0, and a negative number on failure.
  static func status(
    _ task: String, _ body: (inout bifrons_cv_error) -> Int32
  ) throws(SessionError) -> Int {
    var error = bifrons_cv_error()
    let result = body(&error)
    guard result >= 0 else { throw failure(task, error) }
    return Int(result)
  }

  /// A call that returns a handle, and NULL on failure.
  static func pointer(
    _ task: String, _ body: (inout bifrons_cv_error) -> OpaquePointer?
  ) throws(SessionError) -> OpaquePointer {
    var error = bifrons_cv_error()
    guard let result = body(&error) else { throw failure(task, error) }
    return result
  }

  private static func failure(_ task: String, _ error: bifrons_cv_error) -> SessionError {
    let text = withUnsafeBytes(of: error.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return SessionError(
      .worldTrackingFailed,
      "world tracking could not \(task): OpenCV says \(text) (\(error.code)); reset the session")
  }
}
