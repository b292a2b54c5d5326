import FaceTracking
import Foundation
import ImageProcessing
import SessionCore
import SessionTesting
import SpatialMath
import Testing

/// Real faces with something before them.
///
/// Skipped where the models or the recorded faces are missing.
@Suite(.enabled(if: FaceTestMaterial.hasFaces), .serialized)
struct CoveredFaceTests {
  private static let portraits = [
    "stills/stock-emotions-b-1.jpg", "stills/stock-emotions-b-5.jpg",
    "stills/business-person.png", "stills/sergey.png",
  ]
  /// Faces and things before them show for so many pictures.
  private static let pictures = 15

  private func faces(
    _ picture: PixelBuffer, _ tracker: FaceLandmarkTracker, from start: Int = 0
  ) throws -> [TrackedFace?] {
    try (start..<start + Self.pictures).map {
      try tracker.track(
        FaceTestMaterial.frame(picture, sequence: $0, milliseconds: Double($0) * 33)
      ).faces.first
    }
  }

  /// A picture with a cloth over landmarks' bounds, wider by a share.
  private func covered(
    _ picture: PixelBuffer, _ face: TrackedFace, _ landmarks: [Int], by share: Float
  ) -> PixelBuffer {
    let points = landmarks.map { face.landmarks[$0] }
    var low = points[0]
    var high = points[0]
    for p in points {
      low = pointwiseMin(low, p)
      high = pointwiseMax(high, p)
    }
    let margin = (high - low) * share
    (low, high) = (low - margin, high + margin)
    let source = picture.rgb()
    return PixelBuffer.make(width: source.width, height: source.height, format: .rgb8) { planes in
      for y in 0..<source.height {
        for x in 0..<source.width {
          let isCovered =
            Float(x) > low.x && Float(x) < high.x && Float(y) > low.y && Float(y) < high.y
          for c in 0..<3 {
            // A blue cloth with folds.
            let fold = UInt8(12 * sin(Double(x + y / 3) / 9) + 12)
            let seen = source.planes[0].base.load(
              fromByteOffset: y * source.planes[0].stride + 3 * x + c, as: UInt8.self)
            planes[0][(y * source.width + x) * 3 + c] = isCovered ? [70, 110, 150][c] + fold : seen
          }
        }
      }
    }
  }

  /// From the bridge of the nose to the chin, and from cheek to cheek.
  private static let mask = [197, 152, 132, 361]

  @Test(arguments: portraits)
  func aMaskOverTheMouthIsNamedAndItsCoefficientsAreNotBelieved(_ name: String) throws {
    let tracker = try FaceLandmarkTracker(models: #require(FaceTestMaterial.models))
    let picture = try FaceTestMaterial.still(name)
    let clear = try #require(try faces(picture, tracker).last ?? nil)
    #expect(clear.reason?.contains("covered") != true, "\(clear.reason ?? "")")
    let hidden = covered(picture, clear, Self.mask, by: 0)
    let behind = try #require(try faces(hidden, tracker, from: Self.pictures).last ?? nil)
    #expect(behind.reason?.contains("the mouth") == true, "\(behind.reason ?? "no reason")")
    #expect(behind.reason?.contains("covered") == true)
    for location in [BlendShapeLocation.jawOpen, .mouthSmileLeft, .mouthFunnel] {
      #expect(behind.confidence[location] < 0.5 * clear.confidence[location])
    }
    #expect(behind.confidence[.eyeBlinkLeft] > 0.5 * clear.confidence[.eyeBlinkLeft])
    // When it is taken away all is as before.
    let again = try #require(
      try faces(picture, tracker, from: 2 * Self.pictures).last ?? nil)
    #expect(again.reason?.contains("covered") != true)
  }

  /// The only one of the portraits that holds a hand before the mouth.
  private static let hand = "stills/stock-emotions-b-6.jpg"

  @Test func aRealHandIsNamedAndNothingElseOfThePortraits() throws {
    var (seen, named) = (0, [String]())
    let names = (1...8).map { "stills/stock-emotions-b-\($0).jpg" }
    for name in names + (1...3).map({ "stills/stock-teen-\($0).jpg" }) {
      let tracker = try FaceLandmarkTracker(models: #require(FaceTestMaterial.models))
      guard let face = try faces(try FaceTestMaterial.still(name), tracker).last ?? nil else {
        continue
      }
      seen += 1
      guard face.reason?.contains("covered") == true else { continue }
      named.append(name)
      #expect(face.reason?.contains("the mouth") == true, "\(face.reason ?? "")")
    }
    print("covered of \(seen) faces: \(named)")
    #expect(seen >= 8)
    #expect(named == [Self.hand])
  }
}
