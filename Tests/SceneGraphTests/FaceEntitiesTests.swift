import SceneGraph
import SessionCore
import SpatialMath
import Testing

@Suite struct FaceOverlayTests {
  private let landmarks = (0..<478).map { SIMD2<Float>(100 + Float($0 % 20), 50 + Float($0 / 20)) }

  @Test func theBoxHoldsAllLandmarksAndLinesGoThroughThem() throws {
    let face = Make.face(landmarks: landmarks)
    let overlay = try #require(FaceOverlay(face: face, width: 200, height: 100))
    for p in landmarks {
      let q = p / SIMD2(200, 100)
      #expect(all(overlay.boxMin .< q) && all(overlay.boxMax .> q))
    }
    #expect(overlay.lines.count == FaceLandmarkPaths.all.count)
    let path = FaceLandmarkPaths.all[3]
    #expect(overlay.lines[3].points[2] == landmarks[path.landmarks[2]] / SIMD2(200, 100))
  }

  @Test func aLostFaceHasNoOverlay() {
    let face = Make.face(isTracked: false, landmarks: landmarks)
    #expect(FaceOverlay(face: face, width: 200, height: 100) == nil)
    #expect(FaceOverlay(face: Make.face(), width: 200, height: 100) == nil)
  }

  @Test func aFrameHasTheOverlaysOfItsTrackedFaces() throws {
    let face = Make.face(landmarks: landmarks)
    let frame = Make.frame([.face(face)], front: .identity)
    let size = try #require(frame.front?.image.pixels)
    let overlay = try #require(frame.faceOverlays[face.identifier])
    #expect(overlay == FaceOverlay(face: face, width: size.width, height: size.height))
    #expect(overlay.lines.map(\.name) == FaceLandmarkPaths.all.map(\.name))
    #expect(Make.frame([.face(face)]).faceOverlays.isEmpty)
    #expect(
      Make.frame([.face(Make.face(isTracked: false, landmarks: landmarks))], front: .identity)
        .faceOverlays.isEmpty)
  }

  @Test func pathsNameEachLandmarkOnceAndStayInRange() {
    for path in FaceLandmarkPaths.all {
      #expect(Set(path.landmarks).count == path.landmarks.count)
      #expect(path.landmarks.allSatisfy { (0..<478).contains($0) })
    }
  }
}

private func all(_ mask: SIMDMask<SIMD2<Float>.MaskStorage>) -> Bool { mask[0] && mask[1] }

@Suite struct FaceMeshEntityTests {
  @Test func theMeshFollowsTheFaceAndKeepsItsIdentity() throws {
    let entity = FaceMeshEntity(topology: TriangleMesh(indices: [0, 1, 2, 2, 1, 1219]))
    let anchor = AnchorEntity(.face(index: 0))
    anchor.addChild(entity)
    let scene = Scene()
    scene.addAnchor(anchor)
    var face = Make.face()
    scene.update(with: Make.frame([.face(face)]))
    let first = try #require(entity.mesh)
    #expect(first.mesh.positions == face.geometry.vertices)
    face.geometry.vertices[7] = SIMD3(1, 2, 3)
    scene.update(with: Make.frame([.face(face)]))
    let second = try #require(entity.mesh)
    #expect(second.identifier == first.identifier)
    #expect(second.revision > first.revision)
    #expect(second.mesh.positions[7] == SIMD3(1, 2, 3))
  }
}

@Suite struct SceneBuilderTests {
  @Test func aLineOfTheDescriptionBecomesAnAnchorWithItsEntity() throws {
    let scene = try SceneBuilder().makeScene([
      SceneItem(
        entity: .robotHead, anchor: .horizontalPlane, minimumExtent: Vector2(0.4, 0.3),
        reference: .parent, scale: 1.5, faceIndex: 1)
    ])
    let anchor = try #require(scene.anchors.first)
    guard case .plane(let requirement) = anchor.target else {
      Issue.record("not on a plane")
      return
    }
    #expect(requirement.alignment == .horizontal)
    #expect(requirement.minimumBounds == Vector2(0.4, 0.3))
    let head = try #require(anchor.children.first as? RobotHead)
    #expect(head.reference == .parent)
    #expect(head.faceIndex == 1)
    #expect(head.scale == Vector3(1.5, 1.5, 1.5))
  }

  @Test func whatDoesNotFitIsRefusedWithTheLineAndWhatToTry() {
    #expect(throws: SceneBuilderError.faceMeshNeedsFaceAnchor(item: 1, anchor: "world")) {
      try SceneBuilder(faceTopology: TriangleMesh()).makeScene([
        SceneItem(entity: .robotHead, anchor: .world),
        SceneItem(entity: .faceWireframe, anchor: .world),
      ])
    }
    #expect(throws: SceneBuilderError.faceTopologyMissing(item: 0)) {
      try SceneBuilder().makeScene([SceneItem(entity: .faceOcclusion, anchor: .face)])
    }
    #expect(throws: SceneBuilderError.invalidScale(item: 0, scale: -1)) {
      try SceneBuilder().makeScene([
        SceneItem(entity: .robotHead, anchor: .world, scale: -1)
      ])
    }
    let text = SceneBuilderError.faceMeshNeedsFaceAnchor(item: 1, anchor: "world").description
    #expect(text == "scene[1]: a face's mesh cannot stand on world; use anchor: face")
  }

  @Test func theWordsOfASessionFileAreUnderstood() {
    #expect(SceneItem.AnchorKind(rawValue: "plane.horizontal") == .horizontalPlane)
    #expect(SceneItem.EntityKind(rawValue: "robot-head") == .robotHead)
  }
}
