import SessionCore
import SpatialMath
import SystemSupport

/// A look at a new keyframe for whether the camera has come back to a place that the map knows from
/// long ago, and by how much the map has drifted since.
///
/// A value that another thread can work on: all that it needs is in it.
struct LoopLook: Sendable {
  /// The map and the tracker at the keyframe's picture.
  var map: WorldMap
  var tracker: FrameTracker
  let keyframe: Int, serial: Int
  let pyramid: ImagePyramid
  let lens: Lens
  /// The keyframes that see what this one sees, and the newest: their slots.
  let recent: Set<Int>

  /// What was found.
  struct Finding: Sendable {
    /// How the recent part lies on what the old keyframes know.
    var alignment: MapAlignment
    /// The recent keyframes, and the old ones that know the place, by slot and serial.
    var recent: [Int: Int], old: [Int: Int]
    var serial: Int
  }

  /// A thread that takes looks, one at a time.
  typealias Thread = JobThread<LoopLook, Result<Finding?, SessionError>>

  /// Keyframes that share so many points belong together.
  private static let leastShared = 10
  /// The newest keyframes are recent whatever they share, and fewer old ones are no place.
  private static let newest = 8, leastOld = 4
  /// A keyframe that sees so many of the points found again knows the place.
  private static let leastFound = 6

  /// Collects what a look needs; nil where nothing is old.
  init?(at keyframe: Int, _ map: WorldMap, _ tracker: FrameTracker) {
    guard let pyramid = map.keyframes[keyframe].pyramid else { return nil }
    let serial = map.keyframes[keyframe].serial
    var recent: Set<Int> = [keyframe]
    for c in map.covisible(keyframe) where c.shared >= Self.leastShared {
      recent.insert(c.keyframe)
    }
    for (slot, k) in map.keyframes.enumerated() where k.isAlive && k.serial > serial - Self.newest {
      recent.insert(slot)
    }
    guard map.keyframeCount - recent.count >= Self.leastOld else { return nil }
    (self.map, self.tracker, self.keyframe, self.serial) = (map, tracker, keyframe, serial)
    (self.pyramid, lens, self.recent) = (pyramid, map.keyframes[keyframe].lens, recent)
  }

  /// Takes the look.
  func run(_ relocalizer: Relocalizer) throws(SessionError) -> Finding? {
    var (map, scout) = (map, tracker)
    let outcome = try relocalizer.locate(
      pyramid, lens: lens, map: &map, tracker: &scout, leavingOut: recent)
    guard case .found = outcome,
      let alignment = MapAlignment(kept: scout, map, other: tracker, map)
    else { return nil }
    var counts = [Int](repeating: 0, count: map.keyframes.count)
    for t in scout.tracks { for o in map.points[t.slot].observations { counts[o.keyframe] += 1 } }
    func serials(_ slots: some Sequence<Int>) -> [Int: Int] {
      Dictionary(uniqueKeysWithValues: slots.map { ($0, map.keyframes[$0].serial) })
    }
    let old = counts.indices.filter { counts[$0] >= Self.leastFound && !recent.contains($0) }
    return Finding(
      alignment: alignment, recent: serials(recent), old: serials(old), serial: serial)
  }

  /// Starts a thread that takes looks; throws when the system gives no more.
  static func makeThread(_ parameters: TrackingParameters) throws(SessionError) -> Thread {
    try TrackingThread.jobs("bifrons.loops") {
      var relocalizer: Relocalizer?
      return { look in
        Result { () throws(SessionError) in
          let ready =
            if let relocalizer { relocalizer } else { try Relocalizer(parameters: parameters) }
          relocalizer = ready
          return try look.run(ready)
        }
      }
    }
  }
}
