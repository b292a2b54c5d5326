import SceneGraph
import SessionCore
import SpatialMath

/// Says what the user should do next; nil when all is well.
package struct ViewerHint {
  /// How long (seconds) something must be missing before the user is told.
  package static let patience = 2.0
  /// How long the first advice stays after the entity appeared.
  package static let welcome = 8.0

  private var missingSince: Timestamp?
  private var placedSince: Timestamp?
  private var cutSince: Timestamp?
  private var lastLook: Timestamp?
  private var isCut = false
  /// How often (seconds) it is looked whether an entity fits into the picture.
  private static let lookPeriod = 0.5

  /// Knows of no frame yet.
  package init() {}

  /// The hint for a frame.
  ///
  /// - Parameters:
  ///   - frame: the newest frame.
  ///   - scene: bound to that frame.
  /// - Returns: a sentence for the user.
  package mutating func text(_ frame: SessionFrame, scene: Scene) -> String? {
    let waiting = scene.anchors.filter { anchor in
      if case .plane = anchor.target { !anchor.isAnchored } else { false }
    }
    let hasPlaneAnchor = scene.anchors.contains {
      if case .plane = $0.target { true } else { false }
    }
    guard let first = waiting.first, frame.rear != nil else {
      missingSince = nil
      return welcome(frame, scene, hasPlaneAnchor: hasPlaneAnchor)
    }
    placedSince = nil
    let since = missingSince ?? frame.timestamp
    missingSince = since
    guard frame.timestamp.seconds(since: since) >= Self.patience else { return nil }
    return Self.advice(frame, for: first)
  }

  /// What to do when the top of what stands on a plane is out of sight while its foot is not.
  private mutating func cutAdvice(_ frame: SessionFrame, _ scene: Scene) -> String? {
    if lastLook.map({ frame.timestamp.seconds(since: $0) >= Self.lookPeriod }) ?? true {
      lastLook = frame.timestamp
      isCut = frame.rear.map { Self.isTopCut($0, scene) } ?? false
      cutSince = isCut ? cutSince ?? frame.timestamp : nil
    }
    guard let cutSince, frame.timestamp.seconds(since: cutSince) >= Self.patience else {
      return nil
    }
    return "Its top is out of sight: go back a little, or look higher."
  }

  private static func isTopCut(_ view: CameraView, _ scene: Scene) -> Bool {
    let cameraFromWorld = view.worldFromCamera.inverse
    let lens = view.image.intrinsics
    return scene.anchors.contains { anchor in
      guard case .plane = anchor.target, anchor.isAnchored else { return false }
      let box = anchor.visualBounds(relativeTo: nil)
      guard !box.isEmpty else { return false }
      func row(_ height: Double) -> Double? {
        let place = Vector3(box.center.x, height, box.center.z)
        let seen = Pose.sessionCameraFromVisionCamera.act(cameraFromWorld.act(place))
        return lens.project(seen)?.y
      }
      guard let top = row(box.max.y), let foot = row(box.min.y) else { return false }
      return top < 0 && foot > 0 && foot < Double(lens.height)
    }
  }

  private mutating func welcome(
    _ frame: SessionFrame, _ scene: Scene, hasPlaneAnchor: Bool
  ) -> String? {
    guard hasPlaneAnchor else { return Self.faceAdvice(frame) }
    let since = placedSince ?? frame.timestamp
    placedSince = since
    if let advice = cutAdvice(frame, scene) { return advice }
    if frame.timestamp.seconds(since: since) < Self.welcome {
      return "Click a surface to move it there.  ? shows the keys."
    }
    return Self.faceAdvice(frame)
  }

  private static func faceAdvice(_ frame: SessionFrame) -> String? {
    guard frame.front != nil, !frame.faces.contains(where: \.isTracked) else { return nil }
    return "Look into the front camera."
  }

  private static func advice(_ frame: SessionFrame, for anchor: AnchorEntity) -> String {
    switch frame.trackingState {
    case .notAvailable: return "Waiting for the rear camera."
    case .limited(.initializing):
      return "Move the camera slowly sideways, as if along a shelf: turning it is not enough."
    case .limited(.excessiveMotion): return "Move the camera more slowly."
    case .limited(.insufficientFeatures):
      return "Too little to see: show something with patterns or edges, or turn on a light."
    case .limited(.relocalizing): return "Go back to where the camera was before."
    case .normal: break
    }
    guard case .plane(let requirement) = anchor.target else { return "" }
    let large = requirement.minimumBounds
    if let best = frame.planes.max(by: { $0.extent.area < $1.extent.area }) {
      return "Show more of the surface: \(size(best.extent.width, best.extent.height)) is seen, "
        + "\(size(large.x, large.y)) is needed."
    }
    return "Move the camera sideways and show the table or the floor."
  }

  private static func size(_ a: Double, _ b: Double) -> String {
    "\(Int((a * 100).rounded())) × \(Int((b * 100).rounded())) cm"
  }
}

extension PlaneAnchor.Extent {
  /// Square metres.
  fileprivate var area: Double { width * height }
}
