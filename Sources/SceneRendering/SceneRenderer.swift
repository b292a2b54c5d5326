import CGL
import SceneGraph
import SessionCore
import SpatialMath

/// Draws a session's frame: the camera's picture behind, the scene in front, lines and the other
/// camera's picture on top.
///
/// Needs a current OpenGL 3.3 core context and belongs to its thread, in which it must also be
/// released. It leaves depth test, blending, scissor and culling off.
package final class SceneRenderer {
  let pictures: PictureProgram
  private let scenes: ScenePass
  let lines: OverlayLines
  private let background = PictureTexture()
  let insetPicture = PictureTexture()
  private var composed: RenderTarget?
  private var ambience: PictureAmbience?
  private var rows: [UInt8] = []

  /// How fast the scene's light follows the picture's colours: a second at 30 frames a second.
  private static let ambienceRate: Float = 0.06

  /// Prepares shaders and buffers.
  ///
  /// - Throws: `RenderingError` when the driver refuses a shader or the context is too old.
  package init() throws(RenderingError) {
    var version: GLint = 0
    glGetIntegerv(GL_MAJOR_VERSION.gl, &version)
    guard version >= 3 else {
      throw .openGLUnavailable("the driver gives a context of version \(version)")
    }
    pictures = try PictureProgram()
    scenes = try ScenePass()
    lines = try OverlayLines()
  }

  /// What the driver calls itself.
  package static var driverName: String {
    glGetString(GL_RENDERER.gl).map { String(cString: $0) } ?? "unknown"
  }

  /// The number of shapes in the graphics memory.
  package var shapeCount: Int { scenes.shapeCount }

  /// Where the background's picture lies in a target: for taps.
  package static func layout(
    frame: SessionFrame, options: RenderOptions, width: Int, height: Int
  ) -> ContentLayout? {
    guard let view = backgroundView(frame, options) else { return nil }
    return ContentLayout(
      pictureWidth: view.image.pixels.width, pictureHeight: view.image.pixels.height,
      windowWidth: width, windowHeight: height, mode: options.contentMode,
      isMirrored: options.mirrorsFrontBackground && view.image.role == .front)
  }

  /// The pixels of the background's picture.
  package static func backgroundPicture(
    _ frame: SessionFrame, _ options: RenderOptions
  ) -> PixelBuffer? { backgroundView(frame, options)?.image.pixels }

  static func backgroundView(_ frame: SessionFrame, _ options: RenderOptions) -> CameraView? {
    guard let role = options.backgroundRole else {
      return frame.primary ?? frame.rear ?? frame.front
    }
    return role == .front ? frame.front : frame.rear
  }

  /// Draws a frame.
  ///
  /// - Parameters:
  ///   - frame: pictures, poses, light.
  ///   - snapshot: the scene.
  ///   - options: what else.
  ///   - width: the target's width in pixels.
  ///   - height: the target's height in pixels.
  ///   - framebuffer: where the result is copied to; 0 is the window, nil leaves it where
  ///     `composedFramebuffer` is.
  /// - Throws: `RenderingError` when the driver refuses a target of this size.
  package func draw(
    frame: SessionFrame, snapshot: SceneSnapshot, options: RenderOptions, width: Int, height: Int,
    framebuffer: UInt32?
  ) throws(RenderingError) {
    let target = try prepareTarget(width: width, height: height)
    let view = Self.backgroundView(frame, options)
    let layout = Self.layout(frame: frame, options: options, width: width, height: height)
    if let view { followAmbience(view.image) }
    let hasPicture = view.map { background.upload($0.image.pixels) } ?? false
    target.bind()
    glDisable(GL_SCISSOR_TEST.gl)
    glClearColor(0, 0, 0, 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    if let view, let layout {
      if hasPicture { pictures.draw(background, layout: layout, width: width, height: height) }
      try scenes.draw(
        snapshot, camera: SceneCamera(view, layout: layout),
        light: SceneLight(estimate: frame.lightEstimate, ambience: ambience), layout: layout,
        target: target, options: options)
      target.bind()
      drawBackgroundOverlays(frame, view, layout, options, target)
    }
    if let inset = options.inset { drawInset(inset, frame, options, target) }
    guard let framebuffer else { return }
    glBindFramebuffer(GL_READ_FRAMEBUFFER.gl, target.framebuffer)
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER.gl, framebuffer)
    glBlitFramebuffer(
      0, 0, GLint(width), GLint(height), 0, 0, GLint(width), GLint(height),
      GLbitfield(GL_COLOR_BUFFER_BIT), GL_NEAREST.gl)
  }

  /// The target in which the last frame was composed, for reading back.
  var composedFramebuffer: GLuint { composed?.framebuffer ?? 0 }
  /// Its size; nil before the first drawing.
  var composedSize: (width: Int, height: Int)? { composed.map { ($0.width, $0.height) } }

  /// Lends memory for reading back, kept from one picture to the next.
  func withReadingRows<R>(count: Int, _ body: (UnsafeMutableRawBufferPointer) -> R) -> R {
    if rows.count != count { rows = [UInt8](repeating: 0, count: count) }
    return rows.withUnsafeMutableBytes(body)
  }

  private func prepareTarget(width: Int, height: Int) throws(RenderingError) -> RenderTarget {
    guard width > 0, height > 0 else { throw .targetUnavailable(width: width, height: height) }
    if let composed, composed.width == width, composed.height == height { return composed }
    composed = nil
    let target = try RenderTarget(width: width, height: height, kind: .color)
    composed = target
    return target
  }

  private func followAmbience(_ image: CameraFrame) {
    guard let now = PictureAmbience(image.pixels) else { return }
    if ambience == nil { ambience = now } else { ambience?.approach(now, by: Self.ambienceRate) }
  }
}
