import SessionCore

/// How a V4L2 camera is chosen and set up.
package struct VideoDeviceOptions: Sendable, Equatable {
  /// Which of a camera's pixel formats to take.
  package enum Preference: String, Sendable, CaseIterable {
    /// Raw where it keeps up with the rate, else MJPEG.
    case automatic
    /// MJPEG where there is one.
    case mjpeg
    /// Packed 4:2:2 where there is one.
    case yuyv
  }

  /// `auto`, a path (`/dev/video0`, `/dev/v4l/by-id/…`), or a name in `/dev/v4l/by-id` or
  /// `/dev/v4l/by-path`.
  package var device: String
  /// Picture size to ask for, pixels.
  package var width: Int, height: Int
  /// Pictures a second to ask for.
  package var rate: Double
  /// Which pixel format to take.
  package var preference: Preference
  /// The lens.
  package var intrinsics: IntrinsicsSpecification
  /// The mains' frequency, 50 or 60 Hz, whose flicker the camera is to avoid; nil leaves it alone.
  package var powerLineFrequency: Int?

  /// Creates options.
  package init(
    device: String = "auto", width: Int = 640, height: Int = 480, rate: Double = 30,
    preference: Preference = .automatic, intrinsics: IntrinsicsSpecification = .unknown,
    powerLineFrequency: Int? = nil
  ) {
    self.device = device
    self.width = width
    self.height = height
    self.rate = rate
    self.preference = preference
    self.intrinsics = intrinsics
    self.powerLineFrequency = powerLineFrequency
  }
}

/// How long a V4L2 camera is waited for, seconds.
package struct VideoDeviceTiming: Sendable, Equatable {
  /// For the first picture after a start; slow cameras need two.
  package var firstPicture = 5.0
  /// For a picture while streaming, and never less than three of the camera's intervals.
  package var stall = 2.0
  /// Between two looks for a camera that is away.
  package var reconnect = 0.25
  /// Between two attempts at a camera that another program holds.
  package var busyRetry = 0.3
  /// Attempts at a camera that another program holds.
  package var busyAttempts = 4
  /// Pictures after a start that are thrown away: black or damaged with many cameras.
  package var discardedPictures = 2

  /// The times for real cameras.
  package init() {}
}

/// Says what is known about a camera's lens for a width and a height in pixels; nil for nothing.
///
/// What a lens sees depends on the mode: many sensors cut the sides off for 4:3.
package typealias VideoDeviceLens =
  @Sendable (_ width: Int, _ height: Int) -> (
    specification: IntrinsicsSpecification, source: String
  )?
