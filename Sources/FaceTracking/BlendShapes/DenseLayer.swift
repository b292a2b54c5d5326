/// A fully connected layer: sums of weighted inputs and a bias for each output.
///
/// The weights stay at 8 bits, as they are packed: reading them from memory is what takes the time.
/// Owns the memory that it works in.
struct DenseLayer: Sendable {
  /// Inputs × outputs, in units of `scale`.
  private let weights: [Int8]
  /// The unit of each output's weights.
  private let scale: [Float]
  private let biases: [Float]
  /// The outputs of the last run.
  private(set) var sums: [Float]

  /// Unpacks a layer: weights of 8 bits with one scale an output.
  init(_ reader: inout PackedReader, inputs: Int) {
    let outputs = reader.short()
    scale = reader.floats(outputs)
    biases = reader.floats(outputs)
    weights = reader.bytes(inputs * outputs).map { Int8(bitPattern: $0) }
    sums = biases
  }

  /// Sets the sums to those of these inputs, as many as the layer has.
  mutating func run(_ inputs: UnsafeBufferPointer<Float>) {
    sums.withUnsafeMutableBufferPointer { sums in
      weights.withUnsafeBufferPointer { weights in
        for k in sums.indices { sums[k] = 0 }
        // Four inputs at once: a fourth of the sums' own traffic.
        let whole = inputs.count & ~3
        var i = 0
        while i < whole {
          Self.add(
            SIMD4(inputs[i], inputs[i + 1], inputs[i + 2], inputs[i + 3]), weights, i, into: sums)
          i += 4
        }
        while i < inputs.count {
          Self.add(inputs[i], weights, i, into: sums)
          i += 1
        }
      }
    }
    for k in sums.indices { sums[k] = sums[k] * scale[k] + biases[k] }
  }

  @inline(__always)
  private static func add(
    _ v: SIMD4<Float>, _ weights: UnsafeBufferPointer<Int8>, _ input: Int,
    into sums: UnsafeMutableBufferPointer<Float>
  ) {
    let width = sums.count
    guard let first = weights.baseAddress?.advanced(by: input * width) else { return }
    let (a, b, c, d) = (v[0], v[1], v[2], v[3])
    for k in 0..<width {
      sums[k] +=
        (a * Float(first[k]) + b * Float(first[width + k]))
        + (c * Float(first[2 * width + k]) + d * Float(first[3 * width + k]))
    }
  }

  @inline(__always)
  private static func add(
    _ v: Float, _ weights: UnsafeBufferPointer<Int8>, _ input: Int,
    into sums: UnsafeMutableBufferPointer<Float>
  ) {
    let width = sums.count
    for k in 0..<width { sums[k] += v * Float(weights[input * width + k]) }
  }
}
