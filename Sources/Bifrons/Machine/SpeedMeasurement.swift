import DeviceCapabilities
import FaceTracking
import Foundation
import MediaFiles
import SessionCore
import SimulatedCameras
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

  /// How many pictures a mean takes at least.
  private static let leastPictures = 5
  /// How long a tracker's part may take on the clock, seconds.
  private static let patience = 10.0

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
  ///
  /// Its share is processor time, not time on the clock: on a busy machine the clock would end it
  /// within the warm-up. A slow processor goes on until some pictures are counted.
  private static func meanCost(
    share: Double, warmUp: Int, _ prepare: (_ index: Int) throws -> (() throws -> Void)
  ) throws -> Double {
    let latest = MonotonicClock.now().nanoseconds + Int64(patience * 1e9)
    let end = ProcessUsage.cpuSeconds() + share * ProcessorSelfTest.duration
    var costs: [Double] = []
    var index = 0
    while costs.count < leastPictures || ProcessUsage.cpuSeconds() < end {
      guard MonotonicClock.now().nanoseconds < latest else { throw TooBusy() }
      let work = try prepare(index)
      let start = ProcessUsage.cpuSeconds()
      try work()
      if index >= warmUp { costs.append(ProcessUsage.cpuSeconds() - start) }
      index += 1
    }
    return costs.reduce(0, +) / Double(costs.count) * 1000
  }

  /// The machine gave too little of its processor to measure anything.
  private struct TooBusy: Error {}
}
