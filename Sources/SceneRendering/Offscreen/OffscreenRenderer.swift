import CGL
import SceneGraph
import SessionCore

/// Draws frames into memory, without a window.
///
/// Belongs to the thread that made it. The same input gives the same bytes.
package final class OffscreenRenderer {
  private let context: OffscreenContext
  private var renderer: SceneRenderer?

  /// What is drawn besides the scene.
  package var options: RenderOptions

  /// Opens an OpenGL context.
  ///
  /// - Throws: `RenderingError.openGLUnavailable` where there is no OpenGL.
  package init(options: RenderOptions = RenderOptions()) throws(RenderingError) {
    context = try OffscreenContext()
    renderer = try SceneRenderer()
    self.options = options
  }

  deinit {
    // The driver's objects go while their context is current.
    context.makeCurrent()
    renderer = nil
  }

  /// What the driver calls itself.
  package var driverName: String {
    context.makeCurrent()
    return SceneRenderer.driverName
  }

  /// Draws a frame.
  ///
  /// - Parameters:
  ///   - frame: pictures, poses, light.
  ///   - snapshot: the scene.
  ///   - size: pixels; nil is the size of the background's picture.
  /// - Returns: a picture in `rgb8`, top row first.
  /// - Throws: `RenderingError`.
  package func render(
    frame: SessionFrame, snapshot: SceneSnapshot, size: (width: Int, height: Int)? = nil
  ) throws(RenderingError) -> PixelBuffer {
    let picture = SceneRenderer.backgroundView(frame, options)?.image.pixels
    guard let (width, height) = size ?? picture.map({ ($0.width, $0.height) }), let renderer else {
      throw .nothingToDraw
    }
    context.makeCurrent()
    try renderer.draw(
      frame: frame, snapshot: snapshot, options: options, width: width, height: height,
      framebuffer: nil)
    guard let drawn = renderer.readComposed() else { throw .nothingToDraw }
    return drawn
  }

  /// Draws a frame and waits until it is drawn; nothing is read back.
  ///
  /// - Parameters:
  ///   - frame: pictures, poses, light.
  ///   - snapshot: the scene.
  ///   - width: of the picture, pixels.
  ///   - height: of the picture, pixels.
  /// - Throws: `RenderingError`.
  package func draw(
    frame: SessionFrame, snapshot: SceneSnapshot, width: Int, height: Int
  ) throws(RenderingError) {
    guard let renderer else { throw .nothingToDraw }
    context.makeCurrent()
    try renderer.draw(
      frame: frame, snapshot: snapshot, options: options, width: width, height: height,
      framebuffer: nil)
    glFinish()
  }

  /// The context's textures, buffers, vertex arrays, framebuffers and renderbuffers.
  ///
  /// - Complexity: O(names ever given).
  package var graphicsObjectCount: Int {
    context.makeCurrent()
    // Drivers give the lowest names that are free: the greatest one is near the count.
    return (GLuint(1)...8192).reduce(0) { sum, name in
      let kinds = [
        glIsTexture(name), glIsBuffer(name), glIsVertexArray(name), glIsFramebuffer(name),
        glIsRenderbuffer(name),
      ]
      return sum + kinds.count { $0 != 0 }
    }
  }

  /// The driver's complaints since the last call: empty unless there is a bug in the drawing.
  package func takeGraphicsErrors() -> [UInt32] {
    context.makeCurrent()
    var errors: [UInt32] = []
    // A lost context would report for ever.
    while errors.count < 16 {
      let error = glGetError()
      if error == GL_NO_ERROR.gl { break }
      errors.append(error)
    }
    return errors
  }

  /// The number of shapes in the graphics memory.
  package var shapeCount: Int { renderer?.shapeCount ?? 0 }
}
