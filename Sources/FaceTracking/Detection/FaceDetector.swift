import Foundation
import ImageProcessing
import SessionCore
import SpatialMath
import SystemSupport

/// Finds faces in a picture or a part of it: BlazeFace's short-range network on 128 × 128 pixels.
///
/// Faces narrower than about a seventh of the square that is looked at are missed. Bound to one
/// thread.
final class FaceDetector {
  /// The model's file name in the model folder.
  static let fileName = "face_detector.tflite"
  private static let sha256 = "b4578f35940bf5a1a655214a1cce5cab13eba73c1297cd78e1a04c2380b0152f"

  /// What the network was made for.
  private enum Network {
    static let side = 128
    static let anchorCount = 896
    /// Box (centre x, y, width, height), then six key points (x, y), in pixels of the input.
    static let valuesPerAnchor = 16
    /// Pixels go in as −1…1.
    static let pixelScale: Float = 1 / 127.5
    static let pixelOffset: Float = -1
  }
  /// MediaPipe's defaults: the least score, and the overlap from which two boxes are one face.
  private static let scoreThreshold = 0.5
  static let suppressionOverlap = 0.5

  private let model: InferenceModel
  private let cropper = PictureCropper(width: Network.side, height: Network.side)
  private let anchors = FaceDetector.makeAnchors()

  init(runtime: InferenceRuntime, models: ModelStore) throws(FaceTrackingError) {
    model = try InferenceModel(
      runtime: runtime, models: models, file: Self.fileName, sha256: Self.sha256)
    try model.expectOutputs([Network.anchorCount * Network.valuesPerAnchor, Network.anchorCount])
  }

  /// The faces of an `rgb8` picture by falling score, at most `limit`.
  func detect(in picture: PixelBuffer, limit: Int) throws(FaceTrackingError) -> [FaceDetection] {
    NonMaximumSuppression.merge(
      try look(at: Self.square(around: picture), of: picture), overlap: Self.suppressionOverlap,
      limit: limit)
  }

  /// The square round a whole picture.
  static func square(around picture: PixelBuffer) -> OrientedRectangle {
    let size = Vector2(Double(picture.width), Double(picture.height))
    return OrientedRectangle(center: size / 2, size: Vector2(repeating: max(size.x, size.y)))
  }

  /// All that looks like a face in a square of an `rgb8` picture, a face more than once.
  func look(
    at square: OrientedRectangle, of picture: PixelBuffer
  ) throws(FaceTrackingError) -> [FaceDetection] {
    try model.fill(
      from: square, of: picture, cropper: cropper, border: .black, scale: Network.pixelScale,
      offset: Network.pixelOffset)
    try model.run()
    return try candidates(in: square)
  }

  /// Runs the network on what its input holds, for measuring its bare cost.
  func runBare() throws(FaceTrackingError) { try model.run() }

  private func candidates(in square: OrientedRectangle) throws(FaceTrackingError)
    -> [FaceDetection]
  {
    let scores = try model.withOutput(1) { logits in
      // A logit of 0 is a score of 0.5.
      logits.indices.compactMap { i in
        logits[i] >= 0 ? (anchor: i, score: sigmoid(Double(logits[i]))) : nil
      }
    }
    if scores.isEmpty { return [] }
    return try model.withOutput(0) { values in
      scores.filter { $0.score >= Self.scoreThreshold }.map { anchor, score in
        let first = anchor * Network.valuesPerAnchor
        func pair(_ i: Int) -> Vector2 {
          Vector2(Double(values[first + i]), Double(values[first + i + 1])) / Double(Network.side)
        }
        let half = pair(2) / 2
        let middle = pair(0) + anchors[anchor]
        func pixel(_ unit: Vector2) -> Vector2 {
          square.point(at: unit - Vector2(repeating: 0.5))
        }
        return FaceDetection(
          score: score, box: PixelBox(minimum: pixel(middle - half), maximum: pixel(middle + half)),
          keyPoints: (0..<FaceDetection.keyPointCount).map {
            pixel(pair(4 + 2 * $0) + anchors[anchor])
          })
      }
    }
  }

  /// The middles of the network's cells: two anchors in each of 16 × 16, six in each of 8 × 8.
  private static func makeAnchors() -> [Vector2] {
    [(cells: 16, copies: 2), (cells: 8, copies: 6)].flatMap { grid in
      (0..<grid.cells * grid.cells).flatMap { cell in
        let column = Double(cell % grid.cells) + 0.5
        let row = Double(cell / grid.cells) + 0.5
        return [Vector2](
          repeating: Vector2(column, row) / Double(grid.cells), count: grid.copies)
      }
    }
  }
}

/// The logistic function, with the logit clipped as MediaPipe clips it.
func sigmoid(_ logit: Double) -> Double { 1 / (1 + exp(-min(max(logit, -100), 100))) }
