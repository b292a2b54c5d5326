import Foundation

/// The processor time of a session by its stages, from its summary.
package struct ProcessorTime: Sendable, Equatable {
  /// Seconds by the stage's name.
  package var stages: [String: Double]
  /// Of the whole process, a frame; nil where the session made none.
  package var perFrame: Double?
  /// Frames.
  package var frames: Int

  private struct Summary: Decodable {
    struct CPU: Decodable {
      var total: Double
      var perFrame: Double?
      var stages: [String: Double]
    }
    var cpu: CPU
  }

  /// Reads what `bifrons run --summary` wrote.
  ///
  /// - Throws: `EvaluationError.unreadable`.
  package init(contentsOf path: String) throws(EvaluationError) {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let cpu = try JSONDecoder().decode(Summary.self, from: data).cpu
      stages = cpu.stages
      perFrame = cpu.perFrame
      frames = cpu.perFrame.map { $0 > 0 ? Int((cpu.total / $0).rounded()) : 0 } ?? 0
    } catch {
      throw .unreadable(path: path, reason: "no summary; write one with `bifrons run --summary`")
    }
  }

  /// A metric a stage, milliseconds a frame, the dearest first.
  package var metrics: [Metric] {
    let each = Double(max(1, frames))
    let list = stages.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { name, seconds in
      Metric("cpu-\(name)", seconds * 1000 / each, "ms", "of processor a frame")
    }
    return [Metric("cpu", perFrame.map { $0 * 1000 }, "ms", "of processor a frame, all")] + list
  }
}
