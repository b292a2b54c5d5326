import CGL

/// A picture in the graphics memory to draw into.
final class RenderTarget {
  /// What a target holds.
  enum Kind: Equatable {
    /// Colour only.
    case color
    /// Colour only, to be sampled.
    case texture
    /// Colour and depth with several samples a pixel (1 for none).
    case multisampled(samples: Int)
    /// Depth only, to be sampled with comparison.
    case shadow
  }

  let width: Int, height: Int
  let kind: Kind
  private(set) var framebuffer: GLuint = 0
  /// The texture of a target that can be sampled.
  private(set) var texture: GLuint = 0
  private var renderbuffers: [GLuint] = [0, 0]

  /// Allocates a target.
  ///
  /// - Throws: `RenderingError.targetUnavailable`.
  init(width: Int, height: Int, kind: Kind) throws(RenderingError) {
    self.width = width
    self.height = height
    self.kind = kind
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GL_FRAMEBUFFER.gl, framebuffer)
    switch kind {
    case .color: attach(GL_RGBA8, GL_COLOR_ATTACHMENT0, samples: 0, slot: 0)
    case .multisampled(let samples):
      attach(GL_RGBA8, GL_COLOR_ATTACHMENT0, samples: samples, slot: 0)
      attach(GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, samples: samples, slot: 1)
    case .texture: attachColorTexture()
    case .shadow: attachShadowTexture()
    }
    guard glCheckFramebufferStatus(GL_FRAMEBUFFER.gl) == GL_FRAMEBUFFER_COMPLETE.gl else {
      throw .targetUnavailable(width: width, height: height)
    }
  }

  deinit {
    glDeleteFramebuffers(1, &framebuffer)
    glDeleteRenderbuffers(2, renderbuffers)
    glDeleteTextures(1, &texture)
  }

  private func attach(_ format: Int32, _ attachment: Int32, samples: Int, slot: Int) {
    glGenRenderbuffers(1, &renderbuffers[slot])
    glBindRenderbuffer(GL_RENDERBUFFER.gl, renderbuffers[slot])
    glRenderbufferStorageMultisample(
      GL_RENDERBUFFER.gl, GLsizei(samples > 1 ? samples : 0), format.gl, GLsizei(width),
      GLsizei(height))
    glFramebufferRenderbuffer(
      GL_FRAMEBUFFER.gl, attachment.gl, GL_RENDERBUFFER.gl, renderbuffers[slot])
  }

  private func attachColorTexture() {
    glGenTextures(1, &texture)
    glBindTexture(GL_TEXTURE_2D.gl, texture)
    glTexImage2D(
      GL_TEXTURE_2D.gl, 0, GL_RGBA8, GLsizei(width), GLsizei(height), 0, GL_RGBA.gl,
      GL_UNSIGNED_BYTE.gl, nil)
    for name in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
      glTexParameteri(GL_TEXTURE_2D.gl, name.gl, GL_NEAREST)
    }
    glFramebufferTexture2D(
      GL_FRAMEBUFFER.gl, GL_COLOR_ATTACHMENT0.gl, GL_TEXTURE_2D.gl, texture, 0)
  }

  private func attachShadowTexture() {
    glGenTextures(1, &texture)
    glBindTexture(GL_TEXTURE_2D.gl, texture)
    glTexImage2D(
      GL_TEXTURE_2D.gl, 0, GL_DEPTH_COMPONENT24, GLsizei(width), GLsizei(height), 0,
      GL_DEPTH_COMPONENT.gl, GL_UNSIGNED_INT.gl, nil)
    for (name, value) in [
      (GL_TEXTURE_MIN_FILTER, GL_LINEAR), (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
      (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
      (GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE), (GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL),
    ] { glTexParameteri(GL_TEXTURE_2D.gl, name.gl, value) }
    glFramebufferTexture2D(
      GL_FRAMEBUFFER.gl, GL_DEPTH_ATTACHMENT.gl, GL_TEXTURE_2D.gl, texture, 0)
    glDrawBuffer(GL_NONE.gl)
    glReadBuffer(GL_NONE.gl)
  }

  /// Makes the target the one that is drawn into, whole.
  func bind() {
    glBindFramebuffer(GL_FRAMEBUFFER.gl, framebuffer)
    glViewport(0, 0, GLsizei(width), GLsizei(height))
  }
}
