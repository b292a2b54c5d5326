import SessionCore

/// Says how much of the surroundings is mapped.
struct MappingStatusJudge {
  private var keyframes = 0
  private var picturesSinceGrowth = 0

  /// Fewer keyframes are not enough to come back to.
  private static let leastKeyframes = 5
  /// The share of the tracks in sight with three sights or more that makes a place mapped.
  private static let mappedShare = 0.6
  private static let enoughSights = 3
  /// Pictures after which a map that needed no keyframe is no longer growing.
  private static let quiet = 15

  /// The status after a picture.
  mutating func status(_ core: MapTracker) -> WorldMappingStatus {
    picturesSinceGrowth = core.isKeyframe ? 0 : picturesSinceGrowth + 1
    guard core.state == .tracking else {
      return core.map.keyframeCount >= Self.leastKeyframes ? .limited : .notAvailable
    }
    let tracks = core.tracker.tracks
    let known = tracks.count {
      core.map.points[$0.slot].observations.count >= Self.enoughSights
    }
    let isKnown = Double(known) >= Self.mappedShare * Double(tracks.count)
    guard core.map.keyframeCount >= Self.leastKeyframes, isKnown else { return .limited }
    return picturesSinceGrowth >= Self.quiet ? .mapped : .extending
  }
}
