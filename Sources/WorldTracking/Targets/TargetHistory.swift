import Foundation
import SpatialMath

/// The views of one thing of known size from places apart, and where they put it.
package struct TargetHistory: Sendable {
  /// Where it is; nil before the first view.
  package private(set) var placement: TargetPlacement?
  private var views: [TargetView] = []

  private static let mostViews = 14
  /// A view counts when the camera has moved by this angle as seen from the target, radians (1°).
  private static let leastAngle = 0.0175

  /// Without views.
  package init() {}

  /// The number of views that count.
  package var viewCount: Int { views.count }

  /// Forgets the views, not the placement.
  package mutating func forgetViews() { views = [] }

  /// Adds a view and places the target anew when the view shows it from a new side.
  ///
  /// - Returns: whether the placement has changed.
  @discardableResult
  package mutating func add(
    _ view: TargetView, start: TargetPlacement, prior: TargetAdjustment.SizePrior?,
    focalLength: Double
  ) -> Bool {
    let middle = placement?.translation ?? start.translation
    guard views.allSatisfy({ Self.angle($0, view, at: middle) > Self.leastAngle }) else {
      return false
    }
    views.append(view)
    if views.count > Self.mostViews { views.remove(at: leastUseful(at: middle)) }
    let from = views.count > 1 ? placement ?? start : start
    guard
      let solved = TargetAdjustment(focalLength: focalLength).solve(
        views, from: from, prior: prior)
    else { return false }
    placement = solved
    return true
  }

  /// The angle between two cameras as seen from a place.
  private static func angle(_ a: TargetView, _ b: TargetView, at p: Vector3) -> Double {
    let u = (a.cameraFromMap.center - p).normalized
    let v = (b.cameraFromMap.center - p).normalized
    return acos(max(-1, min(1, u.dot(v))))
  }

  /// The view, the newest left out, whose nearest other one is nearest.
  private func leastUseful(at middle: Vector3) -> Int {
    (0..<views.count - 1).min { a, b in
      nearest(a, middle) < nearest(b, middle)
    } ?? 0
  }

  private func nearest(_ i: Int, _ middle: Vector3) -> Double {
    views.indices.filter { $0 != i }.map { Self.angle(views[i], views[$0], at: middle) }.min() ?? 0
  }
}
