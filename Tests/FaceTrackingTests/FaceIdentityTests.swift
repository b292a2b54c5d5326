import FaceTracking
import Foundation
import ImageProcessing
import MediaFiles
import SessionCore
import SessionTesting
import SpatialMath
import Testing

// Skipped where the models or the recorded faces are missing.
@Suite(.enabled(if: FaceTestMaterial.hasFaces), .serialized)
struct FaceIdentityTests {
  /// A person of a clip, marked by hand.
  struct Person: Sendable {
    var name: String
    /// Pictures in which the face can be seen.
    var seen: ClosedRange<Int>
    /// The middle of the face in some pictures, pixels; between them it moves straight.
    var places: [(picture: Int, x: Double, y: Double)]

    /// Where the face is in a picture.
    func place(at picture: Int) -> Vector2 {
      let next = places.firstIndex { $0.picture >= picture } ?? places.count - 1
      let (a, b) = (places[max(0, next - 1)], places[next])
      let t =
        b.picture > a.picture
        ? min(1, max(0, Double(picture - a.picture) / Double(b.picture - a.picture))) : 0
      return Vector2(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y))
    }
  }

  /// Marked by looking at every twelfth picture of the clips.
  static let clips: [(name: String, people: [Person], leastShare: Double)] = [
    (
      "video00",
      [
        // A hand is before her face at first; a man beside her shows no more than his chin.
        Person(
          name: "woman", seen: 12...432,
          places: [
            (12, 430, 210), (120, 430, 230), (200, 420, 240), (300, 425, 215), (432, 410, 200),
          ])
      ], 0.99
    ),
    (
      "video02",
      [
        Person(
          name: "girl with a bun", seen: 9...213,
          places: [
            (9, 380, 256), (36, 412, 228), (72, 401, 235), (84, 420, 255), (96, 485, 245),
            (120, 510, 240), (132, 509, 272), (168, 480, 270), (192, 448, 228), (213, 397, 226),
          ]),
        // From 20 to 105 she looks steeply down.
        Person(
          name: "girl with a ribbon", seen: 0...213,
          places: [
            (0, 910, 220), (24, 914, 266), (48, 928, 265), (84, 905, 268), (96, 902, 266),
            (108, 927, 200), (120, 940, 115), (144, 931, 115), (168, 908, 160), (192, 885, 172),
            (213, 903, 183),
          ]),
      ], 0.95
    ),
  ]
  /// A face belongs to a marked person when it is nearer than this, pixels of 1280 × 720.
  private static let reach = 90.0

  @Test(arguments: clips)
  func everyPersonKeepsOneNumberAndDropsForNoSinglePicture(
    clip: (name: String, people: [Person], leastShare: Double)
  ) throws {
    let tracker = try FaceLandmarkTracker(
      models: #require(FaceTestMaterial.models), options: .init(maximumNumberOfTrackedFaces: 3))
    let reader = try VideoFileReader(path: TestData.path("faces/clips/\(clip.name).mp4"))
    var numbers: [String: Set<Int>] = [:]
    var tracked: [String: [Int]] = [:]
    var strangers = 0
    var picture = 0
    while let next = try reader.next() {
      let faces = try tracker.track(
        FaceTestMaterial.frame(
          next.pixels, sequence: picture, milliseconds: next.seconds * 1000)
      ).faces.filter(\.isTracked)
      for face in faces {
        let sum = face.landmarks.prefix(468).reduce(SIMD2<Float>.zero, +) / 468
        let person = clip.people.first {
          ($0.place(at: picture) - Vector2(Double(sum.x), Double(sum.y))).length < Self.reach
        }
        guard let person else {
          strangers += 1
          continue
        }
        numbers[person.name, default: []].insert(face.trackIdentifier)
        tracked[person.name, default: []].append(picture)
      }
      picture += 1
    }
    #expect(strangers == 0)
    for person in clip.people {
      let pictures = (tracked[person.name] ?? []).filter(person.seen.contains)
      let share = Double(pictures.count) / Double(person.seen.count)
      let gaps = zip(pictures, pictures.dropFirst()).map { $1 - $0 - 1 }.filter { $0 > 0 }
      print("\(clip.name), \(person.name): seen \(share), gaps of \(gaps) pictures")
      #expect(numbers[person.name]?.count == 1)
      #expect(share >= clip.leastShare)
      #expect(!gaps.contains(1))
    }
    let all = clip.people.compactMap { numbers[$0.name] }.flatMap { $0 }
    #expect(Set(all).count == all.count)
  }

  /// Two heads, cut out of portraits, before a grey wall; the last one is in front.
  private func wall(_ heads: [(picture: PixelBuffer, middle: Vector2)]) -> PixelBuffer {
    let (width, height) = (960, 480)
    return PixelBuffer.make(width: width, height: height, format: .rgb8) { planes in
      planes[0].initializeMemory(as: UInt8.self, repeating: 90)
      for head in heads {
        let (w, h) = (head.picture.width, head.picture.height)
        let source = head.picture.planes[0]
        for y in 0..<h {
          for x in 0..<w {
            let (u, v) = (Double(x) / Double(w) - 0.5, Double(y) / Double(h) - 0.5)
            let (column, row) = (x + Int(head.middle.x) - w / 2, y + Int(head.middle.y) - h / 2)
            guard u * u / 0.09 + v * v / 0.14 < 1, 0..<width ~= column, 0..<height ~= row
            else { continue }
            for c in 0..<3 {
              planes[0][(row * width + column) * 3 + c] = source.base.load(
                fromByteOffset: y * source.stride + 3 * x + c, as: UInt8.self)
            }
          }
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func whenFacesCrossEachKeepsItsNumber(theFirstIsInFront: Bool) throws {
    let a = try FaceTestMaterial.still("aflw2000/image00050.jpg").rgb()
    let b = try FaceTestMaterial.still("aflw2000/image00251.jpg").rgb()
    let tracker = try FaceLandmarkTracker(
      models: #require(FaceTestMaterial.models), options: .init(maximumNumberOfTrackedFaces: 3))
    var numbers: [Set<Int>] = [[], []]
    var frontGaps = 0
    let pictures = 90
    for i in 0..<pictures {
      let t = Double(i) / Double(pictures - 1)
      let places = [Vector2(220 + 520 * t, 240), Vector2(740 - 520 * t, 240)]
      let heads = [(picture: a, middle: places[0]), (picture: b, middle: places[1])]
      let faces = try tracker.track(
        FaceTestMaterial.frame(
          wall(theFirstIsInFront ? heads.reversed() : heads), sequence: i,
          milliseconds: Double(i) * 33)
      ).faces.filter(\.isTracked)
      let front = theFirstIsInFront ? 0 : 1
      var isFrontSeen = false
      for face in faces {
        let sum = face.landmarks.prefix(468).reduce(SIMD2<Float>.zero, +) / 468
        let distances = places.map { abs($0.x - Double(sum.x)) }
        isFrontSeen = isFrontSeen || distances[front] < 60
        // Whose face it is cannot be told from its place while they cover each other.
        if abs(places[0].x - places[1].x) < 150 { continue }
        numbers[distances[0] < distances[1] ? 0 : 1].insert(face.trackIdentifier)
      }
      if i > 0, !isFrontSeen { frontGaps += 1 }
    }
    #expect(numbers.map(\.count) == [1, 1])
    #expect(numbers[0].isDisjoint(with: numbers[1]))
    #expect(frontGaps == 0)
  }
}
