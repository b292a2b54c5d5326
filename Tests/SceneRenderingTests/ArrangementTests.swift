import Foundation
import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath
import Testing

@Suite struct OrbitCameraTests {
  private let orbit = OrbitCamera(target: Vector3(1, 2, 3), distance: 4, yaw: 0.3, pitch: 0.4)

  @Test func theTargetStaysInTheMiddleHoweverOneTurns() {
    var turned = orbit
    turned.turn(by: Vector2(120, -70), height: 720)
    let seen = turned.worldFromCamera.inverse.act(turned.target)
    #expect((seen - Vector3(0, 0, -4)).length < 1e-9)
    #expect(turned.yaw < orbit.yaw && turned.pitch < orbit.pitch)
    // Never over the top: there up and down would be swapped.
    turned.turn(by: Vector2(0, 1e6), height: 720)
    #expect(turned.pitch < .pi / 2)
  }

  @Test func theWheelGoesNearerAndBack() {
    var zoomed = orbit
    zoomed.zoom(by: 3)
    #expect(zoomed.distance < 3)
    zoomed.zoom(by: -3)
    #expect(abs(zoomed.distance - 4) < 1e-9)
    zoomed.zoom(by: -1e4)
    #expect(zoomed.distance.isFinite)
  }

  @Test func movingFollowsThePointer() {
    var moved = orbit
    // What was in the middle comes 100 pixels to the right and 50 down.
    moved.move(by: Vector2(100, 50), height: 720)
    let seen = moved.worldFromCamera.inverse.act(orbit.target)
    let f = 360 / tan(OrbitCamera.fieldOfView / 2)
    #expect(abs(seen.x / -seen.z * f - 100) < 1e-6)
    #expect(abs(seen.y / -seen.z * f + 50) < 1e-6)
  }

  @Test func aRayThroughTheMiddleMeetsTheTarget() {
    let ray = orbit.ray(through: Vector2(0.5, 0.5), aspect: 1.5)
    let way = (orbit.target - ray.origin).normalized
    #expect((way - ray.direction.normalized).length < 1e-9)
  }

  @Test func aBoxIsSeenWhole() {
    let box = BoundingBox(min: Vector3(-1, 0, -2), max: Vector3(1, 1, 0))
    let view = OrbitCamera(of: box, behind: Pose(translation: Vector3(0, 1, 1)))
    let half = tan(OrbitCamera.fieldOfView / 2)
    for corner in box.corners {
      let p = view.worldFromCamera.inverse.act(corner)
      #expect(p.z < 0 && abs(p.x / p.z) < half && abs(p.y / p.z) < half)
    }
  }
}

@Suite(.enabled(if: hasOpenGL, "no OpenGL here: run Tools/setup")) struct ArrangementTests {
  private let rear = Make.plain(320, 240, RGB(r: 0, g: 0, b: 80))
  /// Red on the left, grey on the right.
  private let front = Make.picture(160, 120) { x, _ in
    x < 80 ? RGB(r: 200, g: 0, b: 0) : RGB(r: 90, g: 90, b: 90)
  }

  private func frame() -> SessionFrame {
    Make.frame(
      rear: Make.view(.rear, rear, at: Pose(translation: Vector3(0, 0.5, 1))),
      front: Make.view(.front, front),
      [.plane(Make.table(Vector3(0, 0, 0))), .face(Make.face())])
  }

  private func draw(
    _ frame: SessionFrame, _ snapshot: SceneSnapshot = SceneSnapshot(),
    _ change: (inout RenderOptions) -> Void
  ) throws -> PixelBuffer {
    let renderer = try Make.renderer {
      $0.keepsHistory = true
      change(&$0)
    }
    let drawn = try renderer.render(
      frame: frame, snapshot: snapshot, size: (width: 640, height: 240))
    #expect(renderer.takeGraphicsErrors().isEmpty)
    return drawn
  }

  @Test func bothCamerasStandBesideEachOther() throws {
    let drawn = try draw(frame()) {
      $0.arrangement = .sideBySide
      $0.mirrorsFrontBackground = true
    }
    #expect(drawn.rgb(160, 20) == RGB(r: 0, g: 0, b: 80))
    // Like a mirror: red at the right.
    #expect(drawn.rgb(330, 20).isClose(RGB(r: 90, g: 90, b: 90), within: 3))
    #expect(drawn.rgb(630, 20).isClose(RGB(r: 200, g: 0, b: 0), within: 3))
    let alone = try draw(Make.frame(front: Make.view(.front, front))) {
      $0.arrangement = .sideBySide
    }
    #expect(alone.rgb(320 - 150, 120).isClose(RGB(r: 200, g: 0, b: 0), within: 3))
  }

  @Test func panesAreWhereTapsFindThem() {
    var options = RenderOptions()
    options.arrangement = .sideBySide
    let panes = SceneRenderer.panes(frame: frame(), options: options, width: 640, height: 240)
    #expect(panes.map(\.view.image.role) == [.rear, .front])
    #expect(panes[0].layout.imagePoint(at: Vector2(330, 10)) == nil)
    #expect(panes[1].layout.imagePoint(at: Vector2(480, 120)) == Vector2(0.5, 0.5))
    let high = SceneRenderer.panes(frame: frame(), options: options, width: 320, height: 480)
    #expect(high[1].layout.rectangle.y >= 240)
    options.arrangement = .thirdPerson(
      OrbitCamera(target: .zero, distance: 1, yaw: 0, pitch: 0))
    #expect(
      SceneRenderer.panes(frame: frame(), options: options, width: 640, height: 240).isEmpty)
  }

  @Test func fromOutsideCamerasAndPlanesStandWhereTheyAre() throws {
    let orbit = OrbitCamera(target: .zero, distance: 4, yaw: 0.5, pitch: 0.6)
    let drawn = try draw(frame()) { $0.arrangement = .thirdPerson(orbit) }
    func pixel(_ world: Vector3) -> (Int, Int) {
      let p = orbit.worldFromCamera.inverse.act(world)
      let f = 120 / tan(OrbitCamera.fieldOfView / 2)
      return (Int(320 + p.x / -p.z * f), Int(120 - p.y / -p.z * f))
    }
    // The table is a bluish sheet, the floor beyond it is dark.
    let (x, y) = pixel(Vector3(0.43, 0, 0.43))
    let sheet = drawn.rgb(x, y)
    #expect(sheet.b > sheet.r + 25, "\(sheet)")
    #expect(drawn.rgb(5, 5).sum < 110)
    // The rear camera's picture stands 0.28 before it, in its own colour.
    let (u, v) = pixel(Vector3(0.02, 0.52, 1 - 0.28))
    #expect(drawn.rgb(u, v).isClose(RGB(r: 0, g: 0, b: 80), within: 4), "\(drawn.rgb(u, v))")
  }

  @Test func theMapShowsPointsFromAboveInItsCorner() throws {
    var seen = frame()
    seen.rawFeaturePoints = (0..<200).map {
      FeaturePoint(
        identifier: UInt64($0),
        position: Vector3(Double($0 % 20) * 0.1 - 1, 0.2, Double($0 / 20) * 0.1 - 1))
    }
    let drawn = try draw(seen) { $0.showsMap = true }
    var yellow = 0
    for y in 130..<230 {
      for x in 540..<630 {
        let c = drawn.rgb(x, y)
        if c.r > 150, c.g > 110, c.b < 120 { yellow += 1 }
      }
    }
    #expect(yellow > 100, "\(yellow)")
    #expect(drawn.rgb(320, 120) == RGB(r: 0, g: 0, b: 80))
    let without = try draw(seen) { _ in }
    #expect(without.rgb(580, 180) == RGB(r: 0, g: 0, b: 0))
  }

  /// A quad of one metre whose left half is red.
  private func sign() throws -> ModelEntity {
    var pixels = [UInt8](repeating: 255, count: 8 * 4)
    for i in 0..<8 where i % 4 < 2 { (pixels[4 * i + 1], pixels[4 * i + 2]) = (0, 0) }
    let mesh = TriangleMesh(
      positions: [
        SIMD3(-0.5, -0.25, 0), SIMD3(0.5, -0.25, 0), SIMD3(0.5, 0.25, 0), SIMD3(-0.5, 0.25, 0),
      ], normals: [SIMD3<Float>](repeating: SIMD3(0, 0, 1), count: 4),
      textureCoordinates: [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)],
      indices: [0, 1, 2, 0, 2, 3])
    let texture = try #require(TextureResource(width: 4, height: 2, pixels: pixels))
    return ModelEntity(
      mesh: MeshResource(mesh), material: .picture(texture, tint: SIMD4(1, 1, 1, 1)),
      transform: Transform(translation: Vector3(0.4, 0, -3)))
  }

  @Test func lettersAreReadTheRightWayRoundInAMirror() throws {
    let frame = Make.frame(front: Make.view(.front, Make.plain(320, 240)))
    func colors(lettering: Bool, mirror: Bool) throws -> (left: RGB, right: RGB) {
      let sign = try sign()
      sign.isLettering = lettering
      let renderer = try Make.renderer { $0.mirrorsFrontBackground = mirror }
      let drawn = try renderer.render(frame: frame, snapshot: Make.snapshot([sign]))
      let lens = CameraIntrinsics(width: 320, height: 240, horizontalFieldOfView: 0.9)
      func at(_ x: Double) throws -> RGB {
        let p = try #require(lens.project(Vector3(0.4 + x, 0, 3)))
        let column = mirror ? 319 - Int(p.x) : Int(p.x)
        return drawn.rgb(column, Int(p.y))
      }
      let (a, b) = (try at(-0.4), try at(0.4))
      return mirror ? (b, a) : (a, b)
    }
    func isRed(_ c: RGB) -> Bool { c.r > 200 && c.g < 60 }
    let plain = try colors(lettering: true, mirror: false)
    #expect(isRed(plain.left) && !isRed(plain.right))
    // In the mirror its place is mirrored, but it begins at the left as before.
    let mirrored = try colors(lettering: true, mirror: true)
    #expect(isRed(mirrored.left) && !isRed(mirrored.right))
    // What is no lettering is mirrored like the face behind it.
    let picture = try colors(lettering: false, mirror: true)
    #expect(!isRed(picture.left) && isRed(picture.right))
  }
}
