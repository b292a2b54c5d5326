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
  private var last: Look?
  private var edges = EdgeDirections()
  private var seen: SeenSize?
  /// Whether up comes from more than a young map's surfaces.
  var isUpCertain: Bool { options.givenUp != nil || last?.hasUprightEdges == true }

  /// Pictures between looks, and those to wait for two that agree; and for any dominant plane when
  /// the size hangs on it.
  private static let interval = 4
  private static let patience = 20
  private static let scalePatience = 90
  /// Pictures to wait for something of known size, and for a print where nothing else was asked for.
  private static let knownPatience = 150, printPatience = 60
  /// A size with a smaller relative sigma is not waited for any longer.
  private static let goodSize = 0.006
  /// The sigmas of a size by the camera's height (measured: 1 to 2 %), and of up by the configuration,
  /// by upright edges and by the dominant plane, radians.
  private static let heightSigma = 0.02
  private static let givenSigma = 0.009, edgeSigma = 0.012, planeSigma = 0.035
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

  /// What one look at the map shows.
  private struct Look {
    /// Against gravity in map space.
    var up: Vector3
    /// Whether upright edges tell of it.
    var hasUprightEdges: Bool
    /// The height of the first camera over the dominant plane, map units.
    var height: Double?
  }

  /// Creates an undecided anchoring.
  init(options: WorldTrackingOptions) { self.options = options }

  /// How large the map is by something seen in it, and what that is.
  struct SeenSize {
    var size: MapSize
    var source: ScaleSource
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
    let patience = isKnownSizeAsked ? Self.knownPatience : Self.printPatience
    if isLookedFor, pictures < patience, (seen?.size.sigma ?? 1) > Self.goodSize {
      if pictures % Self.interval == 0 { last = try look(core, picture, lens, first) }
      return nil
    }
    if !needsSize, options.givenUp != nil { return frame(nil, first) }
    guard pictures % Self.interval == 0 else { return nil }
    let look = try look(core, picture, lens, first)
    defer { last = look }
    let isLate = pictures >= Self.patience
    if needsSize, look?.height == nil {
      return pictures >= Self.scalePatience ? frame(look, first) : nil
    }
    return isLate || isSteady(look) ? frame(look, first) : nil
  }

  private var isKnownSizeAsked: Bool {
    if case .known = options.scale { true } else { false }
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

  private mutating func look(
    _ core: MapTracker, _ picture: ImagePyramid, _ lens: Lens, _ first: FirstCamera
  ) throws(SessionError) -> Look? {
    let points = core.map.surfacePoints(depthSigma: Self.depthSigma)
    let depth = core.tracker.medianDepth
    var look = Look(up: assumedUp(first), hasUprightEdges: false)
    if options.givenUp == nil {
      guard let found = try findGravity(core, points, picture, lens, first) else { return nil }
      look.up = found.up
      look.hasUprightEdges = found.hasUprightEdges
    }
    let eye = look.up.dot(first.cameraFromMap.center)
    let levels = LevelFinder(basis: PlaneBasis(normal: look.up), depth: depth).levels(in: points)
    look.height = levels.map { eye - $0.offset }.first { $0 > 0.05 * depth }
    return look
  }

  private mutating func findGravity(
    _ core: MapTracker, _ points: [SurfacePoint], _ picture: ImagePyramid, _ lens: Lens,
    _ first: FirstCamera
  ) throws(SessionError) -> GravityFinder.Finding? {
    if edges.pictures == 0, let reference = core.referencePicture {
      try edges.add(reference.image, lens: reference.lens, cameraFromMap: reference.pose)
    }
    if let image = picture.levels.first {
      try edges.add(image, lens: lens, cameraFromMap: core.tracker.cameraFromMap)
    }
    var finder = GravityFinder(
      points: points, edges: edges, depth: core.tracker.medianDepth, camera: first.cameraFromMap)
    return finder.find()
  }

  private func isSteady(_ look: Look?) -> Bool {
    guard let look, let last, look.up.dot(last.up) > cos(Self.steadyTilt) else { return false }
    guard let height = look.height, let lastHeight = last.height else {
      return look.height == nil && last.height == nil && !needsSize
    }
    return abs(height / lastHeight - 1) < Self.steadyHeight
  }

  private func frame(_ look: Look?, _ first: FirstCamera) -> WorldFrame {
    let gravity: GravitySource =
      if options.measuredUp != nil {
        .accelerometer
      } else if options.initialGravity != nil {
        .configuration
      } else if look?.height != nil {
        .dominantPlane
      } else {
        look?.hasUprightEdges == true ? .uprightEdges : .none
      }
    let up = gravity == .none ? assumedUp(first) : look?.up ?? assumedUp(first)
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

  private static func sigma(of source: GravitySource, _ look: Look?) -> Double? {
    switch source {
    case .none: nil
    case .configuration: givenSigma
    case .accelerometer: givenSigma
    case .uprightEdges: edgeSigma
    case .dominantPlane: look?.hasUprightEdges == true ? edgeSigma : planeSigma
    }
  }

  private func size(_ look: Look?, _ first: FirstCamera) -> (Double, ScaleSource) {
    switch options.scale {
    case .cameraHeight(let metres):
      if let height = look?.height { return (metres / height, .cameraHeight) }
    case .initialDepth(let metres): return (metres / first.medianDepth, .known)
    case .arbitrary, .known:
      if let seen { return (seen.size.metresPerUnit, seen.source) }
    }
    return (1 / first.medianDepth, .none)
  }
}
