import CGLFW
import Foundation
import SceneGraph
import SpatialMath
import Synchronization

/// A GLFW window with an OpenGL 3.3 core context.
///
/// Belongs to the main thread: the window system allows no other.
final class Window {
  private let handle: OpaquePointer
  /// Is called with typed characters.
  var onCharacter: (Character) -> Void = { _ in }
  /// Is called with a click's place in framebuffer pixels, (0, 0) top left.
  var onClick: (Vector2) -> Void = { _ in }
  /// Is called when the pointer or a finger was drawn across the window, or an arrow key pressed.
  var onSwipe: (SceneBehaviour.Direction) -> Void = { _ in }
  /// True where a drawn pointer moves something instead of being a swipe.
  var isDraggable: () -> Bool = { false }
  /// Is called with a drag's step in framebuffer pixels; `moves` for the right or the middle button,
  /// or with Shift.
  var onDrag: (_ way: Vector2, _ moves: Bool) -> Void = { _, _ in }
  /// Is called with notches of the wheel, upwards positive.
  var onScroll: (Double) -> Void = { _ in }
  /// Where the pointer went down.
  private var pressed: Vector2?
  /// Where it was last, while a button is held.
  private var held: (place: Vector2, moves: Bool)?
  /// How far (window coordinates) the pointer must be drawn to be a swipe and no click.
  private static let swipeLength = 60.0
  /// How far it may move in a click where it could also drag.
  private static let clickLength = 4.0
  /// Is called when the picture has to be drawn again.
  var onRefresh: () -> Void = {}
  /// Is called when it came to a display with larger or smaller pixels.
  var onScale: () -> Void = {}
  private var windowedFrame: (x: Int32, y: Int32, width: Int32, height: Int32)?

  /// Opens a window and makes its context current.
  ///
  /// - Throws: `ViewerError.noDisplay` or `.noWindow`.
  init(title: String, width: Int, height: Int) throws(ViewerError) {
    guard glfwInit() == GLFW_TRUE else {
      throw .noDisplay((Self.lastError() ?? "there is no display") + Self.otherBuild)
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3)
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3)
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE)
    glfwWindowHint(GLFW_DEPTH_BITS, 0)
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE)
    // What window managers' rules go by.
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "Bifrons")
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "bifrons")
    guard let opened = glfwCreateWindow(Int32(width), Int32(height), title, nil, nil) else {
      let what = Self.lastError() ?? "the window system gave no reason"
      glfwTerminate()
      throw .noWindow(what)
    }
    handle = opened
    glfwMakeContextCurrent(handle)
    // Wayland shows whole pictures anyway, and there a window that nobody sees would wait for ever.
    glfwSwapInterval(Self.isWayland ? 0 : 1)
    glfwSetWindowUserPointer(handle, Unmanaged.passUnretained(self).toOpaque())
    setCallbacks()
  }

  deinit {
    glfwDestroyWindow(handle)
    glfwTerminate()
  }

  /// What is missing where the display is of the kind that GLFW was not built for.
  private static var otherBuild: String {
    let environment = ProcessInfo.processInfo.environment
    let (hasX11, hasWayland) = (
      environment["DISPLAY"] != nil, environment["WAYLAND_DISPLAY"] != nil
    )
    if hasWayland, !hasX11, !isWayland {
      return "; this GLFW knows X11 only: start Xwayland, or install libglfw3-wayland"
    }
    if hasX11, !hasWayland, isWayland {
      return "; this GLFW knows Wayland only: install libglfw3"
    }
    return ""
  }

  /// True where GLFW was built for Wayland.
  private static var isWayland: Bool {
    glfwGetVersionString().map { String(cString: $0).contains("Wayland") } ?? false
  }

  private static func lastError() -> String? {
    var text: UnsafePointer<CChar>?
    glfwGetError(&text)
    return text.map { String(cString: $0) }
  }

  private static func window(_ handle: OpaquePointer?) -> Window? {
    guard let handle, let pointer = glfwGetWindowUserPointer(handle) else { return nil }
    return Unmanaged<Window>.fromOpaque(pointer).takeUnretainedValue()
  }

  private func setCallbacks() {
    glfwSetCharCallback(handle) { handle, code in
      if let scalar = Unicode.Scalar(code) {
        Window.window(handle)?.onCharacter(Character(scalar))
      }
    }
    glfwSetKeyCallback(handle) { handle, key, _, action, _ in
      if key == GLFW_KEY_ESCAPE, action == GLFW_PRESS {
        glfwSetWindowShouldClose(handle, GLFW_TRUE)
      }
      let arrows: [Int32: SceneBehaviour.Direction] = [
        GLFW_KEY_LEFT: .left, GLFW_KEY_RIGHT: .right, GLFW_KEY_UP: .up, GLFW_KEY_DOWN: .down,
      ]
      if action == GLFW_PRESS, let direction = arrows[key] {
        Window.window(handle)?.onSwipe(direction)
      }
    }
    setPointerCallbacks()
    glfwSetWindowRefreshCallback(handle) { Window.window($0)?.onRefresh() }
    glfwSetFramebufferSizeCallback(handle) { handle, _, _ in Window.window(handle)?.onRefresh() }
    glfwSetWindowContentScaleCallback(handle) { handle, _, _ in Window.window(handle)?.onScale() }
  }

  private func setPointerCallbacks() {
    glfwSetMouseButtonCallback(handle) { handle, button, action, modifiers in
      guard let window = Window.window(handle) else { return }
      let isLeft = button == GLFW_MOUSE_BUTTON_LEFT
      if action == GLFW_PRESS {
        window.held = (window.cursor, !isLeft || modifiers & GLFW_MOD_SHIFT != 0)
        window.pressed = isLeft ? window.cursor : nil
      } else {
        window.held = nil
        if isLeft { window.release() }
      }
    }
    glfwSetCursorPosCallback(handle) { handle, _, _ in
      guard let window = Window.window(handle), let held = window.held, window.isDraggable() else {
        return
      }
      let place = window.cursor
      window.held?.place = place
      window.onDrag(place - held.place, held.moves)
    }
    glfwSetScrollCallback(handle) { handle, _, notches in
      Window.window(handle)?.onScroll(notches)
    }
  }

  /// Tells a click from a swipe, and both from a drag.
  private func release() {
    guard let start = pressed else { return }
    pressed = nil
    let way = cursor - start
    if isDraggable() {
      if way.length < Self.clickLength * Double(contentScale) { onClick(start) }
      return
    }
    guard way.length >= Self.swipeLength * Double(contentScale) else { return onClick(start) }
    if abs(way.x) > abs(way.y) {
      onSwipe(way.x < 0 ? .left : .right)
    } else {
      onSwipe(way.y < 0 ? .up : .down)
    }
  }

  // MARK: - Size

  /// The size in pixels.
  var framebufferSize: (width: Int, height: Int) {
    var (w, h): (Int32, Int32) = (0, 0)
    glfwGetFramebufferSize(handle, &w, &h)
    return (Int(w), Int(h))
  }

  /// The size in window coordinates, which HiDPI displays make smaller than pixels.
  var size: (width: Int, height: Int) {
    var (w, h): (Int32, Int32) = (0, 0)
    glfwGetWindowSize(handle, &w, &h)
    return (Int(w), Int(h))
  }

  /// Changes the size, in window coordinates; not in full screen.
  func resize(width: Int, height: Int) {
    guard windowedFrame == nil else { return }
    glfwSetWindowSize(handle, Int32(width), Int32(height))
  }

  /// Pixels a window coordinate: more than 1 on a Wayland display with small pixels, 1 on X11.
  var pixelRatio: Float { Float(framebufferSize.width) / Float(max(1, size.width)) }

  /// How much larger than usual text must be in window coordinates: more than 1 on an X11 display with
  /// small pixels.
  var interfaceScale: Float { contentScale / max(pixelRatio, 0.1) }

  /// How much larger than usual text must be on this display, in pixels.
  var contentScale: Float {
    var (x, y): (Float, Float) = (1, 1)
    glfwGetWindowContentScale(handle, &x, &y)
    return max(x, y)
  }

  /// The pointer's place in framebuffer pixels.
  private var cursor: Vector2 {
    var (x, y) = (0.0, 0.0)
    glfwGetCursorPos(handle, &x, &y)
    let (pixels, coordinates) = (framebufferSize, size)
    return Vector2(
      x * Double(pixels.width) / Double(max(1, coordinates.width)),
      y * Double(pixels.height) / Double(max(1, coordinates.height)))
  }

  /// True while it fills a screen.
  var isFullScreen: Bool { windowedFrame != nil }

  /// To full screen and back.
  func toggleFullScreen() {
    if let old = windowedFrame {
      glfwSetWindowMonitor(handle, nil, old.x, old.y, old.width, old.height, GLFW_DONT_CARE)
      windowedFrame = nil
      return
    }
    guard let monitor = glfwGetPrimaryMonitor(), let mode = glfwGetVideoMode(monitor) else {
      return
    }
    var (x, y, w, h): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    glfwGetWindowPos(handle, &x, &y)
    glfwGetWindowSize(handle, &w, &h)
    windowedFrame = (x, y, w, h)
    glfwSetWindowMonitor(
      handle, monitor, 0, 0, mode.pointee.width, mode.pointee.height, mode.pointee.refreshRate)
  }

  // MARK: - The loop

  /// True once the user wants it closed.
  var shouldClose: Bool { glfwWindowShouldClose(handle) == GLFW_TRUE }

  /// Asks for an end of the loop.
  func close() { glfwSetWindowShouldClose(handle, GLFW_TRUE) }

  /// Handles input; waits for some until a time has passed or `wake` was called.
  func waitForEvents(atMost seconds: Double) { glfwWaitEventsTimeout(seconds) }

  /// Shows what was drawn.
  func present() { glfwSwapBuffers(handle) }
}

/// Ends a window's wait from other threads.
///
/// Thread-safe. After `close` it does nothing: a call that comes late must not reach a window
/// system that is shut down.
final class WindowWaker: Sendable {
  private let isOpen = Mutex(true)

  /// Ends a wait.
  func wake() {
    isOpen.withLock { if $0 { glfwPostEmptyEvent() } }
  }

  /// Does nothing from now on.
  func close() { isOpen.withLock { $0 = false } }
}
