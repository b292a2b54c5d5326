import ModelFiles
import SceneGraph
import SessionCore
import SpatialMath
import TextRendering
import YAMLDocuments

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
  private var lines: [Line: TextureResource] = [:]

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
    let color = color ?? SIMD4(1, 1, 1, 1)
    let line = Line(text: text, color: color)
    if let known = lines[line] { return known }
    guard let picture = try picture(of: text, color) else { return nil }
    do throws(SessionError) {
      try loader.count(pictureBytes: picture.pixels.count, "'\(YAMLNode.shortened(text))'")
    } catch {
      throw .missing(error.message)
    }
    let made = TextureResource(
      width: picture.width, height: picture.height, pixels: picture.pixels)
    lines[line] = made
    return made
  }

  private func picture(
    of text: String, _ color: SIMD4<Float>
  ) throws(SceneAssetError) -> TextPicture? {
    do throws(TextError) {
      let painter: TextPainter
      if let known = self.painter { painter = known } else { painter = try TextPainter() }
      self.painter = painter
      return try painter.picture(of: text, color: color)
    } catch {
      throw .text(error)
    }
  }

  /// A text and its colour.
  private struct Line: Hashable {
    var text: String
    var color: SIMD4<Float>
  }
}
