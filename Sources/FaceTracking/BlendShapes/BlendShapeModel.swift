import SessionCore
import SpatialMath
import SystemSupport

/// Reads the 52 coefficients off the landmarks' places in the picture (MediaPipe's blend-shape
/// network).
///
/// Bound to one thread.
final class BlendShapeModel {
  /// The model's file name in the model folder.
  static let fileName = "face_blendshapes.tflite"
  private static let sha256 = "4f36dded049db18d76048567439b2a7f58f1daabc00d78bfe8f3ad396a2d2082"

  private let model: InferenceModel

  init(runtime: InferenceRuntime, models: ModelStore) throws(FaceTrackingError) {
    model = try InferenceModel(
      runtime: runtime, models: models, file: Self.fileName, sha256: Self.sha256)
    try model.expectOutputs([Self.outputNames.count])
  }

  /// The network's scores for 478 landmarks in pixels of the picture, smoothed.
  ///
  /// `tongueOut`, which it does not know, stays 0.
  func coefficients(for points: [Vector3]) throws(FaceTrackingError) -> BlendShapes {
    try model.withInput { (values) throws(FaceTrackingError) in
      for (place, index) in LandmarkIndices.blendShapeInput.enumerated() {
        values[2 * place] = Float(points[index].x)
        values[2 * place + 1] = Float(points[index].y)
      }
    }
    try model.run()
    return try model.withOutput(0) { scores in
      var result = BlendShapes()
      for (place, location) in Self.outputNames.enumerated() {
        if let location { result[location] = scores[place] }
      }
      return result
    }
  }

  /// Runs the network on what its input holds, for measuring its bare cost.
  func runBare() throws(FaceTrackingError) { try model.run() }

  /// What each output means; the first is the neutral face.
  static let outputNames: [BlendShapeLocation?] = [
    nil, .browDownLeft, .browDownRight, .browInnerUp, .browOuterUpLeft, .browOuterUpRight,
    .cheekPuff, .cheekSquintLeft, .cheekSquintRight, .eyeBlinkLeft, .eyeBlinkRight,
    .eyeLookDownLeft, .eyeLookDownRight, .eyeLookInLeft, .eyeLookInRight, .eyeLookOutLeft,
    .eyeLookOutRight, .eyeLookUpLeft, .eyeLookUpRight, .eyeSquintLeft, .eyeSquintRight,
    .eyeWideLeft, .eyeWideRight, .jawForward, .jawLeft, .jawOpen, .jawRight, .mouthClose,
    .mouthDimpleLeft, .mouthDimpleRight, .mouthFrownLeft, .mouthFrownRight, .mouthFunnel,
    .mouthLeft, .mouthLowerDownLeft, .mouthLowerDownRight, .mouthPressLeft, .mouthPressRight,
    .mouthPucker, .mouthRight, .mouthRollLower, .mouthRollUpper, .mouthShrugLower,
    .mouthShrugUpper, .mouthSmileLeft, .mouthSmileRight, .mouthStretchLeft, .mouthStretchRight,
    .mouthUpperUpLeft, .mouthUpperUpRight, .noseSneerLeft, .noseSneerRight,
  ]
}
