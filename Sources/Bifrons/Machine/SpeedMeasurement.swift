import CameraCapture
import DeviceCapabilities
import FaceTracking
import Foundation
import MediaFiles
import SessionCore
import SpatialMath
import SystemSupport
import WorldTracking

/// The self-test of the processor: what the trackers cost here, in about two seconds.
enum SpeedMeasurement {
  /// The face tracker's part of the time; the rear camera's pictures have to be drawn first.
  private static let faceShare = 0.3
  /// The first pictures load code and find the face: they are not counted.
  private static let faceWarmUp = 3
  /// The first map takes about twelve pictures and costs more than following it: not counted.
  private static let worldWarmUp = 15

  /// Runs both trackers on pictures that are there on every machine: a portrait that comes with the
  /// models, and the simulated rear camera.
  ///
  /// What is known already is left as it is.
  static func measure(
    _ environment: [String: String], known: ProcessorSpeed
  ) -> ProcessorSpeed {
    ProcessorSpeed(
      faceMilliseconds: known.faceMilliseconds ?? (try? face(environment)),
      worldMilliseconds: known.worldMilliseconds ?? (try? world()))
  }

  private static func face(_ environment: [String: String]) throws -> Double {
    let models = try ModelStore(environment: environment)
    let pixels = try PictureFile.read(try models.path(of: "textures/astronaut.png"))
    let tracker = try FaceLandmarkTracker(models: models)
    let intrinsics = IntrinsicsSpecification.unknown.resolved(
      width: pixels.width, height: pixels.height)
    return try meanCost(share: faceShare, warmUp: faceWarmUp) { index in
      let frame = CameraFrame(
        role: .front, sequence: index, timestamp: time(index), pixels: pixels,
        intrinsics: intrinsics)
      return { _ = try tracker.track(frame) }
    }
  }

  private static func world() throws -> Double {
    var camera = SimulatedRearCamera.Options()
    // The prints look the same from this far, and the room is drawn sooner.
    camera.textureDetail = 0.25
    let source = SimulatedRearCamera(camera)
    var material = try BenchmarkMaterial(source, count: .max)
    var options = WorldTrackingOptions()
    options.planeDetection = .horizontal
    // Mapping in the background would count now and then; in lock-step it always does.
    options.mapping = .lockStep
    let tracker = KeyframeWorldTracker(options: options)
    return try meanCost(share: 1 - faceShare, warmUp: worldWarmUp) { _ in
      let frame = try material.next()
      return { if let frame { _ = try tracker.track(frame) } }
    }
  }

  private static func time(_ index: Int) -> Timestamp {
    Timestamp(nanoseconds: Int64(index) * 33_333_333)
  }

  /// Mean CPU milliseconds of what `prepare` hands back, its own cost left out.
  private static func meanCost(
    share: Double, warmUp: Int, _ prepare: (_ index: Int) throws -> (() throws -> Void)
  ) throws -> Double {
    var seconds = 0.0
    var count = 0
    var index = 0
    let end = MonotonicClock.now().nanoseconds + Int64(share * ProcessorSelfTest.duration * 1e9)
    while count == 0 || MonotonicClock.now().nanoseconds < end {
      let work = try prepare(index)
      let start = ProcessUsage.cpuSeconds()
      try work()
      // On a processor that does not get past the warm-up in time the last picture counts.
      if index >= warmUp || MonotonicClock.now().nanoseconds >= end {
        seconds += ProcessUsage.cpuSeconds() - start
        count += 1
      }
      index += 1
    }
    return seconds / Double(count) * 1000
  }
}
