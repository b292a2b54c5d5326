import CGL
import SpatialMath

/// Smooth lines and dots in the target's pixels, over everything.
final class OverlayLines {
  private let program: ShaderProgram
  private var vertexArray: GLuint = 0
  private var buffer: GLuint = 0
  private var vertices: [Float] = []

  private static let vertex = """
    layout(location = 0) in vec2 position;
    layout(location = 1) in vec4 segment;
    layout(location = 2) in vec4 tint;
    layout(location = 3) in float radius;
    uniform vec2 size;
    out vec2 pixel;
    flat out vec4 ends;
    flat out vec4 fill;
    flat out float reach;
    void main() {
      pixel = position;
      ends = segment;
      fill = tint;
      reach = radius;
      gl_Position = vec4(position.x / size.x * 2.0 - 1.0, 1.0 - position.y / size.y * 2.0, 0, 1);
    }
    """

  private static let fragment = """
    in vec2 pixel;
    flat in vec4 ends;
    flat in vec4 fill;
    flat in float reach;
    out vec4 color;
    void main() {
      vec2 along = ends.zw - ends.xy;
      float t = clamp(dot(pixel - ends.xy, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
      float d = length(pixel - ends.xy - along * t);
      color = vec4(fill.rgb, fill.a * clamp(reach - d + 0.5, 0.0, 1.0));
    }
    """

  /// Floats a vertex: position 2, segment 4, colour 4, radius 1.
  private static let floats = 11

  init() throws(RenderingError) {
    program = try ShaderProgram(name: "lines", vertex: Self.vertex, fragment: Self.fragment)
    glGenVertexArrays(1, &vertexArray)
    glGenBuffers(1, &buffer)
    glBindVertexArray(vertexArray)
    glBindBuffer(GL_ARRAY_BUFFER.gl, buffer)
    var offset = 0
    for (index, count) in [(GLuint(0), 2), (1, 4), (2, 4), (3, 1)] {
      glEnableVertexAttribArray(index)
      glVertexAttribPointer(
        index, GLint(count), GL_FLOAT.gl, false.gl,
        GLsizei(Self.floats * MemoryLayout<Float>.size), UnsafeRawPointer(bitPattern: offset))
      offset += count * MemoryLayout<Float>.size
    }
  }

  deinit {
    glDeleteVertexArrays(1, &vertexArray)
    glDeleteBuffers(1, &buffer)
  }

  /// Adds a line through points in pixels.
  func add(
    _ points: [Vector2], closed: Bool, color: SIMD4<Float>, width: Double
  ) {
    guard points.count > 1 else { return }
    for (a, b) in zip(points, points.dropFirst()) { addSegment(a, b, color, width) }
    if closed { addSegment(points[points.count - 1], points[0], color, width) }
  }

  /// Adds a dot.
  func addDot(_ point: Vector2, color: SIMD4<Float>, diameter: Double) {
    addSegment(point, point, color, diameter)
  }

  private func addSegment(_ a: Vector2, _ b: Vector2, _ c: SIMD4<Float>, _ width: Double) {
    let reach = width / 2
    let along = (b - a).length > 1e-9 ? (b - a).normalized : Vector2(1, 0)
    let side = Vector2(-along.y, along.x)
    let pad = reach + 1
    let corners = [
      a - along * pad - side * pad, b + along * pad - side * pad, b + along * pad + side * pad,
      a - along * pad + side * pad,
    ]
    for index in [0, 1, 2, 0, 2, 3] {
      let p = corners[index]
      vertices += [
        Float(p.x), Float(p.y), Float(a.x), Float(a.y), Float(b.x), Float(b.y), c.x, c.y, c.z, c.w,
        Float(reach),
      ]
    }
  }

  /// Draws what was added, and forgets it.
  func flush(width: Int, height: Int) {
    guard !vertices.isEmpty else { return }
    program.use()
    program.set("size", SIMD2(Float(width), Float(height)))
    glBindVertexArray(vertexArray)
    glBindBuffer(GL_ARRAY_BUFFER.gl, buffer)
    glBufferData(
      GL_ARRAY_BUFFER.gl, vertices.count * MemoryLayout<Float>.size, vertices, GL_STREAM_DRAW.gl)
    glEnable(GL_BLEND.gl)
    glBlendFunc(GL_SRC_ALPHA.gl, GL_ONE_MINUS_SRC_ALPHA.gl)
    glDrawArrays(GL_TRIANGLES.gl, 0, GLsizei(vertices.count / Self.floats))
    glDisable(GL_BLEND.gl)
    vertices.removeAll(keepingCapacity: true)
  }
}
