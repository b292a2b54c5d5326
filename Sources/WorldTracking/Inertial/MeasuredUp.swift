import SessionCore
import SpatialMath

/// Tells which way is up by an accelerometer that is fixed to a camera.
package enum MeasuredUp {
  /// Readings that differ by more than this share from gravity come from a shaken device.
  private static let mostShare = 0.25
  /// Seconds over which what a hand adds is averaged.
  private static let average = 0.25

  /// The unit vector against gravity in session camera axes by the last samples; nil where they do not
  /// tell.
  package static func mean(of samples: [InertialSample]) -> Vector3? {
    guard let last = samples.last?.timestamp else { return nil }
    let calm = samples.filter {
      last.seconds(since: $0.timestamp) <= average
        && abs($0.acceleration.length / InertialAlignment.gravity - 1) < mostShare
    }
    guard !calm.isEmpty else { return nil }
    return calm.map(\.acceleration).reduce(.zero, +).normalized
  }
}
