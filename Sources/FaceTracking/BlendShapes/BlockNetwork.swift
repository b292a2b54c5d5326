import Foundation
import SessionCore
import SpatialMath

/// Small networks whose inputs come in blocks, each with a first layer of its own: the shape of the
/// face, and what the feature maps show of mouth, eyes, cheeks and brows.
///
/// Several networks share the blocks. Each reads one part of the face and answers for that part alone,
/// or looks at all of it; where several answer, their mean follows the truth better than any of them.
/// Leaky rectifiers between layers, logistic outputs. Owns the memory that it works in; bound to one
/// thread.
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
    /// The networks' first layers beside each other.
    var layer: DenseLayer
    var inputs: [Float]
  }

  private struct Network {
    /// Its share of each block's first layer; empty where it does not look.
    var shares: [Range<Int>]
    var layers: [DenseLayer]
    /// Where its answers go among the outputs.
    var outputs: [Int]
  }

  /// The place of each output in `BlendShapeLocation.allCases`.
  let places: [Int]
  /// The outputs of the last run, 0…1.
  private(set) var values: [Float]
  private var blocks: [Block] = []
  private var networks: [Network] = []
  private var rectified: [Float] = []
  private var logits: [Float]
  /// How many networks answer for each output.
  private var counts: [Float]

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
    var starts = blocks.map { _ in 0 }
    for _ in 0..<reader.byte() {
      let shares = starts.indices.map { index in
        let start = starts[index]
        starts[index] += reader.short()
        return start..<starts[index]
      }
      let layers = (0..<reader.byte()).map { _ in DenseLayer(&reader, inputs: reader.short()) }
      let outputs = (0..<reader.byte()).map { _ in reader.byte() }
      networks.append(Network(shares: shares, layers: layers, outputs: outputs))
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
    counts = values
    for output in networks.flatMap(\.outputs) { counts[output] += 1 }
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
    for index in logits.indices { values[index] = 1 / (1 + exp(-logits[index] / counts[index])) }
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
    for (block, share) in zip(blocks, networks[network].shares) {
      rectified += block.layer.sums[share]
    }
    for index in networks[network].layers.indices {
      for k in rectified.indices where rectified[k] < 0 { rectified[k] *= Self.leak }
      networks[network].layers[index].run(rectified)
      rectified.removeAll(keepingCapacity: true)
      rectified += networks[network].layers[index].sums
    }
    for (output, logit) in zip(networks[network].outputs, rectified) { logits[output] += logit }
  }
}
