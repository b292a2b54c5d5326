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
  private let pictures: PictureProgram
  private let scenes: ScenePass
  private let lines: OverlayLines
  private let background = PictureTexture()
  private let insetPicture = PictureTexture()
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

  // MARK: - Lines and the inset

  private func drawBackgroundOverlays(
    _ frame: SessionFrame, _ view: CameraView, _ layout: ContentLayout, _ options: RenderOptions,
    _ target: RenderTarget
  ) {
    let scale = Self.lineScale(target)
    if options.showsWorld {
      WorldOverlay(
        clipFromWorld: SceneCamera(view, layout: layout).clipFromWorld,
        layout: layout
      ).add(frame, to: lines, scale: scale)
    }
    if options.showsFacesOnBackground, view.image.role == .front {
      addFaces(frame, view.image, layout, scale: scale)
    }
    lines.flush(width: target.width, height: target.height)
  }

  private func drawInset(
    _ inset: RenderOptions.Inset, _ frame: SessionFrame, _ options: RenderOptions,
    _ target: RenderTarget
  ) {
    guard let shown = Self.insetView(frame, options), insetPicture.upload(shown.image.pixels) else {
      return
    }
    let layout = Self.insetLayout(inset, shown.image, width: target.width, height: target.height)
    pictures.draw(insetPicture, layout: layout, width: target.width, height: target.height)
    let scale = Self.lineScale(target)
    if inset.showsFaces, shown.image.role == .front {
      addFaces(frame, shown.image, layout, scale: scale * 0.6)
    }
    let r = layout.rectangle
    let corners = [
      Vector2(r.x, r.y), Vector2(r.x + r.width, r.y), Vector2(r.x + r.width, r.y + r.height),
      Vector2(r.x, r.y + r.height),
    ]
    lines.add(corners, closed: true, color: SIMD4(1, 1, 1, 0.85), width: 2 * scale)
    lines.flush(width: target.width, height: target.height)
  }

  /// Where the inset's picture lies in a target; nil when there is none.
  package static func insetRectangle(
    frame: SessionFrame, options: RenderOptions, width: Int, height: Int
  ) -> PixelRectangle? {
    guard let inset = options.inset, let view = insetView(frame, options) else { return nil }
    return insetLayout(inset, view.image, width: width, height: height).rectangle
  }

  static func insetView(_ frame: SessionFrame, _ options: RenderOptions) -> CameraView? {
    let main = backgroundView(frame, options)?.image.role
    return main == .front ? frame.rear : frame.front
  }

  /// Where the inset lies: the upper right corner.
  static func insetLayout(
    _ inset: RenderOptions.Inset, _ image: CameraFrame, width: Int, height: Int
  ) -> ContentLayout {
    let w = (Double(width) * inset.widthFraction).rounded()
    let h = (w * Double(image.pixels.height) / Double(max(1, image.pixels.width))).rounded()
    let margin = (inset.margin * Double(height) / 480).rounded()
    var layout = ContentLayout(
      pictureWidth: 1, pictureHeight: 1, windowWidth: 1, windowHeight: 1,
      isMirrored: inset.mirrorsFront && image.role == .front)
    layout.rectangle = PixelRectangle(
      x: Double(width) - w - margin, y: margin, width: w, height: h)
    return layout
  }

  private static func lineScale(_ target: RenderTarget) -> Double {
    max(1, Double(target.height) / 480)
  }

  private func addFaces(
    _ frame: SessionFrame, _ image: CameraFrame, _ layout: ContentLayout, scale: Double
  ) {
    let green = SIMD4<Float>(0.2, 0.95, 0.3, 0.95)
    let yellow = SIMD4<Float>(1, 0.87, 0.1, 0.9)
    for face in frame.faces {
      guard
        let overlay = FaceOverlay(
          face: face, width: image.pixels.width, height: image.pixels.height)
      else { continue }
      func pixel(_ p: SIMD2<Float>) -> Vector2 { layout.pixel(of: Vector2(p)) }
      for line in overlay.lines {
        lines.add(
          line.points.map(pixel), closed: line.isClosed, color: yellow, width: 1.3 * scale)
      }
      let (a, b) = (overlay.boxMin, overlay.boxMax)
      let box = [a, SIMD2(b.x, a.y), b, SIMD2(a.x, b.y)].map(pixel)
      lines.add(box, closed: true, color: green, width: 2 * scale)
    }
  }
}
