import SpatialMath

/// Decides when the next keyframe is due.
struct KeyframePolicy {
  /// The newest keyframe's slot.
  private(set) var newest = 0
  private var identifiers: Set<UInt64> = []
  private var trackCount = 0

  /// Notes a new keyframe with the tracks that go on from it.
  mutating func noteKeyframe(_ slot: Int, tracks: [Track]) {
    newest = slot
    identifiers = Set(tracks.map(\.identifier))
    trackCount = tracks.count
  }

  /// Makes a keyframe due soon, so that bare parts of the picture get points.
  mutating func hurry() {
    identifiers = []
    trackCount = 1000
  }

  /// Whether the picture just tracked should become a keyframe.
  func isDue(_ tracker: FrameTracker, frame: Int, map: WorldMap) -> Bool {
    let parameters = tracker.parameters
    let last = map.keyframes[newest]
    let gap = Double(frame - last.frame)
    let scale = map.keyframeCount < parameters.youngKeyframes ? 0.5 : 1
    if gap < Double(parameters.minimumGap) * scale { return false }
    if gap >= Double(parameters.maximumGap) { return true }
    let moved = tracker.cameraFromMap * last.cameraFromMap.inverse
    let parallax = moved.translation.length / tracker.medianDepth * map.focalLength
    if parallax > parameters.keyframeParallax * scale { return true }
    if moved.angle > parameters.keyframeRotation { return true }
    let remaining = tracker.tracks.count { identifiers.contains($0.identifier) }
    return Double(remaining) < parameters.remainingShare * Double(trackCount)
  }
}
