import ImageProcessing
import SpatialMath

/// The faces that are followed and those that were lost, and which detection is which face.
package struct FaceTrackList {
  /// The faces that are followed, in the order in which they are processed.
  package private(set) var active: [FaceTrack] = []
  /// The faces that were lost, longest lost first.
  package private(set) var lost: [FaceTrack] = []
  private var nextIdentifier = 1

  /// A region that overlaps another one by more than this shows the same face (MediaPipe's
  /// association calculator).
  private static let sameFaceOverlap = 0.5
  /// A face that comes back within this many seconds near its old place is the same one.
  private static let longestAbsence = 3.0
  /// "Near": nearer than this share of the larger region's side.
  private static let returnDistance = 1.0
  /// Regions of two tracks on one face differ by less than this share of their size.
  private static let coincidence = 0.12
  /// Jumps are told apart in steps of this many region sizes.
  private static let noticeableSurprise = 0.03
  /// Lost faces beyond this number are forgotten, longest lost first.
  private static let rememberedFaces = 8

  /// Creates an empty list.
  package init() {}

  /// Forgets all faces; numbers are not given again.
  package mutating func removeAll() {
    active.removeAll()
    lost.removeAll()
  }

  /// Adds detected regions as MediaPipe does: a detection takes the place of tracked regions that it
  /// overlaps and goes to the end of the list.
  package mutating func replace(
    with regions: [OrientedRectangle], limit: Int, at time: Timestamp, smoothing: OneEuroParameters
  ) {
    for region in regions {
      let box = region.untwistedBox
      let overlapped = active.filter {
        $0.region.untwistedBox.overlap(with: box) > Self.sameFaceOverlap
      }
      let heir = overlapped.max {
        $0.region.untwistedBox.overlap(with: box) < $1.region.untwistedBox.overlap(with: box)
      }
      active.removeAll { track in overlapped.contains { $0 === track } }
      for track in overlapped where track !== heir { remember(track) }
      let track = heir ?? claim(region, limit: limit, at: time, smoothing: smoothing)
      track.region = region
      active.append(track)
    }
    trim(to: limit)
  }

  /// Loses the last faces beyond a limit.
  package mutating func trim(to limit: Int) {
    while active.count > limit { remember(active.removeLast()) }
  }

  /// Adds detected regions that show no tracked face, until `limit` faces are followed.
  package mutating func add(
    _ regions: [OrientedRectangle], limit: Int, at time: Timestamp, smoothing: OneEuroParameters
  ) {
    for region in regions where active.count < limit {
      let isKnown = active.contains { Self.shows($0.region, theSameFaceAs: region) }
      if isKnown { continue }
      active.append(claim(region, limit: limit, at: time, smoothing: smoothing))
    }
  }

  /// The number of a track that has been read, given at the first time.
  package mutating func identifier(of track: FaceTrack) -> Int {
    if let identifier = track.identifier { return identifier }
    defer { nextIdentifier += 1 }
    track.identifier = nextIdentifier
    return nextIdentifier
  }

  /// Takes a face out of those that are followed.
  package mutating func lose(_ track: FaceTrack) {
    active.removeAll { $0 === track }
    remember(track)
  }

  /// Loses one of two tracks that ended up on one face: the one that got there by a jump, else the
  /// younger.
  ///
  /// Where a face passes before another one, the hidden one's track may slip onto it; the face before
  /// has moved as it did.
  package mutating func loseDuplicates() {
    guard active.count > 1 else { return }
    var kept: [FaceTrack] = []
    var duplicates: [FaceTrack] = []
    for track in active.sorted(by: { Self.isSteadier($0, than: $1) }) {
      if kept.contains(where: { Self.lies($0.region, on: track.region) }) {
        duplicates.append(track)
      } else {
        kept.append(track)
      }
    }
    for track in duplicates { lose(track) }
  }

  /// Regions of two faces that pass each other overlap too; those on one face nearly coincide.
  private static func lies(_ a: OrientedRectangle, on b: OrientedRectangle) -> Bool {
    (a.center - b.center).length < coincidence * max(a.size.x, b.size.x)
      && abs(a.size.x - b.size.x) < 2 * coincidence * max(a.size.x, b.size.x)
  }

  private static func isSteadier(_ a: FaceTrack, than b: FaceTrack) -> Bool {
    func jump(_ track: FaceTrack) -> Int { Int(saturating: track.surprise / noticeableSurprise) }
    if jump(a) != jump(b) { return jump(a) < jump(b) }
    return (a.identifier ?? .max) < (b.identifier ?? .max)
  }

  /// One region lies on another: they overlap by half, or one's middle is in the other's core.
  private static func shows(
    _ a: OrientedRectangle, theSameFaceAs b: OrientedRectangle
  ) -> Bool {
    if a.untwistedBox.overlap(with: b.untwistedBox) > sameFaceOverlap { return true }
    return (a.center - b.center).length < 0.25 * max(a.size.x, b.size.x)
  }

  private mutating func remember(_ track: FaceTrack) {
    track.lose()
    // A track that never held a face has nothing to be remembered by.
    guard track.face != nil else { return }
    lost.append(track)
    if lost.count > Self.rememberedFaces { lost.removeFirst() }
  }

  /// The track of a region that is not followed: a lost face that came back, or a new one.
  private mutating func claim(
    _ region: OrientedRectangle, limit: Int, at time: Timestamp, smoothing: OneEuroParameters
  ) -> FaceTrack {
    if let index = indexOfReturning(region, limit: limit, at: time) {
      let track = lost.remove(at: index)
      track.region = region
      return track
    }
    return FaceTrack(region: region, smoothing: smoothing)
  }

  private func indexOfReturning(
    _ region: OrientedRectangle, limit: Int, at time: Timestamp
  ) -> Int? {
    // Where only one face is followed it is the user's, however long it was away.
    if limit == 1 { return lost.indices.last }
    func distance(_ track: FaceTrack) -> Double {
      (track.region.center - region.center).length / max(track.region.size.x, region.size.x)
    }
    return lost.indices.filter {
      time.seconds(since: lost[$0].lastSeen) <= Self.longestAbsence
        && distance(lost[$0]) <= Self.returnDistance
    }.min { distance(lost[$0]) < distance(lost[$1]) }
  }
}
