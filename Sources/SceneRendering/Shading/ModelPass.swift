import CGL
import SceneGraph
import SpatialMath

/// Draws a scene's models: what hides first, then opaque ones, then the others from the far end.
final class ModelPass {
  private let surface: ShaderProgram
  private let texturedSurface: ShaderProgram
  private let flat: ShaderProgram
  private let picture: ShaderProgram
  private let cache: MeshCache
  private let textures: TextureCache

  init(
    flat: ShaderProgram, cache: MeshCache, textures: TextureCache
  ) throws(RenderingError) {
    surface = try ShaderProgram(
      name: "surface", vertex: SurfaceShaders.vertex, fragment: SurfaceShaders.fragment)
    texturedSurface = try ShaderProgram(
      name: "textured surface", vertex: SurfaceShaders.vertex, fragment: SurfaceShaders.fragment,
      defines: ["TEXTURED"])
    picture = try ShaderProgram(
      name: "picture of a surface", vertex: SurfaceShaders.pictureVertex,
      fragment: SurfaceShaders.pictureFragment)
    self.flat = flat
    self.cache = cache
    self.textures = textures
  }

  /// What all models of one drawing share.
  private struct Setting {
    var camera: SceneCamera
    var light: SceneLight
    var shadows: [ShadowMap]
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
    let setting = Setting(camera: camera, light: light, shadows: shadows)
    let shown = snapshot.items.filter { $0.material != .occlusion }
    if asLines {
      for item in shown { drawLines(item, camera, color: SIMD4(0.5, 0.95, 1, 0.8), width: 1) }
    } else {
      drawOpaque(shown.filter { !$0.material.isTransparent }, setting)
      drawTransparent(shown.filter(\.material.isTransparent), setting)
    }
    glFrontFace(GL_CCW.gl)
    glDisable(GL_BLEND.gl)
    glDisable(GL_CULL_FACE.gl)
    glDisable(GL_DEPTH_TEST.gl)
  }

  private func drawOpaque(_ items: [SceneSnapshot.Item], _ setting: Setting) {
    for ground in [Int?](setting.shadows.indices.map { $0 }) + [nil] {
      let here = items.filter { $0.groundIndex == ground }
      for program in [surface, texturedSurface] {
        let lit = here.filter { item in
          guard case .lit(let material) = item.material else { return false }
          return self.program(for: material) === program
        }
        guard !lit.isEmpty else { continue }
        begin(program, setting, ground: ground)
        for item in lit { drawSurface(item, program, setting.camera) }
      }
      for item in here { drawFlat(item, setting.camera) }
    }
  }

  private func drawTransparent(_ items: [SceneSnapshot.Item], _ setting: Setting) {
    let eye = setting.camera.eye
    let sorted = items.map { item in
      (item, (item.worldFromModel.transform(point: item.mesh.bounds.center) - eye).length)
    }.sorted { $0.1 > $1.1 }
    glEnable(GL_BLEND.gl)
    glDepthMask(false.gl)
    for (item, _) in sorted {
      if case .lit(let material) = item.material {
        let program = program(for: material)
        begin(program, setting, ground: item.groundIndex)
        drawSurface(item, program, setting.camera)
      } else {
        drawFlat(item, setting.camera)
      }
      glEnable(GL_BLEND.gl)
    }
    glDepthMask(true.gl)
    glDisable(GL_BLEND.gl)
  }

  private func program(for material: PhysicalMaterial) -> ShaderProgram {
    let isPlain =
      material.textures.isEmpty && material.opacityMode == .opaque && material.reflection == nil
    return isPlain ? surface : texturedSurface
  }

  private func setWinding(_ item: SceneSnapshot.Item, _ camera: SceneCamera) {
    let isTurned = (item.worldFromModel.linear.determinant < 0) != camera.isMirrored
    glFrontFace((isTurned ? GL_CW : GL_CCW).gl)
  }

  private func drawDepth(_ item: SceneSnapshot.Item, _ camera: SceneCamera) {
    glColorMask(false.gl, false.gl, false.gl, false.gl)
    flat.use()
    LensBend.set(camera.lens, flat)
    flat.set("clipFromModel", camera.clipFromWorld * item.worldFromModel)
    setWinding(item, camera)
    // Hidden lines are drawn over this depth: push it back a little.
    glEnable(GL_POLYGON_OFFSET_FILL.gl)
    glPolygonOffset(1, 2)
    cache.buffers(for: item.mesh).draw()
    glDisable(GL_POLYGON_OFFSET_FILL.gl)
    glColorMask(true.gl, true.gl, true.gl, true.gl)
  }

  private func begin(_ program: ShaderProgram, _ setting: Setting, ground: Int?) {
    let (camera, light) = (setting.camera, setting.light)
    program.use()
    program.set("clipFromWorld", camera.clipFromWorld)
    program.set("eye", SIMD3<Float>(camera.eye))
    LensBend.set(camera.lens, program)
    program.set("lightDirection", SIMD3<Float>(light.direction))
    program.set("knowsHarmonics", light.harmonics == nil ? Float(0) : 1)
    if let harmonics = light.harmonics {
      program.set("lightFromWorld", harmonics.axesFromWorld)
      for (i, value) in harmonics.card.enumerated() { program.set("harmonics[\(i)]", value) }
    }
    program.set("keyColor", light.key)
    program.set("skyColor", light.sky)
    program.set("groundColor", light.ground)
    let shadow = ground.flatMap { setting.shadows.indices.contains($0) ? setting.shadows[$0] : nil }
    program.set("receivesShadow", shadow == nil ? Float(0) : 1)
    guard let shadow else { return }
    shadow.bind(program)
    program.set("shadowTexel", 1 / Float(ShadowMap.size))
    // A texel and a half along the normal keeps a surface from shading itself.
    program.set("shadowOffset", Float(shadow.extent) / Float(ShadowMap.size) * 1.5)
  }

  private func drawSurface(
    _ item: SceneSnapshot.Item, _ program: ShaderProgram, _ camera: SceneCamera
  ) {
    guard case .lit(let material) = item.material else { return }
    let m = item.worldFromModel.linear
    // Cofactors turn normals for any matrix, also for one that flattens (a shut eye).
    let sign = m.determinant < 0 ? -1.0 : 1.0
    let cofactors = Matrix3x3(
      columns: m.column1.cross(m.column2) * sign, m.column2.cross(m.column0) * sign,
      m.column0.cross(m.column1) * sign)
    setWinding(item, camera)
    program.set("worldFromModel", item.worldFromModel)
    program.set("normalMatrix", cofactors)
    program.set("baseColor", SRGB.linear(material.baseColor))
    program.set("emissive", material.emissive)
    program.set("metallic", material.metallic)
    program.set("roughness", max(0.06, material.roughness))
    program.set("clearcoat", material.clearcoat)
    program.set("brushed", material.brushed)
    program.set("turnsNormals", material.isDoubleSided ? Float(1) : 0)
    if program === texturedSurface { setTextures(material, program) }
    if material.isDoubleSided { glDisable(GL_CULL_FACE.gl) }
    cache.buffers(for: item.mesh).draw()
    glEnable(GL_CULL_FACE.gl)
  }

  private func setTextures(_ material: PhysicalMaterial, _ program: ShaderProgram) {
    let maps = material.textures
    // Unit 0 is the shadow's.
    textures.bind(maps.baseColor, unit: 1, as: .sRGB)
    textures.bind(maps.metallicRoughness, unit: 2, as: .linear)
    textures.bind(maps.normal, unit: 3, as: .linear)
    textures.bind(maps.emissive, unit: 4, as: .sRGB)
    for (unit, name) in ["baseColorMap", "roughnessMap", "normalMap", "emissiveMap"].enumerated() {
      program.set(name, unit + 1)
    }
    if let reflection = material.reflection { textures.bind(reflection, unit: 5) }
    program.set("mirrorMap", 5)
    program.set("mirrors", material.reflection == nil ? Float(0) : 1)
    program.set("normalScale", maps.normal == nil ? 0 : maps.normalScale)
    let threshold: Float =
      switch material.opacityMode {
      case .opaque: 2
      case .blend: 0
      case .cutOut(let value): min(1, max(1e-3, value))
      }
    program.set("opacityRule", SIMD2(material.opacity, threshold))
  }

  private func drawFlat(_ item: SceneSnapshot.Item, _ camera: SceneCamera) {
    switch item.material {
    case .lit, .occlusion: return
    case .wireframe(let color, let width): drawLines(item, camera, color: color, width: width)
    case .picture(let texture, let tint): drawPicture(item, camera, texture, tint)
    case .unlit(let color):
      flat.use()
      LensBend.set(camera.lens, flat)
      setWinding(item, camera)
      flat.set("clipFromModel", camera.clipFromWorld * item.worldFromModel)
      flat.set("flatColor", color)
      glEnable(GL_BLEND.gl)
      cache.buffers(for: item.mesh).draw()
      glDisable(GL_BLEND.gl)
    }
  }

  private func drawPicture(
    _ item: SceneSnapshot.Item, _ camera: SceneCamera, _ texture: TextureResource,
    _ tint: SIMD4<Float>
  ) {
    picture.use()
    LensBend.set(camera.lens, picture)
    // In a mirror letters are turned about their own middle, so that they can be read.
    let model =
      camera.isMirrored && item.isLettering
      ? item.worldFromModel * Self.sideways : item.worldFromModel
    picture.set("clipFromModel", camera.clipFromWorld * model)
    textures.bind(texture, unit: 1, as: .display)
    picture.set("pictureMap", 1)
    picture.set("tint", tint)
    glDisable(GL_CULL_FACE.gl)
    glEnable(GL_BLEND.gl)
    cache.buffers(for: item.mesh).draw()
    glDisable(GL_BLEND.gl)
    glEnable(GL_CULL_FACE.gl)
  }

  private static let sideways = Matrix4x4(linear: Matrix3x3(diagonal: Vector3(-1, 1, 1)))

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
