import Foundation
import SceneGraph
import SceneRendering
import SessionCore

/// Draws frames with a scene over them.
struct ScenePainter {
  /// A picture, mirrored where the front camera leads, as a phone shows it.
  ///
  /// Nil without OpenGL. The size of zero is the camera picture's own.
  func picture(of frame: SessionFrame, _ scene: SceneSnapshot, size: CGSize) -> UIImage? {
    // One context a picture: a queue's blocks may run on any thread, a context belongs to one.
    guard let renderer = try? OffscreenRenderer() else { return nil }
    renderer.options = RenderOptions()
    renderer.options.inset = nil
    renderer.options.mirrorsFrontBackground = frame.primaryRole == .front
    let (width, height) = (Int(size.width), Int(size.height))
    let pixels = try? renderer.render(
      frame: frame, snapshot: scene, size: width > 0 && height > 0 ? (width, height) : nil)
    return pixels.flatMap { UIImage($0) }
  }
}
