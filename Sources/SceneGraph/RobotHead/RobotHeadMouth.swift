import Foundation
import SpatialMath

/// The robot head's mouth: lips, teeth, jaw, tongue.
struct RobotHeadMouth {
  let upperLip: Entity
  let jaw: Entity
  let tongue: Entity

  /// The front of the mouth seen from above: |x/a|ⁿ + |z/c|ⁿ = 1, over which lips and teeth lie.
  private static let curve = (a: Float(0.064), c: Float(0.054), n: Float(3), z: Float(0.026))

  /// Builds the mouth and hangs it below the skull.
  init(skull: Entity) {
    Self.addInterior(to: skull)
    upperLip = ModelEntity(
      name: "upper-lip", mesh: .robotHeadPart("upper-lip") { d in Self.lip(radius: 0.0052, d) },
      material: RobotHeadMaterials.accent,
      transform: Transform(translation: Vector3(0, 0.1372, 0.0042)))
    jaw = Self.makeJaw()
    skull.addChild(upperLip)
    skull.addChild(jaw)
    // The tongue lies on the jaw. Its parent is where it is when it is in, so that its own z is 0
    // there.
    let root = Entity(
      name: "tongue-root", transform: Transform(translation: Vector3(0, 0.0250, -0.040)))
    jaw.addChild(root)
    tongue = root.model("tongue", RobotHeadMaterials.tongue) { d in Self.tongueShape(d) }
  }

  private static func point(x: Float, y: Float, inset: Float = 0) -> SIMD3<Float> {
    let (a, c, n, z) = curve
    let t = pow(max(0, 1 - pow(abs(x / (a - inset)), n)), 1 / n)
    return SIMD3(x, y, z + (c - inset) * t)
  }

  /// A lip about y = 0, its corners a little up: the face is friendly at rest.
  private static func lip(radius: Float, _ d: MeshDetail) -> TriangleMesh {
    let steps = d(8)
    let path = (-steps...steps).map { i in
      let t = Float(i) / Float(steps)
      return point(x: t * 0.0485, y: 0.0065 * t * t)
    }
    return .tube(along: path, radius: radius, flattening: 0.85, sides: d(9))
  }

  private static func teeth(y: Float, _ d: MeshDetail) -> TriangleMesh {
    .joined(
      (-3...3).map { i in
        let x = Float(i) * 0.0118
        let p = point(x: x, y: y + 2.8 * x * x, inset: 0.008)
        return TriangleMesh.roundedBox(
          size: SIMD3(0.0104, 0.011, 0.007), radius: 0.0028, segments: d(1)
        ).transformed(
          by: Transform(
            rotation: Quaternion(angle: Double(i) * 0.13, axis: Vector3(0, 1, 0)),
            translation: Vector3(p)))
      })
  }

  private static func addInterior(to skull: Entity) {
    skull.model(
      "throat", RobotHeadMaterials.rubber, castsShadow: true
    ) { d in
      .superellipsoid(radii: SIMD3(0.056, 0.030, 0.046), exponent: 4, segments: d(6))
        .translated(0, 0.113, -0.026)
    }
    skull.model(
      "gullet", RobotHeadMaterials.mouth
    ) { d in
      .roundedBox(size: SIMD3(0.078, 0.046, 0.006), radius: 0.002, segments: d(1))
        .translated(0, 0.114, 0.0175)
    }
    skull.model(
      "palate", RobotHeadMaterials.mouth
    ) { d in
      .roundedBox(size: SIMD3(0.106, 0.004, 0.09), radius: 0.0015, segments: d(1))
        .translated(0, 0.1355, 0.021)
    }
    skull.model("upper-teeth", RobotHeadMaterials.tooth) { d in teeth(y: 0.1315, d) }
    skull.model("jaw-rods", RobotHeadMaterials.steel) { d in rods(radius: 0.0040, 0.092...0.14, d) }
  }

  /// A pair of rods that guide the jaw: sleeves on the jaw slide over those of the skull.
  private static func rods(
    radius: Float, _ heights: ClosedRange<Float>, _ d: MeshDetail
  ) -> TriangleMesh {
    .joined(
      [Float(-1), 1].map { side in
        TriangleMesh.lathe(
          profile: [
            SIMD2(radius, heights.lowerBound), SIMD2(radius, heights.upperBound),
            SIMD2(0, heights.upperBound),
          ], segments: d(10)
        ).translated(side * 0.0525, 0, 0.012)
      })
  }

  private static func jawShell(_ d: MeshDetail) -> TriangleMesh {
    TriangleMesh.superellipsoid(
      radii: SIMD3(0.068, 0.0235, 0.054), exponent: 3.4, segments: d(9)
    ).translated(0, 0, 0.026).deformed { p in
      // Flat on top, narrower towards the chin.
      let taper = 1 + 0.10 * min(0, p.y / 0.0235)
      return SIMD3(p.x * taper, min(p.y, 0.0195), p.z)
    }
  }

  private static func makeJaw() -> Entity {
    let jaw = Entity(name: "jaw", transform: Transform(translation: Vector3(0, 0.1065, 0)))
    jaw.model("jaw-shell", RobotHeadMaterials.shell, castsShadow: true) { d in jawShell(d) }
    jaw.model(
      "mouth-floor", RobotHeadMaterials.mouth
    ) { d in
      .superellipsoid(radii: SIMD3(0.056, 0.004, 0.043), exponent: 3.2, segments: d(5))
        .translated(0, 0.0175, 0.026)
    }
    jaw.model("jaw-sleeves", RobotHeadMaterials.aluminium) { d in rods(radius: 0.0056, 0...0.028, d)
    }
    jaw.model("lower-teeth", RobotHeadMaterials.tooth) { d in teeth(y: 0.0175, d) }
    jaw.model(
      "lower-lip", RobotHeadMaterials.accent
    ) { d in lip(radius: 0.0052, d).translated(0, 0.0195, 0.0025) }
    return jaw
  }

  private static func tongueShape(_ d: MeshDetail) -> TriangleMesh {
    TriangleMesh.superellipsoid(
      radii: SIMD3(0.0235, 0.0058, 0.056), exponent: 2.6, segments: d(8)
    ).deformed { p in
      // A groove along the middle, and a tip that hangs a little.
      let groove = 0.0016 * exp(-p.x * p.x / 2.5e-5) * (p.y > 0 ? 1 : 0)
      let droop = 2.2 * max(0, p.z) * max(0, p.z)
      return SIMD3(p.x * (1 - 0.10 * p.z / 0.056), p.y - groove - droop, p.z)
    }.translated(0, 0, 0.052)
  }
}
