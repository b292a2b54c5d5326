import SceneGraph
import SceneRendering
import SessionCore

/// Shows a session with a scene of entities.
///
/// It draws when asked for a picture; there is no window.
open class ARView: UIView {
  /// The session.
  public var session = ARSession() {
    didSet { session.view = self }
  }
  /// What is shown.
  public let scene = Scene()
  /// Kept for programs that say so: a session runs only by its own `run` here.
  public var automaticallyConfigureSession = true
  private let painter = ScenePainter()

  /// Creates a view with a session that does not run yet.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    session.view = self
  }

  /// Draws what the view shows now; nil before the first frame or without OpenGL.
  ///
  /// - Parameters:
  ///   - saveToHDR: pictures have 8 bits a channel all the same.
  ///   - completion: is given the picture, before `snapshot` returns.
  public func snapshot(saveToHDR: Bool, completion: (UIImage?) -> Void) {
    guard let frame = session.currentFrame?.core else { return completion(nil) }
    completion(painter.picture(of: frame, scene.core.makeSnapshot(), size: self.frame.size))
  }

}

extension ARView: ARSessionView {
  func show(_ frame: ARFrame, of session: ARSession) { scene.core.update(with: frame.core) }
  func add(_ anchors: [ARAnchor]) {}
  func update(_ anchors: [ARAnchor]) {}
  func remove(_ anchors: [ARAnchor]) {}
}
