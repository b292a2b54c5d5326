import SessionCore

/// A person's face at rest: what this person's coefficients are read relative to.
///
/// People differ more at rest than many expressions move a face. A rest face is learnt while a face is
/// followed (`RestFaceLearner`), or once, and kept in the user's profile.
package struct RestFace: Sendable, Equatable {
  /// What the face looks like at rest.
  package var appearance: FaceAppearance
  /// How far it is the person's own, not that of the average of many: 0…1.
  package var share: Float

  /// The mean of many faces at rest, which is nobody's own.
  package static var average: RestFace { PackedJointNetwork().averageRest }

  /// Takes over an appearance.
  package init(appearance: FaceAppearance, share: Float) {
    self.appearance = appearance
    self.share = share
  }

  /// What a file begins with: the kind of thing, and its version.
  private static let magic = Array("BFR1".utf8)

  /// The face as bytes, for a profile: about 12 kB.
  ///
  /// The same on every machine: little-endian 32-bit floats after the kind, the networks' own mark and
  /// the count.
  package var encoded: [UInt8] {
    var values = [share]
    appearance.forEach { values += $0 }
    var result = Self.magic
    result.appendLittleEndian(PackedJointNetwork.fingerprint)
    result.appendLittleEndian(UInt32(values.count))
    for value in values { result.appendLittleEndian(value.bitPattern) }
    return result
  }

  /// Reads `encoded` bytes.
  ///
  /// - Throws: `RestFaceError` when they are something else, cut off, not finite, or were learnt with
  ///   other networks than this program's.
  package init(encoded bytes: [UInt8]) throws(RestFaceError) {
    let head = Self.magic.count + 8
    guard bytes.count >= head, bytes.starts(with: Self.magic) else { throw .notARestFace }
    guard bytes.littleEndian(at: Self.magic.count) == PackedJointNetwork.fingerprint else {
      throw .otherNetworks
    }
    var appearance = PackedJointNetwork.emptyAppearance
    let count = Int(bytes.littleEndian(at: Self.magic.count + 4))
    guard count == 1 + appearance.valueCount, bytes.count == head + 4 * count else {
      throw .damaged
    }
    let values = (0..<count).map { Float(bitPattern: bytes.littleEndian(at: head + 4 * $0)) }
    guard values.allSatisfy(\.isFinite), (0...1).contains(values[0]) else { throw .damaged }
    var place = 1
    appearance.update { part in
      for index in part.indices { part[index] = values[place + index] }
      place += part.count
    }
    self.init(appearance: appearance, share: values[0])
  }
}

/// Why a rest face cannot be read.
package enum RestFaceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The bytes do not begin as a rest face does.
  case notARestFace
  /// The bytes are cut off or hold impossible values.
  case damaged
  /// It was learnt with other networks.
  case otherNetworks

  /// What is wrong, and what to try.
  package var description: String {
    switch self {
    case .notARestFace: "this is no rest face; learn it again (bifrons calibrate face)"
    case .damaged: "the rest face is damaged; learn it again (bifrons calibrate face)"
    case .otherNetworks:
      "the rest face was learnt with another version's networks; learn it again "
        + "(bifrons calibrate face)"
    }
  }
}

extension [UInt8] {
  fileprivate mutating func appendLittleEndian(_ value: UInt32) {
    for shift in [0, 8, 16, 24] { append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
  }

  fileprivate func littleEndian(at place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(self[place + $1]) << UInt32(8 * $1) }
  }
}
