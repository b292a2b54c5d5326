import ARKitCompatibility
import SystemSupport

/// What the tests need: models, and a fast build.
enum Place {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// True where faces can be tracked in time: with models, in a fast build.
  static var canTrack: Bool {
    #if DEBUG
      false
    #else
      (try? ModelStore()) != nil
    #endif
  }

  /// The simulated cameras of a ready session file, every picture processed.
  static func cameras(_ name: String) -> ARCameras {
    ARCameras(sessionFile: "\(root)/Configs/\(name).yaml", processesEveryPicture: true)
  }

  /// A model that comes with the ready session files.
  static func model(_ name: String) -> String { "\(root)/Configs/models/\(name)" }

  /// Lets the main queue run until something holds; false when it does not within some seconds.
  @MainActor static func wait(_ seconds: Double = 240, until isDone: () -> Bool) async -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while !isDone() {
      guard Date() < end else { return false }
      try? await Task.sleep(nanoseconds: 20_000_000)
    }
    return true
  }
}
