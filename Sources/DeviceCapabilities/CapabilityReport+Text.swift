import Foundation

extension CapabilityReport {
  /// The report for people.
  package var text: String {
    var lines = ["processor: \(facts.processorName ?? "unknown"), \(facts.processorCount) usable"]
    let gigabytes = Double(facts.memoryBytes) / Double(1 << 30)
    lines.append("memory: \((gigabytes * 10).rounded() / 10) GB")
    lines.append(facts.cameras.isEmpty ? "cameras: none" : "cameras:")
    for camera in facts.cameras {
      let refusal = camera.refusal.map { ": cannot be used: \($0)" } ?? ""
      lines.append("  \(camera.path)  \(camera.name)\(refusal)")
    }
    lines.append("")
    for verdict in verdicts {
      let reasons = verdict.reasons.joined(separator: "; ")
      lines.append(
        "\(verdict.isSupported ? "yes" : "no ")  \(verdict.capability.title): \(reasons)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The report for programs: one JSON object.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = try encoder.encode(Document(self))
    return String(decoding: text, as: UTF8.self) + "\n"
  }

  /// The shape of the JSON.
  private struct Document: Encodable {
    struct Processor: Encodable {
      var name: String?
      var count: Int
    }
    struct Part: Encodable {
      var isPresent: Bool
      var detail: String
      init(_ part: MachineFacts.Part) {
        switch part {
        case .present(let text): (isPresent, detail) = (true, text)
        case .missing(let text): (isPresent, detail) = (false, text)
        }
      }
    }

    var isSupported: Bool
    var verdicts: [CapabilityVerdict]
    var cameras: [MachineFacts.Camera]
    var processor: Processor
    var memoryBytes: UInt64
    var faceModels: Part
    var graphics: Part
    var display: Part

    init(_ report: CapabilityReport) {
      isSupported = report.isSupported
      verdicts = report.verdicts
      cameras = report.facts.cameras
      processor = Processor(name: report.facts.processorName, count: report.facts.processorCount)
      memoryBytes = report.facts.memoryBytes
      faceModels = Part(report.facts.faceModels)
      graphics = Part(report.facts.graphics)
      display = Part(report.facts.display)
    }
  }
}
