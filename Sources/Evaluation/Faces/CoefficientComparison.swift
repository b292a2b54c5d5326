import SessionCore

/// Compares the 52 coefficients one by one and all together.
struct CoefficientComparison {
  /// A coefficient that hardly moves in truth says nothing about correlation.
  static let leastDeviation = 0.02

  private let pairs: [FacePair]

  init(_ pairs: [FacePair]) { self.pairs = pairs }

  var metrics: [Metric] {
    let errors = BlendShapeLocation.allCases.map { ($0, meanAbsoluteError($0)) }
    let correlations = BlendShapeLocation.allCases.map { ($0, correlation($0)) }
    return [
      Metric("mae", mean(errors.compactMap(\.1)), "", "coefficients: mean absolute error"),
      Metric(
        "pearson", mean(correlations.compactMap(\.1)), "",
        "coefficients: mean correlation of those that move"),
    ]
      + errors.map { Metric("mae.\($0.rawValue)", $1, "", "mean absolute error", isDetail: true) }
      + correlations.map {
        Metric("pearson.\($0.rawValue)", $1, "", "correlation", isDetail: true)
      }
  }

  private func meanAbsoluteError(_ location: BlendShapeLocation) -> Double? {
    mean(
      pairs.map {
        abs(Double($0.found.blendShapes[location] - $0.real.blendShapes[location]))
      })
  }

  /// Pearson's r; nil when the truth does not move, 0 when the estimate does not.
  private func correlation(_ location: BlendShapeLocation) -> Double? {
    let x = pairs.map { Double($0.found.blendShapes[location]) }
    let y = pairs.map { Double($0.real.blendShapes[location]) }
    guard let mx = mean(x), let my = mean(y), x.count > 2 else { return nil }
    let vx = x.reduce(0) { $0 + ($1 - mx) * ($1 - mx) }
    let vy = y.reduce(0) { $0 + ($1 - my) * ($1 - my) }
    guard (vy / Double(y.count)).squareRoot() > Self.leastDeviation else { return nil }
    guard vx > 0 else { return 0 }
    let product = zip(x, y).reduce(0) { $0 + ($1.0 - mx) * ($1.1 - my) }
    return product / (vx * vy).squareRoot()
  }
}
