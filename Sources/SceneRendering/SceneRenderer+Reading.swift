import CGL
import SessionCore
import SpatialMath

extension SceneRenderer {
  /// The last drawn picture in `rgb8`, top row first, without anything drawn over it in a window.
  ///
  /// Nil before the first drawing. The driver finishes drawing first.
  package func readComposed() -> PixelBuffer? {
    guard let size = composedSize else { return nil }
    return read(composedFramebuffer, size.width, size.height)
  }

  /// A part of the last drawn picture, in its middle and as large as fits into a picture of another
  /// size, with black beside it.
  ///
  /// - Parameters:
  ///   - part: in the target's pixels, (0, 0) top left.
  ///   - width: of the result, pixels.
  ///   - height: of the result, pixels.
  /// - Returns: an `rgb8` picture; nil before the first drawing.
  /// - Throws: `RenderingError.targetUnavailable`.
  package func readComposed(
    _ part: PixelRectangle, width: Int, height: Int
  ) throws(RenderingError) -> PixelBuffer? {
    guard let size = composedSize else { return nil }
    let target = try prepareReading(width: width, height: height)
    let fit = ContentLayout(
      pictureWidth: Int(part.width), pictureHeight: Int(part.height), windowWidth: width,
      windowHeight: height
    ).rectangle
    target.bind()
    glDisable(GL_SCISSOR_TEST.gl)
    glClearColor(0, 0, 0, 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    glBindFramebuffer(GL_READ_FRAMEBUFFER.gl, composedFramebuffer)
    func y(_ value: Double, _ height: Int) -> GLint { GLint((Double(height) - value).rounded()) }
    glBlitFramebuffer(
      GLint(part.x.rounded()), y(part.y + part.height, size.height),
      GLint((part.x + part.width).rounded()), y(part.y, size.height), GLint(fit.x.rounded()),
      y(fit.y + fit.height, height), GLint((fit.x + fit.width).rounded()), y(fit.y, height),
      GLbitfield(GL_COLOR_BUFFER_BIT), GL_LINEAR.gl)
    return read(target.framebuffer, width, height)
  }

  private func read(_ framebuffer: GLuint, _ width: Int, _ height: Int) -> PixelBuffer {
    glBindFramebuffer(GL_READ_FRAMEBUFFER.gl, framebuffer)
    glPixelStorei(GL_PACK_ALIGNMENT.gl, 4)
    return withReadingRows(count: width * height * 4) { rows in
      glReadPixels(
        0, 0, GLsizei(width), GLsizei(height), GL_RGBA.gl, GL_UNSIGNED_BYTE.gl, rows.baseAddress)
      return PixelBuffer.make(width: width, height: height, format: .rgb8) { planes in
        for row in 0..<height {
          // OpenGL's rows go upwards.
          let from = (height - 1 - row) * width * 4
          Self.pack(
            UnsafeRawBufferPointer(rebasing: rows[from..<from + width * 4]),
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
    for i in 0..<source.count / 4 {
      target[3 * i] = source[4 * i]
      target[3 * i + 1] = source[4 * i + 1]
      target[3 * i + 2] = source[4 * i + 2]
    }
  }
}
