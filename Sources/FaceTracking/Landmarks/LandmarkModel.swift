import Foundation
import ImageProcessing
import SessionCore
import SpatialMath
import SystemSupport

/// Finds 478 landmarks in a region that holds a face (MediaPipe's face mesh with attention).
///
/// Bound to one thread.
final class LandmarkModel {
  /// The model's file name in the model folder.
  static let fileName = "face_landmarks_detector.tflite"
  private static let sha256 = "c7d54204ce0448474c7f3fa9af494787c0965cbdd6f20fc72867e43046bd43d5"

  /// What the network was made for.
  private enum Network {
    static let side = 256
    static let inputShape: [Int32] = [1, 256, 256, 3]
    /// Pixels go in as 0…1.
    static let pixelScale: Float = 1 / 255
  }
  private enum Output {
    static let landmarks = 0
    static let presence = 1
    static let coarseFeatures = 3
    static let fineFeatures = 4
    static let finestFeatures = 5
  }

  /// The inner maps that are put out, in the order of `Output`.
  private static let maps: [FeatureMap.Layout] = [.coarse, .fine, .finest]

  private let model: InferenceModel
  private let cropper = PictureCropper(width: Network.side, height: Network.side)

  init(runtime: InferenceRuntime, models: ModelStore) throws(FaceTrackingError) {
    let file = try models.checkedContents(of: Self.fileName, sha256: Self.sha256)
    let data = try TensorExposure.exposing(
      Self.maps.map(\.tensorNumber), in: file, name: Self.fileName)
    model = try InferenceModel(
      runtime: runtime, data: data, name: Self.fileName, inputShape: Network.inputShape)
    // Landmarks, presence, the network's own tongue (not usable on real pictures), features.
    try model.expectOutputs(
      [LandmarkIndices.count * 3, 1, 1] + Self.maps.map(\.valueCount))
  }

  /// Reads the landmarks of a region of an `rgb8` picture into `reading`; `border` is what the network is
  /// shown beyond the picture.
  func read(
    _ region: OrientedRectangle, of picture: PixelBuffer,
    border: PictureCropper.Border = .replicated, into reading: inout LandmarkReading
  ) throws(FaceTrackingError) {
    try model.fill(
      from: region, of: picture, cropper: cropper, border: border, scale: Network.pixelScale,
      offset: 0)
    try model.run()
    reading.presence = try model.withOutput(Output.presence) { sigmoid(Double($0[0])) }
    let aspect = Double(picture.width) / Double(picture.height)
    try model.withOutput(Output.landmarks) { values in
      Self.place(values, in: region, aspect: aspect, into: &reading)
    }
  }

  /// Lets `body` see the feature maps of the last region.
  func withFeatures<Result>(
    _ body: (FeatureMaps) -> Result
  ) throws(FaceTrackingError) -> Result {
    try model.withOutput(Output.coarseFeatures) { coarse throws(FaceTrackingError) in
      try model.withOutput(Output.fineFeatures) { fine throws(FaceTrackingError) in
        try model.withOutput(Output.finestFeatures) { finest in
          body(
            FeatureMaps(
              coarse: FeatureMap(.coarse, values: coarse), fine: FeatureMap(.fine, values: fine),
              finest: FeatureMap(.finest, values: finest)))
        }
      }
    }
  }

  /// Runs the network on what its input holds, for measuring its bare cost.
  func runBare() throws(FaceTrackingError) { try model.run() }

  private static func place(
    _ values: UnsafeBufferPointer<Float>, in region: OrientedRectangle, aspect: Double,
    into reading: inout LandmarkReading
  ) {
    let (c, s) = (cos(region.angle), sin(region.angle))
    // MediaPipe scales z as if the turned width were measured in units of the picture's width and
    // height; its scores and poses expect that.
    let depthScale = region.size.x * (c * c + (s * aspect) * (s * aspect)).squareRoot()
    let side = Double(Network.side)
    for i in 0..<LandmarkIndices.count {
      let unit =
        Vector3(
          Double(values[3 * i]), Double(values[3 * i + 1]), Double(values[3 * i + 2])) / side
      let (u, v) = ((unit.x - 0.5) * region.size.x, (unit.y - 0.5) * region.size.y)
      reading.regionPoints[i] = SIMD2(Float(unit.x), Float(unit.y))
      reading.points[i] = Vector3(
        region.center.x + u * c - v * s, region.center.y + u * s + v * c, unit.z * depthScale)
    }
  }
}
