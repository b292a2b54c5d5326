import Foundation
import SpatialMath

/// One-euro filters over all landmarks of one face, as MediaPipe smooths them.
///
/// Speeds are measured in face sizes a second: the mean of the width and the height of the
/// landmarks' box is 1. The filters have no special first step beyond starting at the first sample.
package struct LandmarkSmoother: Sendable {
  /// The filters' parameters.
  package var parameters: OneEuroParameters
  private var values: [Vector3] = []
  private var raw: [Vector3] = []
  private var speeds: [Vector3] = []
  private var time = Timestamp.zero

  /// Creates filters without history.
  package init(parameters: OneEuroParameters) { self.parameters = parameters }

  /// Forgets all history.
  package mutating func reset() {
    values.removeAll(keepingCapacity: true)
    raw.removeAll(keepingCapacity: true)
    speeds.removeAll(keepingCapacity: true)
  }

  /// Replaces points by their smoothed places.
  ///
  /// - Parameters:
  ///   - points: in pixels; always the same number until `reset`.
  ///   - time: the picture's time; one that is not later counts as 1 ms later.
  ///   - faceSize: the mean of the box's width and height in pixels.
  package mutating func smooth(_ points: inout [Vector3], at time: Timestamp, faceSize: Double) {
    defer { self.time = time }
    guard values.count == points.count else {
      values = points
      raw = points
      speeds = Array(repeating: .zero, count: points.count)
      return
    }
    let rate = 1 / max(0.001, time.seconds(since: self.time))
    let speedScale = rate / max(faceSize, 1e-9)
    let speedFactor = OneEuroParameters.smoothingFactor(
      cutoff: parameters.derivativeCutoff, rate: rate)
    let tau = rate / (2 * .pi)
    for i in points.indices {
      let sample = points[i]
      speeds[i] += speedFactor * ((sample - raw[i]) * speedScale - speeds[i])
      let cutoff = parameters.minimumCutoff + parameters.beta * speeds[i].magnitudes
      let factor = 1 / (1 + tau / cutoff)
      values[i] += factor * (sample - values[i])
      raw[i] = sample
      points[i] = values[i]
    }
  }
}

extension SIMD3<Double> {
  /// The absolute value of each component.
  fileprivate var magnitudes: Self { replacing(with: -self, where: self .< 0) }
}
