import SoftwareRendering
import SpatialMath
import Testing

@Suite struct CanvasTests {
  private let black = SIMD3<Float>.zero

  /// The area that has been painted black, in square metres.
  private func area(_ canvas: Canvas) -> Float {
    canvas.texels.reduce(0) { $0 + (1 - $1.x) } / (canvas.density * canvas.density)
  }

  @Test func shapesCoverTheirArea() {
    var canvas = Canvas(size: SIMD2(1, 1), density: 100)
    canvas.rectangle(SIMD2(0.1, 0.2), SIMD2(0.6, 0.5), color: black)
    #expect(abs(area(canvas) - 0.15) < 0.002)
    canvas = Canvas(size: SIMD2(1, 1), density: 100)
    canvas.ellipse(center: SIMD2(0.5, 0.5), radii: SIMD2(0.3, 0.3), color: black)
    #expect(abs(area(canvas) - 0.2827) < 0.003)
    canvas = Canvas(size: SIMD2(1, 1), density: 100)
    canvas.polygon([SIMD2(0.1, 0.1), SIMD2(0.9, 0.1), SIMD2(0.1, 0.9)], color: black)
    #expect(abs(area(canvas) - 0.32) < 0.004)
    canvas = Canvas(size: SIMD2(1, 1), density: 100)
    canvas.line(SIMD2(0.2, 0.5), SIMD2(0.8, 0.5), width: 0.1, color: black)
    // A bar and two half discs.
    #expect(abs(area(canvas) - 0.0679) < 0.002)
  }

  @Test func lettersStandUprightAndRunAcross() {
    var canvas = Canvas(size: SIMD2(1, 1), density: 100)
    canvas.write("L", at: SIMD2(0.1, 0.1), height: 0.7, color: black)
    func texel(_ u: Float, _ v: Float) -> Float {
      canvas.texels[Int(v * 100) * 100 + Int(u * 100)].x
    }
    #expect(texel(0.15, 0.45) < 0.1, "the stem")
    #expect(texel(0.55, 0.75) < 0.1, "the foot")
    #expect(texel(0.55, 0.45) > 0.9, "the space to the right of the stem")
  }
}
