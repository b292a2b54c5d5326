import CGL
import SessionCore
import SpatialMath

/// Draws a camera's picture into a rectangle.
final class PictureProgram {
  private let yuv: ShaderProgram
  private let rgb: ShaderProgram
  private var vertexArray: GLuint = 0

  private static let vertex = """
    uniform vec4 corners[4];  // lower left, lower right, upper left, upper right in clip space
    uniform float mirror;
    out vec2 uv;
    void main() {
      vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1);
      uv = vec2(mix(p.x, 1.0 - p.x, mirror), 1.0 - p.y);
      gl_Position = corners[gl_VertexID];
    }
    """

  private static let fragment = """
    in vec2 uv;
    uniform sampler2D luma;
    #ifdef YUV
    uniform sampler2D blue, red;
    uniform vec4 blueMask, redMask;
    uniform vec2 chromaScale;
    uniform mat3 matrix;
    uniform vec3 offset;
    #endif
    out vec4 color;
    void main() {
      vec4 texel = texture(luma, uv);
    #ifdef YUV
      vec2 c = uv * chromaScale;
      vec3 v = vec3(texel.r, dot(texture(blue, c), blueMask), dot(texture(red, c), redMask));
      color = vec4(matrix * v + offset, 1.0);
    #else
      color = vec4(texel.rgb, 1.0);
    #endif
    }
    """

  init() throws(RenderingError) {
    yuv = try ShaderProgram(
      name: "picture-yuv", vertex: Self.vertex, fragment: Self.fragment, defines: ["YUV"])
    rgb = try ShaderProgram(name: "picture-rgb", vertex: Self.vertex, fragment: Self.fragment)
    glGenVertexArrays(1, &vertexArray)
  }

  deinit { glDeleteVertexArrays(1, &vertexArray) }

  /// Draws a picture.
  ///
  /// - Parameters:
  ///   - picture: an uploaded picture.
  ///   - layout: where it lies in the window.
  ///   - width: the window's width in pixels.
  ///   - height: the window's height in pixels.
  func draw(_ picture: PictureTexture, layout: ContentLayout, width: Int, height: Int) {
    let r = layout.rectangle
    let (w, h) = (Double(width), Double(height))
    let (left, right) = (2 * r.x / w - 1, 2 * (r.x + r.width) / w - 1)
    let (bottom, top) = (1 - 2 * (r.y + r.height) / h, 1 - 2 * r.y / h)
    draw(
      picture,
      corners: [
        Vector4(left, bottom, 0, 1), Vector4(right, bottom, 0, 1), Vector4(left, top, 0, 1),
        Vector4(right, top, 0, 1),
      ], isMirrored: layout.isMirrored,
      exact: Int(r.width) == picture.width && Int(r.height) == picture.height)
  }

  /// Draws a picture that stands in space, its corners (upper left, upper right, lower left, lower
  /// right) in clip space; what is before or behind the eye is left out, nothing else for its depth.
  func draw(_ picture: PictureTexture, corners c: [Vector4]) {
    guard c.count == 4 else { return }
    let flat = [c[2], c[3], c[0], c[1]].map { Vector4($0.x, $0.y, 0, $0.w) }
    draw(picture, corners: flat, isMirrored: false, exact: false)
  }

  private func draw(
    _ picture: PictureTexture, corners: [Vector4], isMirrored: Bool, exact: Bool
  ) {
    let program = picture.format == .rgb8 ? rgb : yuv
    program.use()
    for (i, corner) in corners.enumerated() {
      program.set("corners[\(i)]", SIMD4<Float>(corner))
    }
    program.set("mirror", isMirrored ? Float(1) : 0)
    if picture.format != .rgb8 { setConversion(program, picture) }
    picture.bind(exact: exact)
    glBindVertexArray(vertexArray)
    glDrawArrays(GL_TRIANGLE_STRIP.gl, 0, 4)
  }

  private func setConversion(_ program: ShaderProgram, _ picture: PictureTexture) {
    let (w, h) = (picture.width, picture.height)
    // Odd sizes: the last column of the colour planes is half beyond the picture.
    let half = SIMD2(
      Float(w) / Float((w + 1) / 2 * 2), Float(h) / Float((h + 1) / 2 * 2))
    var conversion = YUVConversion(picture.encoding)
    var scale = SIMD2<Float>(1, 1)
    var (blue, red) = (1, 2)
    var (blueMask, redMask) = (SIMD4<Float>(1, 0, 0, 0), SIMD4<Float>(1, 0, 0, 0))
    switch picture.format {
    case .gray8:
      (blue, red) = (0, 0)
      (blueMask, redMask) = (.zero, .zero)
      let y = conversion.matrix.column0
      conversion.offset = picture.encoding.isFullRange ? .zero : -y * (16.0 / 255)
      conversion.matrix = Matrix3x3(columns: y, .zero, .zero)
    case .yuyv:
      (blue, red) = (1, 1)
      (blueMask, redMask) = (SIMD4(0, 1, 0, 0), SIMD4(0, 0, 0, 1))
      scale.x = half.x
    case .nv12:
      (blue, red) = (1, 1)
      redMask = SIMD4(0, 1, 0, 0)
      scale = half
    case .yuv420: scale = half
    case .yuv422: scale.x = half.x
    case .yuv444, .rgb8, .depth16: break
    }
    program.set("luma", 0)
    program.set("blue", blue)
    program.set("red", red)
    program.set("blueMask", blueMask)
    program.set("redMask", redMask)
    program.set("chromaScale", scale)
    program.set("matrix", conversion.matrix)
    program.set("offset", SIMD3<Float>(conversion.offset))
  }
}
