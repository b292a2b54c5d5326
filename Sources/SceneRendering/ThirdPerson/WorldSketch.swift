import Foundation
import SceneGraph
import SessionCore
import SpatialMath

/// The world from outside, as lines and dots: a floor, planes, points, cameras, faces' looks.
struct WorldSketch {
  let frame: SessionFrame
  let history: WorldHistory
  let overlay: WorldOverlay
  /// Factor on the width of lines.
  let scale: Double
  /// How deep the cameras' pyramids are, metres.
  let pyramidDepth: Double

  /// Lines of the floor to each side, and metres between them.
  private static let floorLines = 8, floorStep = 0.5

  /// The floor: the lowest level plane, or the world's origin.
  private var floor: Double {
    frame.planes.filter { $0.alignment == .horizontal }.map(\.transform.translation.y).min() ?? 0
  }

  /// Adds a grid on the floor round a place.
  func addFloor(round center: Vector3, to lines: OverlayLines) {
    let reach = Double(Self.floorLines) * Self.floorStep
    let middle = Vector2(
      (center.x / Self.floorStep).rounded() * Self.floorStep,
      (center.z / Self.floorStep).rounded() * Self.floorStep)
    for i in -Self.floorLines...Self.floorLines {
      let at = Double(i) * Self.floorStep
      // Lines fade towards the edge.
      let part = 1 - abs(Float(i)) / Float(Self.floorLines + 1)
      let color = SIMD4<Float>(0.75, 0.85, 1, 0.05 + 0.2 * part)
      for (a, b) in [
        (Vector2(at, -reach), Vector2(at, reach)), (Vector2(-reach, at), Vector2(reach, at)),
      ] {
        addLine(
          Vector3(middle.x + a.x, floor, middle.y + a.y),
          Vector3(middle.x + b.x, floor, middle.y + b.y), color, 1, lines)
      }
    }
  }

  /// Adds the map's points and the camera's way.
  func addHistory(to lines: OverlayLines) {
    let dot = SIMD4<Float>(1, 0.82, 0.25, 0.8)
    for point in history.points {
      if let p = overlay.pixel(point) { lines.addDot(p, color: dot, diameter: 2.2 * scale) }
    }
    let way = SIMD4<Float>(0.55, 1, 0.6, 0.85)
    for (a, b) in zip(history.path, history.path.dropFirst()) {
      addLine(a, b, way, 1.6, lines)
    }
  }

  /// Adds the outlines of planes.
  func addPlanes(to lines: OverlayLines) { overlay.addPlanes(frame, to: lines, scale: scale) }

  /// Adds the looks of the tracked faces: a line from each eye to where both look.
  func addGazes(to lines: OverlayLines) {
    let color = SIMD4<Float>(1, 0.55, 0.75, 0.9)
    for face in frame.faces where face.isTracked {
      let goal = face.transform.act(face.lookAtPoint)
      for eye in [face.leftEyeTransform, face.rightEyeTransform] {
        addLine(face.transform.act(eye.translation), goal, color, 1.2, lines)
      }
      if let p = overlay.pixel(goal) { lines.addDot(p, color: color, diameter: 5 * scale) }
    }
  }

  /// The four corners of a camera's picture, `pyramidDepth` before it: upper left, upper right,
  /// lower left, lower right.
  func corners(_ view: CameraView) -> [Vector3] {
    let lens = view.image.intrinsics
    return [(0, 0), (1, 0), (0, 1), (1, 1)].map { x, y in
      let n = lens.unproject(Vector2(x * Double(lens.width), y * Double(lens.height)))
      return view.worldFromCamera.act(Vector3(n.x, -n.y, -1) * pyramidDepth)
    }
  }

  /// Adds a camera's pyramid.
  func addPyramid(_ view: CameraView, to lines: OverlayLines) {
    let color: SIMD4<Float> =
      view.image.role == .front ? SIMD4(1, 0.55, 0.75, 1) : SIMD4(0.45, 0.85, 1, 1)
    let eye = view.worldFromCamera.translation
    let c = corners(view)
    for corner in c { addLine(eye, corner, color, 1.4, lines) }
    for (a, b) in [(0, 1), (1, 3), (3, 2), (2, 0)] { addLine(c[a], c[b], color, 1.8, lines) }
  }

  private func addLine(
    _ a: Vector3, _ b: Vector3, _ color: SIMD4<Float>, _ width: Double, _ lines: OverlayLines
  ) {
    guard let line = overlay.segment(a, b) else { return }
    lines.add(line, closed: false, color: color, width: width * scale)
  }
}
