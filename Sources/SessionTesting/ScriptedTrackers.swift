import SessionCore
import SpatialMath
import Synchronization

/// What scripted trackers were asked to do, for tests that look from another thread.
package final class TrackerLog: Sendable {
  private let lines = Mutex<[String]>([])

  /// Creates an empty log.
  package init() {}
  /// Everything so far, in order.
  ///
  /// Storage of its own: the thread sanitizer does not see that a shared one is handed back by its
  /// reference count.
  package var entries: [String] { lines.withLock { $0.map(\.self) } }
  /// Adds a line.
  package func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A face tracker whose answers are a function of the picture.
package final class ScriptedFaceTracker: FaceTracker {
  package var maximumNumberOfTrackedFaces = 1
  private let answer: (CameraFrame) throws(SessionError) -> FaceTrackingResult
  private let log: TrackerLog?

  /// Creates a tracker.
  package init(
    log: TrackerLog? = nil,
    answer: @escaping (CameraFrame) throws(SessionError) -> FaceTrackingResult
  ) {
    self.log = log
    self.answer = answer
  }

  /// Creates a tracker that always sees one face.
  package convenience init(log: TrackerLog? = nil) {
    self.init(log: log) { frame in
      FaceTrackingResult(
        timestamp: frame.timestamp,
        faces: [Samples.face(7, jawOpen: Float(frame.sequence % 10) / 10)],
        stageSeconds: ["landmarks": 0.001])
    }
  }

  package func track(_ frame: CameraFrame) throws(SessionError) -> FaceTrackingResult {
    log?.add("face \(frame.sequence) max \(maximumNumberOfTrackedFaces)")
    return try answer(frame)
  }

  package func reset() { log?.add("face reset") }
}

/// A world tracker whose answers are a function of the picture.
package final class ScriptedWorldTracker: WorldTracker {
  package var planeDetection: WorldTrackingConfiguration.PlaneDetection = []
  private let answer: (CameraFrame) throws(SessionError) -> WorldTrackingResult
  private let log: TrackerLog?

  /// Creates a tracker.
  package init(
    log: TrackerLog? = nil,
    answer: @escaping (CameraFrame) throws(SessionError) -> WorldTrackingResult
  ) {
    self.log = log
    self.answer = answer
  }

  /// Creates a tracker that moves along +X by one metre a second, always `normal`.
  package convenience init(log: TrackerLog? = nil, planes: [PlaneAnchor] = []) {
    self.init(log: log) { frame in
      var result = WorldTrackingResult(
        timestamp: frame.timestamp,
        worldFromCamera: Pose(translation: Vector3(frame.timestamp.seconds(since: .zero), 0, 0)),
        trackingState: .normal)
      result.planes = planes
      result.mappingStatus = .mapped
      result.stageSeconds = ["flow": 0.002]
      return result
    }
  }

  package func track(_ frame: CameraFrame) throws(SessionError) -> WorldTrackingResult {
    log?.add("world \(frame.sequence) planes \(planeDetection.rawValue)")
    return try answer(frame)
  }

  /// What `worldMap` gives.
  package var map: WorldMap?

  package func start(from map: WorldMap) {
    log?.add("world starts from a map of \(map.anchors.count) anchors")
    self.map = map
  }

  package func worldMap() throws(SessionError) -> WorldMap {
    guard let map else { throw SessionError(.insufficientFeatures, "no map yet") }
    return WorldMap(content: map.content)
  }

  package func relocalize() { log?.add("world relocalize") }
  package func reset() { log?.add("world reset") }
}
