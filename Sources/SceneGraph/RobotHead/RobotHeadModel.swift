import Foundation
import SpatialMath

/// Builds the robot head's entities.
///
/// Lengths are the head's own units, from the foot's middle.
struct RobotHeadModel {
  let stand = Entity(name: "stand")
  /// Turns about the ball joint of the neck.
  let head: Entity
  let parts: RobotHeadParts

  /// The height of the ball joint.
  static let pivotHeight = 0.105

  init() {
    head = Entity(name: "head", transform: Transform(translation: Vector3(0, Self.pivotHeight, 0)))
    // Below this entity heights count from the foot, not from the joint.
    let skull = Entity(
      name: "skull", transform: Transform(translation: Vector3(0, -Self.pivotHeight, 0)))
    head.addChild(skull)
    Self.addShell(to: skull)
    let left = RobotHeadEye(side: -1, skull: skull)
    let right = RobotHeadEye(side: 1, skull: skull)
    let mouth = RobotHeadMouth(skull: skull)
    parts = RobotHeadParts(
      leftBrow: left.brow, rightBrow: right.brow, leftEye: left.eye, rightEye: right.eye,
      leftGaze: left.gaze, rightGaze: right.gaze, leftLids: left.lids, rightLids: right.lids,
      upperLip: mouth.upperLip, jaw: mouth.jaw, tongue: mouth.tongue,
      leftCheek: Self.makeCheek(side: -1, skull), rightCheek: Self.makeCheek(side: 1, skull))
    addStand()
  }

  // MARK: - Stand

  private func addStand() {
    let foot: [SIMD2<Float>] = [
      SIMD2(0, 0), SIMD2(0.060, 0), SIMD2(0.0635, 0.0015), SIMD2(0.065, 0.005),
      SIMD2(0.065, 0.010), SIMD2(0.0635, 0.0135), SIMD2(0.060, 0.015), SIMD2(0.048, 0.0175),
      SIMD2(0.044, 0.019), SIMD2(0.040, 0.023), SIMD2(0.034, 0.027), SIMD2(0.028, 0.029),
      SIMD2(0, 0.029),
    ]
    stand.model(
      "foot", RobotHeadMaterials.aluminium, castsShadow: true
    ) { d in .lathe(profile: foot, segments: d(40)) }
    stand.model(
      "foot-ring", RobotHeadMaterials.accent
    ) { d in
      .torus(radius: 0.0545, tube: 0.0035, segments: d(40), sides: d(6))
        .translated(0, 0.0155, 0)
    }
    let neck = (0...20).map { i in
      let t = Float(i) / 20
      return SIMD2(0.0245 + 0.0028 * cos(t * 2 * .pi * 5), 0.029 + 0.074 * t)
    }
    stand.model(
      "neck", RobotHeadMaterials.rubber, castsShadow: true
    ) { d in .lathe(profile: neck, segments: d(20)) }
  }

  // MARK: - Shell

  private static func addShell(to skull: Entity) {
    let floor: Float = 0.136
    skull.model(
      "cranium", RobotHeadMaterials.shell, castsShadow: true
    ) { d in
      TriangleMesh.superellipsoid(
        radii: SIMD3(0.094, 0.084, 0.086), exponent: 3.3, segments: d(13)
      ).translated(0, 0.182, 0).deformed { SIMD3($0.x, max($0.y, floor), $0.z) }
    }
    skull.model(
      "visor", RobotHeadMaterials.visor
    ) { d in
      .superellipsoid(radii: SIMD3(0.0835, 0.042, 0.034), exponent: 4.6, segments: d(9))
        .translated(0, 0.1935, 0.0580)
    }
    skull.model(
      "nose", RobotHeadMaterials.accent
    ) { d in
      .superellipsoid(radii: SIMD3(0.0075, 0.0065, 0.008), exponent: 2.2, segments: d(5))
        .translated(0, 0.1685, 0.0925)
    }
    for side: Float in [-1, 1] { addEar(to: skull, side: side) }
    addAntenna(to: skull)
  }

  private static func addEar(to skull: Entity, side: Float) {
    let turn = Transform(
      rotation: Quaternion(angle: -Double(side) * .pi / 2, axis: Vector3(0, 0, 1)),
      translation: Vector3(Double(side) * 0.088, 0.187, 0))
    let ring: [SIMD2<Float>] = [
      SIMD2(0.031, 0), SIMD2(0.031, 0.008), SIMD2(0.0295, 0.0105), SIMD2(0.026, 0.0115),
      SIMD2(0.022, 0.0115),
    ]
    let cap: [SIMD2<Float>] = [
      SIMD2(0.024, 0.006), SIMD2(0.024, 0.013), SIMD2(0.0225, 0.0165), SIMD2(0.019, 0.0185),
      SIMD2(0.010, 0.0195), SIMD2(0, 0.0197),
    ]
    skull.model(
      "ear-ring", side, RobotHeadMaterials.aluminium, castsShadow: true
    ) { d in .lathe(profile: ring, segments: d(24)).transformed(by: turn) }
    skull.model(
      "ear", side, RobotHeadMaterials.accent
    ) { d in .lathe(profile: cap, segments: d(24)).transformed(by: turn) }
  }

  private static func addAntenna(to skull: Entity) {
    let mount: [SIMD2<Float>] = [
      SIMD2(0.017, 0.263), SIMD2(0.016, 0.268), SIMD2(0.012, 0.2705), SIMD2(0.004, 0.2715),
      SIMD2(0.0026, 0.2725), SIMD2(0.0026, 0.284),
    ]
    skull.model(
      "antenna", RobotHeadMaterials.steel, castsShadow: true
    ) { d in .lathe(profile: mount, segments: d(16)) }
    skull.model(
      "lamp", RobotHeadMaterials.lamp
    ) { d in .sphere(radius: 0.0075, segments: d(5)).translated(0, 0.2875, 0) }
  }

  private static func makeCheek(side: Float, _ skull: Entity) -> ModelEntity {
    let lens: [SIMD2<Float>] = [
      SIMD2(0.0095, -0.004), SIMD2(0.0095, 0.0005), SIMD2(0.008, 0.0018), SIMD2(0.0045, 0.0027),
      SIMD2(0, 0.003),
    ]
    let turn = Transform(
      rotation: Quaternion(from: Vector3(0, 1, 0), to: Vector3(Double(side) * 0.55, -0.1, 1)),
      translation: Vector3(Double(side) * 0.0655, 0.1465, 0.0730))
    return skull.model(
      "cheek", side, RobotHeadMaterials.cheek(glow: 0)
    ) { d in .lathe(profile: lens, segments: d(18)).transformed(by: turn) }
  }
}
