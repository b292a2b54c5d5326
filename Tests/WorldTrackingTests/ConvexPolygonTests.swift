import Foundation
import SpatialMath
import Testing
import WorldTracking

@Suite struct ConvexPolygonTests {
  private static let tolerance = 1e-9

  private func square(_ center: Vector2 = .zero, side: Double = 2) -> ConvexPolygon {
    let h = side / 2
    return ConvexPolygon(hullOf: [
      center + Vector2(h, h), center + Vector2(-h, h), center + Vector2(-h, -h),
      center + Vector2(h, -h), center, center + Vector2(h / 2, 0),
    ])
  }

  @Test func theHullLeavesOutInnerPointsAndRunsCounterClockwise() {
    let hull = square()
    #expect(hull.corners.count == 4)
    #expect(abs(hull.area - 4) < Self.tolerance, "a clockwise hull would have a negative area")
  }

  @Test func allPointsLieInTheirHull() {
    var generator = SeededGenerator(seed: 4)
    let points = (0..<200).map { _ in Vector2(generator.gaussian(), generator.gaussian()) }
    let hull = ConvexPolygon(hullOf: points)
    #expect(points.allSatisfy(hull.contains))
    #expect(!hull.contains(Vector2(50, 0)))
  }

  @Test func theIntersectionOfShiftedSquaresIsTheirOverlap() {
    let overlap = square().intersection(square(Vector2(1, 0.5)))
    #expect(abs(overlap.area - 1.5) < Self.tolerance)
    #expect(square().intersection(square(Vector2(5, 0))).area == 0)
  }

  @Test(arguments: [0.0, 0.3, 0.7])
  func theMinimumRectangleOfATurnedRectangleIsItself(angle: Double) throws {
    let (c, s) = (cos(angle), sin(angle))
    let corners = [Vector2(1.5, 0.5), Vector2(-1.5, 0.5), Vector2(-1.5, -0.5), Vector2(1.5, -0.5)]
      .map { Vector2(c * $0.x - s * $0.y + 3, s * $0.x + c * $0.y - 1) }
    let rectangle = try #require(ConvexPolygon(hullOf: corners).minimumRectangle())
    #expect((rectangle.center - Vector2(3, -1)).length < Self.tolerance)
    #expect(abs(max(rectangle.width, rectangle.height) - 3) < Self.tolerance)
    #expect(abs(min(rectangle.width, rectangle.height) - 1) < Self.tolerance)
  }

  @Test func pointsOnALineHaveNoArea() {
    let line = ConvexPolygon(hullOf: (0..<5).map { Vector2(Double($0), Double($0)) })
    #expect(line.area == 0)
    #expect(line.minimumRectangle()?.area ?? 0 < Self.tolerance)
    #expect(!line.contains(Vector2(1, 1)))
  }
}
