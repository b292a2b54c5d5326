import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath

/// A scene of nodes.
public final class SCNScene {
  /// The top of the tree.
  public let rootNode = SCNNode()

  /// Creates an empty scene.
  public init() {}
}

/// Shows a session with a scene of nodes, one node an anchor.
///
/// It draws when asked for a picture; there is no window. A face's node is hidden while its face is
/// lost.
open class ARSCNView: UIView, SCNSceneRenderer {
  /// The session.
  public var session = ARSession() {
    didSet { session.view = self }
  }
  /// Is told of nodes; not kept alive by the view.
  public weak var delegate: (any ARSCNViewDelegate)?
  /// What is shown.
  public var scene = SCNScene()
  /// The leading camera; nil before the first frame.
  public private(set) var pointOfView: SCNNode?
  /// What draws.
  public var device: (any MTLDevice)? { GraphicsDevice() }
  /// Kept for programs that say so: the session's light always counts.
  public var automaticallyUpdatesLighting = true
  /// Kept for programs that say so: there is always light.
  public var autoenablesDefaultLighting = false
  /// Kept for programs that say so: the camera is the session's.
  public var allowsCameraControl = false
  private var nodes: [UUID: (node: SCNNode, anchor: ARAnchor)] = [:]
  private let painter = ScenePainter()

  /// Creates a view with a session that does not run yet.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    session.view = self
  }

  /// The node of an anchor.
  public func node(for anchor: ARAnchor) -> SCNNode? { nodes[anchor.identifier]?.node }

  /// The newest anchor of a node.
  public func anchor(for node: SCNNode) -> ARAnchor? {
    nodes.values.first { $0.node === node }?.anchor
  }

  /// The nodes under a point of the view, the nearest first.
  ///
  /// The view's size is `frame`, or the picture's pixels; a front camera's picture is mirrored.
  public func hitTest(
    _ point: CGPoint, options: [SCNHitTestOption: Any]? = nil
  ) -> [SCNHitTestResult] {
    guard let frame = session.currentFrame?.core, let ray = ray(through: point, frame) else {
      return []
    }
    return scene.rootNode.hits(ray, options ?? [:])
  }

  private func ray(through point: CGPoint, _ frame: SessionFrame) -> Ray? {
    guard let lens = frame.primary?.image.intrinsics else { return nil }
    let isSized = self.frame.width > 0 && self.frame.height > 0
    let size =
      isSized
      ? Vector2(Double(self.frame.width), Double(self.frame.height))
      : Vector2(Double(lens.width), Double(lens.height))
    // The picture is shown whole, with bars on two sides where the shapes differ.
    let scale = min(size.x / Double(lens.width), size.y / Double(lens.height))
    let shown = Vector2(Double(lens.width), Double(lens.height)) * scale
    var place = (Vector2(Double(point.x), Double(point.y)) - (size - shown) / 2) / shown
    if frame.primaryRole == .front { place.x = 1 - place.x }
    return frame.ray(through: place, role: frame.primaryRole)
  }

  /// Draws what the view shows now; nil before the first frame or without OpenGL.
  ///
  /// The camera's picture is shown whole, a front camera's mirrored.
  public func snapshot() -> UIImage? {
    guard let frame = session.currentFrame?.core else { return nil }
    scene.rootNode.prepare()
    let top = SceneGraph.AnchorEntity(.camera(frame.primaryRole))
    let drawn = SceneGraph.Scene()
    drawn.addAnchor(top)
    drawn.update(with: frame)
    // The root's places are the world's, the top's the camera's.
    let worldFromCamera = top.transform.matrix
    let root = scene.rootNode.core
    top.addChild(root)
    root.transform = SceneGraph.Transform(matrix: worldFromCamera.affineInverse)
    defer {
      root.removeFromParent()
      root.transform = .identity
    }
    return painter.picture(of: frame, drawn.makeSnapshot(), size: self.frame.size)
  }
}

extension ARSCNView: ARSessionView {
  func show(_ frame: ARFrame, of session: ARSession) {
    let camera = pointOfView ?? SCNNode()
    if pointOfView == nil { scene.rootNode.addChildNode(camera) }
    pointOfView = camera
    camera.simdTransform = frame.camera.transform
    delegate?.renderer(self, updateAtTime: frame.timestamp)
  }

  func add(_ anchors: [ARAnchor]) {
    for anchor in anchors {
      let made = delegate.map { $0.renderer(self, nodeFor: anchor) } ?? SCNNode()
      guard let node = made else { continue }
      nodes[anchor.identifier] = (node, anchor)
      scene.rootNode.addChildNode(node)
      follow(anchor, node)
      delegate?.renderer(self, didAdd: node, for: anchor)
    }
  }

  func update(_ anchors: [ARAnchor]) {
    for anchor in anchors {
      guard let node = nodes[anchor.identifier]?.node else { continue }
      nodes[anchor.identifier] = (node, anchor)
      delegate?.renderer(self, willUpdate: node, for: anchor)
      follow(anchor, node)
      delegate?.renderer(self, didUpdate: node, for: anchor)
    }
  }

  func remove(_ anchors: [ARAnchor]) {
    for anchor in anchors {
      guard let node = nodes.removeValue(forKey: anchor.identifier)?.node else { continue }
      node.removeFromParentNode()
      delegate?.renderer(self, didRemove: node, for: anchor)
    }
  }

  private func follow(_ anchor: ARAnchor, _ node: SCNNode) {
    node.simdTransform = anchor.transform
    if let trackable = anchor as? any ARTrackable { node.isHidden = !trackable.isTracked }
  }
}
