import CGL
import SceneGraph
import SessionCore
import SpatialMath

/// Draws a scene over a camera's picture: shadows on the real surfaces first, then the models.
///
/// Models are drawn with several samples a pixel into a target of their own, only where they are,
/// and laid over the picture: smoothing the whole picture would cost more than the models do.
final class ScenePass {
  private let flat: ShaderProgram
  private let overlay: ShaderProgram
  private let ground: GroundPass
  private let models: ModelPass
  private let cache = MeshCache()
  private let textures = TextureCache()
  private let refiner = MeshRefiner()
  private let details = DetailLevels()
  private var shadows: [ShadowMap] = []
  private var multisampled: RenderTarget?
  private var resolved: RenderTarget?
  private var vertexArray: GLuint = 0
  private let maximumSamples: Int

  init() throws(RenderingError) {
    var samples: GLint = 1
    glGetIntegerv(GL_MAX_SAMPLES.gl, &samples)
    maximumSamples = Int(max(1, samples))
    flat = try ShaderProgram(
      name: "flat", vertex: SurfaceShaders.flatVertex, fragment: SurfaceShaders.flatFragment)
    overlay = try ShaderProgram(
      name: "overlay", vertex: SurfaceShaders.overlayVertex,
      fragment: SurfaceShaders.overlayFragment)
    ground = try GroundPass()
    models = try ModelPass(flat: flat, cache: cache, textures: textures)
    glGenVertexArrays(1, &vertexArray)
  }

  deinit { glDeleteVertexArrays(1, &vertexArray) }

  /// The number of shapes in the graphics memory.
  var shapeCount: Int { cache.count }

  /// Draws a scene over what is in a target.
  ///
  /// - Parameters:
  ///   - scene: what there is.
  ///   - camera: from where.
  ///   - light: in which light.
  ///   - layout: where the camera's picture lies.
  ///   - target: over what.
  ///   - options: samples, lines.
  /// - Throws: `RenderingError.targetUnavailable`.
  func draw(
    _ scene: SceneSnapshot, camera: SceneCamera, light: SceneLight, layout: ContentLayout,
    target: RenderTarget, options: RenderOptions
  ) throws(RenderingError) {
    cache.beginFrame()
    textures.beginFrame()
    refiner.beginFrame()
    details.beginFrame()
    var snapshot = scene.simplified(for: camera, with: details)
    if camera.lens != nil { snapshot.refine(for: camera, with: refiner) }
    guard
      let region = DrawnRegion(
        snapshot, camera: camera, layout: layout, width: target.width, height: target.height)
    else { return }
    while shadows.count < snapshot.grounds.count { shadows.append(try ShadowMap()) }
    let used = Array(shadows.prefix(snapshot.grounds.count))
    for (index, (place, shadow)) in zip(snapshot.grounds, used).enumerated() {
      let items = snapshot.items.filter { $0.groundIndex == index }
      shadow.render(
        items, ground: place, light: light.direction, program: flat, cache: cache)
    }
    target.bind()
    setViewport(layout, target)
    for (place, shadow) in zip(snapshot.grounds, used) {
      ground.draw(place, camera: camera, light: light, shadow: shadow)
    }
    let (canvas, smooth) = try prepareTargets(target, samples: options.samples)
    canvas.bind()
    setViewport(layout, target)
    glEnable(GL_SCISSOR_TEST.gl)
    glScissor(region.x, region.y, region.width, region.height)
    glClearColor(0, 0, 0, 0)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT))
    models.draw(
      snapshot.seen(by: camera), camera: camera, light: light, shadows: used,
      asLines: options.drawsWireframe)
    lay(canvas, smooth, over: target, region)
    glDisable(GL_SCISSOR_TEST.gl)
  }

  private func setViewport(_ layout: ContentLayout, _ target: RenderTarget) {
    let r = layout.rectangle
    glViewport(
      GLint(r.x.rounded()), GLint((Double(target.height) - r.y - r.height).rounded()),
      GLsizei(r.width.rounded()), GLsizei(r.height.rounded()))
  }

  private func prepareTargets(
    _ target: RenderTarget, samples: Int
  ) throws(RenderingError) -> (RenderTarget, RenderTarget) {
    let kind = RenderTarget.Kind.multisampled(samples: min(max(1, samples), maximumSamples))
    if let multisampled, let resolved, multisampled.kind == kind,
      multisampled.width == target.width, multisampled.height == target.height
    {
      return (multisampled, resolved)
    }
    let canvas = try RenderTarget(width: target.width, height: target.height, kind: kind)
    let smooth = try RenderTarget(width: target.width, height: target.height, kind: .texture)
    multisampled = canvas
    resolved = smooth
    return (canvas, smooth)
  }

  private func lay(
    _ canvas: RenderTarget, _ smooth: RenderTarget, over target: RenderTarget,
    _ region: DrawnRegion
  ) {
    let (right, top) = (region.x + region.width, region.y + region.height)
    glBindFramebuffer(GL_READ_FRAMEBUFFER.gl, canvas.framebuffer)
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER.gl, smooth.framebuffer)
    glBlitFramebuffer(
      region.x, region.y, right, top, region.x, region.y, right, top,
      GLbitfield(GL_COLOR_BUFFER_BIT), GL_NEAREST.gl)
    target.bind()
    overlay.use()
    glActiveTexture(GL_TEXTURE0.gl)
    glBindTexture(GL_TEXTURE_2D.gl, smooth.texture)
    overlay.set("models", 0)
    glEnable(GL_BLEND.gl)
    glBlendFunc(GL_ONE.gl, GL_ONE_MINUS_SRC_ALPHA.gl)
    glBindVertexArray(vertexArray)
    glDrawArrays(GL_TRIANGLE_STRIP.gl, 0, 4)
    glDisable(GL_BLEND.gl)
  }
}

extension SceneSnapshot {
  /// The part, in pixels across, below which its coarser shape will do.
  private static let coarsePixels = 100.0

  /// The same scene with fewer triangles where parts are small: a software renderer pays for
  /// triangles rather than for pixels.
  func simplified(for camera: SceneCamera, with details: DetailLevels) -> SceneSnapshot {
    var result = self
    for i in items.indices {
      let box = items[i].mesh.bounds
      let matrix = items[i].worldFromModel
      let reach = matrix.transform(direction: box.extents / 2).length
      let size = camera.pixels(center: matrix.transform(point: box.center), radius: reach)
      if let coarser = items[i].mesh.coarser, size < Self.coarsePixels {
        result.items[i].mesh = coarser
      }
      result.items[i].mesh = details.shape(
        result.items[i].mesh, pixelsPerUnit: pixelsPerUnit(items[i], camera))
    }
    return result
  }

  /// How many pixels a length of 1 in a model's own space appears at its nearest.
  private func pixelsPerUnit(_ item: Item, _ camera: SceneCamera) -> Double {
    let m = item.worldFromModel
    let scale = max(
      m.linear.column0.length, m.linear.column1.length, m.linear.column2.length)
    let box = item.mesh.bounds
    let reach = m.transform(direction: box.extents / 2).length
    let away = (m.transform(point: box.center) - camera.eye).length - reach
    // A quarter of its own size away at least: nearer parts are beside the picture.
    return camera.pixelsPerUnit * scale / max(away, 0.25 * reach, 0.02)
  }

  /// The same scene without what is wholly beside the picture.
  func seen(by camera: SceneCamera) -> SceneSnapshot {
    // A lens brings what is beside a straight picture into its own.
    let reach = camera.lens == nil ? 1.0 : 3.0
    var result = self
    result.items.removeAll { item in
      let corners = item.mesh.bounds.corners.map {
        camera.clipFromWorld * Vector4(item.worldFromModel.transform(point: $0), 1)
      }
      return corners.allSatisfy { $0.w < 0 }
        || corners.allSatisfy { $0.x > reach * $0.w } || corners.allSatisfy { $0.x < -reach * $0.w }
        || corners.allSatisfy { $0.y > reach * $0.w } || corners.allSatisfy { $0.y < -reach * $0.w }
    }
    return result
  }

  /// Splits large triangles, for a lens that bends the picture.
  mutating func refine(for camera: SceneCamera, with refiner: MeshRefiner) {
    for i in items.indices {
      items[i].mesh = refiner.refined(
        items[i].mesh, pixelsPerUnit: pixelsPerUnit(items[i], camera))
    }
  }
}
