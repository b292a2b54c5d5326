import DesktopViewer
import Foundation
import SceneGraph
import SessionCore
import SessionRuntime
import SessionTesting
import SpatialMath
import Synchronization
import Testing

/// A display of one's own that shows nothing: `Xvfb`.
///
/// The window tests are skipped where it is not installed (Debian: xvfb); nothing else can be
/// opened there without disturbing the user.
@MainActor final class VirtualDisplay {
  nonisolated static let program = "/usr/bin/Xvfb"
  nonisolated static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }
  private let process = Process()
  /// What `DISPLAY` has to be.
  let name: String

  init() throws {
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: Self.program)
    // The server picks a free number and writes it once it is ready.
    process.arguments = ["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.contains("\n") {
      let data = pipe.fileHandleForReading.availableData
      guard !data.isEmpty else { throw CocoaError(.fileReadUnknown) }
      text += String(decoding: data, as: UTF8.self)
    }
    name = ":" + text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Ends the display.
  func close() {
    // Processes started from a task's thread inherit its signal mask: SIGTERM never arrives.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// A picture of one grey: dark for the rear camera, light for the front one.
private func picture(_ role: CameraRole, _ number: Int) -> CameraFrame {
  let pixels = PixelBuffer.make(width: 160, height: 120, format: .gray8) { planes in
    planes[0].initializeMemory(as: UInt8.self, repeating: role == .rear ? 60 : 200)
  }
  return CameraFrame(
    role: role, sequence: number, timestamp: Samples.time(Double(number) * 30), pixels: pixels,
    intrinsics: CameraIntrinsics(width: 160, height: 120, horizontalFieldOfView: 1))
}

/// A session over scripted cameras with a table before the rear one.
func scriptedSession(_ count: Int, ends: Bool) -> Session {
  @Sendable func pictures(_ role: CameraRole) -> ScriptedSource {
    let source = ScriptedSource(role)
    Thread.detachNewThread {
      for i in 0..<count {
        source.feed(.frame(picture(role, i)))
        Thread.sleep(forTimeInterval: 0.03)
      }
      if ends { source.feed(.ended) }
    }
    return source
  }
  return Session(
    parts: SessionParts(
      makeSource: { role in pictures(role) },
      makeFaceTracker: { _ in ScriptedFaceTracker() },
      makeWorldTracker: { _ in
        ScriptedWorldTracker { frame in
          var result = WorldTrackingResult(
            timestamp: frame.timestamp, worldFromCamera: .identity, trackingState: .normal)
          result.planes = [Samples.plane(1, at: Vector3(0, -0.3, -1), size: 4)]
          return result
        }
      }))
}

private let world: SessionConfiguration = {
  var configuration = WorldTrackingConfiguration()
  configuration.userFaceTrackingEnabled = true
  configuration.planeDetection = .horizontal
  return .world(configuration)
}()

func headScene() throws -> Scene {
  try SceneBuilder().makeScene([SceneItem(entity: .robotHead, anchor: .horizontalPlane)])
}

/// Runs a test's body in a process of its own, on a display of its own.
@Suite(.serialized, .enabled(if: VirtualDisplay.isThere, "Xvfb is not installed")) @MainActor
struct WindowTests {
  /// Runs a test while a display of its own is there; the children inherit the environment.
  private func withDisplay(_ body: () async -> Void) async throws {
    let display = try VirtualDisplay()
    setenv("DISPLAY", display.name, 1)
    unsetenv("WAYLAND_DISPLAY")
    await body()
    display.close()
  }

  @Test func theWindowShowsTheSceneAndClosesWithTheRecording() async throws {
    try await withDisplay {
      await #expect(processExitsWith: .success) { @MainActor in
        let kept = Mutex<PixelBuffer?>(nil)
        var options = ViewerOptions()
        (options.width, options.height) = (640, 480)
        options.closesAtEnd = true
        options.rendering.inset?.showsFaces = false
        options.keepPicture = { picture in
          kept.withLock { $0 = picture }
          return "kept"
        }
        let session = scriptedSession(60, ends: true)
        let viewer = try Viewer(session: session, scene: headScene(), options: options)
        session.run(world)
        try viewer.run()
        viewer.perform(.picture)
        let picture = try #require(kept.withLock { $0 })
        #expect((picture.width, picture.height) == (640, 480))
        func luma(_ x: Int, _ y: Int) -> Int {
          let p = picture.planes[0]
          return Int(p.base.load(fromByteOffset: y * p.stride + 3 * x + 1, as: UInt8.self))
        }
        // The rear picture behind, the front one inset, the white head in the middle.
        #expect(abs(luma(40, 300) - 60) <= 1)
        #expect(abs(luma(560, 60) - 200) <= 1)
        #expect(luma(320, 270) > 150)
        session.pause()
      }
    }
  }

  @Test func keysChangeWhatIsShownAndQuitCloses() async throws {
    try await withDisplay {
      await #expect(processExitsWith: .success) { @MainActor in
        let kept = Mutex<[PixelBuffer]>([])
        var options = ViewerOptions()
        (options.width, options.height) = (320, 240)
        options.keepPicture = { picture in
          kept.withLock { $0.append(picture) }
          return "kept"
        }
        let session = scriptedSession(200, ends: false)
        let viewer = try Viewer(session: session, scene: headScene(), options: options)
        session.run(world)
        // However busy the machine is: both pictures are there before the first key.
        while session.currentFrame?.front == nil || session.currentFrame?.rear == nil {
          usleep(10_000)
        }
        let keys: [ViewerCommand] = [
          .picture, .inset, .picture, .swapCameras, .picture, .wireframe, .world, .faces, .mirror,
          .help, .headUpDisplay, .coefficients, .timing, .map, .sideBySide, .thirdPerson,
          .thirdPerson, .sideBySide, .fullScreen, .fullScreen, .pause, .pause, .reset, .quit,
        ]
        // One key for each of the window's rounds, from the window's own thread.
        try viewer.run(pressing: keys)
        let pictures = kept.withLock { $0 }
        #expect(pictures.count == 3)
        func luma(_ p: PixelBuffer, _ x: Int, _ y: Int) -> Int {
          Int(p.planes[0].base.load(fromByteOffset: y * p.planes[0].stride + 3 * x, as: UInt8.self))
        }
        #expect(abs(luma(pictures[0], 290, 20) - 200) <= 1)
        #expect(abs(luma(pictures[1], 290, 20) - 60) <= 1)
        #expect(abs(luma(pictures[2], 10, 20) - 200) <= 1)
        session.pause()
      }
    }
  }

  @Test func aSessionThatFailsAtOnceClosesTheWindow() async throws {
    try await withDisplay {
      await #expect(processExitsWith: .success) { @MainActor in
        let session = Session(
          parts: SessionParts(
            makeSource: { role throws(SessionError) in
              throw SessionError(.sensorUnavailable, "no such camera")
            },
            makeFaceTracker: { _ in ScriptedFaceTracker() },
            makeWorldTracker: { _ in ScriptedWorldTracker() }))
        let viewer = try Viewer(session: session, scene: headScene())
        session.run(world)
        try viewer.run()
        #expect(session.waitUntilStopped()?.message == "no such camera")
      }
    }
  }

  @Test func onWaylandAloneTheErrorNamesTheOtherGLFW() async {
    await #expect(processExitsWith: .success) { @MainActor in
      unsetenv("DISPLAY")
      setenv("WAYLAND_DISPLAY", "no-such-display", 1)
      do {
        _ = try Viewer(session: scriptedSession(1, ends: true), scene: Scene())
        exit(1)
      } catch {
        // A GLFW for Wayland looks for that display and does not find it.
        let text = "\(error)"
        exit(text.contains("libglfw3-wayland") || text.contains("Wayland: ") ? 0 : 2)
      }
    }
  }

  @Test func withoutADisplayTheErrorSaysWhatToDo() async {
    await #expect(processExitsWith: .success) { @MainActor in
      unsetenv("DISPLAY")
      unsetenv("WAYLAND_DISPLAY")
      do {
        _ = try Viewer(session: scriptedSession(1, ends: true), scene: Scene())
        exit(1)
      } catch {
        let text = "\(error)"
        exit(text.hasPrefix("no window can be opened: ") && text.contains("--headless") ? 0 : 2)
      }
    }
  }
}
