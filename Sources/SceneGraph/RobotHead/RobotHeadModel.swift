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
  /// The front of the mouth seen from above: |x/a|ⁿ + |z/c|ⁿ = 1, over which lips and teeth lie.
  private static let mouthCurve = (a: Float(0.064), c: Float(0.054), n: Float(3), z: Float(0.026))

  init() {
    head = Entity(name: "head", transform: Transform(translation: Vector3(0, Self.pivotHeight, 0)))
    // Below this entity heights count from the foot, not from the joint.
    let skull = Entity(
      name: "skull", transform: Transform(translation: Vector3(0, -Self.pivotHeight, 0)))
    head.addChild(skull)
    Self.addShell(to: skull)
    Self.addMouthInterior(to: skull)
    let left = RobotHeadEye(side: -1, skull: skull)
    let right = RobotHeadEye(side: 1, skull: skull)
    let jaw = Self.makeJaw()
    let upperLip = Self.makeUpperLip()
    let tongue = Self.makeTongue(in: skull)
    for part in [jaw, upperLip] { skull.addChild(part) }
    parts = RobotHeadParts(
      leftBrow: left.brow, rightBrow: right.brow, leftEye: left.eye, rightEye: right.eye,
      leftGaze: left.gaze, rightGaze: right.gaze, leftLids: left.lids, rightLids: right.lids,
      upperLip: upperLip, jaw: jaw, tongue: tongue,
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
    stand.model("foot", .lathe(profile: foot, segments: 40), RobotHeadMaterials.aluminium)
    stand.model(
      "foot-ring",
      .torus(radius: 0.0545, tube: 0.0035, segments: 40, sides: 8)
        .translated(0, 0.0155, 0), RobotHeadMaterials.accent)
    let neck = (0...24).map { i in
      let t = Float(i) / 24
      return SIMD2(0.0245 + 0.0028 * cos(t * 2 * .pi * 6), 0.029 + 0.074 * t)
    }
    stand.model("neck", .lathe(profile: neck, segments: 24), RobotHeadMaterials.rubber)
  }

  // MARK: - Shell

  private static func addShell(to skull: Entity) {
    let floor: Float = 0.136
    skull.model(
      "cranium",
      TriangleMesh.superellipsoid(
        radii: SIMD3(0.094, 0.081, 0.086), exponent: 3.1, segments: 16
      ).translated(0, 0.183, 0).deformed { SIMD3($0.x, max($0.y, floor), $0.z) },
      RobotHeadMaterials.shell)
    skull.model(
      "visor",
      .superellipsoid(radii: SIMD3(0.083, 0.043, 0.034), exponent: 3.6, segments: 12)
        .translated(0, 0.194, 0.0575), RobotHeadMaterials.visor)
    skull.model(
      "nose",
      .superellipsoid(radii: SIMD3(0.0075, 0.0065, 0.008), exponent: 2.2, segments: 6)
        .translated(0, 0.169, 0.091), RobotHeadMaterials.accent)
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
      "ear-ring", side, .lathe(profile: ring, segments: 28).transformed(by: turn),
      RobotHeadMaterials.aluminium)
    skull.model(
      "ear", side, .lathe(profile: cap, segments: 28).transformed(by: turn),
      RobotHeadMaterials.accent)
  }

  private static func addAntenna(to skull: Entity) {
    let mount: [SIMD2<Float>] = [
      SIMD2(0.017, 0.260), SIMD2(0.016, 0.266), SIMD2(0.012, 0.2685), SIMD2(0.004, 0.2695),
      SIMD2(0.0026, 0.2705), SIMD2(0.0026, 0.282),
    ]
    skull.model("antenna", .lathe(profile: mount, segments: 20), RobotHeadMaterials.steel)
    skull.model(
      "lamp", .sphere(radius: 0.0075, segments: 6).translated(0, 0.2855, 0),
      RobotHeadMaterials.lamp)
  }

  private static func makeCheek(side: Float, _ skull: Entity) -> ModelEntity {
    let lens: [SIMD2<Float>] = [
      SIMD2(0.0095, -0.004), SIMD2(0.0095, 0.0005), SIMD2(0.008, 0.0018), SIMD2(0.0045, 0.0027),
      SIMD2(0, 0.003),
    ]
    let turn = Transform(
      rotation: Quaternion(from: Vector3(0, 1, 0), to: Vector3(Double(side) * 0.42, -0.25, 1)),
      translation: Vector3(Double(side) * 0.064, 0.1555, 0.0715))
    return skull.model(
      "cheek", side, .lathe(profile: lens, segments: 18).transformed(by: turn),
      RobotHeadMaterials.cheek(glow: 0))
  }

  // MARK: - Mouth

  private static func mouthPoint(x: Float, y: Float, inset: Float = 0) -> SIMD3<Float> {
    let (a, c, n, z) = mouthCurve
    let t = pow(max(0, 1 - pow(abs(x / (a - inset)), n)), 1 / n)
    return SIMD3(x, y, z + (c - inset) * t)
  }

  private static func lip(y: Float, radius: Float, curve: Float) -> TriangleMesh {
    let path = (-8...8).map { i in
      let t = Float(i) / 8
      return mouthPoint(x: t * 0.047, y: y + curve * t * t)
    }
    return .tube(along: path, radius: radius, flattening: 0.85, sides: 10)
  }

  private static func teeth(y: Float) -> TriangleMesh {
    .joined(
      (-3...3).map { i in
        let p = mouthPoint(x: Float(i) * 0.0118, y: y, inset: 0.008)
        return TriangleMesh.roundedBox(
          size: SIMD3(0.0104, 0.011, 0.007), radius: 0.0028, segments: 1
        )
        .transformed(
          by: Transform(
            rotation: Quaternion(angle: Double(i) * 0.13, axis: Vector3(0, 1, 0)),
            translation: Vector3(p)))
      })
  }

  private static func addMouthInterior(to skull: Entity) {
    skull.model(
      "throat",
      .roundedBox(size: SIMD3(0.108, 0.058, 0.086), radius: 0.012, segments: 2)
        .translated(0, 0.114, -0.024), RobotHeadMaterials.rubber)
    skull.model(
      "gullet",
      .roundedBox(size: SIMD3(0.078, 0.046, 0.006), radius: 0.002, segments: 1)
        .translated(0, 0.114, 0.0185), RobotHeadMaterials.mouth)
    skull.model(
      "palate",
      .roundedBox(size: SIMD3(0.106, 0.004, 0.09), radius: 0.0015, segments: 1)
        .translated(0, 0.1355, 0.021), RobotHeadMaterials.mouth)
    skull.model("upper-teeth", teeth(y: 0.1325), RobotHeadMaterials.tooth)
    let rods = [Float(-1), 1].map { side in
      TriangleMesh.lathe(
        profile: [SIMD2(0.0042, 0.08), SIMD2(0.0042, 0.14)], segments: 12
      ).translated(side * 0.0525, 0, 0.012)
    }
    skull.model("jaw-rods", .joined(rods), RobotHeadMaterials.steel)
  }

  private static func makeUpperLip() -> Entity {
    ModelEntity(
      name: "upper-lip", mesh: .robotHeadPart("upper-lip", lip(y: 0, radius: 0.0062, curve: 0.003)),
      material: RobotHeadMaterials.accent,
      transform: Transform(translation: Vector3(0, 0.1385, 0.004)))
  }

  private static func jawShell() -> TriangleMesh {
    TriangleMesh.superellipsoid(
      radii: SIMD3(0.068, 0.0235, 0.054), exponent: 3.4, segments: 12
    ).translated(0, 0, 0.026).deformed { p in
      // Flat on top, narrower towards the chin.
      let taper = 1 + 0.10 * min(0, p.y / 0.0235)
      return SIMD3(p.x * taper, min(p.y, 0.0195), p.z)
    }
  }

  private static func makeJaw() -> Entity {
    let jaw = Entity(name: "jaw", transform: Transform(translation: Vector3(0, 0.1065, 0)))
    jaw.model("jaw-shell", jawShell(), RobotHeadMaterials.shell)
    jaw.model(
      "mouth-floor",
      .superellipsoid(radii: SIMD3(0.056, 0.004, 0.043), exponent: 3.2, segments: 8)
        .translated(0, 0.0175, 0.026), RobotHeadMaterials.mouth)
    jaw.model("lower-teeth", teeth(y: 0.0185), RobotHeadMaterials.tooth)
    jaw.model(
      "lower-lip", lip(y: 0.0195, radius: 0.0060, curve: 0.003).translated(0, 0, 0.002),
      RobotHeadMaterials.accent)
    return jaw
  }

  private static func tongueShape() -> TriangleMesh {
    TriangleMesh.superellipsoid(
      radii: SIMD3(0.0235, 0.0058, 0.056), exponent: 2.6, segments: 10
    ).deformed { p in
      // A groove along the middle, and a tip that hangs a little.
      let groove = 0.0016 * exp(-p.x * p.x / 2.5e-5) * (p.y > 0 ? 1 : 0)
      let droop = 2.2 * max(0, p.z) * max(0, p.z)
      return SIMD3(p.x * (1 - 0.10 * p.z / 0.056), p.y - groove - droop, p.z)
    }.translated(0, 0, 0.052)
  }

  /// The tongue's parent is where it lies when it is in, so that its own z is 0 there.
  private static func makeTongue(in skull: Entity) -> Entity {
    let place = Entity(
      name: "tongue-root", transform: Transform(translation: Vector3(0, 0.1300, -0.040)))
    skull.addChild(place)
    return place.model("tongue", tongueShape(), RobotHeadMaterials.tongue)
  }
}
