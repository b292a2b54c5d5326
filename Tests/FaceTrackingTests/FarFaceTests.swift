import FaceTracking
import Foundation
import ImageProcessing
import SessionCore
import SessionTesting
import SpatialMath
import Testing

// Skipped where the models or the recorded faces are missing.
@Suite(.enabled(if: FaceTestMaterial.hasFaces), .serialized)
struct FarFaceTests {
  private func tracker(faces: Int) throws -> FaceLandmarkTracker {
    try FaceLandmarkTracker(
      models: #require(FaceTestMaterial.models), options: .init(maximumNumberOfTrackedFaces: faces))
  }

  /// A found face counts for a marked one when their boxes overlap by this.
  private static let sameBox = 0.3

  /// Marked faces of one picture.
  private struct Marked {
    var file: String
    var boxes: [PixelBox]
  }

  /// Reads the files in which group pictures' faces are marked (the XML of dlib's image lists).
  private func marked() throws -> [Marked] {
    var result: [Marked] = []
    for list in ["testing", "training"] {
      let path = TestData.path("faces/boxes/\(list).xml")
      let text = try String(contentsOfFile: path, encoding: .isoLatin1)
      for line in text.split(separator: "\n") {
        let values = line.split(separator: "'").map(String.init)
        if line.contains("<image file") {
          result.append(Marked(file: values[1], boxes: []))
        } else if line.contains("<box"), !result.isEmpty {
          let numbers = stride(from: 1, to: 8, by: 2).compactMap { Double(values[$0]) }
          let corner = Vector2(numbers[1], numbers[0])
          result[result.count - 1].boxes.append(
            PixelBox(minimum: corner, maximum: corner + Vector2(numbers[2], numbers[3])))
        }
      }
    }
    return result
  }

  private func box(of face: TrackedFace) -> PixelBox {
    var box = PixelBox(
      minimum: Vector2(repeating: .infinity), maximum: Vector2(repeating: -.infinity))
    for p in face.landmarks {
      box.minimum = pointwiseMin(box.minimum, Vector2(Double(p.x), Double(p.y)))
      box.maximum = pointwiseMax(box.maximum, Vector2(Double(p.x), Double(p.y)))
    }
    return box
  }

  @Test func findsSmallFacesOnGroupPicturesAndNothingElse() throws {
    let tracker = try tracker(faces: 20)
    // By width in pixels: below 40, below 60, the rest.
    var found = [0, 0, 0]
    var all = [0, 0, 0]
    var falseFaces = 0
    for picture in try marked() {
      tracker.reset()
      let frame = FaceTestMaterial.frame(
        try FaceTestMaterial.still("boxes/" + picture.file))
      var boxes = try tracker.track(frame).faces.filter(\.isTracked).map(box)
      for face in picture.boxes {
        let bin = face.size.x < 40 ? 0 : face.size.x < 60 ? 1 : 2
        all[bin] += 1
        let best = boxes.indices.max {
          boxes[$0].overlap(with: face) < boxes[$1].overlap(with: face)
        }
        guard let best, boxes[best].overlap(with: face) > Self.sameBox else { continue }
        found[bin] += 1
        boxes.remove(at: best)
      }
      falseFaces += boxes.count
    }
    print(
      "marked faces found, below 40, 60 pixels, above: \(found) of \(all); false: \(falseFaces)")
    #expect(all == [22, 11, 10])
    #expect(found[0] >= 18)
    #expect(found[1] >= 10)
    #expect(found[2] == 10)
    #expect(falseFaces <= 1)
  }

  /// A portrait's face, scaled to a width in pixels, in a grey picture.
  private func scene(
    width: Int, height: Int, faceWidth: Double, at place: Vector2
  ) throws -> PixelBuffer {
    let portrait = try FaceTestMaterial.still("aflw2000/image00050.jpg").rgb()
    let faces = try tracker(faces: 1).track(FaceTestMaterial.frame(portrait)).faces
    let face = try #require(faces.first)
    let scale = box(of: face).size.x / faceWidth
    let side = Int(Double(portrait.width) / scale)
    let cropper = PictureCropper(width: side, height: side)
    let values = UnsafeMutableBufferPointer<Float>.allocate(capacity: side * side * 3)
    defer { values.deallocate() }
    let middle = Vector2(Double(portrait.width), Double(portrait.height)) / 2
    try cropper.crop(
      OrientedRectangle(center: middle, size: middle * 2),
      of: FaceTestMaterial.blurred(portrait, scale),
      border: .replicated, scale: 1, offset: 0, into: values)
    return PixelBuffer.make(width: width, height: height, format: .rgb8) { planes in
      planes[0].initializeMemory(as: UInt8.self, repeating: 90)
      let (left, top) = (Int(place.x) - side / 2, Int(place.y) - side / 2)
      for y in 0..<side where 0..<height ~= top + y {
        for x in 0..<side where 0..<width ~= left + x {
          for c in 0..<3 {
            planes[0][((top + y) * width + left + x) * 3 + c] = UInt8(
              max(0, min(255, values[(y * side + x) * 3 + c])))
          }
        }
      }
    }
  }

  @Test(arguments: [(130.0, 200.0), (320, 240), (500, 380)])
  func findsAFaceOfThirtyPixelsInOnePicture(x: Double, y: Double) throws {
    let picture = try scene(width: 640, height: 480, faceWidth: 30, at: Vector2(x, y))
    let faces = try tracker(faces: 1).track(FaceTestMaterial.frame(picture)).faces
    let face = try #require(faces.first)
    #expect(24...36 ~= box(of: face).size.x)
    #expect(face.reason?.contains("small") == true)
  }

  @Test func aFarFaceIsFoundBesideANearOneAtNoMoreThanOneInferenceAPicture() throws {
    let near = try FaceTestMaterial.still("aflw2000/image00251.jpg").rgb()
    let far = try scene(
      width: near.width, height: near.height, faceWidth: 30, at: Vector2(200, 200))
    let both = FaceTestMaterial.sideBySide(near, far)
    let alone = FaceTestMaterial.sideBySide(
      near, FaceTestMaterial.blank(near.width, near.height))
    let tracker = try tracker(faces: 2)
    let limit = 180
    var foundAfter: Int?
    for i in 0..<limit where foundAfter == nil {
      let before = tracker.inferences
      let faces = try tracker.track(
        FaceTestMaterial.frame(i < 5 ? alone : both, sequence: i, milliseconds: Double(i) * 33)
      ).faces.filter(\.isTracked)
      if i > 0, faces.count == 1 {
        let made = tracker.inferences - before
        #expect(made.detections + made.landmarks <= 2)
      }
      if faces.count == 2 { foundAfter = i - 5 }
    }
    let pictures = try #require(foundAfter)
    print("a face of 30 pixels was found beside a near one after \(pictures) pictures")
    #expect(pictures < limit - 5)
  }
}
