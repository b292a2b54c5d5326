import Foundation

/// One thing that was looked at.
package struct HealthCheck: Sendable, Equatable, Codable {
  /// How it is.
  package enum Level: String, Sendable, CaseIterable, Codable {
    case ok, warn, fail
  }

  /// What was looked at: `models`, `camera /dev/video0`.
  package var subject: String
  /// How it is.
  package var level: Level
  /// What was found.
  package var finding: String
  /// What to do; nil where nothing needs to be done.
  package var remedy: String?

  /// Creates a result.
  package init(_ subject: String, _ level: Level, _ finding: String, remedy: String? = nil) {
    self.subject = subject
    self.level = level
    self.finding = finding
    self.remedy = remedy
  }
}

/// What `bifrons doctor` found.
package struct HealthReport: Sendable, Equatable {
  /// The checks, in the order of the page.
  package var checks: [HealthCheck]

  /// Creates a report.
  package init(checks: [HealthCheck]) { self.checks = checks }

  /// Whether nothing has failed; warnings are no failures.
  package var isHealthy: Bool { !checks.contains { $0.level == .fail } }

  /// The report for people, at most 80 columns.
  package func text(isColored: Bool = false) -> String {
    var page = Page(isColored ? .colored : .plain)
    for check in checks {
      let answer: CapabilityAnswer =
        switch check.level {
        case .ok: .yes
        case .warn: .limited
        case .fail: .no
        }
      page.entry(
        check.level.rawValue, "\(check.subject): \(check.finding)", labelWidth: 6, answer: answer)
      if let remedy = check.remedy { page.entry("", "→ \(remedy)", labelWidth: 6) }
    }
    let failures = checks.count { $0.level == .fail }
    let warnings = checks.count { $0.level == .warn }
    page.line()
    page.line(
      failures + warnings == 0
        ? "All is well."
        : "\(Self.count(failures, "failure")), \(Self.count(warnings, "warning")).")
    return page.text
  }

  private static func count(_ number: Int, _ word: String) -> String {
    "\(number == 0 ? "no" : String(number)) \(word)\(number == 1 ? "" : "s")"
  }

  private struct Document: Encodable {
    var isHealthy: Bool
    var checks: [HealthCheck]
  }

  /// The report for programs: one JSON object.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let document = Document(isHealthy: isHealthy, checks: checks)
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }
}
