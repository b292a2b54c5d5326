import SessionCore

/// A face's mesh as bytes: 1220 × x, y, z, 16 bits each, little-endian, hundredths of a millimetre.
extension UserProfile {
  /// Numbers a metre; 16 bits reach 0.33 m.
  private static let unitsAMetre: Float = 100_000
  private static let byteCount = FaceGeometry.vertexCount * 6

  static func encoded(_ geometry: FaceGeometry) -> [UInt8] {
    geometry.vertices.flatMap { vertex in
      (0..<3).flatMap { axis in
        let value = (vertex[axis] * unitsAMetre).rounded()
        let bits = UInt16(bitPattern: Int16(max(-32_768, min(32_767, value.isFinite ? value : 0))))
        return [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
      }
    }
  }

  /// The mesh of bytes; nil when they are too many or too few.
  static func geometry(of bytes: [UInt8]) -> FaceGeometry? {
    guard bytes.count == byteCount else { return nil }
    func number(_ place: Int) -> Float {
      let bits = UInt16(bytes[2 * place]) | UInt16(bytes[2 * place + 1]) << 8
      return Float(Int16(bitPattern: bits)) / unitsAMetre
    }
    return FaceGeometry(
      vertices: (0..<FaceGeometry.vertexCount).map {
        SIMD3(number(3 * $0), number(3 * $0 + 1), number(3 * $0 + 2))
      })
  }
}
