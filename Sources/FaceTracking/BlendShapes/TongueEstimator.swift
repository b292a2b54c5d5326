import SessionCore
import SpatialMath

/// Tells from the picture inside the mouth whether the tongue is out.
///
/// No open blend-shape network knows `tongueOut`, and the landmark network's own tongue output does
/// not work on real pictures. But its feature maps, sampled in and round the mouth, show a tongue:
/// small networks of our own read it. Lips that touch let no tongue through.
struct TongueEstimator {
  private var network: BlockNetwork
  /// A tongue is looked for in the picture itself, not in its change from rest.
  private let nothing: RestFace

  /// Inner lips nearer than the first let no tongue through, from the second on they may;
  /// centimetres of the canonical face.
  private static let gaps = 0.06...0.18
  /// The networks' answers that count as no tongue and as a whole one.
  private static let answers: ClosedRange<Float> = 0.42...0.62

  /// Takes over the networks.
  init(network: BlockNetwork) {
    self.network = network
    nothing = RestFace(appearance: PackedJointNetwork.emptyAppearance, share: 0)
  }

  /// How much of the tongue is out in one picture, 0…1.
  mutating func estimate(
    _ appearance: FaceAppearance, angles: EulerAngles, lipGapCentimetres gap: Double
  ) -> Float {
    let open = (gap - Self.gaps.lowerBound) / (Self.gaps.upperBound - Self.gaps.lowerBound)
    guard open > 0 else { return 0 }
    network.run(appearance, relativeTo: nothing, angles: angles)
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
