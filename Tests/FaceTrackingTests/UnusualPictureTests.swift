import FaceTracking
import Foundation
import ImageProcessing
import SessionCore
import SessionTesting
import SpatialMath
import Testing

/// Pictures that no face tracker is made for: an answer or none, but never a crash or a number that is
/// none.
///
/// Skipped where the models or the recorded faces are missing.
@Suite(.enabled(if: FaceTestMaterial.hasFaces), .serialized)
struct UnusualPictureTests {
  /// What is done to a portrait, and whether the face must still be found.
  enum Change: String, CaseIterable, Sendable {
    case upsideDown, mirrored, turnedRight, turnedLeft, sixteenPixels, eightThousand, grey, black
    case white, noise, cartoon, painting

    var mustBeFound: Bool? {
      switch self {
      case .mirrored, .grey, .eightThousand, .cartoon, .painting: true
      case .black, .white, .noise: false
      case .upsideDown, .turnedRight, .turnedLeft, .sixteenPixels: nil
      }
    }
  }

  private typealias Colour = SIMD3<UInt8>

  private func make(_ width: Int, _ height: Int, _ colour: (Int, Int) -> Colour) -> PixelBuffer {
    PixelBuffer.make(width: width, height: height, format: .rgb8) { planes in
      for y in 0..<height {
        for x in 0..<width {
          let c = colour(x, y)
          for i in 0..<3 { planes[0][(y * width + x) * 3 + i] = c[i] }
        }
      }
    }
  }

  private func changed(_ change: Change) throws -> PixelBuffer {
    let picture = try FaceTestMaterial.still("aflw2000/image00050.jpg").rgb()
    let (w, h) = (picture.width, picture.height)
    let base = picture.planes[0].base
    let stride = picture.planes[0].stride
    func at(_ x: Int, _ y: Int) -> Colour {
      let p = min(max(y, 0), h - 1) * stride + min(max(x, 0), w - 1) * 3
      return Colour(
        base.load(fromByteOffset: p, as: UInt8.self),
        base.load(fromByteOffset: p + 1, as: UInt8.self),
        base.load(fromByteOffset: p + 2, as: UInt8.self))
    }
    switch change {
    case .upsideDown: return make(w, h) { at(w - 1 - $0, h - 1 - $1) }
    case .mirrored: return make(w, h) { at(w - 1 - $0, $1) }
    case .turnedRight: return make(h, w) { at($1, h - 1 - $0) }
    case .turnedLeft: return make(h, w) { at(w - 1 - $1, $0) }
    case .sixteenPixels: return make(16, 16) { at($0 * w / 16, $1 * h / 16) }
    case .eightThousand: return make(7680, 4320) { at(($0 - 1680) * w / 4320, $1 * h / 4320) }
    case .grey:
      return make(w, h) { x, y in
        let c = at(x, y)
        return Colour(repeating: UInt8((Int(c.x) + 2 * Int(c.y) + Int(c.z)) / 4))
      }
    case .black: return make(w, h) { _, _ in .zero }
    case .white: return make(w, h) { _, _ in Colour(repeating: 255) }
    case .noise:
      var random = SeededGenerator(seed: 5)
      return make(w, h) { _, _ in
        let bits = random.next()
        return Colour(
          UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
          UInt8(truncatingIfNeeded: bits >> 16))
      }
    case .cartoon:
      // Few flat colours between dark lines.
      return make(w, h) { x, y in
        func level(_ x: Int, _ y: Int) -> Int { Int(at(x, y).y) }
        let edge = abs(level(x + 1, y) - level(x - 1, y)) + abs(level(x, y + 1) - level(x, y - 1))
        let c = at(x, y)
        return edge > 60 ? Colour(repeating: 20) : (c & 0xC0) &+ 32
      }
    case .painting:
      // Brush strokes: each patch of pixels has one pixel's colour, unevenly taken.
      return make(w, h) { x, y in
        let (px, py) = (x / 5 * 5, y / 5 * 5)
        let shift = (px * 7 + py * 13) % 5
        return at(px + shift, py + (px * 3 + py) % 5)
      }
    }
  }

  @Test(arguments: Change.allCases)
  func givesAnAnswerOrNone(change: Change) throws {
    let tracker = try FaceLandmarkTracker(models: #require(FaceTestMaterial.models))
    let picture = try changed(change)
    var isFound = false
    for i in 0..<3 {
      let result = try tracker.track(
        FaceTestMaterial.frame(picture, sequence: i, milliseconds: Double(i) * 33))
      #expect(result.faces.isEmpty == (result.absenceReason != nil))
      isFound = isFound || result.faces.contains(where: \.isTracked)
      for face in result.faces { expectNumbers(face) }
      if let light = result.lightEstimate { #expect(light.ambientIntensity.isFinite) }
      if let light = result.directionalLightEstimate {
        #expect(light.sphericalHarmonicsCoefficients.allSatisfy { $0.isFinite })
        #expect(light.primaryLightDirection.length.isFinite)
      }
    }
    print("\(change.rawValue): \(isFound ? "a face" : "no face")")
    if let mustBeFound = change.mustBeFound { #expect(isFound == mustBeFound) }
  }

  private func expectNumbers(_ face: TrackedFace) {
    #expect(face.blendShapes.array.allSatisfy { 0...1 ~= $0 })
    #expect(face.confidence.array.allSatisfy { 0...1 ~= $0 })
    #expect(face.cameraFromFace.translation.length.isFinite)
    #expect(abs(face.cameraFromFace.rotation.act(Vector3(0, 0, 1)).length - 1) < 1e-6)
    #expect(face.lookAtPoint.length.isFinite)
    let isTold = face.poseUncertainty.map { $0.rotation.isFinite && $0.position.isFinite }
    #expect(isTold == true)
    let isFinite = face.geometry.vertices.allSatisfy { abs($0.sum()) < .infinity }
    #expect(isFinite)
    let isPlaced = face.landmarks.allSatisfy { abs($0.sum()) < .infinity }
    #expect(isPlaced)
  }
}
