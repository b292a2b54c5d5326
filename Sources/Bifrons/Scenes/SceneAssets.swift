import ModelFiles
import SceneGraph
import SessionCore
import SpatialMath
import TextRendering

/// Why something that a scene shows cannot be made.
enum SceneAssetError: Error, Equatable, CustomStringConvertible {
  case model(ModelFileError)
  case text(TextError)
  case missing(String)

  var description: String {
    switch self {
    case .model(let error): error.description
    case .text(let error): error.description
    case .missing(let text): text
    }
  }
}

/// Pictures, texts and models of a scene, each made once.
///
/// Belongs to the thread that draws.
final class SceneAssets {
  private let loader = ModelLoader()
  private var painter: TextPainter?

  /// A picture of a file.
  func texture(_ path: String) throws(SceneAssetError) -> TextureResource {
    do throws(ModelFileError) { return try loader.texture(path) } catch { throw .model(error) }
  }

  /// A model; surfaces of these names, or all without names, mirror the reflection.
  func model(
    _ path: String, reflection: ReflectionResource?, surfaces: [String]
  ) throws(SceneAssetError) -> ExpressiveModel {
    do throws(ModelFileError) {
      return try loader.model(path, reflection: reflection, surfaces: surfaces)
    } catch {
      throw .model(error)
    }
  }

  /// What surfaces mirror: one picture or six.
  func reflection(_ paths: [String]) throws(SceneAssetError) -> ReflectionResource {
    var pictures: [TextureResource] = []
    for path in paths { pictures.append(try texture(path)) }
    let made = pictures.count == 6 ? ReflectionResource(faces: pictures) : nil
    guard let result = made ?? pictures.first.flatMap({ ReflectionResource($0) }) else {
      let sizes = pictures.map { "\($0.width)x\($0.height)" }.joined(separator: ", ")
      throw .missing(
        "\(paths[0]): \(sizes) is no shape of a reflection; six squares in a row (6:1) or a column "
          + "(1:6), all directions (2:1), or six square pictures of one size are")
    }
    return result
  }

  /// A written line as a picture; nil for blanks.
  func text(_ text: String, color: SIMD4<Float>?) throws(SceneAssetError) -> TextureResource? {
    do throws(TextError) {
      let painter: TextPainter
      if let known = self.painter { painter = known } else { painter = try TextPainter() }
      self.painter = painter
      guard let picture = try painter.picture(of: text, color: color ?? SIMD4(1, 1, 1, 1)) else {
        return nil
      }
      return TextureResource(
        width: picture.width, height: picture.height, pixels: picture.pixels)
    } catch {
      throw .text(error)
    }
  }
}
