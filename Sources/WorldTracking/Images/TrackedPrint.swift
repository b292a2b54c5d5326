import SessionCore
import SpatialMath

/// One reference image in the world: where it is, and whether it is seen.
struct TrackedPrint {
  let pattern: ReferencePattern
  /// The anchor's identity, the same after every loss.
  let identifier: AnchorIdentifier
  private(set) var history = TargetHistory()
  /// Whether it was seen when it was looked at last.
  private(set) var isSeen = false
  /// The last anchor; nil until it was found in an anchored world.
  var anchor: ImageAnchor?
  /// Camera from print when it was seen last.
  private var lastPose: RigidMotion?
  private var misses = 0
  private var strikes = 0

  /// Pictures without it after which it is lost.
  private static let patience = 3
  /// Pictures that contradict its place after which it has moved.
  private static let mostStrikes = 3
  /// A picture contradicts its place when the median sight is this far off, pixels.
  private static let steadyError = 1.6
  /// The relative sigmas of its size in the map: as the world's own size says, when nothing tells,
  /// and once its own views have told it.
  private static let worldSigma = 0.05, openSigma = 1.0, ownSigma = 0.02
  /// While its size in the map is known worse than this, or by fewer views, no single view contradicts
  /// its place; views that disagree by more than this, pixels, do.
  private static let openSize = 0.1, enoughViews = 4, mostResidual = 2.5

  init(_ pattern: ReferencePattern, identifier: AnchorIdentifier) {
    self.pattern = pattern
    self.identifier = identifier
  }

  /// Where the print should be seen from a camera: by its place in the map, and where it was last.
  func predictions(_ cameraFromMap: RigidMotion) -> [RigidMotion] {
    var poses: [RigidMotion] = []
    if let placement = history.placement { poses.append(placement.cameraFromTarget(cameraFromMap)) }
    if isSeen, let lastPose { poses.append(lastPose) }
    return poses
  }

  /// Takes over that it was not seen although it was looked for.
  mutating func miss(isOutOfView: Bool) {
    misses += 1
    if isOutOfView || misses >= Self.patience { isSeen = false }
  }

  /// Forgets where it is in a map that is gone; the anchor stays where it was.
  mutating func forgetMap() {
    history = TargetHistory()
    lose()
  }

  /// Takes over that nothing is seen.
  mutating func lose() {
    isSeen = false
    lastPose = nil
    misses = 0
    strikes = 0
  }

  /// Takes over a sight of it.
  mutating func see(
    _ result: PrintAligner.Result, _ cameraFromMap: RigidMotion, lens: Lens,
    worldUnitsPerMetre: Double?, guess: Double
  ) {
    isSeen = true
    misses = 0
    lastPose = result.pose
    let view = TargetView(cameraFromMap: cameraFromMap, sights: result.sights)
    let own = history.placement.flatMap { $0.sizeSigma < Self.ownSigma ? $0.unitsPerMetre : nil }
    let units = own ?? worldUnitsPerMetre ?? history.placement?.unitsPerMetre ?? guess
    let sigma =
      own != nil ? Self.ownSigma : worldUnitsPerMetre != nil ? Self.worldSigma : Self.openSigma
    if let placement = history.placement, history.viewCount >= Self.enoughViews,
      placement.sizeSigma < Self.openSize, !isSteady(placement, view, lens)
    {
      strikes += 1
      if strikes < Self.mostStrikes { return }
      history.forgetViews()
    } else {
      strikes = 0
    }
    let start = TargetPlacement(
      cameraFromTarget: result.pose, cameraFromMap: cameraFromMap, unitsPerMetre: units)
    history.add(
      view, start: start,
      prior: history.viewCount == 0 || own == nil ? .init(unitsPerMetre: units, sigma: sigma) : nil,
      focalLength: lens.focalLength)
    if let placement = history.placement, placement.residual > Self.mostResidual {
      history.forgetViews()
    }
  }

  /// Whether a view agrees with a place.
  private func isSteady(_ placement: TargetPlacement, _ view: TargetView, _ lens: Lens) -> Bool {
    let errors = view.sights.map { sight in
      let y = view.cameraFromMap.act(placement.act(sight.point))
      return y.z > Triangulation.minimumDepth ? (y.imagePoint - sight.place).length : .infinity
    }
    return Statistics.quantile(of: errors, 0.5, or: 0) * lens.focalLength < Self.steadyError
  }
}
