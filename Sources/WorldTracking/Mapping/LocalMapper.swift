import SessionCore
import SpatialMath

/// Grows the map: keyframes, new points, and removal of what is redundant.
struct LocalMapper {
  let parameters: TrackingParameters
  private var detector: CornerDetector

  /// Corners wanted at a keyframe over the tracks wanted: cells without texture stay empty.
  private static let cornerSurplus = 1.3
  /// Well-known neighbours whose median depth a new point gets.
  private static let depthNeighbours = 5
  /// A point without a second sight after this many keyframes will not get one.
  private static let patience = 3
  /// A keyframe in which more of its points were born than this share owns too many patches.
  private static let anchorShare = 0.1
  /// A point with this many sights does not need one of them.
  private static let enoughSights = 4

  /// Creates a mapper.
  init(parameters: TrackingParameters) {
    self.parameters = parameters
    detector = CornerDetector(parameters: parameters)
  }

  /// Makes the picture just tracked a keyframe; returns its slot.
  func addKeyframe(
    frame: Int, pyramid: ImagePyramid, lens: Lens, tracker: FrameTracker, map: inout WorldMap
  ) throws(SessionError) -> Int {
    let slot = map.addKeyframe(
      frame: frame, cameraFromMap: tracker.cameraFromMap, pyramid: try pyramid.imagesOnly(),
      lens: lens)
    for t in tracker.tracks {
      map.observe(t.slot, PointObservation(keyframe: slot, pixel: t.pixel, place: t.place))
    }
    return slot
  }

  /// Looks for corners where the picture has no tracks, and begins points there.
  ///
  /// They get the median depth of their nearest well-known neighbours, with a wide sigma.
  mutating func addPoints(
    in slot: Int, tracker: inout FrameTracker, map: inout WorldMap
  ) throws(SessionError) {
    let keyframe = map.keyframes[slot]
    guard let image = keyframe.pyramid?.levels.first else { return }
    let pose = keyframe.cameraFromMap
    var known: [(pixel: Vector2, depth: Double)] = []
    for t in tracker.tracks {
      let point = map.points[t.slot]
      let z = pose.act(point.position).z
      if point.depthSigma < 0.15, z > Triangulation.minimumDepth { known.append((t.pixel, z)) }
    }
    let corners = try detector.detect(
      in: image, taken: tracker.tracks.map(\.pixel),
      wanted: Int(Double(parameters.points) * Self.cornerSurplus),
      crowded: parameters.crowdedPoints)
    let mapFromCamera = pose.inverse
    for pixel in corners {
      let depth = Self.depth(near: pixel, known) ?? tracker.medianDepth
      let place = keyframe.lens.point(at: pixel)
      let point = map.addPoint(
        position: mapFromCamera.act(Vector3(place, 1) * depth),
        seenAt: PointObservation(keyframe: slot, pixel: pixel, place: place),
        inverseDepth: 1 / depth, sigma: parameters.newDepthSigma)
      tracker.tracks.append(
        Track(
          slot: point, identifier: map.points[point].identifier, pixel: pixel, place: place))
    }
  }

  private static func depth(
    near pixel: Vector2, _ known: [(pixel: Vector2, depth: Double)]
  ) -> Double? {
    guard known.count >= depthNeighbours else { return nil }
    var nearest: [(distance: Double, depth: Double)] = []
    for k in known {
      let d = (k.pixel - pixel).lengthSquared
      if nearest.count == depthNeighbours, let last = nearest.last, last.distance <= d { continue }
      let place = nearest.firstIndex { $0.distance > d } ?? nearest.count
      nearest.insert((d, k.depth), at: place)
      if nearest.count > depthNeighbours { nearest.removeLast() }
    }
    return nearest.map(\.depth).sorted()[depthNeighbours / 2]
  }

  /// Removes points and keyframes that are of no more use.
  func cull(newest: Int, tracker: inout FrameTracker, map: inout WorldMap) {
    let serial = map.keyframes[newest].serial
    for slot in map.points.indices {
      let point = map.points[slot]
      if point.isAlive, point.observations.count < 2,
        map.keyframes[point.anchor].serial < serial - Self.patience
      {
        map.removePoint(slot)
      }
    }
    if let redundant = redundantKeyframe(newest: newest, map) { map.removeKeyframe(redundant) }
    while map.keyframeCount > parameters.maximumKeyframes, removeLeastUseful(newest, &map) {}
    if map.pointCount > parameters.maximumPoints { removeWorstPoints(tracker, &map) }
    tracker.tracks.removeAll { !map.holds($0) }
  }

  /// A keyframe nearly all of whose points have three other views; the first two and the newest
  /// stay, and those that own many patches.
  private func redundantKeyframe(newest: Int, _ map: WorldMap) -> Int? {
    let serial = map.keyframes[newest].serial
    for c in map.covisible(newest) {
      let keyframe = map.keyframes[c.keyframe]
      guard keyframe.serial > 2, keyframe.serial < serial - 2, !keyframe.points.isEmpty else {
        continue
      }
      let count = Double(keyframe.points.count)
      let anchored = keyframe.points.count { map.points[$0].anchor == c.keyframe }
      let redundant = keyframe.points.count {
        map.points[$0].observations.count >= Self.enoughSights
      }
      if Double(redundant) >= parameters.redundantShare * count,
        Double(anchored) <= Self.anchorShare * count
      {
        return c.keyframe
      }
    }
    return nil
  }

  /// Bounds the memory: the keyframe whose points have the most other views goes.
  private func removeLeastUseful(_ newest: Int, _ map: inout WorldMap) -> Bool {
    let serial = map.keyframes[newest].serial
    var worst: (slot: Int, share: Double)?
    for (slot, keyframe) in map.keyframes.enumerated() {
      guard keyframe.serial > 2, keyframe.serial < serial - parameters.window else { continue }
      let spare = keyframe.points.count { map.points[$0].observations.count >= 3 }
      let share = Double(spare) / Double(max(1, keyframe.points.count))
      if share > worst?.share ?? -1 { worst = (slot, share) }
    }
    if let worst { map.removeKeyframe(worst.slot) }
    return worst != nil
  }

  /// Bounds the memory: a tenth of the points goes, those with the fewest sights and, among them,
  /// the oldest.
  private func removeWorstPoints(_ tracker: FrameTracker, _ map: inout WorldMap) {
    let tracked = Set(tracker.tracks.map(\.slot))
    let ranked = map.points.indices.filter { map.points[$0].isAlive && !tracked.contains($0) }
      .sorted {
        (map.points[$0].observations.count, map.points[$0].identifier)
          < (map.points[$1].observations.count, map.points[$1].identifier)
      }
    let surplus = map.pointCount - parameters.maximumPoints
    for slot in ranked.prefix(max(surplus, parameters.maximumPoints / 10)) {
      map.removePoint(slot)
    }
  }
}
