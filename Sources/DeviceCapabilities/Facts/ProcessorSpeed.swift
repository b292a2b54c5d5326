import Foundation

/// What the trackers cost on this processor, measured and not guessed.
package struct ProcessorSpeed: Sendable, Equatable, Codable {
  /// CPU milliseconds that the face tracker takes for a picture with one face; nil when it could not
  /// be measured.
  package var faceMilliseconds: Double?
  /// CPU milliseconds that the world tracker takes for a picture, mapping included; nil when it
  /// could not be measured.
  package var worldMilliseconds: Double?

  /// Creates a measurement.
  package init(faceMilliseconds: Double?, worldMilliseconds: Double?) {
    self.faceMilliseconds = faceMilliseconds
    self.worldMilliseconds = worldMilliseconds
  }

  /// What cameras deliver.
  package static let cameraRate = 30.0
  /// The share of a processor that trackers may take: capture, session and drawing need the rest.
  static let usableShare = 0.85

  /// Pictures a second that one tracker on a thread of its own keeps up with, at most the cameras'.
  package static func rate(milliseconds: Double) -> Double {
    min(cameraRate, usableShare * 1000 / max(milliseconds, 0.001))
  }

  /// Pictures a second of both trackers together, each on a thread of its own; nil when one was not
  /// measured.
  package func rateOfBoth(processors: Int) -> Double? {
    guard let faceMilliseconds, let worldMilliseconds else { return nil }
    let shared =
      Double(max(processors, 1)) * Self.usableShare * 1000
      / max(faceMilliseconds + worldMilliseconds, 0.001)
    return min(
      Self.rate(milliseconds: faceMilliseconds), Self.rate(milliseconds: worldMilliseconds), shared)
  }
}

/// The two-second self-test of the processor, with its result kept for the next time.
///
/// The result is kept in `$XDG_CACHE_HOME/bifrons/processor-speed.json` (`~/.cache` where that is not
/// set) under the processor's name and count and the program's build: another processor or another
/// build measures anew, and then takes the place of the processor's older builds. Only `bifrons capabilities` asks; a session neither reads nor writes it.
package struct ProcessorSelfTest: Sendable {
  /// How long a measurement may take, seconds.
  package static let duration = 2.0

  /// The file of kept results; nil where there is no place for it.
  package var file: String?
  /// What a result belongs to.
  package var key: String
  /// What the keys of all builds on this processor begin with.
  private let processor: String

  /// Creates a test for a processor.
  ///
  /// - Parameters:
  ///   - processorName: the processor's name.
  ///   - processorCount: how many this program may use.
  ///   - version: the program's version.
  ///   - environment: the process's environment; injected by tests.
  ///   - program: the program's file, whose size and time of change tell builds apart.
  package init(
    processorName: String?, processorCount: Int, version: String,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    program: String = "/proc/self/exe"
  ) {
    processor = "\(processorName ?? "unknown") x\(processorCount), "
    key = processor + "version \(version), build \(Self.build(of: program))"
    let folder =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.cache" : nil }
    file = folder.map { $0 + "/bifrons/processor-speed.json" }
  }

  /// The kept result, or a new one.
  ///
  /// What could not be measured, such as faces without the models, is tried again the next time;
  /// a cache that cannot be read or written never fails.
  ///
  /// - Parameters:
  ///   - isFresh: measure even when a result is kept.
  ///   - measure: runs the trackers for about `duration` seconds and fills in what is nil.
  /// - Returns: what the trackers cost.
  package func speed(
    isFresh: Bool = false, measure: (_ known: ProcessorSpeed) -> ProcessorSpeed
  ) -> ProcessorSpeed {
    let nothing = ProcessorSpeed(faceMilliseconds: nil, worldMilliseconds: nil)
    let known = isFresh ? nothing : kept()[key] ?? nothing
    if known.faceMilliseconds != nil, known.worldMilliseconds != nil { return known }
    let speed = measure(known)
    if speed != known { keep(speed) }
    return speed
  }

  private static func build(of program: String) -> String {
    let file = URL(fileURLWithPath: program).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: file),
      let size = attributes[.size] as? NSNumber,
      let time = attributes[.modificationDate] as? Date
    else { return "unknown" }
    return "\(size)-\(Int(time.timeIntervalSince1970))"
  }

  private func kept() -> [String: ProcessorSpeed] {
    guard let file, let data = FileManager.default.contents(atPath: file) else { return [:] }
    return (try? JSONDecoder().decode([String: ProcessorSpeed].self, from: data)) ?? [:]
  }

  private func keep(_ speed: ProcessorSpeed) {
    guard let file else { return }
    var all = kept().filter { !$0.key.hasPrefix(processor) }
    all[key] = speed
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(all) else { return }
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? data.write(to: URL(fileURLWithPath: file), options: .atomic)
  }
}
