import Foundation

/// Adds inner tensors of a `.tflite` network to its outputs.
///
/// A TensorFlow Lite file is a FlatBuffer; its first subgraph holds a vector with the numbers of
/// the output tensors. A longer vector is appended to the file and the subgraph's offset is pointed
/// at it, so no other byte changes and the network computes what it computed before.
package enum TensorExposure {
  /// The places of fields in TensorFlow Lite's schema (schema.fbs).
  private enum Field {
    /// Model.subgraphs.
    static let subgraphs = 2
    /// SubGraph.outputs.
    static let outputs = 2
  }

  /// The file with more outputs, in the order given, behind those that it has.
  ///
  /// - Throws: `FaceTrackingError.modelUnexpected` when the bytes are not such a file.
  package static func exposing(
    _ tensors: [Int32], in data: Data, name: String
  ) throws(FaceTrackingError) -> Data {
    var file = FlatBufferBytes(bytes: [UInt8](data))
    guard let root = file.target(of: 0),
      let subgraphs = file.field(Field.subgraphs, ofTableAt: root).flatMap({ file.target(of: $0) }),
      let first = file.target(of: subgraphs + 4),
      let slot = file.field(Field.outputs, ofTableAt: first),
      let vector = file.target(of: slot), let count = file.unsigned(at: vector), count < 64
    else {
      throw .modelUnexpected(model: name, reason: "it is not a TensorFlow Lite file")
    }
    let old = (0..<Int(count)).compactMap { file.unsigned(at: vector + 4 + 4 * $0) }
    while file.bytes.count % 4 != 0 { file.bytes.append(0) }
    let start = file.bytes.count
    file.append(UInt32(old.count + tensors.count))
    for number in old { file.append(number) }
    for number in tensors { file.append(UInt32(bitPattern: number)) }
    file.store(UInt32(start - slot), at: slot)
    return Data(file.bytes)
  }
}

/// Little-endian reading and writing of a FlatBuffer, checked against its end.
private struct FlatBufferBytes {
  var bytes: [UInt8]

  func unsigned(at place: Int) -> UInt32? {
    guard place >= 0, place + 4 <= bytes.count else { return nil }
    return (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
  }

  private func short(at place: Int) -> Int? {
    guard place >= 0, place + 2 <= bytes.count else { return nil }
    return Int(bytes[place]) | Int(bytes[place + 1]) << 8
  }

  /// Follows an offset.
  func target(of place: Int) -> Int? { unsigned(at: place).map { place + Int($0) } }

  /// The place of a field's value, found through the table's virtual table; nil when absent.
  func field(_ index: Int, ofTableAt table: Int) -> Int? {
    guard let back = unsigned(at: table).map({ Int(Int32(bitPattern: $0)) }),
      let size = short(at: table - back), 4 + 2 * index < size,
      let offset = short(at: table - back + 4 + 2 * index), offset != 0
    else { return nil }
    return table + offset
  }

  mutating func append(_ value: UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  mutating func store(_ value: UInt32, at place: Int) {
    for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
  }
}
