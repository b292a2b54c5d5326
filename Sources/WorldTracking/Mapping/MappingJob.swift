import Foundation
import SessionCore
import SpatialMath

/// The heavy part of a new keyframe as a value: what goes in, and what comes out.
///
/// In lock-step it runs at once on the tracker's thread, else on a thread of its own while the
/// tracker goes on; the map itself never leaves the tracker's thread.
struct MappingJob: Sendable {
  /// Points to describe, with where they are seen in the keyframe.
  private struct Undescribed: Sendable {
    var slot: Int
    var identifier: UInt64
    var pixel: Vector2
  }

  private(set) var adjustment: LocalAdjustment?
  /// Whether the job is to adjust, even where there was too little to adjust.
  let isAdjustment: Bool
  private let pyramid: ImagePyramid?
  private let undescribed: [Undescribed]
  private var descriptors: [[BinaryDescriptor]] = []
  private let steps: Int

  /// Collects the work for a keyframe.
  init(adjusting keyframe: Int, map: WorldMap, parameters: TrackingParameters) {
    adjustment = LocalAdjustment(newest: keyframe, map: map, parameters: parameters)
    steps = parameters.adjustmentSteps
    isAdjustment = true
    pyramid = nil
    undescribed = []
  }

  /// Views from which a point is described at most, and how far they are apart, radians (20°): ORB
  /// knows a corner again up to about that.
  private static let mostViews = 3, viewStep = 0.35

  /// Collects the points that a keyframe sees and nobody has described, or from elsewhere only.
  init(describing keyframe: Int, map: WorldMap) {
    steps = 0
    isAdjustment = false
    pyramid = map.keyframes[keyframe].pyramid
    undescribed = map.keyframes[keyframe].points.compactMap { slot in
      let point = map.points[slot]
      guard Self.needsDescription(point, keyframe, map), let sight = point.observation(in: keyframe)
      else {
        return nil
      }
      return Undescribed(slot: slot, identifier: point.identifier, pixel: sight.pixel)
    }
  }

  private static func needsDescription(
    _ point: MapPoint, _ keyframe: Int, _ map: WorldMap
  ) -> Bool {
    let views = point.descriptors.count / DescriptorExtractor.shrinks.count
    guard views > 0, views < mostViews else { return views == 0 }
    let born = point.position - map.anchorCenter(point)
    let now = point.position - map.keyframes[keyframe].cameraFromMap.center
    return born.normalized.dot(now.normalized) < cos(viewStep * Double(views))
  }

  /// Does the work; any thread that owns the extractor.
  mutating func run(_ extractor: DescriptorExtractor) throws(SessionError) {
    adjustment?.solve(steps: steps)
    if let image = pyramid?.levels.first {
      descriptors = try extractor.describe(undescribed.map(\.pixel), in: image)
    }
  }

  /// Brings the results into the map.
  func apply(to map: inout WorldMap, parameters: TrackingParameters) {
    adjustment?.apply(to: &map, parameters: parameters)
    for (u, d) in zip(undescribed, descriptors)
    where map.points[u.slot].identifier == u.identifier {
      map.updatePoint(u.slot) { $0.descriptors += d }
    }
  }
}
