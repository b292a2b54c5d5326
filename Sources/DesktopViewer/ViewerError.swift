import SceneRendering

/// Why the viewer cannot open.
package enum ViewerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no display; what the window system said.
  case noDisplay(String)
  /// The display gives no window with OpenGL 3.3.
  case noWindow(String)
  /// Nothing can be drawn.
  case rendering(RenderingError)

  /// What, where, and what to try.
  package var description: String {
    switch self {
    case .noDisplay(let what):
      "no window can be opened: \(what); run on a desktop, set DISPLAY or WAYLAND_DISPLAY, or use "
        + "bifrons run CONFIG --headless"
    case .noWindow(let what):
      "no window with OpenGL 3.3 can be opened: \(what); install libgl1-mesa-dri and "
        + "libglx-mesa0, or use bifrons run CONFIG --headless"
    case .rendering(let error): error.description
    }
  }
}
