import CCoefficientNetworks
import SessionCore

/// The joint network as it is packed into the program.
///
/// `Tools/coefficients` tells the layout and how it is learnt.
struct PackedJointNetwork {
  /// Where appearances are read.
  let places: AppearanceReader.Places
  /// The mean of many faces at rest.
  let averageRest: FaceAppearance
  /// An appearance relative to a face at rest → 52 coefficients.
  let network: BlockNetwork

  /// Unpacks the network.
  init() {
    var reader = Self.opened()
    _ = reader.floats(BlendShapeLocation.allCases.count)
    places = AppearanceReader.Places(
      landmarks: reader.shorts(), fine: reader.groups(), finest: reader.groups())
    var rest = AppearanceReader(places: places).makeAppearance()
    rest.geometry = reader.floats(rest.geometry.count)
    rest.scores = reader.floats(rest.scores.count)
    rest.fine = reader.floats(rest.fine.count)
    rest.finest = reader.floats(rest.finest.count)
    averageRest = rest
    network = BlockNetwork(&reader)
  }

  /// How far each coefficient follows the truth on heads that were never trained on, 0…1.
  static func reliability() -> [Float] {
    var reader = opened()
    return reader.floats(BlendShapeLocation.allCases.count)
  }

  private static func opened() -> PackedReader {
    var reader = PackedReader(
      bytes: UnsafeRawBufferPointer(
        start: bifrons_joint_network, count: bifrons_joint_network_size))
    precondition(reader.bytes(4).elementsEqual(Array("BCJ1".utf8)), "not a packed joint network")
    return reader
  }
}
