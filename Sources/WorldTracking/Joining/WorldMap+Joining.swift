import SpatialMath

extension WorldMap {
  /// Takes up another map that lies on this one by a similarity; its numbers are given anew.
  ///
  /// Points that are the same corner become one. Returns this map's slots of the other's points.
  @discardableResult
  mutating func absorb(_ other: WorldMap, by alignment: MapAlignment) -> [Int: Int] {
    let similarity = alignment.similarity
    var keyframeSlots: [Int: Int] = [:]
    let order = other.keyframes.indices.filter { other.keyframes[$0].isAlive }
      .sorted { other.keyframes[$0].serial < other.keyframes[$1].serial }
    for slot in order {
      let keyframe = other.keyframes[slot]
      guard let pyramid = keyframe.pyramid else { continue }
      keyframeSlots[slot] = addKeyframe(
        frame: keyframe.frame, cameraFromMap: similarity.act(camera: keyframe.cameraFromMap),
        pyramid: pyramid, lens: keyframe.lens)
    }
    let same = Dictionary(
      alignment.pairs.map { ($0.other, $0.kept) }, uniquingKeysWith: { first, _ in first })
    var slots: [Int: Int] = [:]
    for (slot, point) in other.points.enumerated() where point.observations.count > 1 {
      let sights = point.observations.compactMap { o in
        keyframeSlots[o.keyframe].map {
          PointObservation(keyframe: $0, pixel: o.pixel, place: o.place)
        }
      }
      if let kept = same[slot], points[kept].isAlive {
        add(sights, to: kept)
        slots[slot] = kept
      } else if let anchor = keyframeSlots[point.anchor] {
        slots[slot] = add(point, at: similarity, anchor: anchor, sights)
      }
    }
    return slots
  }

  private mutating func add(
    _ point: MapPoint, at similarity: MapSimilarity, anchor: Int, _ sights: [PointObservation]
  ) -> Int? {
    guard let birth = sights.first(where: { $0.keyframe == anchor }) else { return nil }
    let slot = addPoint(
      position: similarity.act(point.position), seenAt: birth,
      inverseDepth: point.anchorInverseDepth / similarity.scale, sigma: point.depthSigma)
    add(sights, to: slot)
    updatePoint(slot) {
      $0.searches = point.searches
      $0.finds = point.finds
      $0.descriptors = point.descriptors
    }
    return slot
  }

  /// Adds sights in keyframes that have none of the point.
  private mutating func add(_ sights: [PointObservation], to slot: Int) {
    for sight in sights where points[slot].observation(in: sight.keyframe) == nil {
      observe(slot, sight)
    }
  }

  /// Makes one point of two that are the same corner; the kept one stays.
  mutating func fuse(_ pair: MapAlignment.Pair) {
    guard pair.kept != pair.other, points[pair.kept].isAlive, points[pair.other].isAlive else {
      return
    }
    let sights = points[pair.other].observations
    removePoint(pair.other)
    add(sights, to: pair.kept)
  }

  /// Moves each keyframe, and the points that were born in it, by its own similarity.
  mutating func move(keyframes moves: [Int: MapSimilarity]) {
    for (slot, move) in moves {
      setPose(move.act(camera: keyframes[slot].cameraFromMap), keyframe: slot)
    }
    for slot in points.indices where points[slot].isAlive {
      guard let move = moves[points[slot].anchor] else { continue }
      updatePoint(slot) {
        $0.position = move.act($0.position)
        $0.anchorInverseDepth /= move.scale
        $0.normal = $0.normal.map { move.rotation * $0 }
      }
    }
  }
}
