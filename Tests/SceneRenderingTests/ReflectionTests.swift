import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath
import Testing

@Suite(.enabled(if: hasOpenGL, "no OpenGL here: run Tools/setup")) struct ReflectionTests {
  /// What each face of the cube is painted: +X −X +Y −Y +Z −Z of the left-handed frame.
  private static let colors: [SIMD3<UInt8>] = [
    SIMD3(255, 0, 0), SIMD3(0, 255, 255), SIMD3(0, 255, 0), SIMD3(255, 0, 255), SIMD3(0, 0, 255),
    SIMD3(255, 255, 0),
  ]
  private static let size = 32

  private func picture(
    _ width: Int, _ height: Int, _ face: (Int, Int) -> Int
  ) throws -> TextureResource {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let c = Self.colors[face(x, y)]
        pixels += [c.x, c.y, c.z, 255]
      }
    }
    return try #require(TextureResource(width: width, height: height, pixels: pixels))
  }

  /// The same surroundings in each of the four layouts.
  private func layouts() throws -> [ReflectionResource] {
    let n = Self.size
    let row = try picture(6 * n, n) { x, _ in x / n }
    let column = try picture(n, 6 * n) { _, y in y / n }
    let all = try (0..<6).map { face in try picture(n, n) { _, _ in face } }
    // Ahead in the middle, right at three quarters; above and below the middle of the cube's faces.
    let sphere = try picture(8 * n, 4 * n) { x, y in
      if y < n { return 2 }
      if y >= 3 * n { return 3 }
      return [5, 1, 1, 4, 4, 0, 0, 5][x / n]
    }
    return [
      try #require(ReflectionResource(row)), try #require(ReflectionResource(column)),
      try #require(ReflectionResource(faces: all)), try #require(ReflectionResource(sphere)),
    ]
  }

  /// What a mirror in the middle of the picture shows when it is turned.
  private func mirrored(_ reflection: ReflectionResource, _ turn: Quaternion) throws -> RGB {
    var material = PhysicalMaterial(baseColor: SIMD3(1, 1, 1), metallic: 1, roughness: 0)
    material.reflection = reflection
    let mesh = TriangleMesh(
      positions: [SIMD3(-1, -1, 0), SIMD3(1, -1, 0), SIMD3(1, 1, 0), SIMD3(-1, 1, 0)],
      indices: [0, 1, 2, 0, 2, 3])
    let model = ModelEntity(
      mesh: MeshResource(mesh), material: .lit(material),
      transform: Transform(rotation: turn, translation: Vector3(0, 0, -2)))
    let frame = Make.frame(rear: Make.view(.rear, Make.plain(64, 48)))
    return try Make.renderer().render(frame: frame, snapshot: Make.snapshot([model])).rgb(32, 24)
  }

  private func isPainted(_ found: RGB, _ face: Int) -> Bool {
    let c = Self.colors[face]
    func fits(_ value: Int, _ wanted: UInt8) -> Bool { wanted == 255 ? value > 170 : value < 110 }
    return fits(found.r, c.x) && fits(found.g, c.y) && fits(found.b, c.z)
  }

  @Test func everyLayoutShowsTheSameInAMirrorAndNothingIsSwapped() throws {
    for (number, reflection) in try layouts().enumerated() {
      func turn(_ degrees: Double, _ axis: Vector3) -> Quaternion {
        Quaternion(angle: degrees * .pi / 180, axis: axis)
      }
      // Facing the camera it shows what is behind the camera: −Z of the left-handed frame.
      let back = try mirrored(reflection, .identity)
      #expect(isPainted(back, 5), "layout \(number): behind is \(back)")
      // Turned by half a right angle to the right it shows what is to the right.
      let right = try mirrored(reflection, turn(45, Vector3(0, 1, 0)))
      #expect(isPainted(right, 0), "layout \(number): right is \(right)")
      let left = try mirrored(reflection, turn(-45, Vector3(0, 1, 0)))
      #expect(isPainted(left, 1), "layout \(number): left is \(left)")
      let above = try mirrored(reflection, turn(-45, Vector3(1, 0, 0)))
      #expect(isPainted(above, 2), "layout \(number): above is \(above)")
      let below = try mirrored(reflection, turn(45, Vector3(1, 0, 0)))
      #expect(isPainted(below, 3), "layout \(number): below is \(below)")
    }
  }

  @Test func otherShapesAreNone() throws {
    #expect(ReflectionResource(try picture(30, 20) { _, _ in 0 }) == nil)
    let odd = try (0..<6).map { face in try picture(8 + face, 8) { _, _ in 0 } }
    #expect(ReflectionResource(faces: odd) == nil)
  }
}
