import SceneGraph
import SessionCore
import SpatialMath

/// Where a line meets a shape.
public final class SCNHitTestResult {
  /// The node whose shape was hit.
  public let node: SCNNode
  /// The place in the node's own space.
  public let localCoordinates: SCNVector3
  /// The place in the world.
  public let worldCoordinates: SCNVector3
  let distance: Double

  init(_ node: SCNNode, _ world: Vector3, _ distance: Double) {
    self.node = node
    self.distance = distance
    worldCoordinates = SCNVector3(world)
    localCoordinates = SCNVector3(
      node.core.transformMatrix(relativeTo: nil).affineInverse.transform(point: world))
  }
}

/// How a hit test is done.
public struct SCNHitTestOption: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates an option.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Whether shapes count from their front only: a `Bool`, true without it.
  public static let backFaceCulling = SCNHitTestOption(rawValue: "kHitTestBackFaceCulling")
  /// Whether hidden nodes are left out: a `Bool`, true without it.
  public static let ignoreHiddenNodes = SCNHitTestOption(rawValue: "kHitTestSkipHiddenNode")
}

extension SCNNode {
  /// The shapes of this subtree that a segment meets, the nearest to its start first.
  ///
  /// - Parameters:
  ///   - pointA: the start, in this node's own space.
  ///   - pointB: the end, in this node's own space.
  ///   - options: how.
  /// - Returns: the places, with their nodes.
  public func hitTestWithSegment(
    from pointA: SCNVector3, to pointB: SCNVector3, options: [SCNHitTestOption: Any]?
  ) -> [SCNHitTestResult] {
    let worldFromNode = core.transformMatrix(relativeTo: nil)
    let start = worldFromNode.transform(point: pointA.core)
    let end = worldFromNode.transform(point: pointB.core)
    let length = (end - start).length
    guard length > 0 else { return [] }
    let ray = Ray(origin: start, direction: (end - start) / length)
    return hits(ray, options ?? [:]).filter { $0.distance <= length }
  }

  /// The shapes of this subtree that a ray of the world meets, the nearest first.
  func hits(_ ray: Ray, _ options: [SCNHitTestOption: Any]) -> [SCNHitTestResult] {
    var found: [SCNHitTestResult] = []
    collect(ray, options, &found)
    return found.sorted { $0.distance < $1.distance }
  }

  private func collect(
    _ ray: Ray, _ options: [SCNHitTestOption: Any], _ found: inout [SCNHitTestResult]
  ) {
    if isHidden, options[.ignoreHiddenNodes] as? Bool ?? true { return }
    let shapes =
      [geometry?.mesh, (core as? SceneGraph.ModelEntity)?.mesh].compactMap { $0 }
    let matrix = core.transformMatrix(relativeTo: nil)
    let frontOnly = options[.backFaceCulling] as? Bool ?? true
    for shape in shapes {
      if let distance = shape.distance(along: ray, worldFromModel: matrix, frontOnly: frontOnly) {
        found.append(SCNHitTestResult(self, ray.origin + ray.direction * distance, distance))
      }
    }
    for child in childNodes { child.collect(ray, options, &found) }
  }
}
