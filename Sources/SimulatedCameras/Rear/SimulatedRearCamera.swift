import SessionCore
import SoftwareRendering
import SpatialMath
import Synchronization
import SystemSupport

/// A rear camera that films a drawn room from a hand, and knows the truth of every picture.
///
/// The trackers see pixels only. The same options give the same bytes.
package final class SimulatedRearCamera: GroundTruthSource {
  /// What is filmed, and with which camera.
  package struct Options: Sendable, Equatable {
    /// Picture size in pixels.
    package var width = 640, height = 480
    /// Pictures a second.
    package var rate = 30.0
    /// Chooses the room's prints and colours, the hand's unrest and the noise.
    package var seed: UInt64 = 1
    /// What else lies and stands on the table.
    package var props: Set<RoomProp> = []
    /// How the camera is moved and exposed.
    package var motion = CameraMotion.scan
    /// The number of pictures; nil for an endless camera.
    package var frameCount: Int?
    /// The horizontal field of view in radians, distortion left out.
    package var horizontalFieldOfView = 60 * Double.pi / 180
    /// Lens distortion; none by default.
    package var distortion = CameraIntrinsics.Distortion.none
    /// Exposure gain, vignetting and noise.
    package var sensor = SensorModel.Settings()
    /// Exposure time in seconds.
    package var exposureDuration = 0.008
    /// Views averaged over the exposure; 1 leaves motion blur out.
    package var motionBlurSamples = 1
    /// Seconds from the first row's exposure to the last one's; 0 is a global shutter.
    package var rollingShutterReadout = 0.0
    /// Whether pictures bring what a cheap accelerometer and gyroscope fixed to the camera feel.
    package var hasInertialSensor = false
    /// Scales the textures; 1 suits 640 × 480, less starts faster.
    package var textureDetail = 1.0

    /// Creates the options of a steady webcam at 640 × 480 and 30 pictures a second.
    package init() {}
  }

  /// The camera's height over the table top at its first picture, metres, for every seed.
  package static let initialHeightOverTable = HandheldPath.initialHeight

  package let role = CameraRole.rear
  package let format: CameraFormat
  private let options: Options
  private let feed: SimulatedFeed
  private let path: HandheldPath
  private let room: SimulatedRoom
  private let worldFromRoom: Pose
  private let planes: [PlaneAnchor]
  private let images: [ImageAnchor]
  private let darkroom: Mutex<RoomDarkroom>
  private let inertia: PathInertia?

  /// Prepares to film a room that is there already, or else one built by the options' seed, which
  /// takes about a second.
  package init(_ options: Options = Options(), room: SimulatedRoom? = nil) {
    self.options = options
    var intrinsics = CameraIntrinsics(
      width: options.width, height: options.height,
      horizontalFieldOfView: options.horizontalFieldOfView)
    intrinsics.distortion = options.distortion
    format = CameraFormat(
      sourceName: "simulated", width: options.width, height: options.height,
      nominalRate: options.rate, intrinsics: intrinsics)
    feed = SimulatedFeed(rate: options.rate, frameCount: options.frameCount)
    path = HandheldPath(seed: options.seed, motion: options.motion)
    inertia = options.hasInertialSensor ? PathInertia(path: path, seed: options.seed) : nil
    let room =
      room
      ?? SimulatedRoom(
        seed: options.seed, detail: options.textureDetail, props: options.props)
    self.room = room
    worldFromRoom = path.worldFromRoom()
    planes = SimulatedRoom.planes(worldFromRoom: worldFromRoom, seed: options.seed)
    images = SimulatedRoom.images(
      worldFromRoom: worldFromRoom, seed: options.seed, props: options.props)
    darkroom = Mutex(
      RoomDarkroom(scene: room.scene, intrinsics: intrinsics, path: path, options: options))
  }

  package var statistics: FrameSourceStatistics { feed.statistics }

  package func start(origin: Timestamp, pacing: Pacing) throws(SessionError) {
    feed.start(origin: origin, pacing: pacing)
  }

  package func next() throws(SessionError) -> FrameSourceEvent {
    guard let sequence = feed.chooseNext() else { return .ended }
    let pixels = darkroom.withLock { $0.picture(sequence: sequence) }
    guard feed.deliver(sequence: sequence) else { return .ended }
    var frame = CameraFrame(
      role: role, sequence: sequence, timestamp: feed.timestamp(sequence: sequence),
      pixels: pixels, intrinsics: format.intrinsics,
      exposureDuration: options.exposureDuration)
    if let inertia {
      frame.inertialSamples = inertia.samples(
        until: Double(sequence) / options.rate, origin: feed.timestamp(sequence: 0))
    }
    return .frame(frame)
  }

  package func stop() { feed.stop() }

  package func groundTruth(sequence: Int) -> GroundTruth {
    var truth = GroundTruth(timestamp: feed.timestamp(sequence: sequence))
    let time = Double(sequence) / options.rate
    truth.worldFromCamera = worldFromRoom * path.roomFromCamera(at: time)
    truth.planes = planes
    truth.images = images
    truth.lightEstimate = room.light
    return truth
  }
}
