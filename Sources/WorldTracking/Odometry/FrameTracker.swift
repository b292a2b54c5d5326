import SessionCore
import SpatialMath

/// Follows the map from picture to picture: flow, pose, patches, and points found again.
struct FrameTracker {
  /// The points followed.
  var tracks: [Track] = []
  /// The camera's place at the newest picture.
  var cameraFromMap = RigidMotion()
  /// The median depth of what is seen, map units.
  private(set) var medianDepth = 1.0
  /// The tracks that agreed with the last pose.
  private(set) var inlierCount = 0
  /// The last frame's motion, foretelling the next one's.
  private(set) var velocity = RigidMotion()

  /// Whether the pose may be off by more than pixels: points are then searched for more widely.
  var isUnsure = false

  let parameters: TrackingParameters
  private var lastPyramid: ImagePyramid?
  private var sigma = 1.0

  /// Points of the map kept in view of a place are looked for up to this many a cell.
  private static let tracksPerCell = 2
  /// A prediction that leads farther than this is not believed, pixels.
  private static let farthestPrediction = 80.0
  /// Pixels from the picture's edge within which a track ends, and within which none is searched.
  private static let trackMargin = 6.0
  private static let searchMargin = 12.0, foundMargin = 8.0
  /// When fewer than this share of the tracks go on from one picture to the next, and fewer than
  /// this share of what should be in sight is there, the camera is elsewhere: a pattern that repeats
  /// itself can hold a wrong pose.
  private static let suddenLoss = 0.35, leastShare = 0.25
  /// A view turned by more than this from the last sight (60°) is not searched for, cosine.
  private static let searchCosine = 0.5
  /// Two tracks this close are one corner born twice, squared pixels.
  private static let sameCorner = 9.0

  /// Creates a tracker.
  init(parameters: TrackingParameters) { self.parameters = parameters }

  /// Takes over at a pose with tracks.
  mutating func start(_ pose: RigidMotion, tracks: [Track], map: WorldMap) {
    cameraFromMap = pose
    self.tracks = tracks
    velocity = RigidMotion()
    inlierCount = tracks.count
    updateMedianDepth(map)
  }

  /// Keeps the picture from which the next one's flow starts.
  mutating func remember(_ pyramid: ImagePyramid) { lastPyramid = pyramid }

  /// Follows the tracks into the next picture; false when the camera is lost.
  mutating func track(
    _ pyramid: ImagePyramid, lens: Lens, map: inout WorldMap, stages: inout StageTimer
  ) throws(SessionError) -> Bool {
    let saved = tracks
    let before = cameraFromMap
    for attempt in 0..<2 {
      // The second attempt does not trust the motion model, and checks the flow backwards.
      tracks = saved
      var predicted = attempt == 0 ? velocity * before : before
      predicted.orthonormalize()
      let prior = PoseOptimizer.Prior(
        center: predicted.center,
        sigma: parameters.motionSigma * medianDepth * (attempt == 0 ? 1 : 5))
      cameraFromMap = predicted
      try follow(pyramid, lens, predicted, map, isChecked: attempt > 0)
      stages.mark(.flow)
      inlierCount = improvePose(prior: prior, map: map)
      stages.mark(.pose)
      guard inlierCount >= parameters.minimumInliers else { continue }
      tracks.removeAll { !$0.isInlier }
      verifyPatches(pyramid, lens, map)
      stages.mark(.patches)
      improvePose(prior: prior, map: map)
      stages.mark(.pose)
      let search = findAgain(
        pyramid, lens, &map, limit: parameters.searches,
        radius: isUnsure ? parameters.wideSearchRadius : parameters.searchRadius, isWide: isUnsure)
      stages.mark(.search)
      inlierCount = improvePose(prior: prior, map: map)
      for t in tracks where t.isFresh && t.isInlier { map.updatePoint(t.slot) { $0.finds += 1 } }
      tracks.removeAll { !$0.isInlier }
      stages.mark(.pose)
      guard inlierCount >= parameters.minimumInliers,
        Double(inlierCount) >= Self.suddenLoss * Double(saved.count)
          || (search.share ?? 0) >= Self.leastShare
      else { continue }
      updateMedianDepth(map)
      // A motion that the model did not foretell is no model for the next picture.
      velocity = attempt == 0 ? cameraFromMap * before.inverse : RigidMotion()
      return true
    }
    cameraFromMap = before
    velocity = RigidMotion()
    tracks = []
    return false
  }

  /// Moves the present pose along with a keyframe that an adjustment has moved.
  mutating func follow(adjusted new: RigidMotion, from old: RigidMotion) {
    cameraFromMap = cameraFromMap * old.inverse * new
    cameraFromMap.orthonormalize()
  }

  /// Moves the present pose along with the map when a loop is closed; tracks of points that became
  /// one with older ones go on as those.
  mutating func move(by alignment: MapAlignment, _ map: WorldMap) {
    let similarity = alignment.similarity
    cameraFromMap = similarity.act(camera: cameraFromMap)
    velocity.translation *= similarity.scale
    medianDepth *= similarity.scale
    let kept = Dictionary(
      alignment.pairs.map { ($0.other, $0.kept) }, uniquingKeysWith: { first, _ in first })
    for i in tracks.indices where !map.holds(tracks[i]) {
      guard let slot = kept[tracks[i].slot], map.points[slot].isAlive else { continue }
      tracks[i].slot = slot
      tracks[i].identifier = map.points[slot].identifier
    }
  }

  // MARK: Steps

  /// Flow from the last picture, started where the map's points should be: that also undoes drift.
  private mutating func follow(
    _ pyramid: ImagePyramid, _ lens: Lens, _ predicted: RigidMotion, _ map: WorldMap,
    isChecked: Bool
  ) throws(SessionError) {
    guard let lastPyramid else { return tracks = [] }
    var from: [SIMD2<Float>] = []
    var to: [SIMD2<Float>] = []
    for t in tracks {
      let y = predicted.act(map.points[t.slot].position)
      var start = t.pixel
      if y.z > Triangulation.minimumDepth {
        let p = lens.pixel(of: y.imagePoint)
        if (p - t.pixel).length < Self.farthestPrediction { start = p }
      }
      from.append(SIMD2<Float>(t.pixel))
      to.append(SIMD2<Float>(start))
    }
    let found = try OpticalFlow.track(
      from, to: &to, from: lastPyramid, in: pyramid, backCheck: isChecked ? 0.5 : 0,
      parameters: parameters)
    var kept: [Track] = []
    for (i, t) in tracks.enumerated() where found[i] {
      let pixel = Vector2(to[i])
      guard lens.contains(pixel, margin: Self.trackMargin) else { continue }
      var moved = t
      moved.pixel = pixel
      moved.place = lens.point(at: pixel)
      moved.isFresh = false
      moved.isInlier = true
      kept.append(moved)
    }
    tracks = kept
  }

  /// Improves the pose by the tracks and marks the inliers; returns their number.
  ///
  /// Points of unknown depth join only when the well-known ones are few: their depth errors are
  /// alike (all behind what the guess says, perhaps), which marginalising them one by one cannot
  /// know; yet in a fast turn they are what holds the rotation.
  @discardableResult
  mutating func improvePose(prior: PoseOptimizer.Prior?, map: WorldMap) -> Int {
    var pose = cameraFromMap
    let optimizer = PoseOptimizer(focalLength: map.focalLength, parameters: parameters)
    let known = tracks.count { map.points[$0.slot].depthSigma < parameters.knownDepthSigma }
    let takesAll = known < parameters.enoughKnownPoints
    var used: [PoseObservation] = []
    var rest: [PoseObservation] = []
    used.reserveCapacity(tracks.count)
    let isUsed = tracks.map { t in
      let point = map.points[t.slot]
      let o = PoseObservation(
        position: point.position, point: t.place, anchorCenter: map.anchorCenter(point),
        depthSigma: point.depthSigma)
      let isUsed = takesAll || point.depthSigma < parameters.knownDepthSigma
      if isUsed { used.append(o) } else { rest.append(o) }
      return isUsed
    }
    var count = optimizer.optimize(&pose, &used, prior: prior, sigma: &sigma)
    count += optimizer.gate(&rest, pose, sigma: sigma)
    cameraFromMap = pose
    var (u, r) = (0, 0)
    for i in tracks.indices {
      if isUsed[i] {
        tracks[i].isInlier = used[u].isInlier
        u += 1
      } else {
        tracks[i].isInlier = rest[r].isInlier
        r += 1
      }
    }
    return count
  }

  /// Aligns each track again to its keyframe's patch: it cannot drift, and what has slid along an
  /// edge or behind something is dropped.
  private mutating func verifyPatches(_ pyramid: ImagePyramid, _ lens: Lens, _ map: WorldMap) {
    var kept: [Track] = []
    for t in tracks {
      guard
        let match = PatchMatcher.find(
          map.points[t.slot], in: pyramid, at: cameraFromMap, lens: lens, map: map, near: t.pixel,
          isCoarse: false), match.correlation >= parameters.trackCorrelation,
        (match.pixel - t.pixel).length <= parameters.patchReach
      else { continue }
      var moved = t
      moved.pixel = match.pixel
      moved.place = lens.point(at: match.pixel)
      kept.append(moved)
    }
    tracks = kept
  }

  /// Searches for points that should be visible but are not followed, round their projections.
  ///
  /// A wide search reaches a few times farther; points seen from keyframes that are left out are
  /// not searched for. Says how many were looked for and found; those join
  /// the tracks.
  @discardableResult
  mutating func findAgain(
    _ pyramid: ImagePyramid, _ lens: Lens, _ map: inout WorldMap, limit: Int, radius: Double,
    isWide: Bool = false, leavingOut: Set<Int> = []
  ) -> Search {
    let grid = Grid(width: lens.width, height: lens.height, wanted: parameters.points)
    var used = [Int](repeating: 0, count: grid.count)
    var isTracked = [Bool](repeating: false, count: map.points.count)
    for t in tracks {
      isTracked[t.slot] = true
      if map.points[t.slot].depthSigma < 0.1 { used[grid.cell(t.pixel)] += 1 }
    }
    var search = Search()
    for c in candidates(map, lens, grid, used, isTracked, leavingOut) {
      if search.tries >= limit || tracks.count >= parameters.enoughTracks { break }
      let cell = grid.cell(c.pixel)
      if used[cell] >= Self.tracksPerCell { continue }
      let normal = map.surfaceNormal(at: c.slot)
      guard
        let view = PatchMatcher.view(
          of: map.points[c.slot], at: cameraFromMap, lens: lens, map: map, normal: normal)
      else { continue }
      search.tries += 1
      map.updatePoint(c.slot) { $0.searches += 1 }
      let found =
        isWide
        ? PatchMatcher.findWide(view, in: pyramid, map: map, near: c.pixel)
        : PatchMatcher.find(view, in: pyramid, map: map, near: c.pixel, isCoarse: true)
      guard let match = found, match.correlation >= parameters.searchCorrelation,
        (match.pixel - c.pixel).length <= radius,
        lens.contains(match.pixel, margin: Self.foundMargin)
      else { continue }
      adopt(c.slot, match.pixel, lens, map)
      used[cell] += 1
      search.found += 1
    }
    return search
  }

  /// What a search for points has led to.
  struct Search {
    /// The points looked for, and those found.
    var tries = 0, found = 0
    /// The share found; nil where too few were looked for to say.
    var share: Double? { tries < 30 ? nil : Double(found) / Double(tries) }
  }

  private struct Candidate {
    var slot: Int
    var score: Int
    var pixel: Vector2
  }

  /// Points in view that are not followed, the most promising first.
  private func candidates(
    _ map: WorldMap, _ lens: Lens, _ grid: Grid, _ used: [Int], _ isTracked: [Bool],
    _ leftOut: Set<Int>
  ) -> [Candidate] {
    let center = cameraFromMap.center
    var list: [Candidate] = []
    map.points.withUnsafeBufferPointer { points in
      for slot in points.indices {
        guard points[slot].identifier != 0, !isTracked[slot],
          points[slot].depthSigma <= parameters.knownDepthSigma
        else { continue }
        if !leftOut.isEmpty,
          points[slot].observations.contains(where: { leftOut.contains($0.keyframe) })
        {
          continue
        }
        let position = points[slot].position
        let y = cameraFromMap.act(position)
        guard y.z >= Triangulation.minimumDepth else { continue }
        let pixel = lens.pixel(of: y.imagePoint)
        guard lens.contains(pixel, margin: Self.searchMargin),
          used[grid.cell(pixel)] < Self.tracksPerCell, let last = points[slot].observations.last
        else { continue }
        let seen = position - map.keyframes[last.keyframe].cameraFromMap.center
        guard (position - center).normalized.dot(seen.normalized) >= Self.searchCosine else {
          continue
        }
        let misses = points[slot].searches - points[slot].finds
        let score = points[slot].observations.count * 4 - 6 * misses / (1 + points[slot].finds)
        list.append(Candidate(slot: slot, score: score, pixel: pixel))
      }
    }
    return list.sorted { ($0.score, $1.slot) > ($1.score, $0.slot) }
  }

  /// Adds a found point to the tracks; a younger track on the same spot is the same corner born
  /// twice, and goes.
  private mutating func adopt(_ slot: Int, _ pixel: Vector2, _ lens: Lens, _ map: WorldMap) {
    let age = map.points[slot].observations.count
    tracks.removeAll {
      ($0.pixel - pixel).lengthSquared < Self.sameCorner
        && map.points[$0.slot].observations.count < age
    }
    var track = Track(
      slot: slot, identifier: map.points[slot].identifier, pixel: pixel,
      place: lens.point(at: pixel))
    track.isFresh = true
    tracks.append(track)
  }

  /// The median depth of the well-known tracks.
  mutating func updateMedianDepth(_ map: WorldMap) {
    var depths: [Double] = []
    for t in tracks where map.points[t.slot].depthSigma < parameters.knownDepthSigma {
      let z = cameraFromMap.act(map.points[t.slot].position).z
      if z > Triangulation.minimumDepth { depths.append(z) }
    }
    if depths.count > 10, let median = Statistics.quantile(&depths, 0.5) { medianDepth = median }
  }
}
