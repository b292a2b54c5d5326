import Foundation
import SpatialMath

/// How a second map, or a part of a map that has drifted, lies on the map that is kept, by one picture
/// whose camera is known in both.
///
/// The camera gives turn and shift; corners that are points of both give the size, by their depths.
struct MapAlignment: Sendable {
  /// Kept map from the other one.
  let similarity: MapSimilarity
  /// Slots of points that are the same corner.
  let pairs: [Pair]
  /// The picture's camera in both maps, and the median depth in the kept one.
  let keptCamera: RigidMotion, otherCamera: RigidMotion
  let depth: Double

  /// The slots of one corner's points.
  struct Pair: Sendable {
    var kept: Int, other: Int
  }

  /// Two tracks this close are one corner, squared pixels.
  private static let sameCorner = 9.0
  /// Points with a worse depth sigma say nothing of the size.
  private static let wellKnown = 0.1
  /// So many corners are needed, and so well must they agree on the logarithm of the size.
  private static let leastPairs = 10
  private static let mostSpread = 0.06
  /// Two alignments are the same within this: logarithm of the size, radians, share of the depth.
  private static let sameSize = 0.03, sameTurn = 0.02, samePlace = 0.03

  /// Compares two trackers at the same picture; nil where too few corners are known to both.
  init?(
    kept: FrameTracker, _ keptMap: WorldMap, other: FrameTracker, _ otherMap: WorldMap
  ) {
    var pairs: [Pair] = []
    var ratios: [Double] = []
    let known = other.tracks.filter { otherMap.points[$0.slot].depthSigma < Self.wellKnown }
    for a in kept.tracks where keptMap.points[a.slot].depthSigma < Self.wellKnown {
      let near = known.min {
        ($0.pixel - a.pixel).lengthSquared < ($1.pixel - a.pixel).lengthSquared
      }
      guard let b = near, (b.pixel - a.pixel).lengthSquared < Self.sameCorner else { continue }
      let keptDepth = kept.cameraFromMap.act(keptMap.points[a.slot].position).z
      let otherDepth = other.cameraFromMap.act(otherMap.points[b.slot].position).z
      guard min(keptDepth, otherDepth) > Triangulation.minimumDepth else { continue }
      pairs.append(Pair(kept: a.slot, other: b.slot))
      ratios.append(log(keptDepth / otherDepth))
    }
    guard ratios.count >= Self.leastPairs else { return nil }
    let size = Statistics.quantile(of: ratios, 0.5, or: 0)
    let spread = Statistics.quantile(of: ratios.map { abs($0 - size) }, 0.5, or: 1)
    guard spread < Self.mostSpread else { return nil }
    let agreeing = zip(pairs, ratios).filter { abs($1 - size) < 3 * Self.mostSpread }
    self.pairs = agreeing.map(\.0)
    let scale = exp(size)
    let (a, b) = (kept.cameraFromMap, other.cameraFromMap)
    similarity = MapSimilarity(
      scale: scale, rotation: a.rotation.transpose * b.rotation,
      translation: a.rotation.transposeAct(b.translation * scale - a.translation))
    keptCamera = a
    otherCamera = b
    depth = kept.medianDepth
  }

  /// Whether an alignment by another picture says the same.
  func agrees(with other: MapAlignment) -> Bool {
    let foretold = similarity.act(camera: other.otherCamera)
    return abs(log(similarity.scale / other.similarity.scale)) < Self.sameSize
      && (foretold * other.keptCamera.inverse).angle < Self.sameTurn
      && (foretold.center - other.keptCamera.center).length < Self.samePlace * depth
  }
}
