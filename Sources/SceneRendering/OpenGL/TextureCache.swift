import CGL
import SceneGraph

/// The pictures of surfaces in the graphics memory, by identity; those not used for a while are
/// let go.
final class TextureCache {
  private struct Entry {
    var texture: GLuint
    var lastUse: Int
    /// The picture; nil once nobody has it any more.
    weak var owner: AnyObject?
  }

  /// How a picture's colours are meant.
  enum Encoding: UInt64 {
    case sRGB, linear
    /// sRGB, left as it is: for surfaces that no light falls on.
    case display
  }

  private var entries: [UInt64: Entry] = [:]
  private var frame = 0
  private var white: GLuint = 0
  /// Ten seconds at 30 frames a second.
  private static let patience = 300
  /// How often it looks for what nobody has any more.
  private static let period = 10

  init() {
    glGenTextures(1, &white)
    glBindTexture(GL_TEXTURE_2D.gl, white)
    let pixel: [UInt8] = [255, 255, 255, 255]
    glTexImage2D(
      GL_TEXTURE_2D.gl, 0, GL_RGBA8, 1, 1, 0, GL_RGBA.gl, GL_UNSIGNED_BYTE.gl, pixel)
    glTexParameteri(GL_TEXTURE_2D.gl, GL_TEXTURE_MIN_FILTER.gl, GL_NEAREST)
  }

  deinit {
    glDeleteTextures(1, &white)
    for entry in entries.values { glDeleteTextures(1, [entry.texture]) }
  }

  /// The number of pictures held.
  var count: Int { entries.count }

  /// Counts a frame and lets go of what has not been used.
  func beginFrame() {
    frame += 1
    guard frame % Self.period == 0 else { return }
    for (key, entry) in entries
    where entry.owner == nil || frame - entry.lastUse >= Self.patience {
      glDeleteTextures(1, [entry.texture])
      entries[key] = nil
    }
  }

  /// Binds what a surface mirrors to a unit, uploaded when new.
  func bind(_ reflection: ReflectionResource, unit: Int32) {
    glActiveTexture((GL_TEXTURE0 + unit).gl)
    // The two low bits keep it apart from pictures.
    let key = reflection.identifier << 2 | 3
    let texture = entries[key]?.texture ?? upload(reflection)
    entries[key] = Entry(texture: texture, lastUse: frame, owner: reflection)
    glBindTexture(GL_TEXTURE_CUBE_MAP.gl, texture)
  }

  private func upload(_ reflection: ReflectionResource) -> GLuint {
    var texture: GLuint = 0
    glGenTextures(1, &texture)
    glBindTexture(GL_TEXTURE_CUBE_MAP.gl, texture)
    for (index, pixels) in reflection.faces.enumerated() {
      glTexImage2D(
        (GL_TEXTURE_CUBE_MAP_POSITIVE_X + Int32(index)).gl, 0, GL_SRGB8_ALPHA8,
        GLsizei(reflection.size), GLsizei(reflection.size), 0, GL_RGBA.gl, GL_UNSIGNED_BYTE.gl,
        pixels)
    }
    glGenerateMipmap(GL_TEXTURE_CUBE_MAP.gl)
    for (name, value) in [
      (GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR), (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
      (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
    ] { glTexParameteri(GL_TEXTURE_CUBE_MAP.gl, name.gl, value) }
    glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS.gl)
    return texture
  }

  /// Binds a picture to a unit, uploaded when new; nil binds a white one.
  func bind(_ resource: TextureResource?, unit: Int32, as encoding: Encoding) {
    glActiveTexture((GL_TEXTURE0 + unit).gl)
    guard let resource else { return glBindTexture(GL_TEXTURE_2D.gl, white) }
    let key = resource.identifier << 2 | encoding.rawValue
    let texture = entries[key]?.texture ?? upload(resource, encoding)
    entries[key] = Entry(texture: texture, lastUse: frame, owner: resource)
    glBindTexture(GL_TEXTURE_2D.gl, texture)
  }

  private func upload(_ resource: TextureResource, _ encoding: Encoding) -> GLuint {
    var texture: GLuint = 0
    glGenTextures(1, &texture)
    glBindTexture(GL_TEXTURE_2D.gl, texture)
    glPixelStorei(GL_UNPACK_ALIGNMENT.gl, 4)
    glTexImage2D(
      GL_TEXTURE_2D.gl, 0, encoding == .sRGB ? GL_SRGB8_ALPHA8 : GL_RGBA8,
      GLsizei(resource.width), GLsizei(resource.height), 0, GL_RGBA.gl, GL_UNSIGNED_BYTE.gl,
      resource.pixels)
    glGenerateMipmap(GL_TEXTURE_2D.gl)
    for (name, value) in [
      (GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR), (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
      (GL_TEXTURE_WRAP_S, GL_REPEAT), (GL_TEXTURE_WRAP_T, GL_REPEAT),
    ] { glTexParameteri(GL_TEXTURE_2D.gl, name.gl, value) }
    return texture
  }
}
