import CameraCapture
import SessionCore
import Testing

/// A fault made on purpose.
struct FaultTrial: Sendable, CustomTestStringConvertible {
  /// What came of it.
  struct Outcome: Sendable {
    /// What the program said, in its own words.
    var said: [String]
    /// What it did, as far as that was measured.
    var measured: String

    init(_ said: [String], _ measured: String = "") {
      self.said = said
      self.measured = measured
    }

    init(_ said: String, _ measured: String = "") { self.init([said], measured) }
  }

  /// The fault's number in `CameraFault.all`.
  let number: Int
  /// How it is made.
  let means: String
  /// Makes it, checks what the program does, and reports.
  let make: @Sendable () throws -> Outcome

  init(_ number: Int, _ means: String, make: @escaping @Sendable () throws -> Outcome) {
    self.number = number
    self.means = means
    self.make = make
  }

  var testDescription: String { "\(number), \(means)" }

  /// What a source has counted, in words.
  static func counters(_ source: VideoDeviceSource) -> String {
    let counters = source.statistics
    let losses = [
      (counters.droppedByDriver, "lost by the driver"), (counters.droppedByUs, "skipped"),
      (counters.corrupt, "damaged"),
    ].filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
    let pictures = counters.captured == 1 ? "1 picture" : "\(counters.captured) pictures"
    return pictures + losses
  }

  /// Reads pictures.
  static func frames(_ source: VideoDeviceSource, _ count: Int) throws -> [CameraFrame] {
    try (0..<count).map { _ in try VideoDeviceSourceTests.frame(of: source) }
  }
}
