import SpatialMath

/// Gives a camera's pictures rising numbers and rising times out of what its driver says.
struct PictureNumbering: Sendable {
  private var lastDriverNumber: UInt32?
  private var number = -1
  private var lastTimestamp: Timestamp?
  private var streamStart: Timestamp
  private var stampFaults: Set<StampFault> = []
  private var newFault: StampFault?

  /// Drivers count in silence what they lose; a jump beyond this is a counter gone wrong.
  private static let largestGap: UInt32 = 10_000
  /// A stamp may be ahead of its arrival by this, seconds: vivid's run on their own rhythm.
  private static let futureTolerance = 0.05
  /// A stamp may be older than the stream by one long exposure, seconds.
  private static let pastTolerance = 1.0
  /// Between two pictures whose times cannot be told apart, seconds.
  private static let smallestStep = 1e-6

  /// What is wrong with a driver's time stamps.
  enum StampFault: String, Sendable {
    case missing = "gives no time stamps; times of arrival are used, which are later"
    case impossible = "gives time stamps that cannot be right; times of arrival are used"
    case backward = "gives time stamps that run back; they are put right"
  }

  init(streamStart: Timestamp) { self.streamStart = streamStart }

  /// Forgets the driver's counter, which begins again with the stream.
  mutating func streamRestarted(at time: Timestamp) {
    lastDriverNumber = nil
    streamStart = time
  }

  /// Takes note of a picture that is thrown away before counting begins.
  mutating func discarded(_ driverNumber: UInt32) { lastDriverNumber = driverNumber }

  /// Counts a picture that came.
  ///
  /// - Returns: how many the driver lost before it.
  mutating func arrived(_ driverNumber: UInt32) -> Int {
    // The counter wraps; one that stands still or runs back tells nothing.
    let gap = lastDriverNumber.map { driverNumber &- $0 } ?? 1
    lastDriverNumber = driverNumber
    let step = (1...Self.largestGap).contains(gap) ? Int(gap) : 1
    number += step
    return step - 1
  }

  /// The number of the picture that came last, from 0.
  var current: Int { number }

  /// The time of the picture that is handed out next: the driver's where it is plausible, else that
  /// of arrival; always after the one before.
  ///
  /// - Parameters:
  ///   - stamp: the driver's; nil where it does not stamp.
  ///   - arrival: now.
  ///   - shift: seconds from the stamped moment to the middle of the exposure. A picture arrives at
  ///     the end of its frame, so that the time of arrival is always moved back.
  /// - Returns: the middle of the exposure, as near as it is known.
  mutating func timestamp(
    _ stamp: Timestamp?, arrival: Timestamp, shift: Double = 0
  ) -> Timestamp {
    let earliest = streamStart.advanced(bySeconds: -Self.pastTolerance)
    let latest = arrival.advanced(bySeconds: Self.futureTolerance)
    var time = arrival.advanced(bySeconds: -abs(shift))
    var fault: StampFault? = stamp == nil ? .missing : .impossible
    if let stamp, stamp >= earliest, stamp <= latest {
      time = min(stamp.advanced(bySeconds: shift), arrival)
      fault = nil
    }
    if let last = lastTimestamp, time <= last {
      fault = fault ?? .backward
      time = max(arrival, last.advanced(bySeconds: Self.smallestStep))
    }
    lastTimestamp = time
    if let fault, stampFaults.insert(fault).inserted { newFault = fault }
    return time
  }

  /// What has turned out to be wrong with the driver's stamps, each thing once.
  mutating func takeStampFault() -> StampFault? {
    defer { newFault = nil }
    return newFault
  }
}
