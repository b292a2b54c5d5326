import CEGL
import CGL

/// An OpenGL 3.3 core context without a window.
///
/// EGL's surfaceless platform needs neither a display server nor a graphics card; a pbuffer on the
/// default display is the second try. Belongs to the thread that made it.
package final class OffscreenContext {
  private let display: EGLDisplay?
  private let context: EGLContext?
  private let surface: EGLSurface?

  /// Makes a context and makes it current.
  ///
  /// - Throws: `RenderingError.openGLUnavailable` with what failed.
  package init() throws(RenderingError) {
    var failures: [String] = []
    for attempt in [Self.openSurfaceless, Self.openPixelBuffer] {
      switch attempt() {
      case .success(let opened):
        (display, context, surface) = opened
        return
      case .failure(let failure): failures.append(failure.what)
      }
    }
    throw .openGLUnavailable(failures.joined(separator: "; "))
  }

  deinit {
    if eglGetCurrentContext() == context { eglMakeCurrent(display, nil, nil, nil) }
    eglDestroyContext(display, context)
    if surface != nil { eglDestroySurface(display, surface) }
    // The display is shared by all contexts of the process and stays.
  }

  /// Makes the context current on the calling thread, if it is not.
  package func makeCurrent() {
    if eglGetCurrentContext() != context { eglMakeCurrent(display, surface, surface, context) }
  }

  // MARK: - Opening

  private typealias Opened = (EGLDisplay?, EGLContext?, EGLSurface?)

  private struct Failure: Error { let what: String }

  private static func openSurfaceless() -> Result<Opened, Failure> {
    let display = eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
    return open(display, surfaceType: 0, name: "surfaceless EGL")
  }

  private static func openPixelBuffer() -> Result<Opened, Failure> {
    open(eglGetDisplay(nil), surfaceType: EGL_PBUFFER_BIT, name: "EGL with a pbuffer")
  }

  private static func open(
    _ display: EGLDisplay?, surfaceType: Int32, name: String
  ) -> Result<Opened, Failure> {
    func failure(_ step: String) -> Result<Opened, Failure> {
      .failure(Failure(what: "\(name): \(step) failed (0x\(String(eglGetError(), radix: 16)))"))
    }
    guard let display, eglInitialize(display, nil, nil) == EGLBoolean(EGL_TRUE) else {
      return failure("eglInitialize")
    }
    guard eglBindAPI(EGLenum(EGL_OPENGL_API)) == EGLBoolean(EGL_TRUE) else {
      return failure("eglBindAPI")
    }
    var configuration: EGLConfig?
    var count: EGLint = 0
    let wanted = [
      EGL_SURFACE_TYPE, surfaceType, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE,
    ]
    guard eglChooseConfig(display, wanted, &configuration, 1, &count) == EGLBoolean(EGL_TRUE),
      count > 0
    else { return failure("eglChooseConfig") }
    let attributes = [
      EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3,
      EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE,
    ]
    guard let context = eglCreateContext(display, configuration, nil, attributes) else {
      return failure("eglCreateContext")
    }
    var surface: EGLSurface?
    if surfaceType != 0 {
      surface = eglCreatePbufferSurface(
        display, configuration, [EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE])
    }
    guard eglMakeCurrent(display, surface, surface, context) == EGLBoolean(EGL_TRUE) else {
      eglDestroyContext(display, context)
      return failure("eglMakeCurrent")
    }
    return .success((display, context, surface))
  }
}
