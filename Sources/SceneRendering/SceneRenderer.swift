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
  let scenes: ScenePass
  let lines: OverlayLines
  let picturesOfCameras = (front: PictureTexture(), rear: PictureTexture())
  let fills = PlaneFills()
  private(set) var history = WorldHistory()
  private var composed: RenderTarget?
  private var ambience: PictureAmbience?
  private var rows: [UInt8] = []
  private var reading: RenderTarget?

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
    if let view { followAmbience(view.image) }
    if options.keepsHistory { history.add(frame) }
    target.bind()
    glDisable(GL_SCISSOR_TEST.gl)
    glClearColor(0, 0, 0, 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    if case .thirdPerson(let orbit) = options.arrangement {
      try drawThirdPerson(orbit, frame, snapshot, options, target)
    } else {
      for pane in Self.panes(frame: frame, options: options, width: width, height: height) {
        try draw(pane, frame, snapshot, options, target)
      }
      if options.arrangement == .single, let inset = options.inset {
        drawInset(inset, frame, options, target)
      }
    }
    if options.showsMap { drawMap(frame, options, target) }
    guard let framebuffer else { return }
    glBindFramebuffer(GL_READ_FRAMEBUFFER.gl, target.framebuffer)
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER.gl, framebuffer)
    glBlitFramebuffer(
      0, 0, GLint(width), GLint(height), 0, 0, GLint(width), GLint(height),
      GLbitfield(GL_COLOR_BUFFER_BIT), GL_NEAREST.gl)
  }

  private func draw(
    _ pane: ViewPane, _ frame: SessionFrame, _ snapshot: SceneSnapshot, _ options: RenderOptions,
    _ target: RenderTarget
  ) throws(RenderingError) {
    let picture = texture(of: pane.view.image)
    if picture.upload(pane.view.image.pixels) {
      target.bind()
      pictures.draw(picture, layout: pane.layout, width: target.width, height: target.height)
    }
    try scenes.draw(
      snapshot, camera: SceneCamera(pane.view, layout: pane.layout),
      light: light(frame, role: pane.view.image.role),
      layout: pane.layout, target: target, options: options)
    target.bind()
    drawBackgroundOverlays(frame, pane.view, pane.layout, options, target)
  }

  /// The scene's light: before a front camera what the face tells, if it is known.
  func light(_ frame: SessionFrame, role: CameraRole? = nil) -> SceneLight {
    if role == .front, let face = frame.directionalLightEstimate, let view = frame.front {
      return SceneLight(
        face: face, seenFrom: view.worldFromCamera, estimate: frame.lightEstimate,
        ambience: ambience)
    }
    return SceneLight(estimate: frame.lightEstimate, ambience: ambience)
  }

  func texture(of image: CameraFrame) -> PictureTexture {
    image.role == .front ? picturesOfCameras.front : picturesOfCameras.rear
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

  /// A target of its own for pictures that are read in another size.
  func prepareReading(width: Int, height: Int) throws(RenderingError) -> RenderTarget {
    try Self.fit(&reading, width: width, height: height)
  }

  private func prepareTarget(width: Int, height: Int) throws(RenderingError) -> RenderTarget {
    try Self.fit(&composed, width: width, height: height)
  }

  /// A target of a size: the one that is kept, or a new one, which is kept instead.
  private static func fit(
    _ kept: inout RenderTarget?, width: Int, height: Int
  ) throws(RenderingError) -> RenderTarget {
    guard width > 0, height > 0 else { throw .targetUnavailable(width: width, height: height) }
    if let kept, kept.width == width, kept.height == height { return kept }
    kept = nil
    let target = try RenderTarget(width: width, height: height, kind: .color)
    kept = target
    return target
  }

  private func followAmbience(_ image: CameraFrame) {
    guard let now = PictureAmbience(image.pixels) else { return }
    if ambience == nil { ambience = now } else { ambience?.approach(now, by: Self.ambienceRate) }
  }
}
