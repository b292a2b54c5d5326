/// CRC-32 as in zlib and PNG (ISO 3309): finds damage, not forgery.
enum Checksum {
  /// The polynomial, its bits reversed.
  private static let polynomial: UInt32 = 0xEDB8_8320

  private static let table: [UInt32] = (0..<256).map { n in
    (0..<8).reduce(UInt32(n)) { c, _ in c & 1 == 1 ? polynomial ^ (c >> 1) : c >> 1 }
  }

  /// The checksum of some bytes.
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var c: UInt32 = 0xFFFF_FFFF
    table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        for byte in bytes { c = table[Int(UInt8(truncatingIfNeeded: c) ^ byte)] ^ (c >> 8) }
      }
    }
    return c ^ 0xFFFF_FFFF
  }
}
