import SessionCore
import SpatialMath

/// Watches how well a face matches an expression: a game of faces, unlocking by an expression, a
/// mouth that opens.
public struct ExpressionScore: Sendable, Equatable {
  /// What happened.
  public enum Event: Sendable, Equatable {
    /// The score has been at the threshold for as long as asked for.
    case reached
    /// The score has fallen away from it.
    case left
  }

  /// How much each coefficient counts; one that must be absent counts negatively.
  public var weights: [BlendShapeLocation: Double]
  /// The score that is asked for, 0…1.
  public var threshold: Double
  /// For how long, seconds.
  public var holdDuration: Double
  /// True from `reached` to `left`.
  public private(set) var isReached = false
  private var since: Timestamp?

  /// The part of the threshold below which the expression counts as left: less would flicker.
  private static let release = 0.8

  /// Creates a watch.
  public init(
    weights: [BlendShapeLocation: Double], threshold: Double, holdDuration: Double = 0
  ) {
    self.weights = weights
    self.threshold = threshold
    self.holdDuration = holdDuration
  }

  /// The weighted mean of the coefficients, 0…1; the sum of the positive weights makes 1.
  public func score(_ shapes: BlendShapes) -> Double {
    let most = weights.values.filter { $0 > 0 }.reduce(0, +)
    guard most > 0 else { return 0 }
    let sum = weights.reduce(0) { $0 + $1.value * Double(shapes[$1.key]) }
    return min(1, max(0, sum / most))
  }

  /// Takes the next face; nil for a face that is lost, which scores nothing.
  public mutating func update(_ shapes: BlendShapes?, at time: Timestamp) -> Event? {
    let value = shapes.map(score) ?? 0
    if isReached {
      guard value < threshold * Self.release || shapes == nil else { return nil }
      isReached = false
      since = nil
      return .left
    }
    guard shapes != nil, value >= threshold else {
      since = nil
      return nil
    }
    let start = since ?? time
    since = start
    guard time.seconds(since: start) >= holdDuration else { return nil }
    isReached = true
    return .reached
  }
}
