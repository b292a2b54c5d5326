import SessionCore
import SpatialMath

/// Tells from the picture inside the mouth whether the tongue is out.
///
/// No open blend-shape network knows `tongueOut`, and the landmark network's own tongue output does
/// not work on real pictures. But its feature map, sampled at eight points of the mouth, shows a
/// tongue: a small network of our own reads it. Lips that touch let no tongue through.
struct TongueEstimator {
  private var network: DenseNetwork
  private var inputs: [Float]

  /// The landmarks whose mean is each of the eight points: between the lips, below, above, the
  /// corners, two of the chin, and low in the mouth.
  private static let points: [[Int]] = [
    [13, 14], [17], [0], [61], [291], [200], [152], [13, 14, 17],
  ]
  /// Inner lips nearer than the first let no tongue through, from the second on they may;
  /// centimetres of the canonical face.
  private static let gaps = 0.06...0.18
  /// The network's answers that count as no tongue and as a whole one.
  ///
  /// A tongue that lies inside an open mouth reads up to 0.5, one that is out 0.7 and more.
  private static let answers: ClosedRange<Float> = 0.45...0.8

  /// Takes over the network.
  init(network: DenseNetwork) {
    precondition(network.inputCount == Self.points.count * FeatureMap.Layout.coarse.channels)
    self.network = network
    inputs = Array(repeating: 0, count: network.inputCount)
  }

  /// How much of the tongue is out in one picture, 0…1.
  mutating func estimate(
    _ features: FeatureMap, reading: LandmarkReading, lipGapCentimetres gap: Double
  ) -> Float {
    let open = (gap - Self.gaps.lowerBound) / (Self.gaps.upperBound - Self.gaps.lowerBound)
    guard open > 0 else { return 0 }
    features.sample(Self.points, of: reading, into: &inputs)
    inputs.withUnsafeBufferPointer { network.run($0) }
    let answer = network.values[0] * Float(min(1, open))
    let share =
      (answer - Self.answers.lowerBound)
      / (Self.answers.upperBound - Self.answers.lowerBound)
    return min(max(share, 0), 1)
  }
}

/// The middle of the last five values: what shows for a moment only, such as a tongue seen inside a
/// mouth that speaks, does not count.
package struct MedianOfFive: Sendable {
  private var window: InlineArray<5, Float> = InlineArray(repeating: 0)
  private var count = 0

  /// Creates a filter without history.
  package init() {}

  /// The median of a new value and up to four before it.
  package mutating func filter(_ value: Float) -> Float {
    window[count % 5] = value
    count += 1
    let used = min(count, 5)
    var sorted = window
    for i in 1..<max(used, 1) {
      var k = i
      while k > 0, sorted[k - 1] > sorted[k] {
        sorted.swapAt(k, k - 1)
        k -= 1
      }
    }
    return sorted[(used - 1) / 2]
  }
}
