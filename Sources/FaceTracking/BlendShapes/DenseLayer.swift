import CCoefficientNetworks

/// A fully connected layer: sums of weighted inputs and a bias for each output.
///
/// The weights stay at 8 bits, as they are packed: reading them from memory takes time. Owns the
/// memory that it works in.
struct DenseLayer: Sendable {
  /// Inputs × outputs, in units of `scale`.
  private let weights: [Int8]
  private let inputCount: Int
  /// The unit of each output's weights.
  private let scale: [Float]
  private let biases: [Float]
  /// The outputs of the last run.
  private(set) var sums: [Float]

  /// Unpacks a layer: weights of 8 bits with one scale an output.
  init(_ reader: inout PackedReader, inputs: Int) {
    let outputs = reader.short()
    inputCount = inputs
    scale = reader.floats(outputs)
    biases = reader.floats(outputs)
    weights = reader.bytes(inputs * outputs).map { Int8(bitPattern: $0) }
    sums = biases
  }

  /// Sets the sums to those of these inputs, as many as the layer has.
  mutating func run(_ inputs: [Float]) {
    precondition(inputs.count == inputCount)
    bifrons_layer_sums(weights, inputs, inputs.count, sums.count, &sums)
    for k in sums.indices { sums[k] = sums[k] * scale[k] + biases[k] }
  }
}
