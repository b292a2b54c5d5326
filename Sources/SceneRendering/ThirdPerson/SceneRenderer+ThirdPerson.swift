import CGL
import SceneGraph
import SessionCore
import SpatialMath

extension SceneRenderer {
  /// Draws the world from outside.
  func drawThirdPerson(
    _ orbit: OrbitCamera, _ frame: SessionFrame, _ snapshot: SceneSnapshot,
    _ options: RenderOptions, _ target: RenderTarget
  ) throws(RenderingError) {
    glClearColor(0.085, 0.095, 0.12, 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    var layout = ContentLayout(
      pictureWidth: target.width, pictureHeight: target.height, windowWidth: target.width,
      windowHeight: target.height)
    layout.isMirrored = false
    let camera = SceneCamera(orbit, layout: layout)
    let sketch = sketch(frame, camera, layout, target, depth: Self.pyramidShare * orbit.distance)
    sketch.addFloor(round: orbit.target, to: lines)
    sketch.addHistory(to: lines)
    lines.flush(width: target.width, height: target.height)
    // What is nearer than the scene is drawn after it: the pyramids know no depth.
    let middle = (snapshot.bounds.center - camera.eye).length
    let views = [frame.rear, frame.front].compactMap(\.self).map { view in
      (view, (view.worldFromCamera.translation - camera.eye).length)
    }.sorted { $0.1 > $1.1 }
    for (view, distance) in views where distance >= middle { draw(view, sketch, camera, target) }
    var all = snapshot
    all.items += fills.items(frame)
    try scenes.draw(
      all, camera: camera, light: light(frame), layout: layout, target: target, options: options)
    target.bind()
    glViewport(0, 0, GLsizei(target.width), GLsizei(target.height))
    sketch.addPlanes(to: lines)
    sketch.addGazes(to: lines)
    lines.flush(width: target.width, height: target.height)
    for (view, distance) in views where distance < middle { draw(view, sketch, camera, target) }
  }

  private func draw(
    _ view: CameraView, _ sketch: WorldSketch, _ camera: SceneCamera, _ target: RenderTarget
  ) {
    let picture = texture(of: view.image)
    if picture.upload(view.image.pixels) {
      pictures.draw(
        picture, corners: sketch.corners(view).map { camera.clipFromWorld * Vector4($0, 1) })
    }
    sketch.addPyramid(view, to: lines)
    lines.flush(width: target.width, height: target.height)
  }

  /// Draws the world from above into the lower right corner.
  func drawMap(_ frame: SessionFrame, _ options: RenderOptions, _ target: RenderTarget) {
    let side = (Self.mapShare * Double(min(target.width, target.height))).rounded()
    let margin = (12 * Self.lineScale(target)).rounded()
    var layout = ContentLayout(
      pictureWidth: 1, pictureHeight: 1, windowWidth: 1, windowHeight: 1)
    layout.rectangle = PixelRectangle(
      x: Double(target.width) - side - margin,
      y: Double(target.height) - side - margin - options.mapLift, width: side,
      height: side)
    let r = layout.rectangle
    glEnable(GL_SCISSOR_TEST.gl)
    glScissor(
      GLint(r.x), GLint((Double(target.height) - r.y - r.height).rounded()), GLsizei(r.width),
      GLsizei(r.height))
    glClearColor(0.085, 0.095, 0.12, 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    var box = history.bounds(frame, SceneSnapshot())
    for place in history.path { box.formUnion(place) }
    let heading = (frame.rear ?? frame.front)?.worldFromCamera ?? .identity
    let above = OrbitCamera(above: box, heading: heading)
    let sketch = sketch(
      frame, SceneCamera(above, layout: layout), layout, target,
      depth: Self.pyramidShare * above.distance)
    sketch.addFloor(round: above.target, to: lines)
    sketch.addPlanes(to: lines)
    sketch.addHistory(to: lines)
    for view in [frame.rear, frame.front].compactMap(\.self) {
      sketch.addPyramid(view, to: lines)
    }
    sketch.addGazes(to: lines)
    lines.flush(width: target.width, height: target.height)
    glDisable(GL_SCISSOR_TEST.gl)
  }

  private func sketch(
    _ frame: SessionFrame, _ camera: SceneCamera, _ layout: ContentLayout, _ target: RenderTarget,
    depth: Double
  ) -> WorldSketch {
    WorldSketch(
      frame: frame, history: history, overlay: WorldOverlay(camera: camera, layout: layout),
      scale: Self.lineScale(target), pyramidDepth: depth)
  }

  /// A view of everything, from behind the leading camera; nil without a picture.
  package func overview(_ frame: SessionFrame, _ snapshot: SceneSnapshot) -> OrbitCamera? {
    guard let view = frame.rear ?? frame.front else { return nil }
    return OrbitCamera(of: history.bounds(frame, snapshot), behind: view.worldFromCamera)
  }

  /// How deep the cameras' pyramids are drawn, as a part of the distance they are seen from.
  private static var pyramidShare: Double { 0.07 }
  /// The map's side as a part of the target's shorter one.
  private static var mapShare: Double { 0.34 }
}
