import Foundation

/// What draws a scene.
public protocol SCNSceneRenderer: AnyObject {
  /// What the picture is taken from.
  var pointOfView: SCNNode? { get }
}

/// Is told when a scene is drawn.
public protocol SCNSceneRendererDelegate: AnyObject {
  /// A new frame is about to be shown.
  func renderer(_ renderer: any SCNSceneRenderer, updateAtTime time: TimeInterval)
}

extension SCNSceneRendererDelegate {
  /// Does nothing.
  public func renderer(_ renderer: any SCNSceneRenderer, updateAtTime time: TimeInterval) {}
}

/// Is told of the nodes of anchors.
///
/// All calls come on the session's `delegateQueue`, where those of the session's delegate come, too.
public protocol ARSCNViewDelegate: SCNSceneRendererDelegate, ARSessionObserver {
  /// Makes the node of a new anchor; nil is an empty node.
  func renderer(_ renderer: any SCNSceneRenderer, nodeFor anchor: ARAnchor) -> SCNNode?
  /// A node was added.
  func renderer(_ renderer: any SCNSceneRenderer, didAdd node: SCNNode, for anchor: ARAnchor)
  /// A node will be moved.
  func renderer(_ renderer: any SCNSceneRenderer, willUpdate node: SCNNode, for anchor: ARAnchor)
  /// A node was moved.
  func renderer(_ renderer: any SCNSceneRenderer, didUpdate node: SCNNode, for anchor: ARAnchor)
  /// A node was removed.
  func renderer(_ renderer: any SCNSceneRenderer, didRemove node: SCNNode, for anchor: ARAnchor)
}

extension ARSCNViewDelegate {
  /// An empty node.
  public func renderer(_ renderer: any SCNSceneRenderer, nodeFor anchor: ARAnchor) -> SCNNode? {
    SCNNode()
  }
  /// Does nothing.
  public func renderer(
    _ renderer: any SCNSceneRenderer, didAdd node: SCNNode, for anchor: ARAnchor
  ) {}
  /// Does nothing.
  public func renderer(
    _ renderer: any SCNSceneRenderer, willUpdate node: SCNNode, for anchor: ARAnchor
  ) {}
  /// Does nothing.
  public func renderer(
    _ renderer: any SCNSceneRenderer, didUpdate node: SCNNode, for anchor: ARAnchor
  ) {}
  /// Does nothing.
  public func renderer(
    _ renderer: any SCNSceneRenderer, didRemove node: SCNNode, for anchor: ARAnchor
  ) {}
}
