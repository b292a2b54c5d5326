import Foundation
import SpatialMath

/// One eye of the robot head with its bezel, lids and brow.
struct RobotHeadEye {
  let eye: Entity
  let gaze: Entity
  let lids: RobotHeadParts.Lids
  let brow: Entity

  private static let radius: Float = 0.0285
  private static let lidRadius: Float = 0.0302
  /// The middle of the right eye.
  private static let center = Vector3(0.0405, 0.1945, 0.0820)

  /// Builds an eye.
  ///
  /// - Parameters:
  ///   - side: −1 at the viewer's left, +1 at the right.
  ///   - skull: where it is hung.
  init(side: Float, skull: Entity) {
    let suffix = side < 0 ? "left" : "right"
    let center = Vector3(Double(side) * Self.center.x, Self.center.y, Self.center.z)
    let quarter = Quaternion(angle: -.pi / 2, axis: Vector3(1, 0, 0))
    eye = Entity(
      name: "eye-\(suffix)", transform: Transform(rotation: quarter, translation: center))
    // Undoes the quarter turn: below it the axes are the skull's again.
    let socket = Entity(name: "socket", transform: Transform(rotation: quarter.inverse))
    gaze = Entity(name: "gaze-\(suffix)")
    eye.addChild(socket)
    socket.addChild(gaze)
    Self.addBall(to: gaze, socket: socket)
    let lidRoot = Entity(name: "lids", transform: Transform(translation: center))
    lids = RobotHeadParts.Lids(
      upper: lidRoot.model("upper-lid", RobotHeadMaterials.lid) { d in Self.lid(upper: true, d) },
      lower: lidRoot.model("lower-lid", RobotHeadMaterials.lid) { d in Self.lid(upper: false, d) })
    brow = Self.makeBrow(side: side, name: "brow-\(suffix)")
    for part in [eye, lidRoot, brow] { skull.addChild(part) }
    let front = Transform(
      rotation: Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0)),
      translation: center + Vector3(0, 0, 0.0100))
    skull.model(
      "bezel", side, RobotHeadMaterials.steel
    ) { d in
      TriangleMesh.torus(radius: 0.0305, tube: 0.0045, segments: d(32), sides: d(9))
        .transformed(by: front)
    }
  }

  private static func addBall(to gaze: Entity, socket: Entity) {
    gaze.model("eyeball", RobotHeadMaterials.eyeball) { d in .sphere(radius: radius, segments: d(8))
    }
    gaze.model("iris", RobotHeadMaterials.iris) { d in cap(halfAngle: 0.60, height: 0.0005, d) }
    gaze.model("pupil", RobotHeadMaterials.pupil) { d in cap(halfAngle: 0.30, height: 0.0009, d) }
    socket.model(
      "glint", RobotHeadMaterials.glint
    ) { d in
      TriangleMesh.sphere(radius: 0.0031, segments: d(4))
        .deformed { SIMD3($0.x, $0.y, $0.z * 0.3) }.translated(-0.0075, 0.0085, 0.0271)
    }.castsShadow = false
  }

  /// A round piece of the eyeball's surface about +Z.
  private static func cap(halfAngle: Float, height: Float, _ d: MeshDetail) -> TriangleMesh {
    let r = radius + height
    let steps = d(6)
    let profile = (0...steps).map { i in
      let a = halfAngle * (1 - Float(i) / Float(steps))
      return SIMD2(r * sin(a), r * cos(a))
    }
    return TriangleMesh.lathe(profile: [profile[0] * 0.97] + profile, segments: d(24))
      .transformed(by: Transform(rotation: Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0))))
  }

  /// A lune of a sphere about x that reaches from the front over the top (or under the bottom) to
  /// the back, with a rim.
  ///
  /// Turned by nothing, its edge is at the eye's middle.
  private static func lid(upper: Bool, _ d: MeshDetail) -> TriangleMesh {
    let steps = d(10)
    let profile = (0...steps).map { i in
      let a = (Float(i) / Float(steps) - 0.5) * .pi
      return SIMD2(max(0, lidRadius * cos(a)), lidRadius * sin(a))
    }
    let turn = Quaternion(angle: upper ? .pi / 2 : -.pi / 2, axis: Vector3(0, 0, 1))
    let shell = TriangleMesh.lathe(profile: profile, segments: d(9), arc: 0...2.1)
      .transformed(by: Transform(rotation: turn))
    let path = (0...steps).map { i in
      let a = (Float(i) / Float(steps) - 0.5) * .pi
      return SIMD3(sin(a) * lidRadius, 0, cos(a) * lidRadius)
    }
    return .joined([shell, .tube(along: path, radius: 0.0012, sides: d(5))])
  }

  private static func browShape(side: Float, _ d: MeshDetail) -> TriangleMesh {
    let steps = d(5)
    let path = (-steps...steps).map { i in
      let t = Float(i) / Float(steps)
      // An arch that follows the forehead's curve: outer ends lie further back.
      return SIMD3(t * 0.0235, -0.0045 * t * t, -0.004 * (1 + t * side) * (1 + t * side) / 2)
    }
    return .tube(along: path, radius: 0.0052, flattening: 0.9, sides: d(10))
  }

  private static func makeBrow(side: Float, name: String) -> Entity {
    let brow = ModelEntity(
      name: name, mesh: .robotHeadPart(name) { d in browShape(side: side, d) },
      material: RobotHeadMaterials.brow,
      transform: Transform(translation: Vector3(Double(side) * center.x, 0.2345, 0.0940)))
    // The rod on which the brow rises: seen once it does.
    brow.model(
      "brow-rod", RobotHeadMaterials.steel
    ) { d in
      .lathe(profile: [SIMD2(0.0022, -0.038), SIMD2(0.0022, 0)], segments: d(8))
        .translated(0, 0, -0.0065)
    }
    return brow
  }
}
