import Foundation
import SceneGraph
import SessionCore
import SpatialMath
import Testing

/// Metres, and parts of a unit normal.
private let morphTolerance: Float = 1e-6

@Suite struct MorphedMeshTests {
  /// A shape at the size of a head, made by hand, and where a target takes it.
  private let source = TriangleMesh(
    positions: [SIMD3(0.07, 0.09, 0.08), SIMD3(-0.07, 0.02, 0.05), SIMD3(0.01, -0.11, 0.06)],
    normals: [SIMD3(0, 0, 1), SIMD3(0, 0, 1), SIMD3(0, 0, 1)], indices: [0, 1, 2])
  private let target = TriangleMesh(
    positions: [SIMD3(0.07, 0.09, 0.08), SIMD3(-0.06, 0.03, 0.07), SIMD3(0.01, -0.15, 0.04)],
    normals: [SIMD3(0, 0, 1), SIMD3(1, 0, 0), SIMD3(0, 0.6, 0.8)], indices: [0, 1, 2])

  @Test(arguments: [Float(0), 0.1, 0.25, 0.5, 0.9, 1])
  func aWeightMovesFromSourceToTarget(_ w: Float) throws {
    let morph = try #require(MorphTarget(name: "a", source: source, target: target))
    let shape = MorphedMesh(source: source, targets: [morph]).morphed(weights: [w])
    for i in 0..<3 {
      let position = source.positions[i] * (1 - w) + target.positions[i] * w
      #expect((shape.positions[i] - position).length <= morphTolerance)
      let normal = source.normals[i] * (1 - w) + target.normals[i] * w
      #expect((shape.normals[i] - normal).length <= morphTolerance)
    }
  }

  @Test func targetsAddUp() {
    let morphs = [
      MorphTarget(name: "a", vertices: [0], positions: [SIMD3(1, 0, 0)]),
      MorphTarget(name: "b", vertices: [0, 2], positions: [SIMD3(0, 1, 0), SIMD3(0, 0, 1)]),
    ]
    let shape = MorphedMesh(source: source, targets: morphs).morphed(weights: [0.5, 0.25])
    #expect(
      (shape.positions[0] - source.positions[0] - SIMD3(0.5, 0.25, 0)).length < morphTolerance)
    #expect(shape.positions[1] == source.positions[1])
    #expect((shape.positions[2] - source.positions[2] - SIMD3(0, 0, 0.25)).length < morphTolerance)
  }

  @Test func unifiedNormalsFollowTheTriangles() throws {
    let morph = try #require(MorphTarget(name: "a", source: source, target: target))
    let shape = MorphedMesh(source: source, targets: [morph])
      .morphed(weights: [1], unifiesNormals: true)
    #expect(shape.normals == target.computedNormals())
  }

  @Test func theBoxHoldsEveryMixture() throws {
    let morph = try #require(MorphTarget(name: "a", source: source, target: target))
    let mesh = MorphedMesh(source: source, targets: [morph, morph])
    for weights in [[Float(0), 0], [1, 0], [1, 1], [0.5, 1]] {
      for p in mesh.morphed(weights: weights).positions {
        let (low, high) = (SIMD3<Float>(mesh.bounds.min), SIMD3<Float>(mesh.bounds.max))
        for axis in 0..<3 {
          #expect(p[axis] >= low[axis] - morphTolerance && p[axis] <= high[axis] + morphTolerance)
        }
      }
    }
  }

  @Test func targetsThatLeadBeyondTheShapeAreLeftOut() {
    let wrong = MorphTarget(name: "a", vertices: [3], positions: [SIMD3(1, 1, 1)])
    let mesh = MorphedMesh(source: source, targets: [wrong])
    #expect(mesh.morphed(weights: [1]).positions == source.positions)
  }

  /// CPU seconds of one update: the best of several, since other programs disturb it.
  @Test func aHeadOf26000VerticesIsUpdatedInTwoMilliseconds() {
    let count = 26_000
    var generator = SeededGenerator(seed: 3)
    func random() -> SIMD3<Float> {
      SIMD3(.random(in: -1...1, using: &generator), .random(in: -1...1, using: &generator), 0.5)
    }
    let mesh = TriangleMesh(
      positions: (0..<count).map { _ in random() }, normals: (0..<count).map { _ in random() },
      indices: [0, 1, 2])
    // The CC0 head's targets move 20 % of its vertices, the mean of all 52.
    let moved = count * 20 / 100
    let targets = (0..<52).map { number in
      let first = number * 400
      return MorphTarget(
        name: "\(number)", vertices: (0..<moved).map { UInt32((first + $0) % count) },
        positions: (0..<moved).map { _ in random() }, normals: (0..<moved).map { _ in random() })
    }
    let morphed = MorphedMesh(source: mesh, targets: targets)
    let weights = (0..<52).map { Float($0 + 1) / 52 }
    var best = Double.infinity
    for _ in 0..<20 {
      let start = clock()
      let shape = morphed.morphed(weights: weights)
      best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
      #expect(shape.positions.count == count)
    }
    #expect(best <= 0.002, "took \(best * 1000) ms")
  }
}

@Suite struct MorphedEntityTests {
  private func entity(_ names: [String]) -> MorphedEntity {
    let source = TriangleMesh(
      positions: [.zero, SIMD3(1, 0, 0), SIMD3(0, 1, 0)], indices: [0, 1, 2])
    return MorphedEntity(
      name: "face",
      MorphedMesh(
        source: source,
        targets: names.enumerated().map {
          MorphTarget(name: $1, vertices: [0], positions: [SIMD3(Float($0 + 1), 0, 0)])
        }))
  }

  private func shown(_ entity: Entity, _ frame: SessionFrame = Make.frame()) -> [MeshResource] {
    let scene = Scene()
    let anchor = AnchorEntity(world: .identity)
    anchor.addChild(entity)
    scene.addAnchor(anchor)
    scene.update(with: frame)
    return scene.makeSnapshot().items.map(\.mesh)
  }

  @Test(arguments: ["eyeBlinkLeft", "eyeBlink_L", "EyeBlinkLeft"])
  func namesBindInAllThreeSpellings(_ name: String) {
    let face = entity(["other", name])
    #expect(face.boundLocations == [.eyeBlinkLeft])
    for spelling in ["eyeBlinkLeft", "eyeBlink_L", "EyeBlinkLeft"] {
      face.setWeight(0.5, forTargetNamed: spelling)
      #expect(face.weight(forTargetNamed: name) == 0.5)
    }
    face.setWeight(1, forTargetNamed: "nobody")
    #expect(face.weights == [0, 0.5])
  }

  @Test func whatIsDrawnFollowsTheWeights() {
    let face = entity(["jawOpen"])
    #expect(shown(face)[0].mesh.positions[0] == .zero)
    let before = shown(face)[0]
    face.setWeight(1, forTargetNamed: "jawOpen")
    let after = shown(face)[0]
    #expect(after.mesh.positions[0] == SIMD3(1, 0, 0))
    #expect(after.identifier == before.identifier && after.revision == before.revision + 1)
    // Nothing changes, so nothing is computed or uploaded.
    #expect(shown(face)[0].revision == after.revision)
  }

  @Test func joinedVerticesFollowTheirJoints() {
    let face = entity([])
    let joint = Entity(name: "joint")
    let root = Entity()
    root.addChild(face)
    root.addChild(joint)
    joint.position = Vector3(0, 2, 0)
    let everything = SIMD4<Float>(1, 0, 0, 0)
    face.skin = JointSkin(
      joints: [joint], inverseBindMatrices: [.identity],
      indices: [.zero, .zero, .zero], weights: [everything, everything * 0.5, .zero])
    let positions = shown(root)[0].mesh.positions
    #expect(positions[0] == SIMD3(0, 2, 0))
    // Weights that do not add up to 1 are made to.
    #expect(positions[1] == SIMD3(1, 2, 0))
    // A vertex without joints stays.
    #expect(positions[2] == SIMD3(0, 1, 0))
  }

  @Test func aModelMimesTheFaceAndEasesBackWhenItIsLost() {
    let face = entity(["mouthSmile_L", "JawOpen"])
    let model = ExpressiveModel(content: face)
    model.faceIndex = 0
    let anchors: [Anchor] = [.face(Make.face(.identity, [.mouthSmileLeft: 0.8, .jawOpen: 0.4]))]
    _ = shown(model, Make.frame(anchors))
    #expect(face.weights == [0.8, 0.4])
    _ = shown(model, Make.frame([.face(Make.face(isTracked: false))], seconds: 0.4))
    #expect(abs(face.weights[0] - 0.8 * exp(-1)) < 1e-5)
  }

  @Test func aMirroredModelTakesLeftForRight() {
    let face = entity(["mouthSmileLeft", "mouthSmileRight", "jawOpen"])
    let model = ExpressiveModel(content: face)
    model.swapsSides = true
    var shapes = BlendShapes()
    shapes[.mouthSmileLeft] = 0.7
    shapes[.jawOpen] = 0.2
    model.apply(shapes)
    #expect(face.weights == [0, 0.7, 0.2])
  }

  @Test func expressionsMixTargetsAndPresetsFollowTheCoefficients() {
    let face = entity(["one", "two"])
    let model = ExpressiveModel(
      content: face,
      expressions: [
        .init(name: "blinkLeft", binds: [(entity: face, target: 0, weight: 0.5)]),
        .init(name: "CheekPuff", binds: [(entity: face, target: 1, weight: 1)]),
        .init(name: "lookUp", binds: [(entity: face, target: 1, weight: 1)]),
      ])
    #expect(model.boundLocations == [.cheekPuff])
    var shapes = BlendShapes()
    shapes[.eyeBlinkLeft] = 1
    shapes[.cheekPuff] = 0.25
    model.apply(shapes)
    #expect(face.weights == [0.5, 0.25])
  }
}
