import Foundation
import SpatialMath

/// Finds points of the map in a picture by the patches that their keyframes keep.
struct PatchMatcher {
  /// The anchor's patch serves up to 20°, or 1.4 times the distance.
  ///
  /// No chain of patches, hence no drift. Another keyframe's serves up to 0.9 of the same measure
  /// (radians, or the logarithm of the distances' ratio).
  private static let anchorLimit = 0.35
  /// Sights this much alike show the same.
  private static let alikeLimit = 0.5
  private static let limit = 0.9
  /// A surface seen more slantingly than this (80°) has no patch worth warping, cosine.
  private static let leastFacing = 0.17
  /// A wide search's starts lie this far apart, pixels, and reach so many steps to each side.
  private static let wideStep = 7.0, wideSteps = 1
  /// Half the patch, pixels: over what the warp is measured.
  private static let warpReach = 6.0

  /// A keyframe's sight of a point and how it should look now.
  struct View {
    fileprivate var keyframe: Int
    fileprivate var pixel: Vector2
    fileprivate var warp: Warp
  }

  /// Looks for a point near a pixel of a picture taken at a pose.
  ///
  /// `normal` is that of the surface in map space, where it is known: its patch is then warped as
  /// that surface looks, else as one parallel to the keyframe's image.
  static func find(
    _ point: MapPoint, in pyramid: ImagePyramid, at cameraFromMap: RigidMotion, lens: Lens,
    map: WorldMap, near pixel: Vector2, isCoarse: Bool, normal: Vector3? = nil
  ) -> PatchAligner.Match? {
    view(of: point, at: cameraFromMap, lens: lens, map: map, normal: normal).flatMap {
      find($0, in: pyramid, map: map, near: pixel, isCoarse: isCoarse)
    }
  }

  /// Looks for a point near a pixel by one of its sights.
  static func find(
    _ view: View, in pyramid: ImagePyramid, map: WorldMap, near pixel: Vector2, isCoarse: Bool
  ) -> PatchAligner.Match? {
    map.keyframes[view.keyframe].pyramid.flatMap {
      PatchAligner.align(
        $0, at: view.pixel, in: pyramid, warp: view.warp, start: pixel, isCoarse: isCoarse)
    }
  }

  /// Looks for a point within a wide reach of a pixel: the best of searches begun side by side.
  static func findWide(
    _ view: View, in pyramid: ImagePyramid, map: WorldMap, near pixel: Vector2
  ) -> PatchAligner.Match? {
    var best: PatchAligner.Match?
    for dy in -wideSteps...wideSteps {
      for dx in -wideSteps...wideSteps {
        let start = pixel + Vector2(Double(dx), Double(dy)) * wideStep
        if let match = find(view, in: pyramid, map: map, near: start, isCoarse: true),
          match.correlation > best?.correlation ?? -1
        {
          best = match
        }
      }
    }
    return best
  }

  /// Whether some sight of a well-known point was much like the one from a pose: then it should be
  /// found again, unless something hides it.
  static func looksAlike(_ point: MapPoint, from pose: RigidMotion, _ map: WorldMap) -> Bool {
    let toPoint = point.position - pose.center
    let distance = toPoint.length
    return point.observations.contains { o in
      let d = point.position - map.keyframes[o.keyframe].cameraFromMap.center
      let r = d.length
      let cosine = toPoint.dot(d) / (r * distance)
      return acos(max(-1, min(1, cosine))) + abs(log(r / distance)) < alikeLimit
    }
  }

  /// The sight most like the one from the pose: the anchor's while it is close enough, else the one
  /// with the smallest change of direction and distance.
  static func view(
    of point: MapPoint, at pose: RigidMotion, lens: Lens, map: WorldMap, normal: Vector3? = nil
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
    guard let pick, let warp = warp(pick, point, pose, lens, map, normal) else { return nil }
    return View(keyframe: pick.keyframe, pixel: pick.pixel, warp: warp)
  }

  /// How pixels round the sight move, the patch taken to be parallel to the keyframe's image where
  /// its surface is not known.
  private static func warp(
    _ o: PointObservation, _ point: MapPoint, _ pose: RigidMotion, _ lens: Lens, _ map: WorldMap,
    _ normal: Vector3?
  ) -> Warp? {
    let keyframe = map.keyframes[o.keyframe]
    let place = keyframe.cameraFromMap.act(point.position)
    var facing = Vector3(0, 0, 1)
    if let turned = normal.map({ keyframe.cameraFromMap.rotation * $0 }),
      abs(turned.dot(place.normalized)) > leastFacing
    {
      facing = turned
    }
    let distance = facing.dot(place)
    let relative = pose * keyframe.cameraFromMap.inverse
    func moved(_ offset: Vector2) -> Vector2? {
      let n = keyframe.lens.point(at: o.pixel + offset)
      let ray = Vector3(n, 1)
      let along = distance / facing.dot(ray)
      guard along > 0 else { return nil }
      let y = relative.act(ray * along)
      return y.z < Triangulation.minimumDepth ? nil : lens.pixel(of: y.imagePoint)
    }
    guard let center = moved(.zero), let right = moved(Vector2(warpReach, 0)),
      let down = moved(Vector2(0, warpReach))
    else { return nil }
    return Warp(right: (right - center) / warpReach, down: (down - center) / warpReach)
  }
}
