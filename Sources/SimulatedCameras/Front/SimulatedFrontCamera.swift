import Foundation
import SessionCore
import SoftwareRendering
import SpatialMath
import Synchronization
import SystemSupport

/// A front camera before which a drawn person acts, and which knows the truth of every picture.
///
/// The trackers see pixels only. The same options give the same bytes.
package final class SimulatedFrontCamera: GroundTruthSource {
  /// Who acts, what, and before which camera.
  package struct Options: Sendable, Equatable {
    /// Where the coefficients come from.
    package enum Acting: Sendable, Equatable {
      /// Generated expressions, blinks, gaze and head motion.
      case generated
      /// A CSV file with a column a coefficient and this many rows a second; the head moves as in
      /// `generated`.
      case recorded(path: String, rate: Double)
    }

    /// Picture size in pixels.
    package var width = 640, height = 480
    /// Pictures a second.
    package var rate = 30.0
    /// Chooses the acts' order and the noise, and the person unless `personSeed` does.
    package var seed: UInt64 = 1
    /// Chooses the person; nil takes `seed`.
    package var personSeed: UInt64?
    /// The number of pictures; nil for an endless camera.
    package var frameCount: Int?
    /// The horizontal field of view in radians.
    package var horizontalFieldOfView = 60 * Double.pi / 180
    /// What is acted.
    package var acting = Acting.generated
    /// Places to look at one after the other, over and over; none leaves that to the acting.
    package var looks: [SimulatedLook] = []
    /// What is done one after the other, over and over; none leaves that to the acting.
    package var acts: [SimulatedAct] = []
    /// Exposure gain, vignetting and noise.
    package var sensor = SensorModel.Settings(noise: 1.2)
    /// Exposure time in seconds, as told with each picture.
    package var exposureDuration = 0.01

    /// Creates the options of a webcam at 640 × 480 and 30 pictures a second.
    package init() {}
  }

  package let role = CameraRole.front
  package let format: CameraFormat
  private let options: Options
  private let feed: SimulatedFeed
  private let shape: HeadShape
  private let performance: Performance
  private let light: LightEstimate
  private let studio: Mutex<FrontStudio>

  /// Loads the head and prepares the person and the room behind: about a second of work.
  ///
  /// Without a room, a coarse one is built by the seed.
  /// - Throws: `SessionError` with `sensorUnavailable` when the head's files are missing, or
  ///   `fileIOFailed` when a recorded performance cannot be read.
  package init(
    _ options: Options = Options(), models: ModelStore, room: SimulatedRoom? = nil
  ) throws(SessionError) {
    self.options = options
    let intrinsics = CameraIntrinsics(
      width: options.width, height: options.height,
      horizontalFieldOfView: options.horizontalFieldOfView)
    format = CameraFormat(
      sourceName: "simulated", width: options.width, height: options.height,
      nominalRate: options.rate, intrinsics: intrinsics)
    feed = SimulatedFeed(rate: options.rate, frameCount: options.frameCount)
    let recording: RecordedPerformance?
    switch options.acting {
    case .generated: recording = nil
    case .recorded(let path, let rate):
      recording = try RecordedPerformance(path: path, rate: rate)
    }
    performance = Performance(
      seed: options.seed, recording: recording, looks: options.looks, acts: options.acts,
      awayDistance: Self.awayDistance(options))
    let persona = Persona(seed: options.personSeed ?? options.seed)
    shape = try HeadShape(files: HeadFiles(store: models), persona: persona)
    let lights = PersonLights()
    light = lights.estimate
    let renderer = PersonRenderer(
      model: PersonModel(shape: shape, persona: persona), lights: lights, intrinsics: intrinsics)
    let background = FrontBackground.picture(
      room: room ?? SimulatedRoom(seed: options.seed, detail: FrontBackground.detail),
      intrinsics: intrinsics)
    studio = Mutex(FrontStudio(renderer: renderer, background: background, options: options))
  }

  /// Finds the models by the process's environment and prepares the person.
  ///
  /// - Throws: `SessionError` with `sensorUnavailable` when the models are not installed.
  package convenience init(_ options: Options = Options()) throws(SessionError) {
    let models: ModelStore
    do {
      models = try ModelStore()
    } catch {
      throw SessionError(
        .sensorUnavailable, "the simulated front camera has no head to show: \(error)")
    }
    try self.init(options, models: models)
  }

  package var statistics: FrameSourceStatistics { feed.statistics }

  package func start(origin: Timestamp, pacing: Pacing) throws(SessionError) {
    feed.start(origin: origin, pacing: pacing)
  }

  package func next() throws(SessionError) -> FrameSourceEvent {
    guard let sequence = feed.chooseNext() else { return .ended }
    let pose = pose(sequence: sequence)
    let pixels = studio.withLock { $0.picture(of: pose, sequence: sequence) }
    guard feed.deliver(sequence: sequence) else { return .ended }
    return .frame(
      CameraFrame(
        role: role, sequence: sequence, timestamp: feed.timestamp(sequence: sequence),
        pixels: pixels, intrinsics: format.intrinsics,
        exposureDuration: options.exposureDuration))
  }

  package func stop() { feed.stop() }

  /// How far to the side a person is whose shoulders are out of the picture, metres.
  ///
  /// A person sits up to 0.6 m away and is half a metre wide.
  private static func awayDistance(_ options: Options) -> Double {
    0.6 * tan(options.horizontalFieldOfView / 2) + 0.3
  }

  /// True while the middle of a face is in the picture.
  private func isSeen(_ pose: PersonPose) -> Bool {
    let place = pose.cameraFromFace.translation
    return abs(place.x) < -place.z * tan(options.horizontalFieldOfView / 2)
  }

  private func pose(sequence: Int) -> PersonPose {
    performance.pose(at: Double(sequence) / options.rate, shape: shape)
  }

  package func groundTruth(sequence: Int) -> GroundTruth {
    var truth = GroundTruth(timestamp: feed.timestamp(sequence: sequence))
    let pose = pose(sequence: sequence)
    var face = shape.truth(of: pose)
    face.isTracked = isSeen(pose)
    truth.faces = [face]
    truth.lightEstimate = light
    return truth
  }
}
