import Foundation
import SessionCore

/// A small fully connected network: leaky rectifiers between layers, logistic outputs.
///
/// Owns the memory that it works in; bound to one thread.
struct DenseNetwork {
  /// The place of each output in `BlendShapeLocation.allCases`.
  private let places: [Int]
  /// The number of inputs.
  let inputCount: Int
  /// What the first inputs are taken relative to; may be empty.
  let reference: [Float]
  /// The outputs of the last run, 0…1.
  private(set) var values: [Float]

  private let mean: [Float]
  private let inverseDeviation: [Float]
  private var layers: [Layer] = []
  /// The slope of the rectifiers below zero, as trained.
  private static let leak: Float = 0.1
  /// Inputs count up to this many deviations: some hardly moved in training.
  private static let farthest: Float = 5

  private struct Layer {
    /// Inputs × outputs.
    var weights: [Float]
    var biases: [Float]
    var sums: [Float]

    /// Sums up biases and weighted inputs.
    @inline(__always)
    mutating func accumulate(_ count: Int, _ input: (Int) -> Float) {
      let width = biases.count
      for k in 0..<width { sums[k] = biases[k] }
      sums.withUnsafeMutableBufferPointer { sums in
        weights.withUnsafeBufferPointer { weights in
          for i in 0..<count {
            let value = input(i)
            let row = i * width
            for k in 0..<width { sums[k] += value * weights[row + k] }
          }
        }
      }
    }
  }

  /// Unpacks a network.
  init(_ reader: inout PackedReader) {
    var sizes: [Int] = []
    for _ in 0..<reader.byte() { sizes.append(reader.short()) }
    inputCount = sizes[0]
    mean = reader.floats(inputCount)
    inverseDeviation = reader.floats(inputCount)
    reference = reader.floats(reader.short())
    for (inputs, outputs) in zip(sizes, sizes.dropFirst()) {
      let scale = reader.floats(outputs)
      let biases = reader.floats(outputs)
      let small = reader.bytes(inputs * outputs)
      let weights = small.enumerated().map { Float(Int8(bitPattern: $1)) * scale[$0 % outputs] }
      layers.append(Layer(weights: weights, biases: biases, sums: biases))
    }
    var places: [Int] = []
    for _ in 0..<reader.byte() {
      let name = String(decoding: reader.bytes(reader.byte()), as: UTF8.self)
      guard let location = BlendShapeLocation(rawValue: name) else {
        preconditionFailure("the packed networks name an unknown coefficient: \(name)")
      }
      places.append(location.index)
    }
    self.places = places
    values = Array(repeating: 0, count: places.count)
  }

  /// The outputs of the last run as coefficients; what the network does not read is 0.
  var coefficients: BlendShapes {
    var result = BlendShapes()
    for (index, place) in places.enumerated() { result[place] = values[index] }
    return result
  }

  /// Runs the network on `inputCount` values.
  mutating func run(_ inputs: UnsafeBufferPointer<Float>) {
    for index in layers.indices {
      if index == 0 {
        layers[0].accumulate(inputCount) {
          min(max((inputs[$0] - mean[$0]) * inverseDeviation[$0], -Self.farthest), Self.farthest)
        }
      } else {
        let below = layers[index - 1].sums
        layers[index].accumulate(below.count) { below[$0] > 0 ? below[$0] : Self.leak * below[$0] }
      }
    }
    for (index, logit) in layers[layers.count - 1].sums.enumerated() {
      values[index] = 1 / (1 + exp(-logit))
    }
  }
}
