import FaceMesh
import FaceTracking
import Foundation
import ImageProcessing
import SessionCore
import SessionTesting
import SpatialMath
import Testing

// Skipped where the models or the recorded faces are missing.
@Suite(.enabled(if: FaceTestMaterial.hasFaces), .serialized)
struct FaceLandmarkTrackerTests {
  private func tracker(
    _ options: FaceTrackingOptions = .init()
  ) throws -> FaceLandmarkTracker {
    try FaceLandmarkTracker(models: #require(FaceTestMaterial.models), options: options)
  }

  /// A portrait of 450 × 450 pixels.
  private func portrait() throws -> PixelBuffer {
    try FaceTestMaterial.still("aflw2000/image00050.jpg")
  }

  @Test func findsNoFaceWhereNoneIs() throws {
    let result = try tracker().track(FaceTestMaterial.frame(FaceTestMaterial.blank(320, 240)))
    #expect(result.faces.isEmpty)
    #expect(result.absenceReason?.contains("one colour") == true)
  }

  @Test func readsAWholeFaceOffOnePicture() throws {
    let result = try tracker().track(FaceTestMaterial.frame(portrait(), milliseconds: 40))
    let face = try #require(result.faces.first)
    #expect(result.faces.count == 1 && face.isTracked && face.trackIdentifier == 1)
    #expect(result.timestamp == Samples.time(40))
    #expect(face.landmarks.count == 478)
    #expect(face.cameraFromFace.translation.z < -0.1)
    // +Z of the face comes out of it, towards the camera; +Y is up.
    #expect(face.cameraFromFace.rotation.act(Vector3(0, 0, 1)).z > 0.8)
    #expect(face.cameraFromFace.rotation.act(Vector3(0, 1, 0)).y > 0.8)
    #expect(face.blendShapes.array.allSatisfy { 0...1 ~= $0 })
    #expect(face.confidence.array.allSatisfy { 0...1 ~= $0 })
    #expect(face.confidence[.jawOpen] > 0.9)
    #expect(face.reason == nil)
    let light = try #require(result.lightEstimate)
    #expect(light.ambientIntensity > 100)
  }

  @Test func theMeshLiesOnTheLandmarksAndHasAnAdultsSize() throws {
    let frame = FaceTestMaterial.frame(try portrait())
    let face = try #require(tracker().track(frame).faces.first)
    // Vertices that coincide with landmarks: nose ridge, lips, outer eye corners.
    for (vertex, landmark) in [(8, 4), (24, 13), (25, 14), (1101, 33), (1069, 263)] {
      let p = face.cameraFromFace.act(Vector3(face.geometry.vertices[vertex]))
      let pixel = try #require(frame.intrinsics.project(Vector3(p.x, -p.y, -p.z)))
      #expect((SIMD2<Float>(pixel) - face.landmarks[landmark]).length < 0.05)
    }
    let apart = (face.leftEyeTransform.translation - face.rightEyeTransform.translation).length
    #expect(0.055...0.072 ~= apart)
    let v = face.geometry.vertices
    #expect(v[FaceMeshTopology.NamedVertex.noseTip].z > 0.06)
    #expect(v[FaceMeshTopology.NamedVertex.foreheadTop].y > 0.06)
    #expect(v[1069].x > 0 && v[1101].x < 0)
  }

  @Test func aTurnedMeshHasNoFlippedTriangleInItsMiddle() throws {
    let face = try #require(
      tracker().track(FaceTestMaterial.frame(portrait())).faces.first)
    let mesh = FaceMeshTopology.standard.mesh(of: face.geometry)
    let nose =
      FaceMeshTopology.standard.vertices(of: .noseBridge)
      + FaceMeshTopology.standard.vertices(of: .forehead)
    for vertex in nose { #expect(mesh.normals[Int(vertex)].z > 0) }
  }

  @Test func aLostFaceStaysWithItsLastValuesAndReturnsAsTheSame() throws {
    let tracker = try tracker()
    let picture = try portrait()
    let blank = FaceTestMaterial.blank(picture.width, picture.height)
    var last: TrackedFace?
    for i in 0..<3 {
      last = try tracker.track(FaceTestMaterial.frame(picture, milliseconds: Double(i) * 33))
        .faces.first
    }
    let seen = try #require(last)
    for i in 3..<6 {
      let faces = try tracker.track(FaceTestMaterial.frame(blank, milliseconds: Double(i) * 33))
        .faces
      let lost = try #require(faces.first)
      #expect(faces.count == 1 && !lost.isTracked)
      #expect(lost.trackIdentifier == seen.trackIdentifier)
      #expect(lost.blendShapes == seen.blendShapes)
      #expect(lost.cameraFromFace == seen.cameraFromFace)
      #expect(lost.reason?.isEmpty == false)
    }
    let back = try tracker.track(FaceTestMaterial.frame(picture, milliseconds: 10_000)).faces
    #expect(back.map(\.isTracked) == [true])
    #expect(back.first?.trackIdentifier == seen.trackIdentifier)
    #expect(back.first?.reason == nil)
  }

  @Test func aFaceThatLeavesDoesNotDisturbTheOther() throws {
    let tracker = try tracker(.init(maximumNumberOfTrackedFaces: 2))
    let picture = try portrait()
    let blank = FaceTestMaterial.blank(picture.width, picture.height)
    let both = FaceTestMaterial.sideBySide(picture, picture)
    let first = try tracker.track(FaceTestMaterial.frame(both)).faces
    #expect(first.map(\.isTracked) == [true, true])
    let right = try #require(first.max { $0.landmarks[4].x < $1.landmarks[4].x })
    let alone = FaceTestMaterial.sideBySide(blank, picture)
    for i in 1...20 {
      let faces = try tracker.track(FaceTestMaterial.frame(alone, milliseconds: Double(i) * 33))
        .faces
      #expect(faces.count == 2)
      let tracked = faces.filter(\.isTracked)
      #expect(tracked.map(\.trackIdentifier) == [right.trackIdentifier])
    }
    let again = try tracker.track(FaceTestMaterial.frame(both, milliseconds: 700)).faces
    _ = again
    var found = 0
    for i in 22...30 {
      let faces = try tracker.track(FaceTestMaterial.frame(both, milliseconds: Double(i) * 33))
        .faces
      found = faces.filter(\.isTracked).count
      #expect(Set(faces.map(\.trackIdentifier)) == Set(first.map(\.trackIdentifier)))
    }
    #expect(found == 2)
  }

  @Test func followsNoMoreFacesThanAsked() throws {
    let tracker = try tracker(.init(maximumNumberOfTrackedFaces: 2))
    let picture = try portrait()
    let frame = FaceTestMaterial.frame(FaceTestMaterial.sideBySide(picture, picture))
    #expect(try tracker.track(frame).faces.filter(\.isTracked).count == 2)
    tracker.maximumNumberOfTrackedFaces = 1
    let faces = try tracker.track(frame).faces
    #expect(faces.filter(\.isTracked).map(\.trackIdentifier) == [1])
    #expect(faces.count == 2)
  }

  @Test func resetForgetsFacesButNotTheirNumbers() throws {
    let tracker = try tracker()
    let frame = FaceTestMaterial.frame(try portrait())
    #expect(try tracker.track(frame).faces.map(\.trackIdentifier) == [1])
    tracker.reset()
    #expect(try tracker.track(frame).faces.map(\.trackIdentifier) == [2])
  }

  @Test func theSamePicturesGiveTheSameResults() throws {
    let picture = try portrait()
    func run() throws -> [TrackedFace] {
      let tracker = try tracker()
      return try (0..<8).flatMap { i in
        let moved = FaceTestMaterial.moved(picture, by: (i * 2, i))
        return try tracker.track(
          FaceTestMaterial.frame(moved, sequence: i, milliseconds: Double(i) * 33)
        ).faces
      }
    }
    let first = try run()
    #expect(first.count == 8)
    #expect(try first == run())
  }

  @Test func planarPicturesReadAsWellAsPackedOnes() throws {
    // The JPEG decodes to planar YUV; the same picture as rgb8 must give the same face.
    let planar = try portrait()
    #expect(planar.format != .rgb8)
    let a = try #require(tracker().track(FaceTestMaterial.frame(planar)).faces.first)
    let b = try #require(tracker().track(FaceTestMaterial.frame(planar.rgb())).faces.first)
    #expect(a == b)
  }

  @Test func aDepthStreamIsRefused() throws {
    let depth = PixelBuffer.make(width: 8, height: 8, format: .depth16) { planes in
      planes[0].initializeMemory(as: UInt8.self, repeating: 0)
    }
    #expect(throws: SessionError.self) {
      _ = try tracker().track(FaceTestMaterial.frame(depth))
    }
  }

  @Test func aTongueThatIsOutShowsAndOthersDoNot() throws {
    let stills = "stills/stock-emotions-b-"
    let tracker = try tracker()
    let out = try tracker.track(FaceTestMaterial.frame(FaceTestMaterial.still(stills + "3.jpg")))
    #expect(try #require(out.faces.first).blendShapes[.tongueOut] > 0.5)
    for n in [1, 2, 4, 5, 6, 7, 8] {
      tracker.reset()
      let other = try tracker.track(
        FaceTestMaterial.frame(FaceTestMaterial.still(stills + "\(n).jpg")))
      #expect(try #require(other.faces.first).blendShapes[.tongueOut] < 0.2)
    }
  }

  @Test func aDarkFaceSaysSo() throws {
    let bright = try portrait().rgb()
    let dark = PixelBuffer.make(width: bright.width, height: bright.height, format: .rgb8) { to in
      for i in 0..<to[0].count {
        let y = i / (bright.width * 3)
        let byte = bright.planes[0].base.load(
          fromByteOffset: y * bright.planes[0].stride + i % (bright.width * 3), as: UInt8.self)
        to[0][i] = byte / 8
      }
    }
    let face = try #require(tracker().track(FaceTestMaterial.frame(dark)).faces.first)
    #expect(face.reason?.contains("dark") == true)
  }

  @Test func aFollowedFaceCostsTwoInferencesAPicture() throws {
    let picture = try portrait().rgb()
    var count = 0
    let outcome = try FaceTrackingBenchmark.run(models: #require(FaceTestMaterial.models)) {
      () throws(SessionError) in
      guard count < 30 else { return nil }
      defer { count += 1 }
      return FaceTestMaterial.frame(picture, sequence: count, milliseconds: Double(count) * 33)
    }
    #expect(outcome.frames == 30 && outcome.framesWithFaces == 30)
    #expect(outcome.inferenceSeconds > 0)
    // What a followed face may cost is counted, not timed: one look, two more readings of the first
    // picture, then two networks a picture.
    #expect(outcome.inferences.detections == 1)
    #expect(outcome.inferences.landmarks == 32)
    #expect(outcome.inferences.blendShapes == 30)
  }
}
