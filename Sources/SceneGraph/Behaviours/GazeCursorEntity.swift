import Foundation
import SpatialMath

/// A mark where the user looks, with a ring round it that a dwell closes.
///
/// Hang it below an `AnchorEntity(.screen(size:))` with the size of the scene's gaze screen.
public final class GazeCursorEntity: Entity {
  /// Metres of the screen.
  private static let (dot, inner, outer) = (Float(0.005), Float(0.013), Float(0.018))
  /// How far it stands before what is on the screen, metres.
  private static let height = 0.05
  private static let segments = 48
  private let color: SIMD4<Float>
  private let ring: ModelEntity
  private let rail: ModelEntity

  /// Creates a mark that is hidden until someone looks.
  ///
  /// - Parameters:
  ///   - name: the entity's name.
  ///   - color: red, green, blue and opacity, sRGB.
  public init(name: String = "gaze-cursor", color: SIMD4<Float> = SIMD4(1, 0.85, 0.1, 1)) {
    func model(_ inner: Float, _ outer: Float, _ color: SIMD4<Float>) -> ModelEntity {
      let model = ModelEntity(
        mesh: MeshResource(Self.arc(inner, outer, part: 1)), material: .unlit(color))
      model.castsShadow = false
      return model
    }
    self.color = color
    rail = model(Self.inner, Self.outer, SIMD4(0, 0, 0, 0.35 * color.w))
    ring = model(Self.inner, Self.outer, color)
    super.init(name: name)
    addChild(model(0, Self.dot, color))
    addChild(rail)
    addChild(ring)
    isEnabled = false
    isHitTestable = false
  }

  /// A mark of the same colour.
  public override func makeCopy() -> Entity { GazeCursorEntity(name: name, color: color) }

  override var copiesChildren: Bool { true }

  /// Moves to where the user looks; hides while that is not on the screen.
  func show(_ gaze: SceneGaze) {
    isEnabled = gaze.state.point != nil
    guard let point = gaze.state.point else { return }
    position = Vector3(
      (point.x - 0.5) * gaze.screen.size.x, (0.5 - point.y) * gaze.screen.size.y, Self.height)
    let progress = gaze.state.dwellProgress
    ring.isEnabled = progress > 0
    rail.isEnabled = progress > 0
    if progress > 0 {
      let shape = Self.arc(Self.inner, Self.outer, part: progress)
      ring.mesh = ring.mesh?.replaced(by: shape) ?? MeshResource(shape)
      // Two flat things in one place would flicker.
      ring.position.z = 0.001
    }
  }

  /// A part of a flat ring round the origin, clockwise from the top, that looks along +Z.
  private static func arc(_ inner: Float, _ outer: Float, part: Double) -> TriangleMesh {
    var mesh = TriangleMesh()
    for i in 0...segments {
      let angle = part * 2 * .pi * Double(i) / Double(segments)
      let direction = SIMD3(Float(sin(angle)), Float(cos(angle)), 0)
      mesh.positions += [direction * inner, direction * outer]
      mesh.normals += [SIMD3(0, 0, 1), SIMD3(0, 0, 1)]
      if i > 0 {
        let n = UInt32(2 * i)
        mesh.indices += [n - 2, n, n - 1, n, n + 1, n - 1]
      }
    }
    return mesh
  }
}
