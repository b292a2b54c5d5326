import SpatialMath

/// The bundle adjustment round a new keyframe, as a value that another thread can solve.
struct LocalAdjustment: Sendable {
  /// A keyframe or a point of the map, as it was when the problem was made.
  private struct Reference<Identity: Sendable>: Sendable {
    var slot: Int
    var identity: Identity
  }

  private var problem: BundleProblem
  private var keyframes: [Reference<Int>] = []
  private var points: [Reference<UInt64>] = []
  /// The depths of well-known points in the newest keyframe, 0 for others; empty when more than one
  /// keyframe is fixed.
  private var depthsBefore: [Double] = []
  /// The newest keyframe's pose when the problem was made.
  let newestBefore: RigidMotion
  /// The newest keyframe's slot.
  let newest: Int

  /// Below these a problem is not worth solving: points, and shared points of two keyframes.
  private static let leastPoints = 10
  private static let leastShared = 10

  /// Makes the problem for a new keyframe; nil when there is too little to adjust.
  init?(newest: Int, map: WorldMap, parameters: TrackingParameters) {
    self.newest = newest
    newestBefore = map.keyframes[newest].cameraFromMap
    problem = BundleProblem(focalLength: map.focalLength, huber: parameters.huber)
    var window = [newest]
    for c in map.covisible(newest) {
      if window.count >= parameters.window || c.shared < Self.leastShared { break }
      window.append(c.keyframe)
    }
    let seen = Self.pointsSeen(from: window, map)
    var fixed = Self.fixedKeyframes(round: window, seeing: seen, map, parameters)
    let isScaleFree = fixed.isEmpty
    if isScaleFree,
      let oldest = window.min(by: { map.keyframes[$0].serial < map.keyframes[$1].serial })
    {
      // The oldest holds the place.
      fixed = [oldest]
      window.removeAll { $0 == oldest }
    }
    guard !window.isEmpty else { return nil }
    // The newest comes last.
    window.removeAll { $0 == newest }
    if !fixed.contains(newest) { window.append(newest) }
    problem.fixedCount = fixed.count
    for slot in fixed + window {
      keyframes.append(Reference(slot: slot, identity: map.keyframes[slot].serial))
      problem.poses.append(map.keyframes[slot].cameraFromMap)
    }
    collect(seen, map, parameters)
    guard points.count >= Self.leastPoints else { return nil }
    if isScaleFree || fixed.count == 1 { rememberDepths(map) }
  }

  /// The points with two sights or more that keyframes see, in the order of their slots.
  private static func pointsSeen(from window: [Int], _ map: WorldMap) -> [Int] {
    var isSeen = [Bool](repeating: false, count: map.points.count)
    for keyframe in window {
      for p in map.keyframes[keyframe].points
      where map.points[p].isAlive && map.points[p].observations.count > 1 {
        isSeen[p] = true
      }
    }
    return isSeen.indices.filter { isSeen[$0] }
  }

  /// The keyframes outside the window that see most of its points.
  private static func fixedKeyframes(
    round window: [Int], seeing points: [Int], _ map: WorldMap, _ parameters: TrackingParameters
  ) -> [Int] {
    var counts = [Int](repeating: 0, count: map.keyframes.count)
    for p in points { for o in map.points[p].observations { counts[o.keyframe] += 1 } }
    for keyframe in window { counts[keyframe] = 0 }
    return map.ranked(counts).prefix(parameters.fixedKeyframes).map(\.keyframe)
  }

  private mutating func collect(
    _ seen: [Int], _ map: WorldMap, _ parameters: TrackingParameters
  ) {
    var index = [Int32](repeating: -1, count: map.keyframes.count)
    for (i, k) in keyframes.enumerated() { index[k.slot] = Int32(i) }
    for slot in seen {
      let point = map.points[slot]
      guard point.observations.count(where: { index[$0.keyframe] >= 0 }) >= 2 else { continue }
      let q = Int32(points.count)
      points.append(Reference(slot: slot, identity: point.identifier))
      problem.points.append(point.position)
      for o in point.observations where index[o.keyframe] >= 0 {
        problem.observations.append(.init(pose: index[o.keyframe], point: q, place: o.place))
      }
      problem.priors.append(
        point.depthPrior(
          anchor: map.keyframes[point.anchor].cameraFromMap, sigma: parameters.newDepthSigma))
    }
  }

  private mutating func rememberDepths(_ map: WorldMap) {
    depthsBefore = points.map {
      let point = map.points[$0.slot]
      return point.depthSigma < 0.1 ? newestBefore.act(point.position).z : 0
    }
  }

  /// Solves the problem; any thread.
  mutating func solve(steps: Int) {
    _ = BundleAdjuster.solve(&problem, steps: steps)
    if !depthsBefore.isEmpty { holdScale() }
  }

  /// Keeps the depths where they were on average: with one fixed camera the scale is not observed,
  /// and adjustment alone would shrink them by 1.5–3.5 % a keyframe.
  private mutating func holdScale() {
    guard let pose = problem.poses.last else { return }
    var ratios: [Double] = []
    for (q, before) in depthsBefore.enumerated() where before > Triangulation.minimumDepth {
      let z = pose.act(problem.points[q]).z
      if z > Triangulation.minimumDepth { ratios.append(before / z) }
    }
    guard ratios.count > 20, let scale = Statistics.quantile(&ratios, 0.5) else { return }
    let center = problem.poses[0].center
    for i in problem.points.indices {
      problem.points[i] = center + (problem.points[i] - center) * scale
    }
    for i in 1..<problem.poses.count {
      let moved = center + (problem.poses[i].center - center) * scale
      problem.poses[i].translation = -(problem.poses[i].rotation * moved)
    }
  }

  /// Brings the solution into the map, as far as its parts are still there, and removes what does
  /// not fit it.
  func apply(to map: inout WorldMap, parameters: TrackingParameters) {
    moveUnadjusted(&map)
    for (i, k) in keyframes.enumerated().dropFirst(problem.fixedCount)
    where map.keyframes[k.slot].serial == k.identity {
      map.setPose(problem.poses[i], keyframe: k.slot)
    }
    for (q, p) in points.enumerated() where map.points[p.slot].identifier == p.identity {
      map.updatePoint(p.slot) { $0.position = problem.points[q] }
    }
    for p in points where map.points[p.slot].identifier == p.identity {
      Self.prune(p.slot, &map, parameters)
    }
  }

  /// Moves points that hang on an adjusted keyframe alone along with it.
  private func moveUnadjusted(_ map: inout WorldMap) {
    for (i, k) in keyframes.enumerated().dropFirst(problem.fixedCount)
    where map.keyframes[k.slot].serial == k.identity {
      let move = problem.poses[i].inverse * map.keyframes[k.slot].cameraFromMap
      for slot in map.keyframes[k.slot].points
      where map.points[slot].anchor == k.slot && map.points[slot].observations.count == 1 {
        map.updatePoint(slot) { $0.position = move.act($0.position) }
      }
    }
  }

  /// Removes a point's sights that do not fit; a point needs two, the anchor's among them.
  private static func prune(
    _ slot: Int, _ map: inout WorldMap, _ parameters: TrackingParameters
  ) {
    let point = map.points[slot]
    for o in point.observations {
      let y = map.keyframes[o.keyframe].cameraFromMap.act(point.position)
      if y.z > Triangulation.minimumDepth,
        (y.imagePoint - o.place).length * map.focalLength < parameters.observationLimit
      {
        continue
      }
      if o.keyframe == point.anchor { return map.removePoint(slot) }
      map.removeObservation(of: slot, in: o.keyframe)
    }
    if map.points[slot].observations.count < 2 {
      map.removePoint(slot)
    } else {
      map.updateDepthSigma(slot, guess: parameters.newDepthSigma)
      let depth = map.keyframes[point.anchor].cameraFromMap.act(point.position).z
      if map.points[slot].depthSigma < parameters.ownDepthSigma, depth > Triangulation.minimumDepth
      {
        map.updatePoint(slot) { $0.anchorInverseDepth = 1 / depth }
      }
    }
  }
}
