import Foundation
import SessionCore
import SpatialMath
import Testing

@Suite struct SurfaceEstimateTests {
  /// Degrees and metres within which a guess must be right, with points a centimetre off.
  private let tolerance = (degrees: 4.0, meters: 0.02)

  /// Points on a disc of 0.25 m, a centimetre off it.
  private func disc(
    _ center: Vector3, _ rotation: Quaternion, count: Int = 40, noise: Double = 0.01
  ) -> [FeaturePoint] {
    var random = SeededGenerator(seed: 5)
    return (0..<count).map { i in
      let p = Vector3(
        Double.random(in: -0.25...0.25, using: &random),
        Double.random(in: -noise...noise, using: &random),
        Double.random(in: -0.25...0.25, using: &random))
      return FeaturePoint(identifier: UInt64(i), position: center + rotation.act(p))
    }
  }

  private func raycast(
    _ points: [FeaturePoint], _ alignment: RaycastQuery.TargetAlignment,
    target: RaycastQuery.Target = .estimatedPlane, direction: Vector3 = Vector3(0, -1, -1)
  ) -> [RaycastResult] {
    var frame = SessionFrame(
      index: 0, timestamp: .zero, primaryRole: .rear, front: nil, rear: nil, trackingState: .normal)
    frame.rawFeaturePoints = points
    return frame.raycast(
      RaycastQuery(
        ray: Ray(origin: Vector3(0, 1, 0), direction: direction), target: target,
        alignment: alignment))
  }

  private func degrees(_ hit: RaycastResult, to normal: Vector3) -> Double {
    acos(min(1, hit.worldTransform.rotation.act(Vector3(0, 1, 0)).dot(normal))) * 180 / .pi
  }

  @Test func pointsOfALevelSurfaceAnswerWhereNoPlaneIsYet() throws {
    let points = disc(Vector3(0, 0, -1), .identity)
    let hit = try #require(raycast(points, .horizontal).first)
    #expect(abs(hit.distance - 2.0.squareRoot()) < tolerance.meters && hit.anchor == nil)
    #expect(degrees(hit, to: Vector3(0, 1, 0)) < 1e-6)
    #expect(raycast(points, .horizontal, target: .existingPlaneGeometry).isEmpty)
  }

  @Test func aSlantedSurfaceIsFoundAsItLies() throws {
    let slant = Quaternion(angle: 0.5, axis: Vector3(1, 0, 0.3))
    let hit = try #require(raycast(disc(Vector3(0, 0, -1), slant), .any).first)
    #expect(degrees(hit, to: slant.act(Vector3(0, 1, 0))) < tolerance.degrees)
    #expect((hit.worldTransform.translation - Vector3(0, 0, -1)).length < tolerance.meters)
  }

  @Test func aWallLooksAtTheViewerWithZDown() throws {
    let wall = disc(Vector3(0, 0, -1), Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0)))
    let hit = try #require(raycast(wall, .vertical).first)
    #expect(degrees(hit, to: Vector3(0, 0, 1)) < tolerance.degrees)
    #expect(hit.worldTransform.rotation.act(Vector3(0, 0, 1)).y < -0.99)
  }

  @Test func aThirdOfStrayPointsDoesNotTurnIt() throws {
    var points = disc(Vector3(0, 0, -1), .identity)
    points += disc(Vector3(0, 0.3, -0.8), .identity, count: 18, noise: 0.2)
    let hit = try #require(raycast(points, .any).first)
    #expect(degrees(hit, to: Vector3(0, 1, 0)) < tolerance.degrees)
  }

  @Test(arguments: [
    RaycastQuery.TargetAlignment.horizontal, .vertical, .any,
  ])
  func pointsWithoutASurfaceAndTooFewGiveNothing(_ alignment: RaycastQuery.TargetAlignment) {
    #expect(raycast(disc(Vector3(0, 0, -1), .identity, noise: 0.25), alignment).isEmpty)
    #expect(raycast(disc(Vector3(0, 0, -1), .identity, count: 4), alignment).isEmpty)
    #expect(
      raycast(disc(Vector3(0, 0, -1), .identity), alignment, direction: Vector3(0, 1, 0)).isEmpty)
  }
}
