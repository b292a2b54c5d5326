/// One number in 0…1 for each of the 52 blend shapes: coefficients, or their confidences.
public struct BlendShapes: Sendable, Equatable {
  private var values: InlineArray<52, Float>

  /// Creates a set with one value everywhere; 0 is the neutral face.
  public init(repeating value: Float = 0) { values = InlineArray(repeating: value) }

  /// Creates a set from 52 values in the order of `BlendShapeLocation.allCases`.
  public init?(_ list: [Float]) {
    guard list.count == 52 else { return nil }
    values = InlineArray { list[$0] }
  }

  /// The value of a location.
  public subscript(location: BlendShapeLocation) -> Float {
    get { values[location.index] }
    set { values[location.index] = newValue }
  }

  /// The value at a place of `BlendShapeLocation.allCases`.
  public subscript(index: Int) -> Float {
    get { values[index] }
    set { values[index] = newValue }
  }

  /// The 52 values in the order of `BlendShapeLocation.allCases`.
  public var array: [Float] { (0..<52).map { values[$0] } }

  /// Equal in all 52 values.
  public static func == (a: BlendShapes, b: BlendShapes) -> Bool {
    (0..<52).allSatisfy { a.values[$0] == b.values[$0] }
  }
}
