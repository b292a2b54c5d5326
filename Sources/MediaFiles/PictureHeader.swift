/// What the first bytes of a picture say of its size, before anything is unpacked.
enum PictureHeader {
  /// Width and height of a PNG or JPEG file; nil for other kinds, and for a damaged header.
  static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      // The header is the first part, its size the first eight bytes (PNG specification, 11.2.2).
      guard bytes.count >= 24 else { return nil }
      return (number(bytes, 16, 4), number(bytes, 20, 4))
    }
    return bytes.starts(with: [0xFF, 0xD8]) ? jpegSize(bytes) : nil
  }

  /// The size in a JPEG's start of frame (ITU-T T.81, B.2.2): markers C0 to CF but for three.
  private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    var place = 2
    while place + 9 < bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return (number(bytes, place + 7, 2), number(bytes, place + 5, 2))
      }
      let length = number(bytes, place + 2, 2)
      guard length >= 2 else { return nil }
      place += 2 + length
    }
    return nil
  }

  private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
