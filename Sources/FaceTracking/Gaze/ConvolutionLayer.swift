import CCoefficientNetworks

/// A convolution without borders, with leaky rectifiers: values of a picture → values of fewer places.
///
/// Owns the memory that it works in.
struct ConvolutionLayer: Sendable {
  /// Columns and rows of places, and values of each.
  struct Shape: Sendable, Equatable {
    var width: Int, height: Int, channels: Int

    /// Values in all.
    var count: Int { width * height * channels }
  }

  private let input: Shape
  /// What `values` holds.
  let output: Shape
  private let size: Int, step: Int
  /// Rows of the filter × columns × channels × outputs.
  private let weights: [Float]
  private let biases: [Float]
  /// The outputs of the last run, place after place.
  private(set) var values: [Float]

  /// Unpacks a layer that follows one of this shape: filters' size and step, and a layer's weights.
  init(_ reader: inout PackedReader, after input: Shape) {
    self.input = input
    size = reader.short()
    step = reader.short()
    let (inputs, outputs) = (reader.short(), reader.short())
    precondition(inputs == size * size * input.channels)
    let scale = reader.floats(outputs)
    biases = reader.floats(outputs)
    weights = reader.bytes(inputs * outputs).enumerated().map { index, byte in
      Float(Int8(bitPattern: byte)) * scale[index % outputs]
    }
    output = Shape(
      width: (input.width - size) / step + 1, height: (input.height - size) / step + 1,
      channels: outputs)
    values = Array(repeating: 0, count: output.count)
  }

  /// Sets the values to those of a picture of the layer's input shape.
  mutating func run(_ picture: [Float], leak: Float) {
    precondition(picture.count == input.count)
    bifrons_convolution(
      weights, biases, picture, input.width * input.channels, step * input.channels,
      size * input.channels, size, output.width, output.height, output.channels, step, leak, &values
    )
  }
}
