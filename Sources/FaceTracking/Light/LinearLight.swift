import Foundation

/// sRGB bytes as linear light.
enum LinearLight {
  /// The light of each byte, 0…1.
  static let table: [Float] = (0..<256).map { byte in
    let v = Float(byte) / 255
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  /// The light of a byte, 0…1.
  static func ofByte(_ byte: UInt8) -> Double { Double(table[Int(byte)]) }
}
