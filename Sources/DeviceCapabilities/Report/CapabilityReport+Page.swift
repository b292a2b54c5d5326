import Foundation
import SessionCore

extension CapabilityReport {
  /// The report for people, at most 80 columns.
  ///
  /// - Parameter isColored: with colours of a terminal.
  /// - Returns: the page.
  package func text(isColored: Bool = false) -> String {
    var page = Page(isColored ? .colored : .plain)
    addMachine(&page)
    let first = asked.compactMap(verdict)
    if isForSession {
      page.answer("What the session needs", answer, [])
      page.line()
      for verdict in first { page.verdict(verdict, after: []) }
    } else {
      page.answer(
        first.map(\.capability.title).joined(separator: ", ").capitalizedFirst, answer, first)
      page.line()
      for verdict in verdicts where !asked.contains(verdict.capability) {
        page.verdict(verdict, after: first)
      }
    }
    addCameras(&page)
    return page.text
  }

  private func addMachine(_ page: inout Page) {
    let kernel = facts.system.kernel.map { "kernel \($0)" }
    page.line([machineName ?? "This machine", kernel].compactMap { $0 }.joined(separator: ", "))
    let gigabytes = Double(facts.memoryBytes) / Double(1 << 30)
    let count = facts.processorCount
    page.line(
      "\(facts.processorName ?? "unknown processor"), \(count) processor\(count == 1 ? "" : "s"), "
        + "\((gigabytes * 10).rounded() / 10) GB")
    guard let speed = facts.speed else { return }
    let costs = [("face", speed.faceMilliseconds), ("world", speed.worldMilliseconds)]
      .map { name, cost in
        cost.map { "\(name) \(($0 * 10).rounded() / 10) ms" } ?? "\(name) not measured"
      }
    page.line("A picture costs: \(costs.joined(separator: ", ")) of processor time")
  }

  private func addCameras(_ page: inout Page) {
    page.heading(cameras.isEmpty && refusals.isEmpty ? "Cameras: none" : "Cameras")
    for line in cameras {
      page.entry(line.role?.rawValue ?? "-", line.camera.name)
      page.entry("", line.camera.path)
      if !line.formats.isEmpty { page.entry("", ReportText.summary(line.formats)) }
      page.entry("", Self.lensText(line))
      if let row = line.row, !line.quirks.isEmpty {
        page.entry("", "\(line.quirks.count) known quirks: --device \"\(row)\" lists them")
      }
    }
    for refusal in refusals {
      page.entry("not used", "\(ReportText.list(refusal.paths)): \(refusal.reason)")
    }
  }

  private static func lensText(_ line: CameraLine) -> String {
    let row = line.row.map { "known as \($0)" } ?? "not in the device table"
    guard let lens = line.lens else { return "\(row); lens not known: 60 degrees are assumed" }
    let degrees = (lens.horizontalFieldOfView * 1800 / .pi).rounded() / 10
    return "\(row); sees \(degrees) degrees across (\(lens.view.basis.rawValue))"
  }
}

extension String {
  /// The same text with a capital at the beginning.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension DeviceReport {
  /// The report for people, at most 80 columns.
  ///
  /// - Parameter isColored: with colours of a terminal.
  /// - Returns: the page.
  package func text(isColored: Bool = false) -> String {
    var page = Page(isColored ? .colored : .plain)
    page.line("\(row.name), by the device table")
    if row.apple != nil { page.line("A reference row: what ARKit does there, not what we do.") }
    let first = asked.compactMap(verdict)
    page.answer(
      first.map(\.capability.title).joined(separator: ", ").capitalizedFirst, answer, first)
    page.line()
    for verdict in verdicts where !asked.contains(verdict.capability) {
      page.verdict(verdict, after: first)
    }
    addCameras(&page)
    if !row.quirks.isEmpty {
      page.heading("Known quirks")
      for quirk in row.quirks {
        page.entry("-", quirk.what, labelWidth: 2)
        if let remedy = quirk.remedy { page.entry("", "→ \(remedy)", labelWidth: 2) }
      }
    }
    page.heading("Sources")
    for source in row.sources { page.entry("-", source, labelWidth: 2) }
    return page.text
  }

  private func addCameras(_ page: inout Page) {
    guard !row.cameras.isEmpty || !row.otherNodes.isEmpty else { return }
    page.heading("Cameras")
    for camera in row.cameras {
      let views = (camera.lens?.fieldsOfView ?? []).map { view in
        let degrees = (view.horizontal * 1800 / .pi).rounded() / 10
        return "\(view.aspect) sees \(degrees) degrees across (\(view.basis.rawValue))"
      }
      let shutter = camera.lens?.shutter.map { "\($0.rawValue) shutter" }
      let note = [camera.note].compactMap { $0 } + views + [shutter].compactMap { $0 }
      page.entry(
        camera.facing.rawValue,
        "\(camera.stream == .color ? "colour" : camera.stream.rawValue)"
          + (note.isEmpty ? "" : ": " + note.joined(separator: "; ")))
    }
    for node in Set(row.otherNodes).sorted(by: { $0.rawValue < $1.rawValue }) {
      page.entry("not used", "\(node.rawValue): \(node.reason)")
    }
  }
}
