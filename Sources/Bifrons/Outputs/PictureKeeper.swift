import ConfigurationFiles
import Foundation
import MediaFiles
import SessionCore

/// Keeps pictures that a user asks for by a key.
package enum PictureKeeper {
  /// Writes a picture as `bifrons-1.png`, or with the next number that is free.
  ///
  /// - Parameters:
  ///   - pixels: the picture.
  ///   - settings: folder and kind.
  ///   - watermark: is laid into a corner.
  /// - Returns: where it went, or what went wrong, in words.
  package static func keep(
    _ pixels: PixelBuffer, _ settings: RecordingSettings = RecordingSettings(),
    watermark: Watermark? = nil
  ) -> String {
    let path = FreeName.path(in: settings.folder, ending: settings.pictureEnding)
    do throws(SessionError) {
      try PictureFile.write(watermark?.stamped(on: pixels) ?? pixels, to: path)
      return "kept as \(path)"
    } catch {
      return error.message
    }
  }
}

/// Names for files that a user makes by a key.
enum FreeName {
  /// `bifrons-1.png` in a folder, or the next number that is free.
  static func path(in folder: String?, ending: String) -> String {
    let start = folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    var number = 1
    func name() -> String { "\(start)bifrons-\(number).\(ending)" }
    while FileManager.default.fileExists(atPath: name()) { number += 1 }
    return name()
  }
}

extension PictureFile {
  /// Writes a JPEG file where the name asks for it, else a PNG file.
  static func write(_ pixels: PixelBuffer, to path: String) throws(SessionError) {
    if [".jpg", ".jpeg"].contains(where: path.lowercased().hasSuffix) {
      try write(jpeg: pixels, to: path)
    } else {
      try write(png: pixels, to: path)
    }
  }
}
