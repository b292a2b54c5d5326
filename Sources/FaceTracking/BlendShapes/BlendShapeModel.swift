import SessionCore
import SpatialMath
import SystemSupport

/// Reads coefficients off the landmarks' places in the picture (MediaPipe's blend-shape
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
    try model.expectOutputs([BlendShapeScores.count])
  }

  /// The network's scores for 478 landmarks in pixels of the picture, smoothed.
  func scores(for points: [Vector3]) throws(FaceTrackingError) -> BlendShapeScores {
    try model.withInput { (values) throws(FaceTrackingError) in
      for (place, index) in LandmarkIndices.blendShapeInput.enumerated() {
        values[2 * place] = Float(points[index].x)
        values[2 * place + 1] = Float(points[index].y)
      }
    }
    try model.run()
    return try model.withOutput(0) { scores in
      BlendShapeScores(values: InlineArray { scores[$0] })
    }
  }

  /// Runs the network on what its input holds, for measuring its bare cost.
  func runBare() throws(FaceTrackingError) { try model.run() }
}

/// The blend-shape network's answer, in its own order.
struct BlendShapeScores: Sendable {
  /// The number of outputs.
  static let count = 52

  /// The outputs; the first is the neutral face.
  var values: InlineArray<52, Float>

  /// The scores as coefficients; `tongueOut`, which the network does not know, is 0.
  var coefficients: BlendShapes {
    var result = BlendShapes()
    for (place, index) in Self.indices.enumerated() where index >= 0 {
      result[index] = values[place]
    }
    return result
  }

  /// The place of each output in `BlendShapeLocation.allCases`, −1 for none.
  private static let indices = meanings.map { $0?.index ?? -1 }

  /// What each output means; the first is the neutral face.
  private static let meanings: [BlendShapeLocation?] = [
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
