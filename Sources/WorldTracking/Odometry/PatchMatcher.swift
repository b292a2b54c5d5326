import Foundation
import SpatialMath

/// Finds points of the map in a picture by the patches that their keyframes keep.
struct PatchMatcher {
  /// The anchor's patch serves up to 20°, or 1.4 times the distance.
  ///
  /// No chain of patches, hence no drift. Another keyframe's serves up to 0.9 of the same measure
  /// (radians, or the logarithm of the distances' ratio).
  private static let anchorLimit = 0.35
  private static let limit = 0.9
  /// Half the patch, pixels: over what the warp is measured.
  private static let warpReach = 6.0

  /// A keyframe's sight of a point and how it should look now.
  private struct View {
    var keyframe: Int
    var pixel: Vector2
    var warp: Warp
  }

  /// Looks for a point near a pixel of a picture taken at a pose.
  static func find(
    _ point: MapPoint, in pyramid: ImagePyramid, at cameraFromMap: RigidMotion, lens: Lens,
    map: WorldMap, near pixel: Vector2, isCoarse: Bool
  ) -> PatchAligner.Match? {
    guard let view = bestView(point, cameraFromMap, lens, map),
      let reference = map.keyframes[view.keyframe].pyramid
    else { return nil }
    return PatchAligner.align(
      reference, at: view.pixel, in: pyramid, warp: view.warp, start: pixel, isCoarse: isCoarse)
  }

  /// The sight most like the one from the pose: the anchor's while it is close enough, else the one
  /// with the smallest change of direction and distance.
  private static func bestView(
    _ point: MapPoint, _ pose: RigidMotion, _ lens: Lens, _ map: WorldMap
  ) -> View? {
    let toPoint = point.position - pose.center
    let distance = toPoint.length
    var best = limit
    var pick: PointObservation?
    for o in point.observations {
      let d = point.position - map.keyframes[o.keyframe].cameraFromMap.center
      let r = d.length
      let cosine = toPoint.dot(d) / (r * distance)
      let change = acos(max(-1, min(1, cosine))) + abs(log(r / distance))
      if o.keyframe == point.anchor, change < anchorLimit {
        pick = o
        break
      }
      if change < best {
        best = change
        pick = o
      }
    }
    guard let pick, let warp = warp(pick, point, pose, lens, map) else { return nil }
    return View(keyframe: pick.keyframe, pixel: pick.pixel, warp: warp)
  }

  /// How pixels round the sight move, the patch taken to be parallel to the keyframe's image.
  private static func warp(
    _ o: PointObservation, _ point: MapPoint, _ pose: RigidMotion, _ lens: Lens, _ map: WorldMap
  ) -> Warp? {
    let keyframe = map.keyframes[o.keyframe]
    let depth = keyframe.cameraFromMap.act(point.position).z
    let relative = pose * keyframe.cameraFromMap.inverse
    func moved(_ offset: Vector2) -> Vector2? {
      let n = keyframe.lens.point(at: o.pixel + offset)
      let y = relative.act(Vector3(n, 1) * depth)
      return y.z < Triangulation.minimumDepth ? nil : lens.pixel(of: y.imagePoint)
    }
    guard let center = moved(.zero), let right = moved(Vector2(warpReach, 0)),
      let down = moved(Vector2(0, warpReach))
    else { return nil }
    return Warp(right: (right - center) / warpReach, down: (down - center) / warpReach)
  }
}
