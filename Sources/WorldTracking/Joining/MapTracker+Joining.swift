import SessionCore
import SpatialMath

/// What is known of one place twice becomes one: second maps are joined, loops closed.
extension MapTracker {
  /// Failed attempts to find the camera after which a second map is begun.
  private static let patience = 6

  /// Goes on with a map of what is seen while the camera is lost in this one, and joins it to this
  /// one when the camera is known in both.
  mutating func followSecondMap(
    _ pyramid: ImagePyramid, _ lens: Lens, _ stages: inout StageTimer
  ) throws(SessionError) {
    if second.isEmpty {
      guard case .lost(_, hasTooFewCorners: false) = state, attempts >= Self.patience else {
        return
      }
      let core = try MapTracker(
        focalLength: focalLength, parameters: parameters, isBackground: worker != nil,
        secondSince: frame)
      second = [SecondMap(core: core)]
    }
    var next = second.removeLast()
    try next.core.add(pyramid, lens: lens, stages: &stages)
    guard state == .tracking else {
      second = [next]
      return
    }
    switch next.compare(tracker, map) {
    case .wait: second = [next]
    case .giveUp: break
    case .join(let alignment):
      map.absorb(next.core.map, by: alignment)
      joins += 1
      policy.hurry()
    }
    stages.mark(.loops)
  }

  /// Looks whether the camera has come back to a place known from long ago, and takes out what the
  /// map has drifted since.
  mutating func closeLoop(at keyframe: Int) throws(SessionError) {
    guard let finding = try loops.look(at: keyframe, map, tracker),
      loops.close(finding, &map)
    else { return }
    tracker.move(by: finding.alignment, map)
    tracker.tracks.removeAll { !map.holds($0) }
    policy.noteKeyframe(policy.newest, tracks: tracker.tracks)
  }
}
