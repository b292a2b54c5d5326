import SpatialMath

/// Writes numbers as bytes, the lowest first, whatever the machine.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ value: Double) { put(value.bitPattern) }

  mutating func put(_ v: Vector2) {
    put(v.x)
    put(v.y)
  }

  mutating func put(_ v: Vector3) {
    put(v.x)
    put(v.y)
    put(v.z)
  }

  mutating func put(_ pose: Pose) {
    put(pose.rotation.imaginary)
    put(pose.rotation.real)
    put(pose.translation)
  }

  /// A count in 32 bits, then the bytes.
  mutating func put(counted data: some Collection<UInt8>) {
    put(UInt32(data.count))
    bytes.append(contentsOf: data)
  }

  mutating func put(_ text: String) { put(counted: Array(text.utf8)) }

  mutating func put(raw data: some Sequence<UInt8>) { bytes.append(contentsOf: data) }
}
