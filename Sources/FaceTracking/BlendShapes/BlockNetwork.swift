import Foundation
import SessionCore
import SpatialMath

/// Small networks whose inputs come in blocks, each with a first layer of its own: the shape of the
/// face, and what the feature maps show of mouth, eyes, cheeks and brows.
///
/// Several networks that were learnt alike from different beginnings share the blocks; their mean
/// follows the truth better than any of them. Leaky rectifiers between layers, logistic outputs. Owns
/// the memory that it works in; bound to one thread.
struct BlockNetwork {
  /// Where a block's inputs come from.
  private enum Source: Int {
    /// Landmarks and scores, with the head's angles.
    case shape
    /// Samples of a feature map.
    case fine, finest, coarse
  }

  private struct Block {
    var source: Source
    /// The samples of the map that it looks at.
    var samples: [Int]
    var mean: [Float], inverseDeviation: [Float]
    /// All networks' first layers beside each other.
    var layer: DenseLayer
    var inputs: [Float]
  }

  /// The place of each output in `BlendShapeLocation.allCases`.
  private let places: [Int]
  /// The outputs of the last run, 0…1.
  private(set) var values: [Float]
  private var blocks: [Block] = []
  /// Further layers of each network.
  private var networks: [[DenseLayer]] = []
  private var rectified: [Float] = []
  private var logits: [Float]

  /// The slope of the rectifiers below zero, as trained.
  private static let leak: Float = 0.1
  /// Inputs count up to this many deviations: some hardly moved in training.
  private static let farthest: Float = 5

  /// Unpacks networks.
  init(_ reader: inout PackedReader) {
    for _ in 0..<reader.byte() {
      guard let source = Source(rawValue: reader.byte()) else {
        preconditionFailure("the packed networks have an unknown block")
      }
      let samples = (0..<reader.short()).map { _ in reader.short() }
      let count = reader.short()
      let mean = reader.floats(count)
      let inverseDeviation = reader.floats(count)
      blocks.append(
        Block(
          source: source, samples: samples, mean: mean, inverseDeviation: inverseDeviation,
          layer: DenseLayer(&reader, inputs: count), inputs: Array(repeating: 0, count: count)))
    }
    for _ in 0..<reader.byte() {
      networks.append(
        (0..<reader.byte()).map { _ in DenseLayer(&reader, inputs: reader.short()) })
    }
    places = (0..<reader.byte()).map { _ in
      let name = String(decoding: reader.bytes(reader.byte()), as: UTF8.self)
      guard let location = BlendShapeLocation(rawValue: name) else {
        preconditionFailure("the packed networks name an unknown coefficient: \(name)")
      }
      return location.index
    }
    values = Array(repeating: 0, count: places.count)
    logits = values
  }

  /// The outputs of the last run as coefficients; what the networks do not read is 0.
  var coefficients: BlendShapes {
    var result = BlendShapes()
    for (index, place) in places.enumerated() { result[place] = values[index] }
    return result
  }

  /// Runs the networks on an appearance relative to a face at rest.
  mutating func run(_ appearance: FaceAppearance, relativeTo rest: RestFace, angles: EulerAngles) {
    let known = rest.appearance
    for index in blocks.indices {
      let samples = blocks[index].samples
      switch blocks[index].source {
      case .shape:
        Self.fillShape(&blocks[index].inputs, appearance, rest, angles)
      case .coarse:
        Self.fill(
          &blocks[index].inputs, samples, appearance.coarse, known.coarse,
          FeatureMap.Layout.coarse.channels)
      case .fine:
        Self.fill(
          &blocks[index].inputs, samples, appearance.fine, known.fine,
          FeatureMap.Layout.fine.channels)
      case .finest:
        Self.fill(
          &blocks[index].inputs, samples, appearance.finest, known.finest,
          FeatureMap.Layout.finest.channels)
      }
      Self.run(&blocks[index])
    }
    for index in logits.indices { logits[index] = 0 }
    for network in networks.indices { join(network) }
    let count = Float(networks.count)
    for index in logits.indices { values[index] = 1 / (1 + exp(-logits[index] / count)) }
  }

  private static func fillShape(
    _ inputs: inout [Float], _ appearance: FaceAppearance, _ rest: RestFace, _ angles: EulerAngles
  ) {
    let (shape, scores) = (appearance.geometry.count, appearance.scores.count)
    for i in 0..<shape { inputs[i] = appearance.geometry[i] - rest.appearance.geometry[i] }
    for i in 0..<scores {
      inputs[shape + i] = appearance.scores[i]
      inputs[shape + scores + i] = appearance.scores[i] - rest.appearance.scores[i]
    }
    let last = shape + 2 * scores
    inputs[last] = Float(angles.yaw)
    inputs[last + 1] = Float(angles.pitch)
    inputs[last + 2] = Float(angles.roll)
    inputs[last + 3] = rest.share
  }

  private static func fill(
    _ inputs: inout [Float], _ samples: [Int], _ values: [Float], _ rest: [Float], _ channels: Int
  ) {
    for (place, sample) in samples.enumerated() {
      for k in 0..<channels {
        inputs[place * channels + k] = values[sample * channels + k] - rest[sample * channels + k]
      }
    }
  }

  private static func run(_ block: inout Block) {
    for i in block.inputs.indices {
      let z = (block.inputs[i] - block.mean[i]) * block.inverseDeviation[i]
      block.inputs[i] = min(max(z, -farthest), farthest)
    }
    block.layer.run(block.inputs)
  }

  /// Runs the further layers of one network on its shares of the blocks, and adds its logits.
  private mutating func join(_ network: Int) {
    rectified.removeAll(keepingCapacity: true)
    for block in blocks {
      let width = block.layer.sums.count / networks.count
      rectified += block.layer.sums[network * width..<(network + 1) * width]
    }
    for index in networks[network].indices {
      for k in rectified.indices where rectified[k] < 0 { rectified[k] *= Self.leak }
      networks[network][index].run(rectified)
      rectified.removeAll(keepingCapacity: true)
      rectified += networks[network][index].sums
    }
    for (index, logit) in rectified.enumerated() { logits[index] += logit }
  }
}
