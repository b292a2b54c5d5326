import FaceTracking
import Foundation
import SpatialMath
import Testing

@Suite struct GazeNetworkTests {
  /// Radians; the tool sums in another order, with the same rounded weights.
  private static let agreement: Float = 0.0005
  private static let patchSize = (width: 40, height: 26)

  @Test func answersAsTheToolThatPackedIt() {
    // The same eyes as in `made_up_answer` of Tools/gaze/pack.py.
    var network = GazeNetwork()
    let count = Self.patchSize.width * Self.patchSize.height
    let pixels = (0..<2 * count).map { (k: Int) -> Float in
      128 + 60 * sinf(0.37 * Float(k)) + 30 * sinf(0.011 * Float(k))
    }
    let marks = (0..<22).map { (i: Int) -> SIMD3<Float> in
      let angles = SIMD3(Float(3 * i), Float(3 * i + 1), Float(3 * i + 2)) * 0.61
      return SIMD3(sinf(angles.x), sinf(angles.y), sinf(angles.z)) * 3
    }
    let (c, s) = (cos(0.2), sin(0.2))
    let turn = Matrix3x3(rows: Vector3(c, 0, s), Vector3(0, 1, 0), Vector3(-s, 0, c))
    let answer = network.answer(
      right: Array(pixels[..<count]), left: Array(pixels[count...]), marks: marks,
      turn: turn)
    let expected = network.answerForMadeUpEyes
    #expect(abs(answer.x - expected.x) < Self.agreement)
    #expect(abs(answer.y - expected.y) < Self.agreement)
    #expect(answer != .zero)
  }
}
