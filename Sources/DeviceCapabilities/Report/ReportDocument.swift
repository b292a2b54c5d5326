import Foundation
import SessionCore

/// The JSON of a report: one object, its keys sorted.
struct ReportDocument: Encodable {
  struct Verdict: Encodable {
    var capability: String
    var answer: CapabilityAnswer
    var isSupported: Bool
    var reasons: [String]
    var remedies: [String]
    var faces: Int?

    init(_ verdict: CapabilityVerdict) {
      capability = verdict.capability.rawValue
      answer = verdict.answer
      isSupported = verdict.isSupported
      reasons = verdict.reasons
      remedies = verdict.remedies
      faces = verdict.faces
    }
  }
  struct Format: Encodable {
    var size: [Int]
    var rate: Double
    var pixelFormat: String

    init(_ format: SupportedVideoFormat) {
      size = [format.size.width, format.size.height]
      rate = format.rate
      pixelFormat = format.pixelFormat
    }
  }
  struct Camera: Encodable {
    var name: String
    var path: String?
    var role: String?
    var isUsable: Bool
    var refusal: String?
    var usb: String?
    var row: String?
    var horizontalFieldOfViewDegrees: Double?
    var fieldOfViewBasis: String?
    var formats: [Format]
  }
  struct Processor: Encodable {
    var name: String?
    var count: Int
    var faceMilliseconds: Double?
    var worldMilliseconds: Double?
  }
  struct Part: Encodable {
    var isPresent: Bool?
    var detail: String

    init(_ part: MachineFacts.Part) {
      switch part {
      case .present(let text): (isPresent, detail) = (true, text)
      case .missing(let text): (isPresent, detail) = (false, text)
      case .notAsked: (isPresent, detail) = (nil, "not asked")
      }
    }
  }
  struct Machine: Encodable {
    var name: String?
    var kernel: String?
    var memoryBytes: UInt64
    var processor: Processor
    var faceModels: Part
    var graphics: Part
    var display: Part
    var motionSensors: [MotionSensor]
    var microphones: [String]?
  }
  struct Device: Encodable {
    var name: String
    var kind: String
    var isReference: Bool
    var processor: String?
    var hasTrueDepthCamera: Bool?
    var isListed: Bool?
    var contradictsRule: Bool
    var quirks: [String]
    var sources: [String]
  }

  var asked: [String]
  var answer: CapabilityAnswer
  var isSupported: Bool
  var verdicts: [Verdict]
  var cameras: [Camera]
  var machine: Machine?
  var device: Device?

  /// The object's text with a final line break.
  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

extension CapabilityReport {
  /// The report for programs: one JSON object.
  package func json() throws -> String {
    let lines = cameras.map { line in
      ReportDocument.Camera(
        name: line.camera.name, path: line.camera.path, role: line.role?.rawValue, isUsable: true,
        usb: line.camera.usb?.description, row: line.row,
        horizontalFieldOfViewDegrees: line.lens.map { $0.horizontalFieldOfView * 180 / .pi },
        fieldOfViewBasis: line.lens?.view.basis.rawValue,
        formats: line.formats.map(ReportDocument.Format.init))
    }
    let passedOver = refusals.flatMap { refusal in
      facts.cameras.filter { refusal.paths.contains($0.path) }.map { camera in
        ReportDocument.Camera(
          name: camera.name, path: camera.path, isUsable: false, refusal: refusal.reason,
          usb: camera.usb?.description, formats: [])
      }
    }
    let machine = ReportDocument.Machine(
      name: machineName, kernel: facts.system.kernel, memoryBytes: facts.memoryBytes,
      processor: .init(
        name: facts.processorName, count: facts.processorCount,
        faceMilliseconds: facts.speed?.faceMilliseconds,
        worldMilliseconds: facts.speed?.worldMilliseconds),
      faceModels: .init(facts.faceModels), graphics: .init(facts.graphics),
      display: .init(facts.display), motionSensors: facts.system.motionSensors,
      microphones: facts.system.microphones)
    return try ReportDocument(
      asked: asked.map(\.rawValue), answer: answer, isSupported: isSupported,
      verdicts: verdicts.map(ReportDocument.Verdict.init), cameras: lines + passedOver,
      machine: machine
    ).text()
  }
}

extension DeviceReport {
  /// The report for programs: one JSON object.
  package func json() throws -> String {
    let cameras = row.cameras.map { camera in
      ReportDocument.Camera(
        name: camera.stream.rawValue, role: camera.facing == .either ? nil : camera.facing.rawValue,
        isUsable: camera.stream == .color, row: row.name,
        horizontalFieldOfViewDegrees: camera.lens?.fieldsOfView.first.map {
          $0.horizontal * 180 / .pi
        },
        fieldOfViewBasis: camera.lens?.fieldsOfView.first?.basis.rawValue,
        formats: camera.videoFormats.map(ReportDocument.Format.init))
    }
    return try ReportDocument(
      asked: asked.map(\.rawValue), answer: answer, isSupported: answer.isPositive,
      verdicts: verdicts.map(ReportDocument.Verdict.init), cameras: cameras,
      device: .init(
        name: row.name, kind: row.kind.rawValue, isReference: row.apple != nil,
        processor: row.apple?.processor, hasTrueDepthCamera: row.apple?.hasTrueDepthCamera,
        isListed: row.apple?.isListed, contradictsRule: row.apple?.contradictsRule ?? false,
        quirks: row.quirks.map { [$0.what, $0.remedy].compactMap { $0 }.joined(separator: ": ") },
        sources: row.sources)
    ).text()
  }
}

extension DeviceTable {
  /// The answer about a name that the table does not have: one JSON object.
  package static func unknownDocument(_ name: String, _ nearest: [String]) throws -> String {
    struct Document: Encodable {
      var answer = CapabilityAnswer.unknown
      var isSupported = false
      var name: String
      var nearest: [String]
    }
    return try text(of: Document(name: name, nearest: nearest))
  }

  /// The devices of the table for programs: one JSON object.
  package func listingDocument() throws -> String {
    struct Device: Encodable {
      var name: String
      var aliases: [String]
      var kind: String
      var bothCameras: CapabilityAnswer
    }
    let devices = rows.map { row in
      Device(
        name: row.name, aliases: row.aliases, kind: row.kind.rawValue,
        bothCameras: DeviceReport(row: row).answer)
    }
    return try Self.text(of: ["devices": devices])
  }

  private static func text(of document: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }
}
