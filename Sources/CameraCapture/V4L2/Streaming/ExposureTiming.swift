import SpatialMath

/// Moves a picture's stamp to the middle of its exposure.
///
/// The rows of a rolling shutter are exposed one after the other; the middle of the picture is its
/// middle row's. What is not known counts as no time at all, so that a stamp is never moved by a
/// guess.
struct ExposureTiming: Sendable, Equatable {
  /// Seconds for which a row is exposed; nil when not known.
  var exposure: Double?
  /// Seconds from the first row's exposure to the last one's; nil when not known.
  var readout: Double?

  /// Seconds from the stamped moment to the middle of the exposure.
  ///
  /// From the start of the first row's exposure it is half of both; from the end of the frame, when
  /// the last row has been read, it is as much before.
  func shift(from moment: FilledBuffer.StampedMoment) -> Double {
    let half = ((exposure ?? 0) + (readout ?? 0)) / 2
    return moment == .startOfExposure ? half : -half
  }
}

/// Reads now and then for how long a camera exposes and whether its shutter is closed.
struct SettingsReader {
  private let interval: Double
  private var next: Timestamp?
  private var readsExposure = true, readsPrivacy = true
  private(set) var exposure: Double?
  private(set) var isCovered = false

  /// An exposure beyond this is not believed, seconds.
  private static let longestExposure = 1.0
  /// A camera that takes long to answer is asked less often, so that it costs 2 % at most.
  private static let pausesPerAnswer = 50.0
  /// V4L2_EXPOSURE_MANUAL and V4L2_EXPOSURE_SHUTTER_PRIORITY: the value is what is in effect.
  private static let manualModes: Set<Int32> = [1, 2]

  init(interval: Double) { self.interval = interval }

  /// Looks again at the next opportunity: a camera forgets when it is unplugged.
  mutating func restart() {
    (next, exposure, isCovered) = (nil, nil, false)
    (readsExposure, readsPrivacy) = (true, true)
  }

  /// Reads when it is time to.
  mutating func look(at device: VideoDevice) {
    guard readsExposure || readsPrivacy else { return }
    let begin = device.system.now()
    if let next, begin < next { return }
    if readsExposure { readExposure(device) }
    if readsPrivacy { readPrivacy(device) }
    let took = device.system.now().seconds(since: begin)
    next = begin.advanced(bySeconds: max(interval, took * Self.pausesPerAnswer))
  }

  /// What the camera says of its exposure, where that can be believed: in manual modes, or when it
  /// marks the value as one that it changes by itself.
  private mutating func readExposure(_ device: VideoDevice) {
    guard let info = try? device.info(.exposureTime) else {
      readsExposure = false
      return
    }
    exposure = nil
    let mode = try? device.value(.exposureMode)
    guard info.isVolatile || mode.map(Self.manualModes.contains) == true,
      let value = try? device.value(.exposureTime), value > 0
    else { return }
    let seconds = Double(value) / 10_000
    if seconds <= Self.longestExposure { exposure = seconds }
  }

  private mutating func readPrivacy(_ device: VideoDevice) {
    guard (try? device.info(.privacy)) != nil, let value = try? device.value(.privacy) else {
      readsPrivacy = false
      return
    }
    isCovered = value != 0
  }
}
