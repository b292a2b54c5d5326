import CCoefficientNetworks
import SessionCore

/// The small networks of our own that read coefficients, as they are packed into the program.
///
/// `Tools/pack-coefficient-networks` tells the layout and where they come from.
struct PackedNetworks {
  /// The landmarks that `geometry` reads.
  private(set) var geometryLandmarks: [Int] = []
  /// Landmarks and scores relative to an average neutral face → 52 coefficients.
  private(set) var geometry: DenseNetwork
  /// Features of the picture relative to an average neutral face → what landmarks show badly.
  private(set) var image: DenseNetwork
  /// Features of the picture round the mouth → `tongueOut`.
  private(set) var tongue: DenseNetwork

  /// Unpacks the networks.
  init() {
    var reader = PackedReader(
      bytes: UnsafeRawBufferPointer(
        start: bifrons_coefficient_networks, count: bifrons_coefficient_networks_size))
    precondition(reader.bytes(4).elementsEqual(Array("BCN1".utf8)), "not packed networks")
    for _ in 0..<reader.short() { geometryLandmarks.append(reader.short()) }
    geometry = DenseNetwork(&reader)
    image = DenseNetwork(&reader)
    tongue = DenseNetwork(&reader)
  }
}

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
