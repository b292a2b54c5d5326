/// What a configuration says about a live camera's own settings.
package struct CameraControls: Sendable, Equatable {
  /// What to do with one of them.
  package enum Choice: Sendable, Equatable {
    /// Leave it as it is.
    case keep
    /// Let the camera choose.
    case automatic
    /// A value.
    case value(Double)
  }

  /// The exposure time in seconds.
  package var exposure = Choice.keep
  /// The gain as a part of what the camera has: 0 is its lowest, 1 its highest.
  package var gain = Choice.keep
  /// The focus as a part of what the camera has: 0 is farthest, 1 nearest.
  package var focus = Choice.keep
  /// The colour of white in kelvin.
  package var whiteBalance = Choice.keep
  /// The mains' frequency, 50 or 60 Hz, whose flicker the camera is to avoid; nil leaves it alone.
  package var powerLineFrequency: Int?
  /// Whether the camera may lower its rate in the dark, as many do and say nothing.
  package var allowsDynamicFrameRate = false

  /// Settings that are left alone, but for the rate that is kept in the dark.
  package init() {}
}

/// What the YUV numbers of a camera's pictures reach from and to.
package enum ColorRangeChoice: String, Sendable, CaseIterable {
  /// As the camera says: MJPEG full, raw pictures mostly limited.
  case automatic
  /// 0 to 255.
  case full
  /// 16 to 235.
  case limited
}
