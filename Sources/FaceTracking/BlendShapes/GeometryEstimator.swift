import SessionCore
import SpatialMath

/// Reads coefficients off metric landmarks and the blend-shape network's scores, both relative to an
/// average neutral face.
struct GeometryEstimator {
  private var network: DenseNetwork
  private let landmarks: [Int]
  private var inputs: [Float]

  /// Takes over the network.
  init(network: DenseNetwork, landmarks: [Int]) {
    let count = 3 * landmarks.count + BlendShapeScores.count
    precondition(network.inputCount == count + BlendShapeScores.count + 3)
    precondition(network.reference.count == count)
    self.network = network
    self.landmarks = landmarks
    inputs = Array(repeating: 0, count: network.inputCount)
  }

  /// The network's answer for one picture of one face.
  mutating func estimate(scores: BlendShapeScores, face: CanonicalView) -> BlendShapes {
    let reference = network.reference
    var place = 0
    for landmark in landmarks {
      let p = face[landmark]
      for axis in 0..<3 {
        inputs[place] = p[axis] - reference[place]
        place += 1
      }
    }
    let count = BlendShapeScores.count
    for index in 0..<count {
      inputs[place + index] = scores.values[index]
      inputs[place + count + index] = scores.values[index] - reference[place + index]
    }
    place += 2 * count
    inputs[place] = Float(face.angles.yaw)
    inputs[place + 1] = Float(face.angles.pitch)
    inputs[place + 2] = Float(face.angles.roll)
    inputs.withUnsafeBufferPointer { network.run($0) }
    return network.coefficients
  }

  /// The scores with an average neutral face at 0; the strongest expression stays 1.
  func relativeToNeutral(_ scores: BlendShapeScores) -> BlendShapeScores {
    let first = 3 * landmarks.count
    return BlendShapeScores(
      values: InlineArray { index in
        let rest = network.reference[first + index]
        // The least range keeps a score that is high at rest from being blown up.
        return min(max((scores.values[index] - rest) / max(1 - rest, 0.3), 0), 1)
      })
  }
}
