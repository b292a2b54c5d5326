import Foundation
import MediaFiles
import SceneGraph
import SessionCore
import TextRendering

/// A picture: of a file, of a text, or of a view.
public final class UIImage {
  /// In pixels.
  public let size: CGSize
  let texture: TextureResource

  init(_ texture: TextureResource) {
    self.texture = texture
    size = CGSize(width: texture.width, height: texture.height)
  }

  /// Reads a PNG or JPEG file.
  public convenience init?(contentsOfFile path: String) {
    guard let pixels = try? PictureFile.readTexture(path),
      let texture = TextureResource(
        width: pixels.width, height: pixels.height, pixels: pixels.bytes)
    else { return nil }
    self.init(texture)
  }

  /// Reads a file of the main bundle, or of the working folder.
  public convenience init?(named name: String) {
    self.init(contentsOfFile: ResourceFile.path(of: name, kinds: ["png", "jpg", "jpeg"]) ?? name)
  }

  /// Draws a short text, emoji included; blanks alone give nil.
  ///
  /// An addition, for what a phone does with a graphics context.
  public convenience init?(text: String) {
    guard let painter = try? TextPainter(), let picture = try? painter.picture(of: text),
      let texture = TextureResource(
        width: picture.width, height: picture.height, pixels: picture.pixels)
    else { return nil }
    self.init(texture)
  }

  /// A drawn picture, `rgb8`.
  convenience init?(_ pixels: PixelBuffer) {
    let plane = pixels.planes[0]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.width * pixels.height * 4)
    for row in 0..<pixels.height {
      let line = UnsafeRawBufferPointer(
        start: plane.base + row * plane.stride, count: pixels.width * 3)
      for i in stride(from: 0, to: line.count, by: 3) {
        bytes += [line[i], line[i + 1], line[i + 2], 255]
      }
    }
    guard
      let texture = TextureResource(width: pixels.width, height: pixels.height, pixels: bytes)
    else { return nil }
    self.init(texture)
  }

  /// Red, green, blue and opacity, a byte each, the top row first.
  public var pixels: [UInt8] { texture.pixels }
}

/// Finds files as a bundle of an app does.
enum ResourceFile {
  /// The path of a file by its name, with or without the ending; nil where there is none.
  static func path(of name: String, kinds: [String]) -> String? {
    let manager = FileManager.default
    let folders = ["", Bundle.main.resourcePath.map { $0 + "/" } ?? ""]
    for folder in folders {
      for ending in [""] + kinds.map({ ".\($0)" })
      where manager.isReadableFile(atPath: folder + name + ending) && !(name + ending).isEmpty {
        return folder + name + ending
      }
    }
    return nil
  }
}
