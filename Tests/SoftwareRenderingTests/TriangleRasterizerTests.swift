import SoftwareRendering
import SpatialMath
import Testing

@Suite struct TriangleRasterizerTests {
  /// Two triangles of a square from (2, 2) to (10, 10), front faces.
  private let vertices: [SIMD4<Float>] = [
    SIMD4(2, 2, 1, 0), SIMD4(10, 2, 1, 0), SIMD4(10, 10, 1, 0), SIMD4(2, 10, 1, 0),
  ]
  private let square: [Int32] = [0, 2, 1, 0, 3, 2]

  private func draw(
    _ rasterizer: TriangleRasterizer, _ vertices: [SIMD4<Float>], _ indices: [Int32],
    first: Int32 = 0, sides: TriangleRasterizer.Sides = .front,
    coverage: ((Int, Float, Float) -> Float)? = nil
  ) {
    vertices.withUnsafeBufferPointer { v in
      indices.withUnsafeBufferPointer { i in
        guard let base = v.baseAddress else { return }
        rasterizer.draw(
          vertices: base, indices: i, firstTriangle: first, sides: sides, coverage: coverage)
      }
    }
  }

  private func covered(_ rasterizer: TriangleRasterizer) -> Int {
    (0..<rasterizer.width * rasterizer.height).reduce(0) { sum, i in
      sum + (0..<4).filter { rasterizer.triangles[i][$0] >= 0 }.count
    }
  }

  @Test func trianglesThatShareAnEdgeLeaveNoGap() {
    let rasterizer = TriangleRasterizer(width: 16, height: 16)
    draw(rasterizer, vertices, square)
    #expect(covered(rasterizer) == 8 * 8 * 4)
  }

  @Test func backFacesAreDrawnOnlyWhenAskedFor() {
    let rasterizer = TriangleRasterizer(width: 16, height: 16)
    let turned: [Int32] = [0, 1, 2, 0, 2, 3]
    draw(rasterizer, vertices, turned)
    #expect(covered(rasterizer) == 0)
    draw(rasterizer, vertices, turned, sides: .both)
    #expect(covered(rasterizer) == 256)
  }

  @Test func theNearestTriangleWinsAndClearingForgetsIt() {
    let rasterizer = TriangleRasterizer(width: 16, height: 16)
    let near = vertices.map { SIMD4($0.x, $0.y, 2, 0) }
    draw(rasterizer, near, square, first: 10)
    draw(rasterizer, vertices, square, first: 20)
    #expect((10...11).contains(rasterizer.triangles[5 * 16 + 5].x))
    rasterizer.clear()
    draw(rasterizer, vertices, square, first: 20)
    #expect((20...21).contains(rasterizer.triangles[5 * 16 + 5].x))
  }

  @Test func partialCoverageTakesAsManySamples() {
    let rasterizer = TriangleRasterizer(width: 16, height: 16)
    draw(rasterizer, vertices, square) { _, _, _ in 0.5 }
    #expect(covered(rasterizer) == 64 * 2)
  }

  @Test func whatLiesBehindTheCameraOrOutsideIsLeftOut() {
    let rasterizer = TriangleRasterizer(width: 16, height: 16)
    draw(rasterizer, vertices.map { SIMD4($0.x, $0.y, -1, 0) }, square)
    draw(rasterizer, vertices.map { SIMD4($0.x + 100, $0.y, 1, 0) }, square)
    #expect(covered(rasterizer) == 0)
  }

  @Test func aDepthMapShadesWhatLiesBehindAndNothingElse() {
    let map = DepthMap(size: 64)
    map.aim(toLight: SIMD3(0, 0, 1), center: .zero, radius: 1)
    let points: [SIMD3<Float>] = [
      SIMD3(-0.5, -0.5, 0.5), SIMD3(0.5, -0.5, 0.5), SIMD3(0.5, 0.5, 0.5), SIMD3(-0.5, 0.5, 0.5),
    ]
    let indices: [Int32] = [0, 1, 2, 0, 2, 3]
    points.withUnsafeBufferPointer { p in
      indices.withUnsafeBufferPointer { i in
        if let base = p.baseAddress { map.draw(positions: base, indices: i) }
      }
    }
    #expect(map.light(at: SIMD3(0, 0, 0), bias: 0.01) == 0)
    #expect(map.light(at: SIMD3(0, 0, 0.8), bias: 0.01) == 1)
    #expect(map.light(at: SIMD3(0.8, 0, 0), bias: 0.01) == 1)
    let border = map.light(at: SIMD3(0.5, 0, 0), bias: 0.01)
    #expect(border > 0.2 && border < 0.8, "the border of a shadow is soft")
  }
}
