import Evaluation
import SpatialMath
import Testing

@Suite struct SimilarityTests {
  private static let rounding = 1e-9

  private static func points(_ count: Int, seed: UInt64) -> [Vector3] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      Vector3(generator.gaussian(), generator.gaussian(), generator.gaussian())
    }
  }

  @Test(arguments: 1...20)
  func aKnownSimilarityIsFoundAgain(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let known = Similarity(
      scale: generator.uniform(0.1...5),
      pose: Pose(
        rotation: Quaternion(
          rotationVector: Vector3(generator.gaussian(), generator.gaussian(), generator.gaussian())
        ), translation: Vector3(generator.gaussian(), generator.gaussian(), generator.gaussian())))
    let source = Self.points(10, seed: UInt64(seed) + 100)
    let found = try #require(
      Similarity(from: source, to: source.map(known.act), fitsScale: true))
    #expect(abs(found.scale - known.scale) < Self.rounding)
    #expect((found.pose.translation - known.pose.translation).length < Self.rounding)
    #expect((found.pose.rotation.inverse * known.pose.rotation).angle < 1e-7)
  }

  @Test func pointsInAPlaneAreNotMirrored() throws {
    let source = Self.points(8, seed: 3).map { Vector3($0.x, $0.y, 0) }
    let turn = Pose(rotation: Quaternion(angle: 2, axis: Vector3(1, 2, 3)))
    let found = try #require(Similarity(from: source, to: source.map(turn.act), fitsScale: true))
    #expect((found.pose.rotation.inverse * turn.rotation).angle < 1e-7)
  }

  @Test func aKeptScaleLeavesTheDifferenceInSize() throws {
    let source = Self.points(10, seed: 4)
    let found = try #require(
      Similarity(from: source, to: source.map { $0 * 2 }, fitsScale: false))
    #expect(found.scale == 1)
    #expect(found.pose.rotation.angle < 1e-7)
  }

  @Test func onePlaceIsNotEnough() {
    let same = Array(repeating: Vector3(1, 2, 3), count: 5)
    #expect(Similarity(from: same, to: same, fitsScale: true) == nil)
    #expect(
      Similarity(from: [.zero, Vector3(1, 0, 0)], to: [.zero, .zero], fitsScale: true) == nil)
  }

  @Test func posesOnAStraightPathStillTellTheTurn() {
    let motion = Pose(
      rotation: Quaternion(angle: 0.7, axis: Vector3(1, 1, 0)), translation: Vector3(1, 2, 3))
    let source = (0..<10).map { i in
      Pose(
        rotation: Quaternion(angle: Double(i) * 0.1, axis: Vector3(0, 1, 0)),
        translation: Vector3(Double(i), 0, 0))
    }
    let found = Similarity.rigid(from: source, to: source.map { motion * $0 })
    #expect((found.rotation.inverse * motion.rotation).angle < 1e-7)
    #expect((found.translation - motion.translation).length < Self.rounding)
  }
}
