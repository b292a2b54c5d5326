import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath

extension Viewer {
  /// A drag in the view from outside: turns it, or moves it.
  func drag(_ way: Vector2, moves: Bool) {
    guard case .thirdPerson(var orbit) = rendering.arrangement else { return }
    let height = Double(window.framebufferSize.height)
    if moves { orbit.move(by: way, height: height) } else { orbit.turn(by: way, height: height) }
    rendering.arrangement = .thirdPerson(orbit)
    mustDraw = true
  }

  /// The wheel: nearer or farther in the view from outside, else a larger or smaller inset.
  func zoom(_ notches: Double) {
    mustDraw = true
    if case .thirdPerson(var orbit) = rendering.arrangement {
      orbit.zoom(by: notches)
      rendering.arrangement = .thirdPerson(orbit)
    } else if let inset = rendering.inset {
      // A twentieth of the target's width a notch.
      rendering.inset?.widthFraction = min(0.6, max(0.1, inset.widthFraction + 0.05 * notches))
    }
  }

  /// A click, or a tap of a finger.
  func click(_ pixel: Vector2) {
    guard let frame else { return }
    mustDraw = true
    let size = window.framebufferSize
    if case .thirdPerson(let orbit) = rendering.arrangement {
      let point = Vector2(pixel.x / Double(size.width), pixel.y / Double(size.height))
      let aspect = Double(size.width) / Double(size.height)
      if scene.tap(orbit.ray(through: point, aspect: aspect)) { answerScene() }
      return
    }
    if SceneRenderer.insetRectangle(
      frame: frame, options: rendering, width: size.width, height: size.height)?
      .contains(pixel) == true
    {
      return swapCameras()
    }
    let panes = SceneRenderer.panes(
      frame: frame, options: rendering, width: size.width, height: size.height)
    for pane in panes {
      guard let point = pane.layout.imagePoint(at: pixel) else { continue }
      return tap(point, pane.view.image.role, frame)
    }
  }

  private func tap(_ point: Vector2, _ role: CameraRole, _ frame: SessionFrame) {
    if let ray = frame.ray(through: point, role: role), scene.tap(ray) { return answerScene() }
    guard role == .rear else { return }
    if scene.placeFirstAnchor(atImagePoint: point, in: frame) != nil {
      scene.update(with: frame)
    } else {
      say("No surface is known there.")
    }
  }
}
