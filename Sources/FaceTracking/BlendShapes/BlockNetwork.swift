import Foundation
import SessionCore
import SpatialMath

/// A small network whose inputs come in blocks, each with a first layer of its own: the shape of the
/// face, and what the feature maps show of mouth, eyes, cheeks and brows.
///
/// Leaky rectifiers between layers, logistic outputs. Owns the memory that it works in; bound to one
/// thread.
struct BlockNetwork {
  /// Where a block's inputs come from.
  private enum Source: Int {
    /// Landmarks and scores, with the head's angles.
    case shape
    /// Samples of a feature map.
    case fine, finest
  }

  private struct Block {
    var source: Source
    /// The samples of the map that it looks at.
    var samples: [Int]
    var mean: [Float], inverseDeviation: [Float]
    var layer: DenseLayer
    var inputs: [Float]
  }

  /// The place of each output in `BlendShapeLocation.allCases`.
  private let places: [Int]
  /// The outputs of the last run, 0…1.
  private(set) var values: [Float]
  private var blocks: [Block] = []
  private var layers: [DenseLayer] = []
  private var rectified: [Float] = []

  /// The slope of the rectifiers below zero, as trained.
  private static let leak: Float = 0.1
  /// Inputs count up to this many deviations: some hardly moved in training.
  private static let farthest: Float = 5

  /// Unpacks a network.
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
    for _ in 0..<reader.byte() { layers.append(DenseLayer(&reader, inputs: reader.short())) }
    places = (0..<reader.byte()).map { _ in
      let name = String(decoding: reader.bytes(reader.byte()), as: UTF8.self)
      guard let location = BlendShapeLocation(rawValue: name) else {
        preconditionFailure("the packed networks name an unknown coefficient: \(name)")
      }
      return location.index
    }
    values = Array(repeating: 0, count: places.count)
  }

  /// The outputs of the last run as coefficients; what the network does not read is 0.
  var coefficients: BlendShapes {
    var result = BlendShapes()
    for (index, place) in places.enumerated() { result[place] = values[index] }
    return result
  }

  /// Runs the network on an appearance relative to a face at rest, which may be the person's own.
  mutating func run(
    _ appearance: FaceAppearance, relativeTo rest: FaceAppearance, isOwn: Bool,
    angles: EulerAngles
  ) {
    for index in blocks.indices {
      switch blocks[index].source {
      case .shape: fillShape(&blocks[index].inputs, appearance, rest, isOwn, angles)
      case .fine:
        Self.fill(
          &blocks[index].inputs, blocks[index].samples, appearance.fine, rest.fine,
          FeatureMap.Layout.fine.channels)
      case .finest:
        Self.fill(
          &blocks[index].inputs, blocks[index].samples, appearance.finest, rest.finest,
          FeatureMap.Layout.finest.channels)
      }
      runBlock(&blocks[index])
    }
    join()
  }

  private func fillShape(
    _ inputs: inout [Float], _ appearance: FaceAppearance, _ rest: FaceAppearance, _ isOwn: Bool,
    _ angles: EulerAngles
  ) {
    let (shape, scores) = (appearance.geometry.count, appearance.scores.count)
    for i in 0..<shape { inputs[i] = appearance.geometry[i] - rest.geometry[i] }
    for i in 0..<scores {
      inputs[shape + i] = appearance.scores[i]
      inputs[shape + scores + i] = appearance.scores[i] - rest.scores[i]
    }
    let last = shape + 2 * scores
    inputs[last] = Float(angles.yaw)
    inputs[last + 1] = Float(angles.pitch)
    inputs[last + 2] = Float(angles.roll)
    inputs[last + 3] = isOwn ? 1 : 0
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

  private func runBlock(_ block: inout Block) {
    for i in block.inputs.indices {
      let z = (block.inputs[i] - block.mean[i]) * block.inverseDeviation[i]
      block.inputs[i] = min(max(z, -Self.farthest), Self.farthest)
    }
    block.layer.clear()
    block.inputs.withUnsafeBufferPointer { block.layer.add($0) }
  }

  private mutating func join() {
    rectified.removeAll(keepingCapacity: true)
    for block in blocks { rectified += block.layer.sums }
    for index in layers.indices {
      for k in rectified.indices where rectified[k] < 0 { rectified[k] *= Self.leak }
      layers[index].clear()
      rectified.withUnsafeBufferPointer { layers[index].add($0) }
      rectified.removeAll(keepingCapacity: true)
      rectified += layers[index].sums
    }
    for (index, logit) in rectified.enumerated() { values[index] = 1 / (1 + exp(-logit)) }
  }
}
