import Foundation
import SessionCore
import SpatialMath
import Testing
import WorldTracking

@Suite struct PatchAlignerTests {
  /// Patches align to a tenth of a pixel on clean pictures.
  private static let tolerance = 0.1

  /// A smooth random texture, sampled at (x, y) moved by `shift` and changed in light.
  private func pyramid(
    shift: Vector2 = .zero, gain: Double = 1, offset: Double = 0, isFlat: Bool = false,
    stretch: Double = 1
  ) throws -> ImagePyramid {
    let pixels = PixelBuffer.make(width: 160, height: 120, format: .gray8) { planes in
      for y in 0..<120 {
        for x in 0..<160 {
          let (u, v) = (stretch * (Double(x) - shift.x), stretch * (Double(y) - shift.y))
          let texture =
            isFlat
            ? 0
            : 40 * sin(0.31 * u + 0.9 * sin(0.12 * v)) + 35 * sin(0.27 * v + 0.7 * sin(0.17 * u))
          planes[0][y * 160 + x] = UInt8(max(0, min(255, 128 + gain * texture + offset)))
        }
      }
    }
    return try ImagePyramid(pixels, parameters: TrackingParameters())
  }

  private func align(
    _ reference: ImagePyramid, _ current: ImagePyramid, start: Vector2, isCoarse: Bool = false
  ) -> PatchAligner.Match? {
    PatchAligner.align(
      reference, at: Vector2(80, 60), in: current, warp: .identity, start: start,
      isCoarse: isCoarse)
  }

  @Test(arguments: [Vector2(0.3, -0.4), Vector2(1.7, 1.2), Vector2(-2, 0.5)])
  func aShiftIsFoundToAFractionOfAPixel(shift: Vector2) throws {
    let match = try #require(
      align(try pyramid(), try pyramid(shift: shift), start: Vector2(80, 60)))
    #expect((match.pixel - Vector2(80, 60) - shift).length < Self.tolerance)
    #expect(match.correlation > 0.99)
  }

  @Test func gainAndOffsetDoNotMatter() throws {
    let darker = try pyramid(shift: Vector2(0.6, 0.2), gain: 0.5, offset: -20)
    let match = try #require(align(try pyramid(), darker, start: Vector2(80, 60)))
    #expect((match.pixel - Vector2(80.6, 60.2)).length < 2 * Self.tolerance)
    #expect(match.correlation > 0.98)
  }

  @Test func aCoarseSearchReachesFarther() throws {
    let far = try pyramid(shift: Vector2(4, -2.5))
    let match = try #require(
      align(try pyramid(), far, start: Vector2(80, 60), isCoarse: true))
    #expect((match.pixel - Vector2(84, 57.5)).length < Self.tolerance)
  }

  @Test func aFlatPatchIsNotAligned() throws {
    let flat = try pyramid(isFlat: true)
    #expect(align(flat, try pyramid(), start: Vector2(80, 60)) == nil)
    #expect(align(try pyramid(), flat, start: Vector2(80, 60)) == nil)
  }

  @Test func aPatchAtTheEdgeIsNotAligned() throws {
    let picture = try pyramid()
    #expect(align(picture, picture, start: Vector2(3, 60)) == nil)
  }

  @Test func anotherTextureDoesNotCorrelate() throws {
    let other = try pyramid(stretch: 2.3)
    let match = align(try pyramid(), other, start: Vector2(80, 60))
    #expect(match?.correlation ?? 0 < 0.85)
  }
}
