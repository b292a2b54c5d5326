import CGL
import SceneGraph
import SpatialMath

/// Darkens the picture of a real surface where a model keeps the light from it.
final class GroundPass {
  private let program: ShaderProgram
  private var vertexArray: GLuint = 0

  /// Taps of the soft shadow: fewer show as grain.
  private static let taps = 16
  /// Parts of a side where a lens bends it.
  private static let bentCells = 24
  /// How much of a lit table's brightness the key light and the dome make up.
  private static let keyShare: Float = 0.42, domeShare: Float = 0.5

  init() throws(RenderingError) {
    program = try ShaderProgram(
      name: "ground", vertex: SurfaceShaders.groundVertex,
      fragment: SurfaceShaders.groundFragment, defines: ["TAPS \(Self.taps)"])
    glGenVertexArrays(1, &vertexArray)
  }

  deinit { glDeleteVertexArrays(1, &vertexArray) }

  /// Darkens the current target.
  func draw(
    _ g: SceneSnapshot.Ground, camera: SceneCamera, light: SceneLight, shadow: ShadowMap
  ) {
    // Seen from below there is nothing to darken.
    guard g.worldFromGround.inverse.act(camera.eye).y > 0 else { return }
    program.use()
    let box = Self.rectangle(g, light: light.direction)
    program.set("clipFromWorld", camera.clipFromWorld)
    program.set("worldFromGround", g.worldFromGround.matrix)
    LensBend.set(camera.lens, program)
    let cells = camera.lens == nil ? 1 : Self.bentCells
    program.set("cells", cells)
    program.set("center", SIMD2<Float>(box.center))
    program.set("halfSize", SIMD2<Float>(box.halfSize))
    let foot = g.contact.isEmpty ? g.bounds : g.contact
    program.set("foot", SIMD2(Float(foot.center.x), Float(foot.center.z)))
    program.set("footSize", g.contact.isEmpty ? .zero : Self.halfFloor(g.contact))
    program.set("bodySize", pointwiseMax(Self.halfFloor(g.bounds), SIMD2(1e-3, 1e-3)))
    program.set("shadowScale", Float(g.bounds.extents.y / 0.29 / shadow.extent))
    program.set("keyShare", Self.keyShare)
    program.set("domeShare", Self.domeShare)
    shadow.bind(program)
    glEnable(GL_BLEND.gl)
    glBlendFunc(GL_SRC_ALPHA.gl, GL_ONE_MINUS_SRC_ALPHA.gl)
    glBindVertexArray(vertexArray)
    glDrawArrays(GL_TRIANGLES.gl, 0, GLsizei(6 * cells * cells))
    glDisable(GL_BLEND.gl)
  }

  private static func halfFloor(_ box: BoundingBox) -> SIMD2<Float> {
    SIMD2(Float(box.extents.x), Float(box.extents.z)) / 2
  }

  /// The part of a ground that can be in shadow, in its x–z plane: the models' box, moved away
  /// from the light by their height, and a soft edge.
  static func rectangle(
    _ g: SceneSnapshot.Ground, light direction: Vector3
  ) -> (center: Vector2, halfSize: Vector2) {
    let light = g.worldFromGround.rotation.inverse.act(direction)
    let height = g.bounds.max.y
    let shift = Vector2(-light.x, -light.z) * (height / max(0.2, light.y))
    let low = Vector2(g.bounds.min.x, g.bounds.min.z)
    let high = Vector2(g.bounds.max.x, g.bounds.max.z)
    let margin = Vector2(repeating: 0.25 * height)
    let a = pointwiseMin(low, low + shift) - margin
    let b = pointwiseMax(high, high + shift) + margin
    return ((a + b) / 2, (b - a) / 2)
  }
}
