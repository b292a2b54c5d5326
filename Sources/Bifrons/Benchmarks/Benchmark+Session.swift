import FaceTracking
import MediaFiles
import ResultStreaming
import SessionCore
import SessionRuntime
import SimulatedCameras
import SpatialMath
import SystemSupport
import WorldTracking

extension Benchmark {
  /// What joining, delivering and writing events cost beside the trackers.
  ///
  /// A session of both simulated cameras runs twice on pictures in memory: first with the trackers,
  /// whose results and CPU time are recorded, then with the results played back, so that all the
  /// CPU time that is left is the session's own. Both runs write their events to nowhere.
  ///
  /// - Parameter count: pictures of each camera.
  /// - Returns: the numbers.
  /// - Throws: `LaunchError`.
  package static func session(count: Int) throws(LaunchError) -> Report {
    let models = try findModels()
    do throws(SessionError) {
      let cameras = try simulatedPair(models, count: count)
      let tapes = ResultTapes()
      _ = try run(
        cameras, { () throws(SessionError) in try recordingFaces(models, tapes) },
        { RecordingWorldTracker(KeyframeWorldTracker(options: worldOptions), tapes) })
      let own = try run(cameras, { PlayedTracker(tapes) }, { PlayedTracker(tapes) })
      let trackers = tapes.content.withLock { $0.seconds }
      let frames = Double(max(count, 1))
      return Report(
        "session on both simulated cameras, events written",
        [
          ("frames", Double(count), ""),
          ("trackerMillisecondsPerFrame", trackers / frames * 1000, "ms"),
          ("sessionMillisecondsPerFrame", own / frames * 1000, "ms"),
          ("sessionShare", own / (own + trackers), ""),
        ])
    } catch {
      throw .session(error)
    }
  }

  private static var worldOptions: WorldTrackingOptions {
    var options = WorldTrackingOptions()
    options.planeDetection = .horizontal
    return options
  }

  private static func recordingFaces(
    _ models: ModelStore, _ tapes: ResultTapes
  ) throws(SessionError) -> RecordingFaceTracker {
    do throws(FaceTrackingError) {
      return RecordingFaceTracker(try FaceLandmarkTracker(models: models), tapes)
    } catch {
      throw error.sessionError
    }
  }

  private static func simulatedPair(
    _ models: ModelStore, count: Int
  ) throws(SessionError) -> [CameraRole: MemorySource] {
    [
      .rear: try memory(SimulatedRearCamera(), count),
      .front: try memory(SimulatedFrontCamera(models: models), count),
    ]
  }

  private static func memory(
    _ source: any FrameSource, _ count: Int
  ) throws(SessionError) -> MemorySource {
    var material = try BenchmarkMaterial(source, count: count)
    let frames = try material.all()
    return MemorySource(role: source.role, format: source.format, frames: frames)
  }

  /// Runs a session to its end and gives the CPU seconds of the whole process.
  private static func run(
    _ cameras: [CameraRole: MemorySource],
    _ faces: @escaping @Sendable () throws(SessionError) -> any FaceTracker,
    _ world: @escaping @Sendable () throws(SessionError) -> any WorldTracker
  ) throws(SessionError) -> Double {
    var parts = SessionParts(
      makeSource: { role throws(SessionError) in
        guard let source = cameras[role] else {
          throw SessionError(.sensorUnavailable, "there is no \(role.rawValue) camera")
        }
        return source.rewound()
      },
      makeFaceTracker: { _ throws(SessionError) in try faces() },
      makeWorldTracker: { _ throws(SessionError) in try world() })
    parts.pacing = .asFastAsPossible
    parts.seed = 1
    var configuration = WorldTrackingConfiguration()
    configuration.userFaceTrackingEnabled = true
    configuration.planeDetection = .horizontal
    let session = Session(parts: parts)
    let writer = EventStreamWriter(to: try StreamFile(path: "/dev/null"))
    session.observe { writer.write($0) }
    let start = ProcessUsage.cpuSeconds()
    session.run(.world(configuration))
    if let error = session.waitUntilStopped() { throw error }
    session.pause()
    return ProcessUsage.cpuSeconds() - start
  }

  /// Films the simulated front camera: a clip for those who have none.
  ///
  /// - Parameters:
  ///   - path: the video file.
  ///   - count: how many pictures.
  /// - Throws: `LaunchError`.
  package static func film(to path: String, count: Int) throws(LaunchError) {
    let models = try findModels()
    do throws(OutputError) {
      try OutputCheck.check(path)
      try OutputCheck.checkIsNoPipe(path)
      try OutputCheck.checkEnding(path, ["mp4", "m4v", "mov", "mkv"])
    } catch {
      throw .output(error)
    }
    do throws(SessionError) {
      let camera = try SimulatedFrontCamera(models: models)
      var material = try BenchmarkMaterial(camera, count: count)
      let writer = try VideoFileWriter(
        path: path, width: camera.format.width, height: camera.format.height,
        rate: camera.format.nominalRate)
      while let frame = try material.next() { try writer.write(frame.pixels) }
      try writer.close()
    } catch {
      // Of the two only the film is a file.
      throw error.code == .fileIOFailed ? .output(OutputError(path: path, error)) : .session(error)
    }
  }
}
