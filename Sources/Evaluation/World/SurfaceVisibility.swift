import SessionCore
import SpatialMath

/// Tells which places of true surfaces the rear camera saw well: in the picture, from their front
/// and not along them, with no other true surface in between, and for long enough.
struct SurfaceVisibility {
  /// The distance beyond which a place does not count as seen, metres.
  private static let farthest = 5.0
  /// The least sine of the angle at which a place is looked at (11°): less shows no texture.
  private static let leastSlope = 0.2
  /// How long a place must have been seen in all, seconds.
  private static let duration = 2.0
  /// Every fifth frame is enough to tell what a moving camera sees.
  private static let frameStep = 5
  /// What lies on a surface, or begins at its edge, does not hide it, as a share of the way.
  private static let touching = 0.01

  private struct Occluder {
    var identifier: AnchorIdentifier
    var planeFromWorld: Pose
    var plane: PlaneAnchor
  }

  private let lens: CameraIntrinsics
  /// World from rear camera.
  private let views: [Pose]
  /// The views in which a place must have been seen.
  private let enough: Int
  private let occluders: [Occluder]

  /// Nil when the truth has no rear camera.
  init?(_ truth: EventLog) {
    guard let lens = truth.cameras[.rear]?.intrinsics else { return nil }
    self.lens = lens
    let frames = truth.frames.filter { $0.index % Self.frameStep == 0 && $0.worldFromRear != nil }
    views = frames.compactMap(\.worldFromRear)
    let time = (frames.last?.time ?? 0) - (frames.first?.time ?? 0)
    let interval = time / Double(max(1, frames.count - 1))
    enough = interval > 0 ? max(1, Int((Self.duration / interval).rounded())) : 1
    occluders = truth.planes.map {
      Occluder(identifier: $0.identifier, planeFromWorld: $0.transform.inverse, plane: $0)
    }
  }

  /// The places (plane space) of a surface that were seen well.
  func seen(_ places: [Vector3], of surface: PlaneAnchor) -> [Vector3] {
    let normal = surface.transform.rotation.act(Vector3(0, 1, 0))
    return places.filter { place in
      let point = surface.transform.act(place)
      var times = 0
      for view in views where isSeen(point, normal, from: view, on: surface.identifier) {
        times += 1
        if times == enough { return true }
      }
      return false
    }
  }

  private func isSeen(
    _ point: Vector3, _ normal: Vector3, from view: Pose, on own: AnchorIdentifier
  ) -> Bool {
    let toCamera = view.translation - point
    let distance = toCamera.length
    return distance < Self.farthest && toCamera.dot(normal) > Self.leastSlope * distance
      && isInPicture((view * .sessionCameraFromVisionCamera).inverse.act(point))
      && !isHidden(point, from: view.translation, on: own)
  }

  private func isInPicture(_ point: Vector3) -> Bool {
    guard let pixel = lens.project(point) else { return false }
    return pixel.x >= 0 && pixel.y >= 0 && pixel.x < Double(lens.width)
      && pixel.y < Double(lens.height)
  }

  private func isHidden(_ point: Vector3, from eye: Vector3, on own: AnchorIdentifier) -> Bool {
    occluders.contains { other in
      guard other.identifier != own else { return false }
      let (a, b) = (other.planeFromWorld.act(eye), other.planeFromWorld.act(point))
      guard a.y * b.y < 0 else { return false }
      let t = a.y / (a.y - b.y)
      return t < 1 - Self.touching && other.plane.boundaryContains(a + (b - a) * t)
    }
  }
}
