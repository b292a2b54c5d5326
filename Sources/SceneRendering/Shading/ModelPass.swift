import CGL
import Foundation
import SceneGraph
import SpatialMath

/// Draws a scene's models.
final class ModelPass {
  private let surface: ShaderProgram
  private let flat: ShaderProgram
  private let cache: MeshCache

  init(flat: ShaderProgram, cache: MeshCache) throws(RenderingError) {
    surface = try ShaderProgram(
      name: "surface", vertex: SurfaceShaders.vertex, fragment: SurfaceShaders.fragment)
    self.flat = flat
    self.cache = cache
  }

  /// Draws everything into the current target, whose colour is clear and whose depth is far.
  ///
  /// - Parameters:
  ///   - snapshot: the scene.
  ///   - camera: from where.
  ///   - light: in which light.
  ///   - shadows: a map for each of the snapshot's grounds.
  ///   - asLines: draws edges only.
  func draw(
    _ snapshot: SceneSnapshot, camera: SceneCamera, light: SceneLight, shadows: [ShadowMap],
    asLines: Bool
  ) {
    glEnable(GL_DEPTH_TEST.gl)
    glDepthFunc(GL_LEQUAL.gl)
    glDepthMask(true.gl)
    glEnable(GL_CULL_FACE.gl)
    glCullFace(GL_BACK.gl)
    // Colours end up multiplied by their opacity, ready to be laid over the picture.
    glBlendFuncSeparate(
      GL_SRC_ALPHA.gl, GL_ONE_MINUS_SRC_ALPHA.gl, GL_ONE.gl, GL_ONE_MINUS_SRC_ALPHA.gl)
    for item in snapshot.items where item.material == .occlusion { drawDepth(item, camera) }
    for (index, shadow) in shadows.enumerated() {
      let items = snapshot.items.filter { $0.groundIndex == index }
      drawModels(items, camera, light, shadow: shadow, asLines: asLines)
    }
    let floating = snapshot.items.filter { $0.groundIndex == nil }
    drawModels(floating, camera, light, shadow: nil, asLines: asLines)
    glFrontFace(GL_CCW.gl)
    glDisable(GL_BLEND.gl)
    glDisable(GL_CULL_FACE.gl)
    glDisable(GL_DEPTH_TEST.gl)
  }

  private func drawModels(
    _ items: [SceneSnapshot.Item], _ camera: SceneCamera, _ light: SceneLight, shadow: ShadowMap?,
    asLines: Bool
  ) {
    if asLines {
      for item in items where item.material != .occlusion {
        drawLines(item, camera, color: SIMD4(0.5, 0.95, 1, 0.8), width: 1)
      }
    } else {
      beginSurfaces(camera, light, shadow)
      for item in items { drawSurface(item, camera) }
      for item in items { drawFlat(item, camera) }
    }
  }

  private func setWinding(_ item: SceneSnapshot.Item, _ camera: SceneCamera) {
    let isTurned = (item.worldFromModel.linear.determinant < 0) != camera.isMirrored
    glFrontFace((isTurned ? GL_CW : GL_CCW).gl)
  }

  private func drawDepth(_ item: SceneSnapshot.Item, _ camera: SceneCamera) {
    glColorMask(false.gl, false.gl, false.gl, false.gl)
    flat.use()
    flat.set("clipFromModel", camera.clipFromWorld * item.worldFromModel)
    setWinding(item, camera)
    // Hidden lines are drawn over this depth: push it back a little.
    glEnable(GL_POLYGON_OFFSET_FILL.gl)
    glPolygonOffset(1, 2)
    cache.buffers(for: item.mesh).draw()
    glDisable(GL_POLYGON_OFFSET_FILL.gl)
    glColorMask(true.gl, true.gl, true.gl, true.gl)
  }

  private func beginSurfaces(_ camera: SceneCamera, _ light: SceneLight, _ shadow: ShadowMap?) {
    surface.use()
    surface.set("clipFromWorld", camera.clipFromWorld)
    surface.set("eye", SIMD3<Float>(camera.eye))
    surface.set("lightDirection", SIMD3<Float>(SceneLight.direction))
    surface.set("keyColor", light.key)
    surface.set("skyColor", light.sky)
    surface.set("groundColor", light.ground)
    surface.set("receivesShadow", shadow == nil ? Float(0) : 1)
    guard let shadow else { return }
    shadow.bind(surface)
    surface.set("shadowTexel", 1 / Float(ShadowMap.size))
    // A texel and a half along the normal keeps a surface from shading itself.
    surface.set("shadowOffset", Float(shadow.extent) / Float(ShadowMap.size) * 1.5)
  }

  private func drawSurface(_ item: SceneSnapshot.Item, _ camera: SceneCamera) {
    guard case .lit(let material) = item.material else { return }
    let m = item.worldFromModel.linear
    // Cofactors turn normals for any matrix, also for one that flattens (a shut eye).
    let sign = m.determinant < 0 ? -1.0 : 1.0
    let cofactors = Matrix3x3(
      columns: m.column1.cross(m.column2) * sign, m.column2.cross(m.column0) * sign,
      m.column0.cross(m.column1) * sign)
    setWinding(item, camera)
    surface.set("worldFromModel", item.worldFromModel)
    surface.set("normalMatrix", cofactors)
    surface.set("baseColor", SRGB.linear(material.baseColor))
    surface.set("emissive", material.emissive)
    surface.set("metallic", material.metallic)
    surface.set("roughness", max(0.06, material.roughness))
    surface.set("clearcoat", material.clearcoat)
    surface.set("brushed", material.brushed)
    cache.buffers(for: item.mesh).draw()
  }

  private func drawFlat(_ item: SceneSnapshot.Item, _ camera: SceneCamera) {
    switch item.material {
    case .lit, .occlusion: return
    case .wireframe(let color, let width): drawLines(item, camera, color: color, width: width)
    case .unlit(let color):
      flat.use()
      setWinding(item, camera)
      flat.set("clipFromModel", camera.clipFromWorld * item.worldFromModel)
      flat.set("flatColor", color)
      glEnable(GL_BLEND.gl)
      cache.buffers(for: item.mesh).draw()
      glDisable(GL_BLEND.gl)
    }
  }

  private func drawLines(
    _ item: SceneSnapshot.Item, _ camera: SceneCamera, color: SIMD4<Float>, width: Float
  ) {
    drawDepth(item, camera)
    flat.use()
    flat.set("flatColor", color)
    glPolygonMode(GL_FRONT_AND_BACK.gl, GL_LINE.gl)
    glLineWidth(max(1, width))
    glDepthMask(false.gl)
    glEnable(GL_BLEND.gl)
    cache.buffers(for: item.mesh).draw()
    glDisable(GL_BLEND.gl)
    glDepthMask(true.gl)
    glLineWidth(1)
    glPolygonMode(GL_FRONT_AND_BACK.gl, GL_FILL.gl)
  }
}
