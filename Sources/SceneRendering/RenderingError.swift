import SessionCore

/// Why nothing can be drawn.
package enum RenderingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no OpenGL 3.3 here; what was tried and how it failed.
  case openGLUnavailable(String)
  /// A shader was refused by the driver.
  case shader(name: String, log: String)
  /// The driver refused a target of this size.
  case targetUnavailable(width: Int, height: Int)
  /// The frame has no picture and no size was given.
  case nothingToDraw

  /// What, where, and what to try.
  package var description: String {
    switch self {
    case .openGLUnavailable(let what):
      "no OpenGL 3.3: \(what); install libegl1 libegl-mesa0 libgl1-mesa-dri (software rendering "
        + "needs no graphics card)"
    case .shader(let name, let log):
      "the graphics driver refused the shader \(name): \(log); update libgl1-mesa-dri, or set "
        + "LIBGL_ALWAYS_SOFTWARE=1"
    case .targetUnavailable(let width, let height):
      "the graphics driver cannot draw a picture of \(width) × \(height); ask for a smaller one"
    case .nothingToDraw:
      "the frame has no picture of the camera to draw; choose a camera that runs"
    }
  }

  /// The same as an error of the session.
  package var sessionError: SessionError { SessionError(.unsupportedConfiguration, description) }
}
