import SessionCore
import Synchronization
import SystemSupport

/// What trackers found, and what it cost them: recorded in one run, played back in the next.
final class ResultTapes: Sendable {
  struct Content: Sendable {
    var faces: [FaceTrackingResult] = []
    var world: [WorldTrackingResult] = []
    /// CPU seconds of the trackers.
    var seconds = 0.0
  }

  let content = Mutex(Content())
}

/// Records what another tracker finds.
final class RecordingFaceTracker: FaceTracker {
  private let inner: any FaceTracker
  private let tapes: ResultTapes

  init(_ inner: any FaceTracker, _ tapes: ResultTapes) {
    self.inner = inner
    self.tapes = tapes
  }

  var maximumNumberOfTrackedFaces: Int {
    get { inner.maximumNumberOfTrackedFaces }
    set { inner.maximumNumberOfTrackedFaces = newValue }
  }

  func track(_ frame: CameraFrame) throws(SessionError) -> FaceTrackingResult {
    let start = ProcessUsage.threadCPUSeconds()
    let result = try inner.track(frame)
    let used = ProcessUsage.threadCPUSeconds() - start
    tapes.content.withLock { content in
      content.faces.append(result)
      content.seconds += used
    }
    return result
  }

  func reset() { inner.reset() }
}

/// Records what another tracker finds.
final class RecordingWorldTracker: WorldTracker {
  private let inner: any WorldTracker
  private let tapes: ResultTapes

  init(_ inner: any WorldTracker, _ tapes: ResultTapes) {
    self.inner = inner
    self.tapes = tapes
  }

  var planeDetection: WorldTrackingConfiguration.PlaneDetection {
    get { inner.planeDetection }
    set { inner.planeDetection = newValue }
  }

  func detect(_ images: ImageDetection) throws(SessionError) { try inner.detect(images) }

  func track(_ frame: CameraFrame) throws(SessionError) -> WorldTrackingResult {
    let start = ProcessUsage.threadCPUSeconds()
    let result = try inner.track(frame)
    let used = ProcessUsage.threadCPUSeconds() - start
    tapes.content.withLock { content in
      content.world.append(result)
      content.seconds += used
    }
    return result
  }

  func relocalize() { inner.relocalize() }
  func reset() { inner.reset() }
}

/// Plays back what was recorded, picture by picture.
final class PlayedTracker: FaceTracker, WorldTracker {
  var maximumNumberOfTrackedFaces = 1
  var planeDetection: WorldTrackingConfiguration.PlaneDetection = []
  private let content: ResultTapes.Content
  private var position = 0

  init(_ tapes: ResultTapes) { content = tapes.content.withLock { $0 } }

  func track(_ frame: CameraFrame) throws(SessionError) -> FaceTrackingResult {
    try next(content.faces)
  }

  func track(_ frame: CameraFrame) throws(SessionError) -> WorldTrackingResult {
    try next(content.world)
  }

  func relocalize() {}
  func reset() { position = 0 }

  private func next<Result>(_ list: [Result]) throws(SessionError) -> Result {
    guard position < list.count else {
      throw SessionError(.sensorFailed, "more pictures than recorded results")
    }
    position += 1
    return list[position - 1]
  }
}
