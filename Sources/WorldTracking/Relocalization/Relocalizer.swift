import COpenCVTracking
import SessionCore
import SpatialMath

/// Finds the camera in a known map without knowing where it was.
///
/// Every described point is compared with every corner of the picture (2 ns a pair: a room has a
/// few thousand points); then each keyframe counts the corners that match one of **its** points
/// clearly better than its others. The ratio must be judged within a keyframe: over the whole map
/// corners that were born twice compete with themselves. Patches found round the projections of the
/// winner's pose decide.
struct Relocalizer {
  private let extractor: DescriptorExtractor
  private let parameters: TrackingParameters

  /// Fewer corners say nothing.
  static let leastCorners = 30
  /// Of 256 bits; and the least ratio to the second-best match: usual for ORB.
  private static let mostDifferentBits: UInt8 = 64
  private static let ratio = 0.8
  private static let candidates = 4
  /// Poses tried at each: a pattern that repeats itself has the first ones at wrong places.
  private static let posesEach = 2
  private static let neighbours = 10
  private static let leastMatches = 10
  private static let leastPoseInliers = 8
  /// RANSAC's threshold in pixels, and its rounds.
  private static let threshold = 4.0
  private static let rounds: Int32 = 1000
  /// Patches searched twice: widely, as corners' matches give a place to 4 px only, then round the
  /// improved pose; radii in pixels.
  private static let passes: [(searches: Int, radius: Double, isWide: Bool)] = [
    (120, 13, true), (300, 6, false),
  ]
  /// So many patches agree on one pose within 1–2 px by no chance, when they are most of those
  /// found.
  private static let leastInliers = 20
  private static let leastShare = 0.7
  /// And so many of all that should be in sight from there: a pattern that repeats itself agrees at
  /// wrong places as well, the rest does not.
  ///
  /// Measured: 0.05 to 0.2 at wrong places, 0.41 to 0.89 at right ones.
  private static let leastSeen = 0.35
  /// In a map of another day that share and the share of descriptors that are alike must make up so
  /// much: furniture of the same make agrees in other rooms too.
  ///
  /// Measured on three drawn rooms with the same furniture and rug, other prints and books: up to 1.04;
  /// where the map was made 1.4 to 1.7, half a metre beside mostly 1.08 to 1.4.
  private static let leastLikeness = 1.1
  /// Descriptors are alike up to so many bits; chance gives 128.
  private static let alikeBits = 70
  private static let leastExpected = 30, expectedMargin = 30.0
  private static let wellKnown = 0.1

  private struct Match {
    var corner: Int
    var point: Int
    var distance: UInt8
  }

  /// Creates a relocaliser.
  init(parameters: TrackingParameters) throws(SessionError) {
    self.parameters = parameters
    extractor = try DescriptorExtractor()
  }

  /// What a picture gave.
  enum Outcome {
    /// Too little to see.
    case tooFewCorners
    /// Not this map, or not known.
    case unknown
    /// The tracker stands at the place found, with its tracks.
    case found
  }

  /// Looks for the camera; on success the tracker is set there.
  ///
  /// A foreign map was made another day, perhaps of another place. Keyframes that are left out, and
  /// all that they see, do not count.
  func locate(
    _ pyramid: ImagePyramid, lens: Lens, map: inout WorldMap, tracker: inout FrameTracker,
    isForeign: Bool = false, leavingOut: Set<Int> = []
  ) throws(SessionError) -> Outcome {
    guard let image = pyramid.levels.first else { return .unknown }
    let corners = try extractor.detect(in: image)
    guard corners.pixels.count >= Self.leastCorners else { return .tooFewCorners }
    let places = corners.pixels.map(lens.point(at:))
    let matches = matchesByKeyframe(corners, map, leavingOut)
    let ranked = matches.indices.filter { matches[$0].count >= Self.leastMatches }
      .sorted { (matches[$0].count, $1) > (matches[$1].count, $0) }
    for keyframe in ranked.prefix(Self.candidates) {
      var joined = joinedMatches(keyframe, matches, map)
      for _ in 0..<Self.posesEach where joined.count >= Self.leastMatches {
        guard let found = try pose(joined, places, map, lens.focalLength) else { break }
        var attempt = tracker
        if try confirm(
          found.pose, pyramid, lens, &map, &attempt, isForeign: isForeign, leavingOut: leavingOut)
        {
          tracker = attempt
          return .found
        }
        joined = found.others
      }
    }
    return .unknown
  }

  /// For each keyframe the corners that match one of its points, each point once.
  private func matchesByKeyframe(
    _ corners: DescribedCorners, _ map: WorldMap, _ leftOut: Set<Int>
  ) -> [[Match]] {
    var rows = [Int](repeating: -1, count: map.points.count)
    var owners: [Int] = []
    var descriptors: [BinaryDescriptor] = []
    for (slot, point) in map.points.enumerated()
    where point.isAlive && !point.descriptors.isEmpty
      && point.depthSigma <= parameters.knownDepthSigma
      && !point.observations.contains(where: { leftOut.contains($0.keyframe) })
    {
      rows[slot] = descriptors.count
      descriptors += point.descriptors
      owners.append(slot)
    }
    let distances = DescriptorExtractor.distances(descriptors, corners.descriptors)
    return map.keyframes.map { keyframe in
      keyframe.isAlive
        ? bestMatches(keyframe.points, rows, map, distances, corners.pixels.count) : []
    }
  }

  private func bestMatches(
    _ points: [Int], _ rows: [Int], _ map: WorldMap, _ distances: [UInt8], _ corners: Int
  ) -> [Match] {
    var best = [Match](
      repeating: Match(corner: 0, point: -1, distance: 255), count: corners)
    var second = [UInt8](repeating: 255, count: corners)
    for point in points where rows[point] >= 0 {
      for k in 0..<corners {
        var d: UInt8 = 255
        for r in 0..<map.points[point].descriptors.count {
          d = min(d, distances[(rows[point] + r) * corners + k])
        }
        if d < best[k].distance {
          second[k] = best[k].distance
          best[k] = Match(corner: k, point: point, distance: d)
        } else if d < second[k] {
          second[k] = d
        }
      }
    }
    let clear = best.indices.filter {
      best[$0].point >= 0 && best[$0].distance < Self.mostDifferentBits
        && Double(best[$0].distance) < Self.ratio * Double(second[$0])
    }.map { best[$0] }
    return Self.unique(clear, by: \.point)
  }

  /// The matches of a keyframe and its neighbours, each corner once.
  private func joinedMatches(_ keyframe: Int, _ matches: [[Match]], _ map: WorldMap) -> [Match] {
    var joined = matches[keyframe]
    for c in map.covisible(keyframe).prefix(Self.neighbours) { joined += matches[c.keyframe] }
    return Self.unique(joined, by: \.corner)
  }

  /// The closest match for each key, in the key's order.
  private static func unique(_ matches: [Match], by key: KeyPath<Match, Int>) -> [Match] {
    var result: [Match] = []
    for m in matches.sorted(by: {
      ($0[keyPath: key], $0.distance, $0.point, $0.corner)
        < ($1[keyPath: key], $1.distance, $1.point, $1.corner)
    }) where result.last?[keyPath: key] != m[keyPath: key] {
      result.append(m)
    }
    return result
  }

  /// The pose that most matches agree on, and the matches that do not.
  private func pose(
    _ matches: [Match], _ places: [Vector2], _ map: WorldMap, _ focalLength: Double
  ) throws(SessionError) -> (pose: RigidMotion, others: [Match])? {
    let matches = matches.sorted { ($0.distance, $0.corner) < ($1.distance, $1.corner) }
    let points = matches.flatMap { m in
      let p = map.points[m.point].position
      return [p.x, p.y, p.z]
    }
    let measured = matches.flatMap {
      [places[$0.corner].x * focalLength, places[$0.corner].y * focalLength]
    }
    var motion = bifrons_motion()
    var inliers = [Int32](repeating: 0, count: matches.count)
    let count = try OpenCVCall.status("find the camera in the map") { error in
      bifrons_pose_from_matches(
        points, measured, Int32(matches.count), focalLength, Self.threshold, Self.rounds, &motion,
        &inliers, &error)
    }
    guard count >= Self.leastPoseInliers else { return nil }
    // The exact pose of the matches' inliers, without their outliers.
    var observations = inliers[..<count].map { i in
      let m = matches[Int(i)]
      let point = map.points[m.point]
      return PoseObservation(
        position: point.position, point: places[m.corner],
        anchorCenter: map.anchorCenter(point), depthSigma: point.depthSigma)
    }
    var pose = RigidMotion(motion)
    var sigma = 1.0
    let agreeing = PoseOptimizer(focalLength: map.focalLength, parameters: parameters)
      .optimize(&pose, &observations, prior: nil, sigma: &sigma)
    guard agreeing >= Self.leastPoseInliers else { return nil }
    let used = Set(inliers[..<count].map(Int.init))
    return (pose, matches.indices.filter { !used.contains($0) }.map { matches[$0] })
  }

  /// The share of the points that should be in sight whose surroundings look as they did, by their
  /// descriptors; 0 where there are too few to say.
  private func likeness(
    of pyramid: ImagePyramid, _ lens: Lens, _ map: WorldMap, _ pose: RigidMotion
  ) throws(SessionError) -> Double {
    var expected: [(slot: Int, pixel: Vector2)] = []
    for (slot, point) in map.points.enumerated()
    where point.isAlive && !point.descriptors.isEmpty && point.depthSigma < Self.wellKnown {
      let y = pose.act(point.position)
      guard y.z > Triangulation.minimumDepth else { continue }
      let pixel = lens.pixel(of: y.imagePoint)
      if lens.contains(pixel, margin: Self.expectedMargin),
        PatchMatcher.looksAlike(point, from: pose, map)
      {
        expected.append((slot, pixel))
      }
    }
    guard let image = pyramid.levels.first, expected.count >= Self.leastExpected else { return 0 }
    let seen = try extractor.describe(expected.map(\.pixel), in: image)
    let known = zip(expected, seen).filter { !$1.isEmpty }
    let alike = known.count { e, now in
      now.contains { a in
        map.points[e.slot].descriptors.contains { Self.difference(a, $0) < Self.alikeBits }
      }
    }
    return Double(alike) / Double(max(1, known.count))
  }

  /// The bits in which two descriptors differ.
  private static func difference(_ a: BinaryDescriptor, _ b: BinaryDescriptor) -> Int {
    let x = a ^ b
    return x.x.nonzeroBitCount + x.y.nonzeroBitCount + x.z.nonzeroBitCount + x.w.nonzeroBitCount
  }

  /// Searches the map's patches round a pose; true when enough agree.
  private func confirm(
    _ pose: RigidMotion, _ pyramid: ImagePyramid, _ lens: Lens, _ map: inout WorldMap,
    _ tracker: inout FrameTracker, isForeign: Bool, leavingOut: Set<Int>
  ) throws(SessionError) -> Bool {
    var search = FrameTracker.Search()
    var inliers = 0
    tracker.start(pose, tracks: [], map: map)
    for pass in Self.passes {
      tracker.tracks = []
      search = tracker.findAgain(
        pyramid, lens, &map, limit: pass.searches, radius: pass.radius, isWide: pass.isWide,
        leavingOut: leavingOut)
      inliers = tracker.improvePose(prior: nil, map: map)
      if inliers < Self.leastPoseInliers { return false }
    }
    guard inliers >= Self.leastInliers,
      Double(inliers) >= Self.leastShare * Double(search.found),
      Double(inliers) >= Self.leastSeen * Double(search.tries)
    else { return false }
    if isForeign {
      let likeness = try likeness(of: pyramid, lens, map, tracker.cameraFromMap)
      let seen = Double(inliers) / Double(max(1, search.tries))
      guard seen + likeness >= Self.leastLikeness else { return false }
    }
    tracker.start(tracker.cameraFromMap, tracks: tracker.tracks.filter(\.isInlier), map: map)
    return true
  }
}
