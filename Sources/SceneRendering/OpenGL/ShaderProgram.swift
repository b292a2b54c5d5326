import CGL
import SpatialMath

/// A linked pair of shaders.
///
/// Bound to the context's thread, like all that follows.
final class ShaderProgram {
  private let handle: GLuint
  private var locations: [String: GLint] = [:]

  /// Compiles and links.
  ///
  /// - Parameters:
  ///   - name: for the error's text.
  ///   - vertex: GLSL without its version line.
  ///   - fragment: GLSL without its version line.
  ///   - defines: names to define before the text.
  /// - Throws: `RenderingError.shader` with the driver's log.
  init(
    name: String, vertex: String, fragment: String, defines: [String] = []
  ) throws(RenderingError) {
    handle = glCreateProgram()
    let head = "#version 330 core\n" + defines.map { "#define \($0)\n" }.joined()
    for (kind, text) in [(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)] {
      let shader = try Self.compile(kind.gl, head + text, name: name)
      glAttachShader(handle, shader)
      glDeleteShader(shader)
    }
    glLinkProgram(handle)
    var linked: GLint = 0
    glGetProgramiv(handle, GL_LINK_STATUS.gl, &linked)
    if linked == 0 {
      let log = Self.log(handle, glGetProgramiv, glGetProgramInfoLog)
      glDeleteProgram(handle)
      throw .shader(name: name, log: log)
    }
  }

  deinit { glDeleteProgram(handle) }

  private static func compile(
    _ kind: GLenum, _ text: String, name: String
  ) throws(RenderingError) -> GLuint {
    let shader = glCreateShader(kind)
    text.withCString { pointer in
      var source: UnsafePointer<GLchar>? = pointer
      glShaderSource(shader, 1, &source, nil)
    }
    glCompileShader(shader)
    var compiled: GLint = 0
    glGetShaderiv(shader, GL_COMPILE_STATUS.gl, &compiled)
    if compiled == 0 {
      let log = log(shader, glGetShaderiv, glGetShaderInfoLog)
      glDeleteShader(shader)
      throw .shader(name: name, log: log)
    }
    return shader
  }

  private static func log(
    _ object: GLuint, _ query: (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void,
    _ read: (
      GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?
    ) -> Void
  ) -> String {
    var length: GLint = 0
    query(object, GL_INFO_LOG_LENGTH.gl, &length)
    var text = [GLchar](repeating: 0, count: Int(length) + 1)
    read(object, GLsizei(text.count), nil, &text)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").joined(separator: "; ")
  }

  /// Makes the program the current one.
  func use() { glUseProgram(handle) }

  private func location(_ name: String) -> GLint {
    if let known = locations[name] { return known }
    let found = glGetUniformLocation(handle, name)
    locations[name] = found
    return found
  }

  /// Sets a uniform of the current program; unknown names are ignored, as OpenGL does.
  func set(_ name: String, _ value: Int) { glUniform1i(location(name), GLint(value)) }
  /// Sets a `float`.
  func set(_ name: String, _ value: Float) { glUniform1f(location(name), value) }
  /// Sets a `vec2`.
  func set(_ name: String, _ v: SIMD2<Float>) { glUniform2f(location(name), v.x, v.y) }
  /// Sets a `vec3`.
  func set(_ name: String, _ v: SIMD3<Float>) { glUniform3f(location(name), v.x, v.y, v.z) }
  /// Sets a `vec4`.
  func set(_ name: String, _ v: SIMD4<Float>) { glUniform4f(location(name), v.x, v.y, v.z, v.w) }
  /// Sets a `mat4`.
  func set(_ name: String, _ m: Matrix4x4) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 16) { f in
      for (i, c) in [m.column0, m.column1, m.column2, m.column3].enumerated() {
        for j in 0..<4 { f[4 * i + j] = Float(c[j]) }
      }
      glUniformMatrix4fv(location(name), 1, false.gl, f.baseAddress)
    }
  }
  /// Sets a `mat3`.
  func set(_ name: String, _ m: Matrix3x3) {
    let columns = [m.column0, m.column1, m.column2]
    glUniformMatrix3fv(
      location(name), 1, false.gl, columns.flatMap { [Float($0.x), Float($0.y), Float($0.z)] })
  }
}
