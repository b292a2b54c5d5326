/// A camera setting that is read or changed; the raw value is its number (V4L2_CID_…).
///
/// The numbers are those of `v4l2-controls.h`, whose names are macros of macros.
package enum VideoControl: UInt32, Sendable, Hashable, CaseIterable {
  /// Whether the camera chooses the colour of white.
  case autoWhiteBalance = 0x0098_090C
  /// Whether the camera chooses its gain.
  case autoGain = 0x0098_0912
  /// The gain in the camera's own unit.
  case gain = 0x0098_0913
  /// 0 off, 1 50 Hz, 2 60 Hz, 3 automatic.
  case powerLineFrequency = 0x0098_0918
  /// The colour of white, kelvin.
  case whiteBalanceTemperature = 0x0098_091A
  /// A menu: 0 automatic, 1 manual, 2 time fixed, 3 aperture fixed.
  case exposureMode = 0x009A_0901
  /// The exposure time in units of 100 µs.
  case exposureTime = 0x009A_0902
  /// Whether the camera may lower its rate in the dark.
  case exposureDynamicFrameRate = 0x009A_0903
  /// The focus in the camera's own unit; greater is nearer.
  case focus = 0x009A_090A
  /// Whether the camera focuses by itself.
  case autoFocus = 0x009A_090C
  /// Whether the lens is covered.
  case privacy = 0x009A_0910
}

/// What a camera says about one of its settings (VIDIOC_QUERYCTRL).
package struct VideoControlInfo: Sendable, Equatable {
  /// The lowest and the highest value.
  package var minimum: Int32, maximum: Int32
  /// From one value to the next.
  package var step: Int32
  /// The value from the factory.
  package var factory: Int32
  /// Whether it cannot be changed at all.
  package var isReadOnly: Bool
  /// Whether it cannot be changed now: an automatic mode has it.
  package var isInactive: Bool
  /// Whether the camera changes it by itself, so that its value is what is in effect.
  package var isVolatile: Bool

  /// Creates what a plain setting says.
  package init(_ range: ClosedRange<Int32>, step: Int32 = 1, factory: Int32 = 0) {
    (minimum, maximum, self.step, self.factory) = (
      range.lowerBound, range.upperBound, step, factory
    )
    (isReadOnly, isInactive, isVolatile) = (false, false, false)
  }

  /// The nearest value that the camera takes.
  package func nearest(to value: Double) -> Int32 {
    let step = Double(max(step, 1))
    let clamped = min(max(value, Double(minimum)), Double(maximum))
    let steps = ((clamped - Double(minimum)) / step).rounded()
    let result = Double(minimum) + steps * step
    return Int32(min(result, Double(maximum)))
  }
}
