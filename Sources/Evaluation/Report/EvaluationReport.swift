import YAMLDocuments

/// One number of an evaluation.
package struct Metric: Sendable, Equatable {
  /// The name that limits use.
  package var name: String
  /// The value, finite; nil when the material does not tell.
  package private(set) var value: Double?
  /// `m`, `°`, `%`, `px`, or empty for a count or a ratio.
  package var unit: String
  /// What it means, in a few words.
  package var meaning: String
  /// Shown only when asked for, or when a limit names it: one of many of its kind.
  package var isDetail: Bool

  /// Creates a metric.
  package init(
    _ name: String, _ value: Double?, _ unit: String, _ meaning: String, isDetail: Bool = false
  ) {
    self.name = name
    self.value = value.flatMap { $0.isFinite ? $0 : nil }
    self.unit = unit
    self.meaning = meaning
    self.isDetail = isDetail
  }
}

/// A bound for a metric.
package struct MetricLimit: Sendable, Equatable {
  /// Which side is bad.
  package enum Kind: String, Sendable { case maximum, minimum }

  /// The metric's name.
  package var name: String
  /// The bound, in the metric's unit; the value itself still passes.
  package var bound: Double
  /// Which side is bad.
  package var kind: Kind

  /// Creates a limit.
  package init(_ name: String, _ bound: Double, kind: Kind = .maximum) {
    self.name = name
    self.bound = bound
    self.kind = kind
  }

  /// Reads `name=number`.
  ///
  /// - Throws: `EvaluationError.badLimit`.
  package init(parsing text: String, kind: Kind = .maximum) throws(EvaluationError) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let bound = Double(parts[1]), bound.isFinite
    else {
      throw .badLimit(text)
    }
    self.init(String(parts[0]), bound, kind: kind)
  }
}

/// The numbers of an evaluation, as a table and to be checked against limits.
package struct EvaluationReport: Sendable, Equatable {
  /// What was compared, in one line.
  package var title: String
  /// The numbers in the order in which they are shown.
  package var metrics: [Metric]

  /// Creates a report.
  package init(title: String, metrics: [Metric]) {
    self.title = title
    self.metrics = metrics
  }

  /// The value of a metric.
  package subscript(name: String) -> Double? { metrics.first { $0.name == name }?.value }

  /// Finds out which limits do not hold.
  ///
  /// A metric without a value holds no limit: what cannot be measured has not passed.
  ///
  /// - Returns: a line for each limit that does not hold.
  /// - Throws: `EvaluationError.unknownMetric` with the nearest known name.
  package func failures(of limits: [MetricLimit]) throws(EvaluationError) -> [String] {
    let names = metrics.map(\.name)
    var failures: [String] = []
    for limit in limits {
      guard let metric = metrics.first(where: { $0.name == limit.name }) else {
        throw .unknownMetric(
          name: limit.name, nearest: Spelling.nearest(to: limit.name, among: names),
          known: metrics.filter { !$0.isDetail }.map(\.name))
      }
      guard let value = metric.value else {
        failures.append("\(limit.name): could not be measured")
        continue
      }
      let isMaximum = limit.kind == .maximum
      if isMaximum ? value > limit.bound : value < limit.bound {
        failures.append(
          "\(limit.name): \(Self.number(value)) is \(isMaximum ? "above" : "below") the limit "
            + Self.number(limit.bound))
      }
    }
    return failures
  }

  /// The table that people read.
  ///
  /// - Parameter details: also the metrics of which there are many.
  /// - Returns: the title and a line for each metric.
  package func table(details: Bool = false) -> String {
    let shown = metrics.filter { details || !$0.isDetail }
    let values = shown.map { $0.value.map(Self.number) ?? "–" }
    let nameWidth = shown.map(\.name.count).max() ?? 0
    let valueWidth = values.map(\.count).max() ?? 0
    let rows = zip(shown, values).map { metric, value in
      let name = metric.name + String(repeating: " ", count: nameWidth - metric.name.count)
      let number = String(repeating: " ", count: valueWidth - value.count) + value
      let unit = metric.unit + String(repeating: " ", count: max(0, 2 - metric.unit.count))
      return "\(name)  \(number) \(unit)  \(metric.meaning)"
    }
    return ([title] + rows).joined(separator: "\n")
  }

  /// A number with about four significant digits, independent of the locale.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "\(value)" }
    if value == value.rounded(), abs(value) < 1e9 { return String(Int(value)) }
    let decimals = abs(value) >= 100 ? 1 : abs(value) >= 10 ? 2 : abs(value) >= 1 ? 3 : 5
    let scale = [10.0, 100, 1000, 10_000, 100_000][decimals - 1]
    return ((value * scale).rounded() / scale).description
  }
}
