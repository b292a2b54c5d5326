import Foundation
import MediaFiles
import ModelFiles
import SceneGraph
import SessionCore
import SpatialMath

/// Turns models of files into entities.
///
/// Files are read once, however often they stand in a scene. Belongs to the thread that draws.
package final class ModelLoader {
  private var documents: [String: ModelDocument] = [:]
  private var meshes: [String: [[MorphedMesh]]] = [:]
  private var surfaces: [String: [Material]] = [:]
  private var textures: [String: TextureResource] = [:]
  private let limits: ModelLimits
  private var pictureBytes = 0

  /// Creates a loader that has read nothing yet.
  package init(limits: ModelLimits = ModelLimits()) { self.limits = limits }

  /// A new tree of entities for a file.
  ///
  /// Surfaces of the names given, or all without names, mirror a reflection.
  package func model(
    _ path: String, reflection: ReflectionResource? = nil, surfaces names: [String] = []
  ) throws(ModelFileError) -> ExpressiveModel {
    let document: ModelDocument
    if let known = documents[path] {
      document = known
    } else {
      document = try ModelFile.read(path, limits: limits)
      documents[path] = document
      meshes[path] = document.meshes.map { mesh in
        mesh.parts.map { MorphedMesh($0, names: mesh.targetNames) }
      }
      surfaces[path] = try makeSurfaces(document, path)
    }
    if let stray = names.first(where: { name in !document.surfaces.contains { $0.name == name } }) {
      throw ModelFileError(
        path, "it has no surface '\(stray)'; it has \(document.surfaces.map(\.name))")
    }
    let shown = zip(document.surfaces, surfaces[path] ?? []).map { surface, material in
      names.isEmpty || names.contains(surface.name) ? material.mirroring(reflection) : material
    }
    return ModelTree(document, meshes: meshes[path] ?? [], surfaces: shown).root(
      name: URL(fileURLWithPath: path).lastPathComponent)
  }

  /// A picture of a file.
  func texture(_ path: String) throws(ModelFileError) -> TextureResource {
    if let known = textures[path] { return known }
    do throws(SessionError) {
      let texture = try resource(try PictureFile.readTexture(path), path)
      textures[path] = texture
      return texture
    } catch {
      throw Self.failure(path, error)
    }
  }

  /// Counts a picture of a scene.
  ///
  /// - Throws: `SessionError` when all together would take too much memory.
  func count(pictureBytes bytes: Int, _ name: String) throws(SessionError) {
    pictureBytes += bytes
    guard pictureBytes <= limits.pictureBytes else {
      throw SessionError(
        .fileIOFailed,
        "\(name): the pictures and texts of a scene would take more than "
          + "\(limits.pictureBytes >> 20) MB unpacked; make them smaller, or fewer")
    }
  }

  private func makeSurfaces(
    _ document: ModelDocument, _ path: String
  ) throws(ModelFileError) -> [Material] {
    var pictures: [Int: TextureResource] = [:]
    func texture(_ index: Int?) throws(ModelFileError) -> TextureResource? {
      guard let index else { return nil }
      if let known = pictures[index] { return known }
      let found: TextureResource
      switch document.pictures[index].content {
      case .file(let file): found = try self.texture(file)
      case .bytes(let bytes):
        let name = "\(path): images[\(index)]"
        do throws(SessionError) {
          found = try resource(try PictureFile.readTexture(bytes, name: name), name)
        } catch {
          throw Self.failure(path, error)
        }
      }
      pictures[index] = found
      return found
    }
    var result: [Material] = []
    for surface in document.surfaces {
      var textures = PhysicalMaterial.Textures()
      textures.baseColor = try texture(surface.baseColorPicture)
      textures.metallicRoughness = try texture(surface.metallicRoughnessPicture)
      textures.normal = try texture(surface.normalPicture)
      textures.normalScale = surface.normalScale
      textures.emissive = try texture(surface.emissivePicture)
      result.append(Material(surface, textures))
    }
    return result
  }

  private func resource(
    _ pixels: TexturePixels, _ name: String
  ) throws(SessionError) -> TextureResource {
    try count(pictureBytes: pixels.bytes.count, name)
    guard
      let texture = TextureResource(
        width: pixels.width, height: pixels.height, pixels: pixels.bytes)
    else { throw SessionError(.fileIOFailed, "\(name): the picture is empty") }
    return texture
  }

  /// The words of the picture reader, which name the file already.
  private static func failure(_ path: String, _ error: SessionError) -> ModelFileError {
    let text = error.description
    let prefix = "\(path): "
    return ModelFileError(
      path, text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
  }
}

extension MorphedMesh {
  /// The shape of a part.
  convenience init(_ part: ModelDocument.Part, names: [String]) {
    self.init(
      source: part.mesh,
      targets: part.targets.enumerated().map { index, target in
        MorphTarget(
          name: names.indices.contains(index) ? names[index] : "", vertices: target.vertices,
          positions: target.positions, normals: target.normals)
      })
  }
}

extension Material {
  /// The same with something mirrored in it.
  fileprivate func mirroring(_ reflection: ReflectionResource?) -> Material {
    guard let reflection, case .lit(var material) = self else { return self }
    material.reflection = reflection
    return .lit(material)
  }

  /// The scene's form of a file's surface.
  init(_ surface: ModelDocument.Surface, _ textures: PhysicalMaterial.Textures) {
    let c = surface.baseColor
    let color = SIMD3(Self.display(c.x), Self.display(c.y), Self.display(c.z))
    if surface.isUnlit {
      if let picture = textures.baseColor {
        self = .picture(picture, tint: SIMD4(color.x, color.y, color.z, c.w))
      } else {
        self = .unlit(SIMD4(color.x, color.y, color.z, surface.opacity == .blend ? c.w : 1))
      }
      return
    }
    var material = PhysicalMaterial(
      baseColor: color, metallic: surface.metallic, roughness: surface.roughness,
      emissive: surface.emissive, clearcoat: surface.clearcoat)
    material.textures = textures
    material.opacity = c.w
    material.isDoubleSided = surface.isDoubleSided
    switch surface.opacity {
    case .opaque: break
    case .blend: material.opacityMode = .blend
    case .cutOut(let threshold): material.opacityMode = .cutOut(threshold)
    }
    self = .lit(material)
  }

  /// sRGB of a linear value.
  private static func display(_ c: Float) -> Float {
    c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055
  }
}
