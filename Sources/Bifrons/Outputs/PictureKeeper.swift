import Foundation
import MediaFiles
import SessionCore

/// Keeps pictures that a user asks for by a key, in the working folder.
package enum PictureKeeper {
  /// Writes a picture as `bifrons-1.png`, or with the next number that is free.
  ///
  /// - Returns: where it went, or what went wrong, in words.
  package static func keep(_ pixels: PixelBuffer) -> String {
    var number = 1
    while FileManager.default.fileExists(atPath: name(number)) { number += 1 }
    do throws(SessionError) {
      try PictureFile.write(png: pixels, to: name(number))
      return "kept as \(name(number))"
    } catch {
      return error.message
    }
  }

  private static func name(_ number: Int) -> String { "bifrons-\(number).png" }
}
