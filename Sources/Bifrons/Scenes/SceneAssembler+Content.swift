import ConfigurationFiles
import FaceMesh
import ModelFiles
import SceneGraph
import SessionCore
import SpatialMath

extension SceneAssembler {
  /// What an entry shows, in its own space.
  func makeContent(
    _ entry: SceneEntry, _ name: String
  ) throws(ConfigurationError) -> Entity {
    do throws(SceneAssetError) {
      switch entry.entity {
      case .robotHead:
        let reference: RobotHead.Reference = entry.reference == .parent ? .parent : .viewer
        return RobotHead(reference: reference, faceIndex: entry.faceIndex)
      case .faceWireframe, .faceOcclusion, .faceTexture: return try makeFace(entry)
      case .model:
        return try makeOptions(entry.paths) { path throws(SceneAssetError) in
          try makeModel(entry, path)
        }
      case .picture:
        return try makeOptions(entry.paths) { path throws(SceneAssetError) in
          makePicture(entry, try assets.texture(path))
        }
      case .text:
        return try makeOptions(entry.texts) { text throws(SceneAssetError) in
          try assets.text(text, color: entry.surface.color).map { texture in
            let model = makePicture(entry, texture)
            // Emoji are part of the mirrored face; words are to be read.
            model.isLettering = text.contains { $0.isLetter || $0.isNumber }
            return model
          }
        }
      case .gazeCursor:
        return GazeCursorEntity(color: entry.surface.color ?? SIMD4(1, 0.85, 0.1, 1))
      case .planeOcclusion: return PlaneOcclusionEntity()
      case .shape: return try makeShape(entry)
      }
    } catch {
      throw failure(entry, "\(name): \(error.description)")
    }
  }

  /// One of several things; an empty text is nothing.
  private func makeOptions(
    _ list: [String], _ make: (String) throws(SceneAssetError) -> Entity?
  ) throws(SceneAssetError) -> Entity {
    var options: [Entity?] = []
    for text in list { options.append(text.isEmpty ? nil : try make(text)) }
    if options.count == 1, let only = options[0] { return only }
    return OptionsEntity(options: options)
  }

  private func makeFace(_ entry: SceneEntry) throws(SceneAssetError) -> Entity {
    let topology = FaceMeshTopology.standard
    let indices = entry.isClosed ? topology.closedTriangleIndices : topology.triangleIndices
    let mesh = TriangleMesh(
      textureCoordinates: topology.textureCoordinates, indices: indices.map(UInt32.init))
    let face = FaceMeshEntity(topology: mesh, faceIndex: entry.faceIndex)
    switch entry.entity {
    case .faceOcclusion: face.material = .occlusion
    case .faceTexture:
      var materials: [Material?] = []
      for path in entry.paths {
        materials.append(path.isEmpty ? nil : paint(entry, try assets.texture(path)))
      }
      return OptionsEntity(model: face, materials: materials)
    default:
      if let color = entry.surface.color {
        face.material = .wireframe(color, width: entry.surface.lineWidth)
      } else if case .wireframe(let color, _) = face.material {
        face.material = .wireframe(color, width: entry.surface.lineWidth)
      }
    }
    return face
  }

  private func paint(_ entry: SceneEntry, _ texture: TextureResource) -> Material {
    guard entry.surface.isLit else { return .picture(texture, tint: SIMD4(1, 1, 1, 1)) }
    var material = PhysicalMaterial(
      baseColor: SIMD3(1, 1, 1), roughness: entry.surface.roughness)
    material.textures.baseColor = texture
    if texture.hasTransparency { material.opacityMode = .blend }
    return .lit(material)
  }

  private func makeModel(
    _ entry: SceneEntry, _ path: String
  ) throws(SceneAssetError) -> Entity {
    let mirror = try reflection(entry)
    let model = try assets.model(
      path, reflection: mirror, surfaces: entry.surface.reflective)
    let isOnFace = entry.anchor == .face
    if !model.boundLocations.isEmpty {
      model.faceIndex = entry.faceIndex
      model.reference = isOnFace ? nil : RobotHead.Reference(rawValue: entry.reference.rawValue)
    }
    model.swapsSides = entry.sides == .auto ? !isOnFace : entry.sides == .mirrored
    if let animation = entry.animation, !model.play(animation) {
      throw .missing(
        "\(path): there is no animation '\(animation)'; it has "
          + (model.animations.isEmpty
            ? "none" : model.animations.map(\.name).joined(separator: ", ")))
    }
    guard entry.stands else { return model }
    // A holder between anchor and model, so that the model still turns about its own origin.
    let holder = Entity()
    model.position.y = -model.visualBounds(relativeTo: model).min.y
    holder.addChild(model)
    return holder
  }

  /// A picture that stands upright on its middle, as high as the entry says.
  private func makePicture(_ entry: SceneEntry, _ texture: TextureResource) -> ModelEntity {
    let y = Float(entry.height / 2)
    let x = y * Float(texture.width) / Float(texture.height)
    let mesh = TriangleMesh(
      positions: [SIMD3(-x, -y, 0), SIMD3(x, -y, 0), SIMD3(x, y, 0), SIMD3(-x, y, 0)],
      normals: [SIMD3<Float>](repeating: SIMD3(0, 0, 1), count: 4),
      textureCoordinates: [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)],
      indices: [0, 1, 2, 0, 2, 3])
    let model = ModelEntity(
      mesh: MeshResource(mesh), material: .picture(texture, tint: SIMD4(1, 1, 1, 1)))
    model.castsShadow = false
    return model
  }

  private func makeShape(_ entry: SceneEntry) throws(SceneAssetError) -> Entity {
    let size = SIMD3<Float>(entry.size)
    let mesh: TriangleMesh =
      switch entry.shape {
      case .box: .roundedBox(size: size, radius: size.min() * 0.04)
      case .sphere: .superellipsoid(radii: size / 2, exponent: 2)
      case .torus: .torus(radius: size.x / 2, tube: size.z / 2)
      case .plane: .plane(width: size.x, depth: size.z)
      }
    let color = entry.surface.color ?? SIMD4(0.8, 0.8, 0.8, 1)
    guard entry.surface.isLit else {
      return ModelEntity(mesh: MeshResource(mesh), material: .unlit(color))
    }
    var material = PhysicalMaterial(
      baseColor: SIMD3(color.x, color.y, color.z), metallic: entry.surface.metallic,
      roughness: entry.surface.roughness)
    material.reflection = try reflection(entry)
    if color.w < 1 {
      material.opacityMode = .blend
      material.opacity = color.w
    }
    return ModelEntity(mesh: MeshResource(mesh), material: .lit(material))
  }

  private func reflection(
    _ entry: SceneEntry
  ) throws(SceneAssetError) -> ReflectionResource? {
    let paths = entry.surface.reflection
    guard !paths.isEmpty else { return nil }
    return try assets.reflection(paths)
  }
}
