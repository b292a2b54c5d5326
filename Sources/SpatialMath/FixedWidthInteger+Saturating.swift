extension FixedWidthInteger {
  /// The whole number nearest to a floating-point one.
  ///
  /// For numbers that come from outside: what lies beyond the range becomes its end, and what is no
  /// number becomes 0, where `Int(_:)` would end the program.
  @inlinable public init(saturating value: Double) {
    let rounded = value.rounded()
    if let exact = Self(exactly: rounded) {
      self = exact
    } else if value.isNaN {
      self = 0
    } else {
      self = value < 0 ? .min : .max
    }
  }
}
