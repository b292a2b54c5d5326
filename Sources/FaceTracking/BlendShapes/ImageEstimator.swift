import SessionCore
import SpatialMath

/// Reads what landmarks show badly, such as puffed cheeks and rolled lips, off the landmark network's
/// feature map, relative to that of an average neutral face.
struct ImageEstimator {
  private var network: DenseNetwork
  private var inputs: [Float]

  /// The landmarks whose mean is each point: mouth, lips, cheeks, beside the nose, eyes, chin.
  private static let points: [[Int]] = [
    [13, 14], [17], [0], [61], [291], [50], [280], [205], [425], [129], [358], [159, 145],
    [386, 374], [200], [152],
  ]

  /// Takes over the network.
  init(network: DenseNetwork) {
    precondition(network.inputCount == Self.points.count * FeatureMap.Layout.coarse.channels + 3)
    self.network = network
    inputs = Array(repeating: 0, count: network.inputCount)
  }

  /// The network's answer for one picture of one face; what it does not read is 0.
  mutating func estimate(
    _ features: FeatureMap, reading: LandmarkReading, angles: EulerAngles
  ) -> BlendShapes {
    features.sample(Self.points, of: reading, into: &inputs)
    let reference = network.reference
    for index in reference.indices { inputs[index] -= reference[index] }
    inputs[reference.count] = Float(angles.yaw)
    inputs[reference.count + 1] = Float(angles.pitch)
    inputs[reference.count + 2] = Float(angles.roll)
    inputs.withUnsafeBufferPointer { network.run($0) }
    return network.coefficients
  }
}
