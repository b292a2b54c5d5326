import SessionCore
import SystemSupport

/// What a tracker must know before each picture.
struct TrackerSettings: Sendable {
  /// Another number than before means: forget everything first.
  var generation: Int
  /// Another number than before means: the camera was away, its place must be found again.
  var discontinuity: Int
  var planeDetection: WorldTrackingConfiguration.PlaneDetection
  var imageDetection: ImageDetection
  var maximumNumberOfTrackedFaces: Int
  /// The map to begin this generation with.
  var initialWorldMap: WorldMap?
}

/// A tracker on a thread of its own, which is the only one that ever touches it.
///
/// Jobs run in the order in which they were submitted. The tracker is made first; when that fails,
/// each job is given the error. It outlives a pause, so that maps and faces are still known after
/// it. Where the system starts no thread, jobs are given that error by whoever submits them.
/// Thread-safe.
final class TrackerThread: Sendable {
  /// A tracker, on its thread.
  struct Track {
    /// Processes a picture.
    var process: (CameraFrame, TrackerSettings) throws(SessionError) -> TrackingResult
    /// What is known of the surroundings.
    var worldMap: () throws(SessionError) -> WorldMap

    func callAsFunction(
      _ frame: CameraFrame, _ settings: TrackerSettings
    ) throws(SessionError) -> TrackingResult {
      try process(frame, settings)
    }
  }

  /// Something to do on the tracker's thread.
  typealias Job = @Sendable (Result<Track, SessionError>) -> Void

  private struct State: Sendable {
    var jobs: [Job] = []
    var isFinished = false
    /// Why there is no thread.
    var failure: SessionError?
  }

  private let state = Monitor(State())

  /// Starts the thread and makes the tracker on it.
  init(name: String, make: @escaping @Sendable () throws(SessionError) -> Track) {
    let state = state
    do throws(DedicatedThreadError) {
      _ = try DedicatedThread(ifPossible: name) {
        let track = Result { () throws(SessionError) -> Track in try make() }
        while let job = Self.nextJob(state) { job(track) }
      }
    } catch {
      let failure = SessionError(.sensorFailed, error.description, isShortOfResources: true)
      state.withLock { $0.failure = failure }
    }
  }

  /// Adds a job.
  ///
  /// - Returns: false when the thread was told to finish: the job will not run.
  @discardableResult func submit(_ job: @escaping Job) -> Bool {
    let (isAccepted, failure) = state.withLock { s in
      if !s.isFinished, s.failure == nil { s.jobs.append(job) }
      return (!s.isFinished, s.failure)
    }
    if isAccepted, let failure { job(.failure(failure)) }
    return isAccepted
  }

  /// Lets the thread end after the jobs that wait.
  func finish() { state.withLock { $0.isFinished = true } }

  private static func nextJob(_ state: Monitor<State>) -> Job? {
    state.wait { s -> Job?? in
      if !s.jobs.isEmpty { return .some(s.jobs.removeFirst()) }
      return s.isFinished ? .some(nil) : nil
    }
  }
}

extension TrackerThread {
  /// A thread with the face tracker of a session's parts.
  convenience init(faceTrackerOf parts: SessionParts, for configuration: SessionConfiguration) {
    self.init(name: "bifrons.face") { () throws(SessionError) -> Track in
      let tracker = try parts.makeFaceTracker(configuration)
      var generation: Int?
      return Track { (frame, settings) throws(SessionError) in
        if generation != nil, generation != settings.generation { tracker.reset() }
        generation = settings.generation
        tracker.maximumNumberOfTrackedFaces = settings.maximumNumberOfTrackedFaces
        return .face(try tracker.track(frame))
      } worldMap: { () throws(SessionError) -> WorldMap in
        throw SessionError(.unsupportedConfiguration, "a face tracker knows no surroundings")
      }
    }
  }

  /// A thread with the world tracker of a session's parts.
  convenience init(worldTrackerOf parts: SessionParts, for configuration: SessionConfiguration) {
    self.init(name: "bifrons.world") { () throws(SessionError) -> Track in
      let tracker = try parts.makeWorldTracker(configuration)
      var last: TrackerSettings?
      return Track { (frame, settings) throws(SessionError) in
        if last?.generation != settings.generation {
          if last != nil { tracker.reset() }
          if let map = settings.initialWorldMap { try tracker.start(from: map) }
        } else if last?.discontinuity != settings.discontinuity {
          tracker.relocalize()
        }
        if last.map({ $0.imageDetection != settings.imageDetection }) ?? true {
          try tracker.detect(settings.imageDetection)
        }
        last = settings
        // Read once; it need not be held twice.
        last?.initialWorldMap = nil
        tracker.planeDetection = settings.planeDetection
        return .world(try tracker.track(frame))
      } worldMap: { () throws(SessionError) in
        try tracker.worldMap()
      }
    }
  }
}
