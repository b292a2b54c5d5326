import CCoefficientNetworks
import SessionCore
import SpatialMath

/// The joint networks as they are packed into the program.
///
/// `Tools/coefficients` tells the layout and how they are learnt.
package struct PackedJointNetwork {
  /// Where appearances are read.
  let places: AppearanceReader.Places
  /// The mean of many faces at rest, nobody's own.
  let averageRest: RestFace
  /// An appearance relative to a face at rest → 52 coefficients.
  let network: BlockNetwork
  /// Features of the picture round the mouth → `tongueOut`.
  let tongue: BlockNetwork
  /// What the tool that packed the networks says they answer for the face that it makes up.
  package let answerForMadeUpFace: BlendShapes

  /// Unpacks the networks.
  package init() {
    var reader = Self.opened()
    _ = reader.floats(BlendShapeLocation.allCases.count)
    places = AppearanceReader.Places(&reader)
    var rest = AppearanceReader(places: places).makeAppearance()
    rest.update { $0 = reader.floats($0.count) }
    averageRest = RestFace(appearance: rest, share: 0)
    network = BlockNetwork(&reader)
    tongue = BlockNetwork(&reader)
    var answer = BlendShapes()
    for (place, value) in zip(network.places, reader.floats(BlendShapeLocation.allCases.count)) {
      answer[place] = value
    }
    answerForMadeUpFace = answer
  }

  /// The coefficients of an appearance, unfiltered.
  package func coefficients(
    of appearance: FaceAppearance, relativeTo rest: RestFace, angles: EulerAngles
  ) -> BlendShapes {
    var network = network
    network.run(appearance, relativeTo: rest, angles: angles)
    return network.coefficients
  }

  /// How far each coefficient follows the truth on heads that were never trained on, 0…1.
  static func reliability() -> [Float] {
    var reader = opened()
    return reader.floats(BlendShapeLocation.allCases.count)
  }

  /// Tells rest faces that fit these networks from others: what is read where decides.
  static let fingerprint: UInt32 = {
    var reader = opened()
    _ = reader.floats(BlendShapeLocation.allCases.count)
    let places = AppearanceReader.Places(&reader)
    var hash: UInt32 = 0x811c_9dc5  // FNV-1a
    for value in places.numbers { hash = (hash ^ UInt32(value)) &* 0x0100_0193 }
    return hash
  }()

  /// An appearance of the right size, all zero.
  static var emptyAppearance: FaceAppearance {
    var reader = opened()
    _ = reader.floats(BlendShapeLocation.allCases.count)
    return AppearanceReader(places: AppearanceReader.Places(&reader)).makeAppearance()
  }

  private static func opened() -> PackedReader {
    var reader = PackedReader(
      bytes: UnsafeRawBufferPointer(
        start: bifrons_joint_network, count: bifrons_joint_network_size))
    precondition(reader.bytes(4).elementsEqual(Array("BCJ3".utf8)), "not packed joint networks")
    return reader
  }
}

extension AppearanceReader.Places {
  /// Unpacks where appearances are read.
  fileprivate init(_ reader: inout PackedReader) {
    landmarks = reader.shorts()
    coarse = reader.groups()
    fine = reader.groups()
    finest = reader.groups()
  }

  /// Everything as a list of numbers.
  fileprivate var numbers: [Int] {
    [landmarks.count] + landmarks
      + [coarse, fine, finest].flatMap { [$0.count] + $0.flatMap { [$0.count] + $0 } }
  }
}
