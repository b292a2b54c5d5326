import CGL
import SessionCore

extension SceneRenderer {
  /// The last drawn picture in `rgb8`, top row first, without anything drawn over it in a window.
  ///
  /// Nil before the first drawing. The driver finishes drawing first.
  package func readComposed() -> PixelBuffer? {
    guard let size = composedSize else { return nil }
    let (width, height) = size
    glBindFramebuffer(GL_READ_FRAMEBUFFER.gl, composedFramebuffer)
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
