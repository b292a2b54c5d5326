import SpatialMath

/// The keyframes and points known, in slots that are used again after removal.
///
/// Map space is the first keyframe's vision camera space, in units in which the first picture's
/// median depth is 1. A slot alone does not identify: compare `identifier` or `serial` too.
struct WorldMap {
  private(set) var keyframes: [Keyframe] = []
  private(set) var points: [MapPoint] = []
  /// Living keyframes and points.
  private(set) var keyframeCount = 0, pointCount = 0
  /// Pixels a unit of an image point: the first picture's mean focal length.
  let focalLength: Double
  private var freeKeyframes: [Int] = []
  private var freePoints: [Int] = []
  private var lastSerial = 0
  private var lastIdentifier: UInt64 = 0

  /// An empty map.
  init(focalLength: Double) { self.focalLength = focalLength }

  // MARK: Keyframes

  /// Adds a keyframe; returns its slot.
  mutating func addKeyframe(
    frame: Int, cameraFromMap: RigidMotion, pyramid: ImagePyramid, lens: Lens
  ) -> Int {
    lastSerial += 1
    keyframeCount += 1
    let keyframe = Keyframe(
      serial: lastSerial, frame: frame, cameraFromMap: cameraFromMap, pyramid: pyramid, lens: lens)
    if let slot = freeKeyframes.popLast() {
      keyframes[slot] = keyframe
      return slot
    }
    keyframes.append(keyframe)
    return keyframes.count - 1
  }

  /// Moves a keyframe.
  mutating func setPose(_ cameraFromMap: RigidMotion, keyframe: Int) {
    keyframes[keyframe].cameraFromMap = cameraFromMap
  }

  /// Removes a keyframe and its sights.
  ///
  /// Points anchored in it are anchored in their next sight, those without one removed.
  mutating func removeKeyframe(_ slot: Int) {
    for point in keyframes[slot].points where points[point].isAlive {
      points[point].observations.removeAll { $0.keyframe == slot }
      if points[point].anchor == slot { anchorAnew(point) }
    }
    keyframes[slot].serial = 0
    keyframes[slot].points = []
    keyframes[slot].pyramid = nil
    freeKeyframes.append(slot)
    keyframeCount -= 1
  }

  private mutating func anchorAnew(_ point: Int) {
    guard let next = points[point].observations.first else { return removePoint(point) }
    let depth = keyframes[next.keyframe].cameraFromMap.act(points[point].position).z
    guard depth > Triangulation.minimumDepth else { return removePoint(point) }
    points[point].anchor = next.keyframe
    points[point].anchorInverseDepth = 1 / depth
  }

  /// The keyframes that share points with one, and how many, the closest first.
  func covisible(_ slot: Int) -> [(keyframe: Int, shared: Int)] {
    var counts = [Int](repeating: 0, count: keyframes.count)
    for point in keyframes[slot].points where points[point].isAlive {
      for o in points[point].observations { counts[o.keyframe] += 1 }
    }
    counts[slot] = 0
    return ranked(counts)
  }

  /// The keyframes with a count above zero, the highest first, then the newest.
  func ranked(_ counts: [Int]) -> [(keyframe: Int, shared: Int)] {
    counts.indices.filter { counts[$0] > 0 }
      .sorted {
        (counts[$0], keyframes[$0].serial) > (counts[$1], keyframes[$1].serial)
      }
      .map { ($0, counts[$0]) }
  }

  // MARK: Points

  /// Adds a point seen first in a keyframe; returns its slot.
  mutating func addPoint(
    position: Vector3, seenAt observation: PointObservation, inverseDepth: Double, sigma: Double
  ) -> Int {
    lastIdentifier += 1
    pointCount += 1
    let point = MapPoint(
      identifier: lastIdentifier, position: position, anchor: observation.keyframe,
      anchorInverseDepth: inverseDepth, depthSigma: sigma, observations: [observation])
    let slot: Int
    if let free = freePoints.popLast() {
      points[free] = point
      slot = free
    } else {
      points.append(point)
      slot = points.count - 1
    }
    keyframes[observation.keyframe].points.append(slot)
    return slot
  }

  /// Has new points numbered after an identifier that was given before.
  mutating func resumeIdentifiers(after identifier: UInt64) { lastIdentifier = identifier }

  /// The identifier of the newest point ever.
  var newestIdentifier: UInt64 { lastIdentifier }

  /// Adds a sight of a point.
  mutating func observe(_ point: Int, _ observation: PointObservation) {
    points[point].observations.append(observation)
    keyframes[observation.keyframe].points.append(point)
  }

  /// Removes a sight of a point.
  mutating func removeObservation(of point: Int, in keyframe: Int) {
    points[point].observations.removeAll { $0.keyframe == keyframe }
    removePoint(point, from: keyframe)
  }

  /// Removes a point and its sights.
  mutating func removePoint(_ slot: Int) {
    guard points[slot].isAlive else { return }
    for o in points[slot].observations { removePoint(slot, from: o.keyframe) }
    points[slot].identifier = 0
    points[slot].observations = []
    points[slot].descriptors = []
    freePoints.append(slot)
    pointCount -= 1
  }

  private mutating func removePoint(_ point: Int, from keyframe: Int) {
    if let i = keyframes[keyframe].points.firstIndex(of: point) {
      keyframes[keyframe].points.remove(at: i)
    }
  }

  /// Changes a point in place.
  mutating func updatePoint(_ slot: Int, _ change: (inout MapPoint) -> Void) {
    change(&points[slot])
  }

  /// How well a point's depth is known: every view but the anchor's adds its squared parallax in
  /// pixels to the information of the guess.
  mutating func updateDepthSigma(_ slot: Int, guess: Double) {
    let point = points[slot]
    let center = keyframes[point.anchor].cameraFromMap.center
    var information = 1 / (guess * guess)
    for o in point.observations where o.keyframe != point.anchor {
      let pose = keyframes[o.keyframe].cameraFromMap
      let y = pose.act(point.position)
      guard y.z >= Triangulation.minimumDepth else { continue }
      let moved = pose.rotation * (point.position - center)
      let n = y.imagePoint
      let k = focalLength / y.z
      information += (Vector2(moved.x - n.x * moved.z, moved.y - n.y * moved.z) * k).lengthSquared
    }
    points[slot].depthSigma = 1 / information.squareRoot()
  }
}
