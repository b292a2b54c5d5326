import SceneGraph
import SceneRendering
import SpatialMath
import Testing

@Suite struct MeshSimplifierTests {
  private func edges(_ mesh: TriangleMesh) -> [SIMD2<UInt32>: Int] {
    var edges: [SIMD2<UInt32>: Int] = [:]
    for i in stride(from: 0, to: mesh.indices.count, by: 3) {
      for (a, b) in [(0, 1), (1, 2), (2, 0)] {
        let (p, q) = (mesh.indices[i + a], mesh.indices[i + b])
        edges[SIMD2(min(p, q), max(p, q)), default: 0] += 1
      }
    }
    return edges
  }

  /// The middles of all triangles, and which way the triangles look.
  private func faces(_ mesh: TriangleMesh) -> [(middle: SIMD3<Float>, normal: SIMD3<Float>)] {
    stride(from: 0, to: mesh.indices.count, by: 3).map { i in
      let (a, b, c) = (
        mesh.positions[Int(mesh.indices[i])], mesh.positions[Int(mesh.indices[i + 1])],
        mesh.positions[Int(mesh.indices[i + 2])]
      )
      return ((a + b + c) / 3, (b - a).cross(c - a).normalized)
    }
  }

  @Test(arguments: [0.008, 0.016, 0.032] as [Float])
  func aBallStaysAWholeBall(limit: Float) {
    let ball = TriangleMesh.sphere(radius: 1, segments: 15)
    var simplifier = MeshSimplifier(ball)
    simplifier.simplify(within: limit)
    let left = simplifier.mesh
    #expect(left.indices.count < ball.indices.count * 2 / 3)
    #expect(edges(left).values.allSatisfy { $0 == 2 })
    let faces = faces(left)
    #expect(faces.allSatisfy { $0.normal.dot($0.middle.normalized) > 0.4 })
    // Corners lie on the ball, so the middles are where it is farthest from it.
    let deepest = faces.map { 1 - $0.middle.dot($0.middle).squareRoot() }.max() ?? 0
    #expect(deepest < 2 * limit + 0.006)  // 0.006: the ball's own triangles
  }

  @Test func aFlatSheetKeepsItsEdge() {
    let side = 20
    var sheet = TriangleMesh()
    for y in 0...side {
      for x in 0...side {
        sheet.positions.append(SIMD3(Float(x), Float(y), 0))
        sheet.normals.append(SIMD3(0, 0, 1))
      }
    }
    for y in 0..<side {
      for x in 0..<side {
        let a = UInt32(y * (side + 1) + x), b = a + UInt32(side + 1)
        sheet.indices += [a, a + 1, b, b, a + 1, b + 1]
      }
    }
    var simplifier = MeshSimplifier(sheet)
    simplifier.simplify(within: 0.001)
    let left = simplifier.mesh
    #expect(left.indices.count < sheet.indices.count / 2)
    #expect(edges(left).values.count { $0 == 1 } == 4 * side)
    let area = faceArea(left)
    #expect(abs(area - Float(side * side)) < 1e-3)
  }

  private func faceArea(_ mesh: TriangleMesh) -> Float {
    stride(from: 0, to: mesh.indices.count, by: 3).reduce(0) { sum, i in
      let a = mesh.positions[Int(mesh.indices[i])]
      let n = (mesh.positions[Int(mesh.indices[i + 1])] - a).cross(
        mesh.positions[Int(mesh.indices[i + 2])] - a)
      return sum + n.z / 2
    }
  }

  @Test func aWarpedTextureStaysWhereItIs() {
    let side = 24
    var sheet = TriangleMesh()
    // The texture is squeezed towards one side: flat triangles alone would let it slip.
    func texel(_ p: SIMD3<Float>) -> SIMD2<Float> {
      SIMD2(p.x * p.x / Float(side * side), p.y / Float(side))
    }
    for y in 0...side {
      for x in 0...side {
        let p = SIMD3(Float(x), Float(y), 0)
        sheet.positions.append(p)
        sheet.normals.append(SIMD3(0, 0, 1))
        sheet.textureCoordinates.append(texel(p))
      }
    }
    for y in 0..<side {
      for x in 0..<side {
        let a = UInt32(y * (side + 1) + x), b = a + UInt32(side + 1)
        sheet.indices += [a, a + 1, b, b, a + 1, b + 1]
      }
    }
    var simplifier = MeshSimplifier(sheet)
    simplifier.simplify(within: 0.2)
    let left = simplifier.mesh
    #expect(left.indices.count < sheet.indices.count)
    var worst: Float = 0
    for i in stride(from: 0, to: left.indices.count, by: 3) {
      let corners = (0..<3).map { Int(left.indices[i + $0]) }
      let middle = corners.reduce(SIMD3<Float>.zero) { $0 + left.positions[$1] } / 3
      let shown = corners.reduce(SIMD2<Float>.zero) { $0 + left.textureCoordinates[$1] } / 3
      // The texture's own lengths to the sheet's.
      worst = max(worst, abs(shown.x - texel(middle).x) * Float(side * side) / max(1, 2 * middle.x))
    }
    #expect(worst < 1)  // of 24
  }

  @Test func hostileShapesAreLeftInPeace() {
    for mesh in [
      TriangleMesh(),
      TriangleMesh(
        positions: [SIMD3(.nan, 0, 0), SIMD3(.infinity, 1, 0), SIMD3(0, 0, 1)],
        normals: [SIMD3(0, 0, 1), .zero, SIMD3(0, 1, 0)], indices: [0, 1, 2, 2, 1, 0, 0, 0, 1]),
    ] {
      var simplifier = MeshSimplifier(mesh)
      simplifier.simplify(within: 1)
      #expect(simplifier.mesh.indices.count <= mesh.indices.count)
    }
  }
}

@Suite struct DetailLevelsTests {
  private let ball = MeshResource(.sphere(radius: 0.04, segments: 15))

  private func triangles(_ mesh: MeshResource) -> Int { mesh.mesh.indices.count / 3 }

  @Test func theSmallerAShapeAppearsTheFewerTrianglesItHas() {
    let levels = DetailLevels()
    // Pixels a metre: the ball is 400, 56, 20, 6 pixels across.
    let counts = [5000.0, 700, 250, 75].map { pixels in
      var last = ball
      for _ in 0..<3 {
        levels.beginFrame()
        last = levels.shape(ball, pixelsPerUnit: pixels)
      }
      return triangles(last)
    }
    #expect(counts[0] == triangles(ball))
    #expect(counts[1] < triangles(ball) / 3)
    #expect(counts[2] < counts[1])
    #expect(counts[3] < counts[2])
    #expect(levels.count == 1)
  }

  @Test func aShapeThatMovesInItselfIsLeftAsItIs() {
    let levels = DetailLevels()
    var moving = ball
    for _ in 0..<20 {
      moving = moving.replaced(by: ball.mesh)
      levels.beginFrame()
      #expect(levels.shape(moving, pixelsPerUnit: 300) === moving)
    }
    #expect(levels.count == 0)
  }

  @Test func whatNobodyHasIsLetGo() {
    let levels = DetailLevels()
    func use() {
      let own = MeshResource(.sphere(radius: 0.04, segments: 15))
      for _ in 0..<3 {
        levels.beginFrame()
        _ = levels.shape(own, pixelsPerUnit: 300)
      }
    }
    use()
    #expect(levels.count == 1)
    for _ in 0..<10 { levels.beginFrame() }
    #expect(levels.count == 0)
  }

  @Test(.enabled(if: hasOpenGL, "no OpenGL here: run Tools/setup"))
  func aCrowdLooksTheSameWithFewerTriangles() throws {
    let scene = Scene()
    let anchor = AnchorEntity(world: .identity)
    for number in 0..<24 {
      var paint = PhysicalMaterial(
        baseColor: SIMD3(0.8, Float(number % 5) / 5, 0.3),
        metallic: number % 3 == 0 ? 1 : 0, roughness: 0.25 + Float(number % 4) / 6)
      paint.clearcoat = number % 4 == 0 ? 1 : 0
      let place = Vector3(Double(number % 6) * 0.1 - 0.25, Double(number / 6) * 0.1 - 0.15, -1.2)
      anchor.addChild(
        ModelEntity(
          mesh: ball, material: .lit(paint), transform: Transform(translation: place)))
    }
    scene.addAnchor(anchor)
    let frame = Make.frame(rear: Make.view(.rear, Make.plain(640, 480)))
    scene.update(with: frame)
    var original = scene.makeSnapshot()
    // A shape that has just changed is drawn as it is.
    let changed = ball.replaced(by: ball.mesh)
    for i in original.items.indices { original.items[i].mesh = changed }
    let whole = try Make.renderer().render(frame: frame, snapshot: original)
    let simple = try Make.renderer().render(frame: frame, snapshot: scene.makeSnapshot())
    #expect(simple.bytes != whole.bytes)
    // 24 of 255 in any colour: seen only where one looks for it, at rims.
    let covered = try Make.renderer().render(frame: frame, snapshot: SceneSnapshot())
      .difference(whole).count
    #expect(simple.difference(whole).count < covered / 50)
    let off = zip(simple.bytes, whole.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(off) / Double(3 * covered) < 1.5)
  }
}
