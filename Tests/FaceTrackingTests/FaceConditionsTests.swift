import FaceTracking
import ImageProcessing
import SessionCore
import SpatialMath
import Testing

@Suite struct FaceConditionsTests {
  private let facing = Pose(translation: Vector3(0, 0, -0.5))

  /// A picture of stripes: `period` pixels wide, between two brightnesses.
  private func stripes(_ dark: UInt8, _ bright: UInt8, period: Int = 8) -> PixelBuffer {
    PixelBuffer.make(width: 320, height: 240, format: .rgb8) { planes in
      for y in 0..<240 {
        for x in 0..<320 {
          for c in 0..<3 {
            planes[0][(y * 320 + x) * 3 + c] = x % period < period / 2 ? dark : bright
          }
        }
      }
    }
  }

  /// Landmarks on a grid in a box of the picture.
  private func reading(
    width: Double = 128, middle: Vector2 = Vector2(160, 120), presence: Double = 1
  ) -> LandmarkReading {
    var reading = LandmarkReading()
    for i in reading.points.indices {
      let (u, v) = (Double(i % 22) / 21 - 0.5, Double(i / 22) / 21 - 0.5)
      reading.points[i] = Vector3(middle.x + u * width, middle.y + v * width, 0)
    }
    reading.presence = presence
    return reading
  }

  private func reason(
    _ reading: LandmarkReading, _ pose: Pose? = nil, _ picture: PixelBuffer? = nil
  ) -> String? {
    FaceConditions(
      reading: reading, cameraFromFace: pose ?? facing, picture: picture ?? stripes(60, 180)
    ).reason
  }

  @Test func aFaceSeenWellHasNoReason() {
    #expect(reason(reading()) == nil)
  }

  @Test func everyFactorIsNamed() {
    #expect(reason(reading(width: 40))?.contains("small (40 pixels") == true)
    #expect(reason(reading(middle: Vector2(310, 120)))?.contains("outside") == true)
    #expect(reason(reading(), nil, stripes(10, 40))?.contains("dark") == true)
    #expect(reason(reading(), nil, stripes(240, 255))?.contains("overexposed") == true)
    #expect(reason(reading(), nil, stripes(120, 124))?.contains("contrast") == true)
    #expect(reason(reading(), nil, stripes(60, 180, period: 300))?.contains("blurred") == true)
    #expect(reason(reading(presence: 0.5))?.contains("covered") == true)
    let turned = Pose(rotation: EulerAngles(yaw: 1).rotation, translation: facing.translation)
    #expect(reason(reading(), turned)?.contains("57° to the side") == true)
    let bent = Pose(rotation: EulerAngles(pitch: 0.9).rotation, translation: facing.translation)
    #expect(reason(reading(), bent)?.contains("down") == true)
  }

  @Test func aBlackWhiteOrEmptyPictureSaysWhyNoFaceIsFound() {
    #expect(FaceAbsence.reason(in: stripes(0, 6)).contains("black"))
    #expect(FaceAbsence.reason(in: stripes(250, 255)).contains("overexposed"))
    #expect(FaceAbsence.reason(in: stripes(90, 90)).contains("one colour"))
    #expect(FaceAbsence.reason(in: stripes(60, 180)).contains("no face is seen"))
  }
}
