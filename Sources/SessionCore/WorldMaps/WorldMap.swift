import SpatialMath

/// A snapshot of known surroundings with the anchors in them, to be found again in another session.
///
/// Made by `Session.getCurrentWorldMap`; given back by
/// `WorldTrackingConfiguration.initialWorldMap`. World space is that of the session that made it:
/// metres, right-handed. It holds grey pictures of the place as the camera saw it, one a keyframe:
/// whoever has the file can look at them.
public struct WorldMap: Sendable, Equatable {
  /// The places and surfaces in it, with the identifiers that they keep; no faces.
  public var anchors: [Anchor]
  /// What the tracker needs to find its place.
  package var content: WorldMapContent

  /// Creates a map.
  package init(content: WorldMapContent, anchors: [Anchor] = []) {
    self.content = content
    self.anchors = anchors
  }

  /// The points of the map whose depth is well known, in world space.
  ///
  /// - Complexity: O(points).
  public var rawFeaturePoints: [FeaturePoint] {
    content.points.filter { $0.depthSigma < WorldMapContent.wellKnown }.map {
      FeaturePoint(identifier: $0.identifier, position: content.frame.world($0.position))
    }
  }

  /// The middle of the box round the well-known points, world space, metres.
  public var center: Vector3 { box.map { ($0.low + $0.high) / 2 } ?? .zero }

  /// The sides of that box along the world's axes, metres.
  public var extent: Vector3 { box.map { $0.high - $0.low } ?? .zero }

  private var box: (low: Vector3, high: Vector3)? {
    let places = rawFeaturePoints.map(\.position)
    guard let first = places.first else { return nil }
    return places.reduce((low: first, high: first)) { box, p in
      (
        Vector3(min(box.low.x, p.x), min(box.low.y, p.y), min(box.low.z, p.z)),
        Vector3(max(box.high.x, p.x), max(box.high.y, p.y), max(box.high.z, p.z))
      )
    }
  }

  /// The same map in another world frame, with its anchors.
  package func moved(by newFromOld: Pose) -> WorldMap {
    var moved = self
    moved.content.frame.worldFromMap = newFromOld * content.frame.worldFromMap
    moved.content.frame.up = newFromOld.rotation.act(content.frame.up)
    return moved
  }
}
