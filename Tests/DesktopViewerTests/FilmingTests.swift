import Bifrons
import ConfigurationFiles
import DesktopViewer
import Foundation
import MediaFiles
import SceneGraph
import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import Testing

/// The folder for a child process's film, by the environment.
private let folderName = "BIFRONS_TEST_FILM_FOLDER"
/// Its display, by a name of its own: other tests of this process choose theirs by `DISPLAY` meanwhile.
private let displayName = "BIFRONS_TEST_FILM_DISPLAY"

@Suite(.serialized, .enabled(if: VirtualDisplay.isThere, "Xvfb is not installed")) @MainActor
struct FilmingTests {
  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("bifrons-film-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let display = try VirtualDisplay()
    defer { display.close() }
    setenv(displayName, display.name, 1)
    setenv(folderName, folder, 1)
    try await body(folder)
  }

  /// Films a window in the folder for some seconds; the film is not ended.
  private static func filmWindow(ending: String, seconds: Double) throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = try #require(environment[folderName])
    setenv("DISPLAY", try #require(environment[displayName]), 1)
    unsetenv("WAYLAND_DISPLAY")
    let settings = RecordingSettings(folder: folder, filmEnding: ending)
    var options = ViewerOptions()
    (options.width, options.height) = (320, 240)
    options.beginClip = { ClipKeeper(settings) }
    let session = scriptedSession(10_000, ends: false)
    let viewer = try Viewer(session: session, scene: headScene(), options: options)
    session.run(filmedWorld)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: seconds)
      kill(getpid(), SIGKILL)
    }
    try viewer.run(pressing: [.record])
  }

  /// The film of a killed window must hold at least this; two seconds may be lost.
  private static func check(_ path: String) throws {
    let reader = try VideoFileReader(path: path)
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count >= 30, "\(count) pictures")
    #expect((reader.width, reader.height) == (320, 240))
  }

  @Test func aMatroskaFilmOfAKilledWindowPlays() async throws {
    try await withFolder { folder in
      await #expect(processExitsWith: .signal(SIGKILL)) { @MainActor in
        try FilmingTests.filmWindow(ending: "mkv", seconds: 5)
      }
      try Self.check(folder + "/bifrons-1.mkv")
    }
  }

  @Test func anMP4FilmOfAKilledWindowPlays() async throws {
    try await withFolder { folder in
      await #expect(processExitsWith: .signal(SIGKILL)) { @MainActor in
        try FilmingTests.filmWindow(ending: "mp4", seconds: 5)
      }
      try Self.check(folder + "/bifrons-1.mp4")
    }
  }
}

private let filmedWorld: SessionConfiguration = {
  var configuration = WorldTrackingConfiguration()
  configuration.userFaceTrackingEnabled = true
  configuration.planeDetection = .horizontal
  return .world(configuration)
}()
