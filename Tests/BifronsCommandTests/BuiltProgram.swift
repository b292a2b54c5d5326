import Foundation

/// The built `bifrons`, run as people run it.
struct BuiltProgram {
  /// What a run gave.
  struct Outcome {
    var status: Int32
    var output: String
    var messages: String
  }

  /// The program beside the test bundle; nil where only this target was built.
  static let path: String? = {
    let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let program = bundle.deletingLastPathComponent().appendingPathComponent("bifrons").path
    return FileManager.default.isExecutableFile(atPath: program) ? program : nil
  }()

  /// The package's root folder, in which the program is run.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Runs a shell command line in which `bifrons` is the program.
  static func shell(
    _ line: String, environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    // A function would be a shell of its own in the background: signals go to "$BIFRONS" itself.
    let program = path ?? "bifrons"
    process.arguments = ["-c", "BIFRONS='\(program)'; bifrons() { $BIFRONS \"$@\"; }\n\(line)"]
    process.currentDirectoryURL = root
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files, not pipes: a pipe that is read after the end would block a talkative program.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "bifrons-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["output", "messages"].map { folder.appendingPathComponent($0) }
    for file in files { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    return Outcome(status: process.terminationStatus, output: texts[0], messages: texts[1])
  }
}
