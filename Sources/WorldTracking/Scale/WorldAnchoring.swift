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
  /// Whether up comes from more than a young map's surfaces.
  var isUpCertain: Bool { options.initialGravity != nil || last?.hasUprightEdges == true }

  /// Pictures between looks, and those to wait for two that agree; and for any dominant plane when
  /// the size hangs on it.
  private static let interval = 4
  private static let patience = 20
  private static let scalePatience = 90
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

  /// Looks at the map after a tracked picture; nil while it is better to wait.
  mutating func decide(
    _ core: MapTracker, _ picture: ImagePyramid, lens: Lens, first: FirstCamera
  ) throws(SessionError) -> WorldFrame? {
    pictures += 1
    if !needsSize, options.initialGravity != nil { return frame(nil, first) }
    guard pictures % Self.interval == 0 else { return nil }
    let look = try look(core, picture, lens, first)
    defer { last = look }
    let isLate = pictures >= Self.patience
    if needsSize, look?.height == nil {
      return pictures >= Self.scalePatience ? frame(look, first) : nil
    }
    return isLate || isSteady(look) ? frame(look, first) : nil
  }

  private var needsSize: Bool {
    if case .cameraHeight = options.scale { true } else { false }
  }

  /// Against gravity in map space as far as it is known without looking.
  private func assumedUp(_ first: FirstCamera) -> Vector3 {
    let up = options.initialGravity?.up ?? Vector3(0, 1, 0)
    return first.cameraFromMap.rotation.transposeAct(
      Pose.sessionCameraFromVisionCamera.inverse.rotation.act(up))
  }

  private mutating func look(
    _ core: MapTracker, _ picture: ImagePyramid, _ lens: Lens, _ first: FirstCamera
  ) throws(SessionError) -> Look? {
    let points = core.map.surfacePoints(depthSigma: Self.depthSigma)
    let depth = core.tracker.medianDepth
    var look = Look(up: assumedUp(first), hasUprightEdges: false)
    if options.initialGravity == nil {
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
      if options.initialGravity != nil {
        .configuration
      } else if look?.height != nil {
        .dominantPlane
      } else {
        look?.hasUprightEdges == true ? .uprightEdges : .none
      }
    let up = gravity == .none ? assumedUp(first) : look?.up ?? assumedUp(first)
    let (scale, scaleSource) = size(look, first)
    return WorldFrame(
      firstCamera: first.cameraFromMap, up: up, gravitySource: gravity, scale: scale,
      scaleSource: scaleSource, alignment: options.worldAlignment)
  }

  private func size(_ look: Look?, _ first: FirstCamera) -> (Double, ScaleSource) {
    switch options.scale {
    case .cameraHeight(let metres):
      if let height = look?.height { return (metres / height, .cameraHeight) }
    case .initialDepth(let metres): return (metres / first.medianDepth, .known)
    case .arbitrary: break
    }
    return (1 / first.medianDepth, .none)
  }
}
