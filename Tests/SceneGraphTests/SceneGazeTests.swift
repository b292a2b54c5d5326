import SceneGraph
import SessionCore
import SpatialMath
import Testing

/// A person half a metre before a screen, and things on the screen.
private final class Desk {
  static let size = Vector2(0.4, 0.3)
  let scene = Scene()
  let anchor = AnchorEntity(.screen(size: Desk.size))
  private var seconds = 0.0

  init(_ behaviours: [SceneBehaviour] = []) {
    var gaze = SceneGaze(screen: GazeScreen(size: Self.size, pixels: SIMD2(640, 480)))
    gaze.pointer.edge = 0.15
    gaze.pointer.scrollSpeed = 0.5
    scene.gaze = gaze
    scene.behaviours = behaviours
    scene.addAnchor(anchor)
  }

  /// A square of the screen, 0.1 m wide, round a point.
  @discardableResult func add(_ name: String, at x: Double, _ y: Double) -> ModelEntity {
    let model = ModelEntity(
      name: name,
      mesh: MeshResource(.roundedBox(size: SIMD3(0.1, 0.1, 0.002), radius: 0)))
    model.position = Vector3(x, y, 0)
    anchor.addChild(model)
    return model
  }

  /// Looks at a point of the screen for some seconds, ten pictures each.
  func look(_ x: Double, _ y: Double, for duration: Double) {
    // The camera is 0.01 m above the screen's upper edge; its right is the user's left.
    let target = Vector3((0.5 - x) * Self.size.x, -0.01 - y * Self.size.y, 0)
    let eye = Vector3(0, 0, -0.5)
    let face = Make.face(Quaternion(from: Vector3(0, 0, 1), to: target - eye), at: eye)
    for _ in 0..<Int((duration * 10).rounded()) {
      seconds += 0.1
      scene.update(
        with: Make.frame([.face(face)], rear: nil, front: .identity, seconds: seconds))
    }
  }
}

@Suite struct SceneGazeTests {
  @Test func aLookAtTheLowerEdgeScrollsAndOneAtTheUpperEdgeGoesBack() {
    let desk = Desk([SceneBehaviour(.edge, .scroll("page", limit: 0.2))])
    let page = desk.add("page", at: 0, 0)
    desk.look(0.5, 0.5, for: 2)
    #expect(page.position.y == 0)
    desk.look(0.5, 0.95, for: 2)
    // Half a screen a second, as soon as the mean of ten looks has come down.
    #expect(page.position.y > 0.1)
    desk.look(0.5, 0.95, for: 3)
    #expect(abs(page.position.y - 0.2) < 1e-9)
    desk.look(0.5, 0.5, for: 2)
    #expect(abs(page.position.y - 0.2) < 1e-9)
    desk.look(0.5, 0.05, for: 5)
    #expect(abs(page.position.y) < 1e-9)
  }

  @Test(arguments: [false, true])
  func aLookThatRestsOnACellOpensItOnce(isMirrored: Bool) throws {
    let desk = Desk([
      SceneBehaviour(.dwell(entity: "left", seconds: 1), .toggle("door")),
      SceneBehaviour(.dwell(entity: "right", seconds: 1), .toggle("window")),
    ])
    desk.scene.isShownMirrored = isMirrored
    desk.add("left", at: -0.1, 0)
    desk.add("right", at: 0.1, 0)
    let door = Entity(name: "door")
    let window = Entity(name: "window")
    desk.anchor.addChild(door)
    desk.anchor.addChild(window)
    desk.look(0.25, 0.5, for: 0.6)
    let half = try #require(desk.scene.gaze).state.dwellProgress
    #expect(half > 0.4 && half < 0.7)
    #expect(door.isEnabled)
    desk.look(0.25, 0.5, for: 0.6)
    #expect(!door.isEnabled && window.isEnabled)
    // It has opened; looking on does nothing more.
    desk.look(0.25, 0.5, for: 3)
    #expect(!door.isEnabled)
    #expect(desk.scene.gaze?.state.dwellProgress == 0)
    desk.look(0.75, 0.5, for: 2.5)
    #expect(!window.isEnabled)
  }

  @Test func aLookBesideEverythingOpensNothing() {
    let desk = Desk([SceneBehaviour(.dwell(entity: "left", seconds: 0.5), .toggle("left"))])
    let cell = desk.add("left", at: -0.1, 0)
    desk.look(0.75, 0.5, for: 3)
    #expect(cell.isEnabled)
    #expect(desk.scene.gaze?.state.dwellProgress == 0)
  }

  @Test(arguments: [false, true])
  func theMarkIsWhereTheUserLooks(isMirrored: Bool) throws {
    let desk = Desk()
    let mark = GazeCursorEntity()
    desk.anchor.addChild(mark)
    desk.scene.isShownMirrored = isMirrored
    desk.look(0.3, 0.6, for: 2)
    #expect(mark.isEnabled)
    let place = mark.position(relativeTo: nil)
    let lens = Make.view(.front, at: .identity).image.intrinsics
    let pixel = try #require(
      lens.project(Pose.sessionCameraFromVisionCamera.act(place)))
    let x = isMirrored ? 0.7 : 0.3
    #expect(abs(pixel.x - x * 640) < 2 && abs(pixel.y - 0.6 * 480) < 2)
    desk.look(1.6, 0.5, for: 0.5)
    #expect(!mark.isEnabled)
  }

  @Test func theMarkLetsLooksThrough() {
    let desk = Desk([SceneBehaviour(.dwell(entity: "left", seconds: 0.5), .toggle("door"))])
    desk.add("left", at: -0.1, 0)
    desk.anchor.addChild(GazeCursorEntity())
    let door = Entity(name: "door")
    desk.anchor.addChild(door)
    desk.look(0.25, 0.5, for: 1.5)
    #expect(!door.isEnabled)
  }
}
