import CGL
import SceneGraph
import SessionCore
import SpatialMath

extension SceneRenderer {
  /// Draws lines over the background: planes and points, faces.
  func drawBackgroundOverlays(
    _ frame: SessionFrame, _ view: CameraView, _ layout: ContentLayout, _ options: RenderOptions,
    _ target: RenderTarget
  ) {
    guard options.showsWorld || options.showsFacesOnBackground else { return }
    let scale = Self.lineScale(target)
    if options.showsWorld {
      WorldOverlay(
        camera: SceneCamera(view, layout: layout), layout: layout
      ).add(frame, to: lines, scale: scale)
    }
    if options.showsFacesOnBackground, view.image.role == .front {
      addFaces(frame, view.image, layout, scale: scale)
    }
    // Nothing of the world is drawn on the bars beside the picture.
    let r = layout.rectangle
    glEnable(GL_SCISSOR_TEST.gl)
    glScissor(
      GLint(r.x.rounded()), GLint((Double(target.height) - r.y - r.height).rounded()),
      GLsizei(r.width.rounded()), GLsizei(r.height.rounded()))
    lines.flush(width: target.width, height: target.height)
    glDisable(GL_SCISSOR_TEST.gl)
  }

  /// Draws the other camera's picture, with the faces that were found in it.
  func drawInset(
    _ inset: RenderOptions.Inset, _ frame: SessionFrame, _ options: RenderOptions,
    _ target: RenderTarget
  ) {
    guard let shown = Self.insetView(frame, options) else { return }
    let picture = texture(of: shown.image)
    guard picture.upload(shown.image.pixels) else { return }
    let content = Self.layout(
      frame: frame, options: options, width: target.width, height: target.height)
    let layout = Self.insetLayout(
      inset, shown.image, over: content, width: target.width, height: target.height)
    pictures.draw(picture, layout: layout, width: target.width, height: target.height)
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
    guard options.arrangement == .single, let inset = options.inset,
      let view = insetView(frame, options)
    else { return nil }
    let content = layout(frame: frame, options: options, width: width, height: height)
    return insetLayout(inset, view.image, over: content, width: width, height: height).rectangle
  }

  static func insetView(_ frame: SessionFrame, _ options: RenderOptions) -> CameraView? {
    let main = backgroundView(frame, options)?.image.role
    return main == .front ? frame.rear : frame.front
  }

  /// Where the inset lies: the upper right corner of what is seen of the background.
  static func insetLayout(
    _ inset: RenderOptions.Inset, _ image: CameraFrame, over content: ContentLayout?, width: Int,
    height: Int
  ) -> ContentLayout {
    let seen =
      content?.visiblePart(width: width, height: height)
      ?? PixelRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    let w = (seen.width * inset.widthFraction).rounded()
    let h = (w * Double(image.pixels.height) / Double(max(1, image.pixels.width))).rounded()
    let margin = (inset.margin * seen.height / 480).rounded()
    var layout = ContentLayout(
      pictureWidth: 1, pictureHeight: 1, windowWidth: 1, windowHeight: 1,
      isMirrored: inset.mirrorsFront && image.role == .front)
    layout.rectangle = PixelRectangle(
      x: (seen.x + seen.width - margin).rounded() - w, y: (seen.y + margin).rounded(), width: w,
      height: h)
    return layout
  }

  static func lineScale(_ target: RenderTarget) -> Double {
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
