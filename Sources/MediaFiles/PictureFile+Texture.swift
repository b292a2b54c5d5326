import CFFmpeg
import SessionCore

/// A still picture with its transparency: red, green, blue, opacity, a byte each, sRGB, the top row
/// first.
package struct TexturePixels: Sendable, Equatable {
  /// The size in pixels.
  package var width: Int, height: Int
  /// `width · height · 4` bytes.
  package var bytes: [UInt8]

  /// Takes packed pixels.
  package init(width: Int, height: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}

extension PictureFile {
  /// The longest side of a texture: what every graphics driver takes.
  private static let longestSide = 8192
  /// Bytes of a packed texture.
  private static let largestTexture = 64 << 20

  /// Reads a picture with its transparency from a file.
  ///
  /// - Throws: `SessionError.fileIOFailed`: no such file, not a picture, damaged, too large.
  package static func readTexture(_ path: String) throws(SessionError) -> TexturePixels {
    try readTexture(
      try FileBytes.read(path, kind: "picture", atMost: largestTexture, isPlain: true),
      name: path)
  }

  /// Unpacks a picture with its transparency; `name` is for errors.
  package static func readTexture(
    _ bytes: [UInt8], name: String
  ) throws(SessionError) -> TexturePixels {
    _ = MediaLog.silenced
    guard let codec = codec(for: bytes) else {
      throw MediaFailure.error(
        name, "not a picture that can be read; JPEG, PNG, BMP, TIFF, WebP and PNM can")
    }
    var result: TexturePixels?
    var isTooLarge = false
    _ = try decode(bytes, codec, name) { frame -> PixelBuffer? in
      let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
      isTooLarge = max(width, height) > longestSide
      if !isTooLarge { result = texture(frame, width, height) }
      return nil
    }
    if isTooLarge {
      throw MediaFailure.error(
        name, "more than \(longestSide) pixels along a side; make it smaller")
    }
    guard let result else {
      throw MediaFailure.error(name, "its pixel format cannot be converted; convert it to PNG")
    }
    return result
  }

  private static func texture(
    _ frame: UnsafeMutablePointer<AVFrame>, _ width: Int, _ height: Int
  ) -> TexturePixels? {
    let source = PlaneSet(frame, encoding: DecodedPicture.encoding(of: frame))
    var bytes = [UInt8](repeating: 255, count: width * height * 4)
    let isDone = bytes.withUnsafeMutableBufferPointer { buffer -> Bool in
      guard let base = buffer.baseAddress else { return false }
      let target = PlaneSet(
        packed: base, stride: Int32(width * 4), width: Int32(width), height: Int32(height),
        format: AV_PIX_FMT_RGBA)
      return FormatConverter().convert(source, to: target)
    }
    return isDone ? TexturePixels(width: width, height: height, bytes: bytes) : nil
  }
}
