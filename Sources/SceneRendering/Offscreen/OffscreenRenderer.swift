import CGL
import SceneGraph
import SessionCore

/// Draws frames into memory, without a window.
///
/// Belongs to the thread that made it. The same input gives the same bytes.
package final class OffscreenRenderer {
  private let context: OffscreenContext
  private var renderer: SceneRenderer?
  private var rows: [UInt8] = []

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
    return read(renderer, width: width, height: height)
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

  private func read(_ renderer: SceneRenderer, width: Int, height: Int) -> PixelBuffer {
    glBindFramebuffer(GL_READ_FRAMEBUFFER.gl, renderer.composedFramebuffer)
    if rows.count != width * height * 4 { rows = [UInt8](repeating: 0, count: width * height * 4) }
    glPixelStorei(GL_PACK_ALIGNMENT.gl, 4)
    rows.withUnsafeMutableBytes {
      glReadPixels(
        0, 0, GLsizei(width), GLsizei(height), GL_RGBA.gl, GL_UNSIGNED_BYTE.gl, $0.baseAddress)
    }
    return PixelBuffer.make(width: width, height: height, format: .rgb8) { planes in
      rows.withUnsafeBytes { source in
        for row in 0..<height {
          // OpenGL's rows go upwards.
          Self.pack(
            UnsafeRawBufferPointer(
              rebasing: source[(height - 1 - row) * width * 4..<(height - row) * width * 4]),
            UnsafeMutableRawBufferPointer(
              rebasing: planes[0][row * width * 3..<(row + 1) * width * 3]))
        }
      }
    }
  }

  /// Copies red, green, blue of each pixel and leaves out the fourth byte.
  private static func pack(
    _ source: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer
  ) {
    let count = source.count / 4
    for i in 0..<count {
      target[3 * i] = source[4 * i]
      target[3 * i + 1] = source[4 * i + 1]
      target[3 * i + 2] = source[4 * i + 2]
    }
  }
}
