import Foundation
import SessionCore
import SpatialMath

/// Decides how the world lies on a new map: where down is, how large a map unit is, and where the
/// first picture was taken.
///
/// The decision is made once, before tracking is reported as normal, so that the world never jumps
/// afterwards. It waits, within bounds, until two looks at the growing map agree.
struct WorldAnchoring {
  private let options: WorldTrackingOptions
  private var pictures = 0
  private var last: AnchoringLook.Finding?
  private var edges = EdgeDirections()
  private var early = EarlyEdges()
  /// Takes the looks while pictures go on; nil in lock-step with them.
  private var thread: AnchoringLook.Thread?
  private var seen: SeenSize?
  /// Whether up comes from more than a young map's surfaces.
  var isUpCertain: Bool { options.givenUp != nil || last?.hasUprightEdges == true }

  /// Pictures between looks, and those to wait for two that agree; and for any dominant plane when
  /// the size hangs on it.
  private static let interval = 4
  private static let patience = 20
  private static let scalePatience = 90
  /// Pictures before the map whose edges are enough for the first look.
  private static let enoughEarly = 3
  /// Pictures to wait for something of known size, and for a print where nothing else was asked for.
  private static let knownPatience = 150, printPatience = 60
  /// A size with a smaller relative sigma is not waited for any longer.
  private static let goodSize = 0.006
  /// The same for what sensors tell, which comes slowly.
  private static let inertialPatience = 360, goodInertialSize = 0.02
  /// The sigmas of a size by the camera's height (measured: 1 to 2 %), and of up by the configuration,
  /// by upright edges and by the dominant plane, radians.
  private static let heightSigma = 0.02
  private static let givenSigma = 0.009, edgeSigma = 0.012, planeSigma = 0.035
  /// That of up by the room's directions: 2.2° in the median (a kitchen), 0.1° in drawn rooms.
  private static let roomSigma = 0.035
  /// Two looks agree when up and the height over the dominant plane do: radians (0.7°), a share.
  private static let steadyTilt = 0.0122
  private static let steadyHeight = 0.02
  /// Points with a worse depth sigma say nothing of surfaces.
  private static let depthSigma = 0.12

  /// What is known of the first picture's camera.
  struct FirstCamera {
    /// From map, vision axes.
    var cameraFromMap: RigidMotion
    /// The median depth of the first map's points in it, map units.
    var medianDepth: Double
  }

  /// Creates an undecided anchoring.
  init(options: WorldTrackingOptions) { self.options = options }

  /// How large the map is by something seen in it, and what that is.
  struct SeenSize {
    var size: MapSize
    var source: ScaleSource
    /// Against gravity in map space, where what told the size tells that too.
    var up: Vector3?
  }

  /// Looks at a picture before there is a map.
  mutating func watch(
    _ picture: ImagePyramid, lens: Lens, frame: Int
  ) throws(SessionError) {
    guard options.givenUp == nil else { return }
    try early.add(
      picture, lens: lens, frame: frame, isBackground: options.mapping == .background)
  }

  /// Looks at the map after a tracked picture; nil while it is better to wait.
  ///
  /// `seen` tells the size when something of known size is in view; `isLookedFor` says that there may
  /// be.
  mutating func decide(
    _ core: MapTracker, _ picture: ImagePyramid, lens: Lens, first: FirstCamera,
    seen: SeenSize?, isLookedFor: Bool
  ) throws(SessionError) -> WorldFrame? {
    pictures += 1
    self.seen = seen
    let (patience, goodSize) = wait
    let waits = isLookedFor && pictures < patience && (seen?.size.sigma ?? 1) > goodSize
    if !waits, !needsSize, options.givenUp != nil { return frame(nil, first) }
    guard let looked = try nextLook(core, picture, lens, first) else { return nil }
    let look = looked.finding
    // The youngest map's surfaces say too little to be agreed with.
    defer { if pictures >= Self.interval || look?.isByRoom == true { last = look } }
    if waits { return nil }
    if needsSize, look?.height == nil {
      return pictures >= Self.scalePatience ? frame(look, first) : nil
    }
    let isDecided = !needsSize && look?.isByRoom == true
    return isDecided || pictures >= Self.patience || isSteady(look) ? frame(look, first) : nil
  }

  /// How many pictures to wait for the size, and how well it is to be known before.
  private var wait: (pictures: Int, goodSize: Double) {
    switch options.scale {
    case .known: (Self.knownPatience, Self.goodSize)
    case .inertial: (Self.inertialPatience, Self.goodInertialSize)
    case .arbitrary, .cameraHeight, .initialDepth: (Self.printPatience, Self.goodSize)
    }
  }

  private var needsSize: Bool {
    if case .cameraHeight = options.scale { true } else { false }
  }

  /// Against gravity in map space as far as it is known without looking.
  private func assumedUp(_ first: FirstCamera) -> Vector3 {
    let up = options.givenUp ?? Vector3(0, 1, 0)
    return first.cameraFromMap.rotation.transposeAct(
      Pose.sessionCameraFromVisionCamera.inverse.rotation.act(up))
  }

  /// What the look at this picture shows, or one that was begun earlier; nil when none is due.
  private mutating func nextLook(
    _ core: MapTracker, _ picture: ImagePyramid, _ lens: Lens, _ first: FirstCamera
  ) throws(SessionError) -> AnchoringLook.Outcome? {
    let outcome = try thread?.takeOutcome()?.get()
    if pictures == 1 {
      edges = try early.directions(core.startPoses, focalLength: lens.focalLength)
    }
    let isDue = pictures % Self.interval == 0 || (pictures == 1 && !needsSize)
    if outcome == nil, isDue {
      let look = look(core, picture, lens, first)
      guard options.mapping == .background else {
        let outcome = try look.run()
        edges = outcome.edges
        return outcome
      }
      let ready = if let thread { thread } else { try AnchoringLook.makeThread() }
      thread = ready
      ready.submit(look)
    }
    if let outcome { edges = outcome.edges }
    return outcome
  }

  private func look(
    _ core: MapTracker, _ picture: ImagePyramid, _ lens: Lens, _ first: FirstCamera
  ) -> AnchoringLook {
    var pictures = [
      AnchoringLook.Picture(
        pyramid: picture, lens: lens, cameraFromMap: core.tracker.cameraFromMap)
    ]
    if edges.pictures == 0, let reference = core.referencePicture {
      pictures.insert(reference, at: 0)
    }
    // Finding more edges would take as long as all the rest of the first look.
    if self.pictures == 1, edges.pictures >= Self.enoughEarly { pictures = [] }
    return AnchoringLook(
      points: core.map.surfacePoints(depthSigma: Self.depthSigma), depth: core.tracker.medianDepth,
      pictures: pictures, edges: edges, firstCameraFromMap: first.cameraFromMap,
      givenUp: options.givenUp.map { _ in assumedUp(first) })
  }

  private func isSteady(_ look: AnchoringLook.Finding?) -> Bool {
    guard let look, let last, look.up.dot(last.up) > cos(Self.steadyTilt) else { return false }
    guard let height = look.height, let lastHeight = last.height else {
      return look.height == nil && last.height == nil && !needsSize
    }
    return abs(height / lastHeight - 1) < Self.steadyHeight
  }

  private func frame(_ look: AnchoringLook.Finding?, _ first: FirstCamera) -> WorldFrame {
    let gravity: GravitySource =
      if options.measuredUp != nil || seen?.up != nil {
        .accelerometer
      } else if options.initialGravity != nil {
        .configuration
      } else if look?.height != nil {
        .dominantPlane
      } else {
        look?.hasUprightEdges == true || look?.isByRoom == true ? .uprightEdges : .none
      }
    let up = seen?.up ?? (gravity == .none ? nil : look?.up) ?? assumedUp(first)
    let (scale, scaleSource) = size(look, first)
    var frame = WorldFrame(
      firstCamera: first.cameraFromMap, up: up, gravitySource: gravity, scale: scale,
      scaleSource: scaleSource, alignment: options.worldAlignment)
    frame.gravitySigma = Self.sigma(of: gravity, look)
    switch scaleSource {
    case .none: break
    case .cameraHeight: frame.scaleSigma = Self.heightSigma
    case .known: frame.scaleSigma = 0
    case .marker, .sheet, .referenceImage, .depth, .inertial:
      frame.scaleSigma = seen?.size.sigma
    }
    return frame
  }

  private static func sigma(of source: GravitySource, _ look: AnchoringLook.Finding?) -> Double? {
    switch source {
    case .none: nil
    case .configuration: givenSigma
    case .accelerometer: givenSigma
    case .uprightEdges: look?.isByRoom == true ? roomSigma : edgeSigma
    case .dominantPlane:
      if look?.isByRoom == true {
        roomSigma
      } else {
        look?.hasUprightEdges == true ? edgeSigma : planeSigma
      }
    }
  }

  private func size(_ look: AnchoringLook.Finding?, _ first: FirstCamera) -> (Double, ScaleSource) {
    switch options.scale {
    case .cameraHeight(let metres):
      if let height = look?.height { return (metres / height, .cameraHeight) }
    case .initialDepth(let metres): return (metres / first.medianDepth, .known)
    case .arbitrary, .known, .inertial:
      if let seen { return (seen.size.metresPerUnit, seen.source) }
    }
    return (1 / first.medianDepth, .none)
  }
}
