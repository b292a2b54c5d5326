/// Reads little-endian numbers one after the other out of our own table.
struct PackedReader {
  private let all: UnsafeRawBufferPointer
  private var place = 0

  init(bytes: UnsafeRawBufferPointer) { all = bytes }

  mutating func bytes(_ count: Int) -> Slice<UnsafeRawBufferPointer> {
    defer { place += count }
    return all[place..<place + count]
  }

  mutating func byte() -> Int {
    defer { place += 1 }
    return Int(all[place])
  }

  mutating func short() -> Int {
    defer { place += 2 }
    return Int(UInt16(littleEndian: all.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
  }

  mutating func floats(_ count: Int) -> [Float] {
    defer { place += 4 * count }
    return (0..<count).map {
      Float(
        bitPattern: UInt32(
          littleEndian: all.loadUnaligned(fromByteOffset: place + 4 * $0, as: UInt32.self)))
    }
  }

  /// A list of numbers, its count first.
  mutating func shorts() -> [Int] { (0..<short()).map { _ in short() } }

  /// A list of lists of numbers.
  mutating func groups() -> [[Int]] { (0..<short()).map { _ in shorts() } }
}
