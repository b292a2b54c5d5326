import Foundation

/// `Configs/CAMERA-FAULTS.md`: every fault, how the tests make it, and what the program says.
///
/// `Tools/camera-faults` writes the file from the trials themselves; every test run compares.
enum FaultReport {
  /// Where a fault is made.
  enum Part: String, CaseIterable {
    /// On made-up drivers, in every test run.
    case madeUp = "Made-up drivers"
    /// On real drivers, in the camera rig.
    case real = "Real drivers"

    fileprivate var introduction: String {
      switch self {
      case .madeUp:
        "System calls behind one seam are answered by a made-up kernel, in every test run."
      case .real:
        "Debian's kernel in the camera rig (`Tools/test-devices`): `uvcvideo` with emulated USB "
          + "webcams, `vivid`, `v4l2loopback`. Numbers of nodes and processes are left out."
      }
    }
  }

  /// The variable that asks for writing.
  static let variable = "BIFRONS_WRITE_CAMERA_FAULTS"
  static var isToBeWritten: Bool { ProcessInfo.processInfo.environment[variable] != nil }

  static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Configs/CAMERA-FAULTS.md")

  /// One row of a part's table.
  static func row(
    _ trial: FaultTrial, _ outcome: FaultTrial.Outcome, _ part: Part = .madeUp
  ) -> String {
    func text(_ text: String) -> String { part == .real ? withoutNumbers(text) : text }
    let said =
      outcome.said.isEmpty
      ? "nothing" : outcome.said.map { "“\(text($0))”" }.joined(separator: "<br>")
    let measured = outcome.measured.isEmpty ? "" : "<br>(\(text(outcome.measured)))"
    return "| \(trial.number) | \(trial.means) | \(said)\(measured) |"
      .replacing("\n", with: " ")
  }

  /// The row of a fault in the file; nil when there is none.
  static func row(_ number: Int, _ part: Part) throws -> String? {
    let text = try String(contentsOf: file, encoding: .utf8)
    guard let begin = text.range(of: "\n## \(part.rawValue)\n") else { return nil }
    let rest = text[begin.upperBound...]
    let end = rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex
    return rest[..<end].split(separator: "\n").first { $0.hasPrefix("| \(number) |") }
      .map(String.init)
  }

  /// Writes a part anew and leaves the other as it is.
  static func write(_ rows: [Int: String], _ part: Part) throws {
    var lines = [header, faults]
    for each in Part.allCases {
      let kept = try each == part ? rows : oldRows(each)
      lines += ["", "## \(each.rawValue)", each.introduction, ""]
      lines += ["| # | how it is made | what the program says |", "|---|---|---|"]
      lines += kept.sorted { $0.key < $1.key }.map(\.value)
    }
    try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
  }

  private static func oldRows(_ part: Part) throws -> [Int: String] {
    guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
    return try CameraFault.all.reduce(into: [:]) { $0[$1.number] = try row($1.number, part) }
  }

  private static let header = """
    # What goes wrong with cameras

    Faults that users of cameras meet, what Bifrons does, and what it says. Written by
    `Tools/camera-faults` from the tests that make each of them; every test run makes them again and
    compares. Bracketed text is not said but measured by the test; what is counted is in the summary of
    every run.

    """

  private static var faults: String {
    let rows = CameraFault.all.map {
      "| \($0.number) | \($0.name) | \($0.behaviour) | \($0.evidence) |"
    }
    return (["| # | fault | what the program does | seen in |", "|---|---|---|---|"] + rows)
      .joined(separator: "\n")
  }

  /// A text without what differs from boot to boot.
  private static func withoutNumbers(_ text: String) -> String {
    text.replacing(#/pid \d+/#, with: "pid …").replacing(#/\/dev\/video\d+/#, with: "/dev/video…")
      .replacing(#/delivers [\d.]+ of/#, with: "delivers … of")
  }
}
