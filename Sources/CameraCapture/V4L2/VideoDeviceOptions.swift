import SessionCore

/// How a V4L2 camera is chosen and set up.
package struct VideoDeviceOptions: Sendable, Equatable {
  /// Which of a camera's pixel formats to take.
  package enum Preference: Sendable, Hashable {
    /// Raw where it keeps up with the rate, else MJPEG.
    case automatic
    /// MJPEG, and nothing else.
    case mjpeg
    /// This one, and nothing else.
    case only(FourCharacterCode)
  }

  /// `auto`, a path (`/dev/video0`, `/dev/v4l/by-id/…`), or a name in `/dev/v4l/by-id` or
  /// `/dev/v4l/by-path`.
  package var device: String
  /// Picture size to ask for, pixels.
  package var width: Int, height: Int
  /// Pictures a second to ask for.
  package var rate: Double
  /// The smallest picture to do with when the bus has no bandwidth left, pixels.
  package var minimumWidth = 320, minimumHeight = 180
  /// The lowest rate to do with when the bus has no bandwidth left, pictures a second.
  package var minimumRate = 10.0
  /// Which pixel format to take.
  package var preference: Preference
  /// What YUV numbers reach from and to.
  package var colorRange = ColorRangeChoice.automatic
  /// The lens.
  package var intrinsics: IntrinsicsSpecification
  /// The camera's settings.
  package var controls = CameraControls()

  /// Creates options.
  package init(
    device: String = "auto", width: Int = 640, height: Int = 480, rate: Double = 30,
    preference: Preference = .automatic, intrinsics: IntrinsicsSpecification = .unknown
  ) {
    self.device = device
    self.width = width
    self.height = height
    self.rate = rate
    self.preference = preference
    self.intrinsics = intrinsics
  }
}

/// How long a V4L2 camera is waited for, seconds.
package struct VideoDeviceTiming: Sendable, Equatable {
  /// For the first picture after a start; slow cameras need two.
  package var firstPicture = 5.0
  /// For a picture while streaming, and never less than three of the camera's intervals.
  package var stall = 2.0
  /// Between two attempts at a camera that is there but does not work yet.
  package var reconnect = 0.5
  /// Between two looks for a camera that is away, beside the looks when a device comes or goes.
  package var lookAround = 5.0
  /// Between two attempts at a camera that another program holds.
  package var busyRetry = 0.3
  /// Attempts at a camera that another program holds.
  package var busyAttempts = 4
  /// Between two looks at settings that the camera changes by itself.
  package var settingsLook = 1.0
  /// A picture must be flat for so long before the lens counts as covered.
  package var flatPicture = 3.0
  /// For the rate to be judged.
  package var rateWindow = 3.0
  /// Pictures after a start that are thrown away: black or damaged with many cameras.
  package var discardedPictures = 2

  /// The times for real cameras.
  package init() {}
}

/// What is known about a camera's lens and shutter in pictures of one size.
package struct VideoDeviceLens: Sendable, Equatable {
  /// The lens.
  package var specification: IntrinsicsSpecification
  /// Seconds from the first row's exposure to the last one's; nil when not known.
  package var readout: Double?
  /// Where it comes from, for people; nil when there is nothing to say.
  package var source: String?

  /// Creates what is known.
  package init(
    specification: IntrinsicsSpecification, readout: Double? = nil, source: String? = nil
  ) {
    self.specification = specification
    self.readout = readout
    self.source = source
  }
}

/// Says what is known about a camera's lens for a width and a height in pixels; nil for nothing.
///
/// What a lens sees depends on the mode: many sensors cut the sides off for 4:3.
package typealias VideoDeviceLensTable =
  @Sendable (_ width: Int, _ height: Int) -> VideoDeviceLens?
