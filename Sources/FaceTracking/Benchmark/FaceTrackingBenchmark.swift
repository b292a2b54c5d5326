import SessionCore
import SystemSupport

/// Measures what face tracking costs beside the inferences that it cannot do without.
package enum FaceTrackingBenchmark {
  /// What was measured.
  package struct Outcome: Sendable, Equatable {
    /// The number of pictures.
    package var frames = 0
    /// The number of pictures with at least one tracked face.
    package var framesWithFaces = 0
    /// The inferences that were made.
    package var inferences = InferenceCounts()
    /// CPU seconds of the whole tracker.
    package var trackerSeconds = 0.0
    /// CPU seconds of the same inferences alone, on memory that is in place.
    package var inferenceSeconds = 0.0
    /// CPU seconds of the tracker by stage.
    package var stageSeconds: [String: Double] = [:]

    /// The whole over the inferences; 1 would be free of overhead.
    package var ratio: Double { inferenceSeconds > 0 ? trackerSeconds / inferenceSeconds : 0 }
    /// CPU milliseconds of the tracker a picture.
    package var trackerMilliseconds: Double {
      frames > 0 ? trackerSeconds / Double(frames) * 1000 : 0
    }
  }

  /// Tracks pictures and, after each, repeats its inferences alone, so that both are measured in the
  /// same seconds of a busy machine.
  ///
  /// `next` gives the pictures until nil. All on the calling thread.
  ///
  /// - Throws: `SessionError` when the tracker cannot start or a picture cannot be read.
  package static func run(
    models: ModelStore, options: FaceTrackingOptions = .init(),
    next: () throws(SessionError) -> CameraFrame?
  ) throws(SessionError) -> Outcome {
    do throws(FaceTrackingError) {
      let tracker = try FaceLandmarkTracker(models: models, options: options)
      return try measure(tracker, next)
    } catch {
      throw error.sessionError
    }
  }

  private static func measure(
    _ tracker: FaceLandmarkTracker, _ next: () throws(SessionError) -> CameraFrame?
  ) throws(FaceTrackingError) -> Outcome {
    var outcome = Outcome()
    while let frame = try wrapped(next) {
      let before = tracker.inferences
      let start = ProcessUsage.cpuSeconds()
      let result = try wrapped { () throws(SessionError) in try tracker.track(frame) }
      let middle = ProcessUsage.cpuSeconds()
      let made = tracker.inferences - before
      try tracker.repeatInferences(made)
      let end = ProcessUsage.cpuSeconds()
      outcome.frames += 1
      outcome.framesWithFaces += result.faces.contains(where: \.isTracked) ? 1 : 0
      outcome.inferences = outcome.inferences + made
      outcome.trackerSeconds += middle - start
      outcome.inferenceSeconds += end - middle
      outcome.stageSeconds.merge(result.stageSeconds, uniquingKeysWith: +)
    }
    return outcome
  }

  private static func wrapped<Value>(
    _ body: () throws(SessionError) -> Value
  ) throws(FaceTrackingError) -> Value {
    do throws(SessionError) { return try body() } catch {
      throw .pictureUnusable(reason: error.message)
    }
  }
}

/// How many inferences a tracker has made.
package struct InferenceCounts: Sendable, Equatable {
  /// By network.
  package var detections = 0, landmarks = 0, blendShapes = 0

  /// The inferences of both.
  package static func + (a: InferenceCounts, b: InferenceCounts) -> InferenceCounts {
    InferenceCounts(
      detections: a.detections + b.detections, landmarks: a.landmarks + b.landmarks,
      blendShapes: a.blendShapes + b.blendShapes)
  }

  /// The inferences between two counts.
  package static func - (a: InferenceCounts, b: InferenceCounts) -> InferenceCounts {
    InferenceCounts(
      detections: a.detections - b.detections, landmarks: a.landmarks - b.landmarks,
      blendShapes: a.blendShapes - b.blendShapes)
  }
}

extension FaceLandmarkTracker {
  /// Runs networks again on what their inputs hold.
  func repeatInferences(_ counts: InferenceCounts) throws(FaceTrackingError) {
    for _ in 0..<counts.detections { try detector.runBare() }
    for _ in 0..<counts.landmarks { try landmarkModel.runBare() }
    for _ in 0..<counts.blendShapes { try blendShapeModel.runBare() }
  }
}
