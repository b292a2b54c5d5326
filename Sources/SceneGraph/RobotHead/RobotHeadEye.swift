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
  private static let center = Vector3(0.0405, 0.196, 0.0765)

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
      upper: lidRoot.model("upper-lid", Self.lid(upper: true), RobotHeadMaterials.lid),
      lower: lidRoot.model("lower-lid", Self.lid(upper: false), RobotHeadMaterials.lid))
    brow = Self.makeBrow(side: side, name: "brow-\(suffix)")
    for part in [eye, lidRoot, brow] { skull.addChild(part) }
    let front = Transform(
      rotation: Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0)),
      translation: center + Vector3(0, 0, 0.0095))
    skull.model(
      "bezel", side,
      TriangleMesh.torus(radius: 0.0305, tube: 0.0042, segments: 36, sides: 10)
        .transformed(by: front), RobotHeadMaterials.steel)
  }

  private static func addBall(to gaze: Entity, socket: Entity) {
    gaze.model("eyeball", .sphere(radius: radius, segments: 9), RobotHeadMaterials.eyeball)
    gaze.model("iris", cap(halfAngle: 0.60, height: 0.0005), RobotHeadMaterials.iris)
    gaze.model("pupil", cap(halfAngle: 0.30, height: 0.0009), RobotHeadMaterials.pupil)
    socket.model(
      "glint",
      TriangleMesh.sphere(radius: 0.0031, segments: 4)
        .deformed { SIMD3($0.x, $0.y, $0.z * 0.3) }.translated(-0.0075, 0.0085, 0.0271),
      RobotHeadMaterials.glint
    ).castsShadow = false
  }

  /// A round piece of the eyeball's surface about +Z.
  private static func cap(halfAngle: Float, height: Float) -> TriangleMesh {
    let r = radius + height
    let steps = 6
    let profile = (0...steps).map { i in
      let a = halfAngle * (1 - Float(i) / Float(steps))
      return SIMD2(r * sin(a), r * cos(a))
    }
    return TriangleMesh.lathe(profile: [profile[0] * 0.97] + profile, segments: 24)
      .transformed(by: Transform(rotation: Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0))))
  }

  /// A lune of a sphere about x that reaches from the front over the top (or under the bottom) to
  /// the back, with a rim.
  ///
  /// Turned by nothing, its edge is at the eye's middle.
  private static func lid(upper: Bool) -> TriangleMesh {
    let profile = (0...12).map { i in
      let a = (Float(i) / 12 - 0.5) * .pi
      return SIMD2(max(0, lidRadius * cos(a)), lidRadius * sin(a))
    }
    let turn = Quaternion(angle: upper ? .pi / 2 : -.pi / 2, axis: Vector3(0, 0, 1))
    let shell = TriangleMesh.lathe(profile: profile, segments: 12, arc: 0...2.4)
      .transformed(by: Transform(rotation: turn))
    let path = (0...16).map { i in
      let a = (Float(i) / 16 - 0.5) * .pi
      return SIMD3(sin(a) * lidRadius, 0, cos(a) * lidRadius)
    }
    return .joined([shell, .tube(along: path, radius: 0.0012, sides: 6)])
  }

  private static func browShape(side: Float) -> TriangleMesh {
    let path = (-5...5).map { i in
      let t = Float(i) / 5
      // An arch that follows the forehead's curve: outer ends lie further back.
      return SIMD3(t * 0.0235, -0.0045 * t * t, -0.004 * (1 + t * side) * (1 + t * side) / 2)
    }
    return .tube(along: path, radius: 0.0052, flattening: 0.9, sides: 10)
  }

  private static func makeBrow(side: Float, name: String) -> Entity {
    ModelEntity(
      name: name, mesh: .robotHeadPart(name, browShape(side: side)),
      material: RobotHeadMaterials.brow,
      transform: Transform(
        translation: Vector3(Double(side) * center.x, 0.2385, Double(center.z) + 0.0155)))
  }
}
