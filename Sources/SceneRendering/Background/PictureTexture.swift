import CGL
import SessionCore
import SpatialMath

/// A camera's picture in the graphics memory, in the layout it came in.
///
/// Packed Y0 U Y1 V is uploaded twice: as pairs for the luma and as quadruples, half as wide, for
/// the colour, so that the filter never mixes U with V.
final class PictureTexture {
  private var textures: [GLuint] = [0, 0, 0]
  private var shapes: [Shape?] = [nil, nil, nil]
  /// The picture that is there; weak, so that a camera gets its buffer back.
  private weak var uploaded: PixelBuffer?
  private(set) var width = 0
  private(set) var height = 0
  private(set) var format = PixelFormat.rgb8
  private(set) var encoding = ColorEncoding.jpeg

  /// One texture's size and layout.
  private struct Shape: Equatable {
    var width: Int
    var height: Int
    var internalFormat: Int32
    var format: Int32
    var bytesPerTexel: Int
  }

  init() {
    glGenTextures(3, &textures)
    for texture in textures {
      glBindTexture(GL_TEXTURE_2D.gl, texture)
      for (name, value) in [
        (GL_TEXTURE_MIN_FILTER, GL_LINEAR), (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
        (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
      ] { glTexParameteri(GL_TEXTURE_2D.gl, name.gl, value) }
    }
  }

  deinit { glDeleteTextures(3, textures) }

  /// Uploads a picture unless it is the one already there.
  ///
  /// - Returns: false for a format that is not a picture (depth).
  func upload(_ pixels: PixelBuffer) -> Bool {
    guard pixels.format != .depth16 else { return false }
    if uploaded === pixels { return true }
    uploaded = pixels
    (width, height) = (pixels.width, pixels.height)
    (format, encoding) = (pixels.format, pixels.encoding)
    for (slot, part) in parts(of: pixels).enumerated() {
      upload(part.shape, part.plane, slot: slot)
    }
    return true
  }

  private func parts(of pixels: PixelBuffer) -> [(shape: Shape, plane: PixelBuffer.Plane)] {
    let (w, h) = (pixels.width, pixels.height)
    let (halfW, halfH) = ((w + 1) / 2, (h + 1) / 2)
    let p = pixels.planes
    func one(_ width: Int, _ height: Int) -> Shape {
      Shape(
        width: width, height: height, internalFormat: GL_R8, format: GL_RED, bytesPerTexel: 1)
    }
    func two(_ width: Int, _ height: Int) -> Shape {
      Shape(
        width: width, height: height, internalFormat: GL_RG8, format: GL_RG, bytesPerTexel: 2)
    }
    switch pixels.format {
    case .gray8: return [(one(w, h), p[0])]
    case .rgb8:
      let shape = Shape(
        width: w, height: h, internalFormat: GL_RGB8, format: GL_RGB, bytesPerTexel: 3)
      return [(shape, p[0])]
    case .yuyv:
      let quadruples = Shape(
        width: halfW, height: h, internalFormat: GL_RGBA8, format: GL_RGBA, bytesPerTexel: 4)
      return [(two(w, h), p[0]), (quadruples, p[0])]
    case .yuv420: return [(one(w, h), p[0]), (one(halfW, halfH), p[1]), (one(halfW, halfH), p[2])]
    case .yuv422: return [(one(w, h), p[0]), (one(halfW, h), p[1]), (one(halfW, h), p[2])]
    case .yuv444: return [(one(w, h), p[0]), (one(w, h), p[1]), (one(w, h), p[2])]
    case .nv12: return [(one(w, h), p[0]), (two(halfW, halfH), p[1])]
    case .depth16: return []
    }
  }

  private func upload(_ shape: Shape, _ plane: PixelBuffer.Plane, slot: Int) {
    glActiveTexture(GL_TEXTURE0.gl)
    glBindTexture(GL_TEXTURE_2D.gl, textures[slot])
    glPixelStorei(GL_UNPACK_ALIGNMENT.gl, 1)
    if shapes[slot] != shape {
      glTexImage2D(
        GL_TEXTURE_2D.gl, 0, shape.internalFormat, GLsizei(shape.width), GLsizei(shape.height), 0,
        shape.format.gl, GL_UNSIGNED_BYTE.gl, nil)
      shapes[slot] = shape
    }
    let rowIsWhole = plane.stride % shape.bytesPerTexel == 0
    if rowIsWhole {
      glPixelStorei(GL_UNPACK_ROW_LENGTH.gl, GLint(plane.stride / shape.bytesPerTexel))
      send(shape, rows: 0..<shape.height, plane.base)
      glPixelStorei(GL_UNPACK_ROW_LENGTH.gl, 0)
    } else {
      // A padding that is no whole number of texels: row by row.
      for row in 0..<shape.height {
        send(shape, rows: row..<row + 1, plane.base + row * plane.stride)
      }
    }
  }

  private func send(_ shape: Shape, rows: Range<Int>, _ bytes: UnsafeRawPointer) {
    glTexSubImage2D(
      GL_TEXTURE_2D.gl, 0, 0, GLint(rows.lowerBound), GLsizei(shape.width), GLsizei(rows.count),
      shape.format.gl, GL_UNSIGNED_BYTE.gl, bytes)
  }

  /// Binds luma and colour to texture units 0, 1, 2; nearest texels for a picture drawn 1:1.
  func bind(exact: Bool) {
    for (unit, texture) in textures.enumerated() {
      glActiveTexture((GL_TEXTURE0 + Int32(unit)).gl)
      glBindTexture(GL_TEXTURE_2D.gl, texture)
      if unit == 0 {
        let filter = exact ? GL_NEAREST : GL_LINEAR
        glTexParameteri(GL_TEXTURE_2D.gl, GL_TEXTURE_MIN_FILTER.gl, filter)
        glTexParameteri(GL_TEXTURE_2D.gl, GL_TEXTURE_MAG_FILTER.gl, filter)
      }
    }
    glActiveTexture(GL_TEXTURE0.gl)
  }
}
