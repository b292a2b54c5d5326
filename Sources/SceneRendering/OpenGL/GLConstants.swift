import CGL

extension Int32 {
  /// The constant as OpenGL's functions take it: Swift imports `GL_…` macros as `Int32`.
  var gl: GLenum { GLenum(bitPattern: self) }
}

extension Bool {
  /// The value as OpenGL's functions take it.
  var gl: GLboolean { GLboolean(self ? GL_TRUE : GL_FALSE) }
}
