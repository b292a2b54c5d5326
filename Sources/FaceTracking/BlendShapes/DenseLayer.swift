/// A fully connected layer: sums of weighted inputs and a bias for each output.
///
/// Owns the memory that it works in.
struct DenseLayer: Sendable {
  /// Inputs × outputs.
  private let weights: [Float]
  private let biases: [Float]
  /// The outputs of the last run.
  private(set) var sums: [Float]

  /// Unpacks a layer: weights of 8 bits with one scale an output.
  init(_ reader: inout PackedReader, inputs: Int) {
    let outputs = reader.short()
    let scale = reader.floats(outputs)
    biases = reader.floats(outputs)
    let small = reader.bytes(inputs * outputs)
    weights = small.enumerated().map { Float(Int8(bitPattern: $1)) * scale[$0 % outputs] }
    sums = biases
  }

  /// Sets the sums to the biases.
  mutating func clear() { for k in biases.indices { sums[k] = biases[k] } }

  /// Adds inputs, the first of which is the layer's input `start`.
  mutating func add(_ inputs: UnsafeBufferPointer<Float>, from start: Int = 0) {
    let width = biases.count
    sums.withUnsafeMutableBufferPointer { sums in
      weights.withUnsafeBufferPointer { weights in
        for i in 0..<inputs.count {
          let value = inputs[i]
          let row = (start + i) * width
          for k in 0..<width { sums[k] += value * weights[row + k] }
        }
      }
    }
  }
}
