import Evaluation
import Testing

@Suite struct EvaluationReportTests {
  private static let report = EvaluationReport(
    title: "world: 3 frames",
    metrics: [
      Metric("ate", 0.01234567, "m", "absolute error"),
      Metric("coverage", 98.5, "%", "frames tracked"),
      Metric("gravity-error", nil, "°", "angle"), Metric("losses", 2, "", "times"),
      Metric("mae.jawOpen", 0.1, "", "error", isDetail: true),
    ])

  @Test func theTableIsForPeople() {
    #expect(
      Self.report.table() == """
        world: 3 frames
        ate            0.01235 m   absolute error
        coverage          98.5 %   frames tracked
        gravity-error        – °   angle
        losses               2     times
        """)
    #expect(Self.report.table(details: true).contains("mae.jawOpen"))
  }

  @Test func limitsAreReadAndChecked() throws {
    let limits = try [
      MetricLimit(parsing: "ate=0.02"), MetricLimit(parsing: "ate=1e-2"),
      MetricLimit(parsing: "losses=2"), MetricLimit(parsing: "coverage=99", kind: .minimum),
      MetricLimit(parsing: "gravity-error=1"), MetricLimit(parsing: "mae.jawOpen=0.05"),
    ]
    #expect(
      try Self.report.failures(of: limits) == [
        "ate: 0.01235 is above the limit 0.01", "coverage: 98.5 is below the limit 99",
        "gravity-error: could not be measured", "mae.jawOpen: 0.1 is above the limit 0.05",
      ])
    #expect(try Self.report.failures(of: []) == [])
  }

  @Test(arguments: ["ate", "ate=", "=3", "ate=x", "ate=1=2", "ate=nan", "ate=inf", ""])
  func whatIsNoLimitIsRefused(text: String) {
    #expect(throws: EvaluationError.badLimit(text)) { try MetricLimit(parsing: text) }
  }

  @Test func whatIsNoNumberHoldsNoLimit() throws {
    for value in [Double.nan, .infinity, -.infinity] {
      let report = EvaluationReport(title: "", metrics: [Metric("ate", value, "m", "error")])
      #expect(
        try report.failures(of: [MetricLimit("ate", 1), MetricLimit("ate", 1, kind: .minimum)])
          == Array(repeating: "ate: could not be measured", count: 2))
    }
  }

  @Test func anUnknownMetricNamesTheNearest() throws {
    let limit = MetricLimit("coverag", 1)
    #expect {
      try Self.report.failures(of: [limit])
    } throws: {
      "\($0)" == "there is no metric 'coverag'; did you mean 'coverage'?"
    }
    #expect {
      try Self.report.failures(of: [MetricLimit("zzzzzzzz", 1)])
    } throws: {
      "\($0)".hasSuffix("known are ate, coverage, gravity-error, losses")
    }
  }
}
