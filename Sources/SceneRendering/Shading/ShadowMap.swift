import CGL
import SceneGraph
import SpatialMath

/// The depth of models as the key light sees them.
final class ShadowMap {
  /// Texels along each side.
  static let size = 512
  let target: RenderTarget
  /// 0…1 in each axis from the world.
  private(set) var shadowFromWorld = Matrix4x4.identity
  /// The length of the map's side in metres.
  private(set) var extent = 1.0

  init() throws(RenderingError) {
    target = try RenderTarget(width: Self.size, height: Self.size, kind: .shadow)
  }

  /// Binds the map and its projection to a program's uniforms.
  func bind(_ program: ShaderProgram) {
    glActiveTexture(GL_TEXTURE0.gl)
    glBindTexture(GL_TEXTURE_2D.gl, target.texture)
    program.set("shadowMap", 0)
    program.set("shadowFromWorld", shadowFromWorld)
  }

  /// Draws the models that throw shadows on a ground.
  func render(
    _ items: [SceneSnapshot.Item], ground: SceneSnapshot.Ground, light direction: Vector3,
    program: ShaderProgram, cache: MeshCache
  ) {
    let box = ground.bounds
    let center = ground.worldFromGround.act(box.center)
    // A tenth more, so that the filter never reaches the edge.
    let radius = box.boundingRadius * 1.1 + 1e-3
    extent = 2 * radius
    let clipFromWorld = Self.clipFromWorld(center: center, radius: radius, light: direction)
    shadowFromWorld =
      Matrix4x4(
        linear: Matrix3x3(diagonal: Vector3(0.5, 0.5, 0.5)),
        translation: Vector3(0.5, 0.5, 0.5)) * clipFromWorld
    target.bind()
    glClear(GLbitfield(GL_DEPTH_BUFFER_BIT))
    glEnable(GL_DEPTH_TEST.gl)
    glDepthMask(true.gl)
    glDisable(GL_CULL_FACE.gl)
    // Slope-scaled bias against self-shadowing, in the driver's depth units.
    glEnable(GL_POLYGON_OFFSET_FILL.gl)
    glPolygonOffset(2, 4)
    program.use()
    LensBend.set(nil, program)
    for item in items where item.castsShadow {
      program.set("clipFromModel", clipFromWorld * item.worldFromModel)
      cache.buffers(for: item.mesh).draw()
    }
    glDisable(GL_POLYGON_OFFSET_FILL.gl)
    glDisable(GL_DEPTH_TEST.gl)
  }

  private static func clipFromWorld(
    center: Vector3, radius: Double, light direction: Vector3
  ) -> Matrix4x4 {
    let z = direction
    let x = Vector3(0, 0, -1).cross(z).normalized
    let y = z.cross(x)
    // Towards the light is towards the viewer of the map: depth grows along −z.
    let rotation = Matrix3x3(rows: x / radius, y / radius, -z / radius)
    return Matrix4x4(linear: rotation, translation: -(rotation * center))
  }
}
