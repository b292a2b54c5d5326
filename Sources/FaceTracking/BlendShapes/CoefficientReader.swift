import FaceMesh
import SessionCore
import SpatialMath

/// Joins the sources of coefficients: the blend-shape network's scores and networks of our own.
///
/// Owns the memory that it works in; bound to the tracker thread.
final class CoefficientReader {
  private var geometry: GeometryEstimator
  private var image: ImageEstimator
  private var tongue: TongueEstimator

  /// Unpacks the networks.
  init() {
    let packed = PackedNetworks()
    geometry = GeometryEstimator(network: packed.geometry, landmarks: packed.geometryLandmarks)
    image = ImageEstimator(network: packed.image)
    tongue = TongueEstimator(network: packed.tongue)
  }

  /// The coefficients of one picture of one face, whose tongue is followed by `tongueFilter`.
  func coefficients(
    scores: BlendShapeScores, face: MetricFace, reading: LandmarkReading, features: FeatureMap,
    tongueFilter: inout MedianOfFive
  ) -> BlendShapes {
    let canonical = CanonicalView(face)
    var result = geometry.estimate(scores: scores, face: canonical)
    let relative = geometry.relativeToNeutral(scores).coefficients
    for index in Self.sharedWithScores { result[index] = (result[index] + relative[index]) / 2 }
    let seen = image.estimate(features, reading: reading, angles: canonical.angles)
    for location in Self.fromImage { result[location] = seen[location] }
    result[.tongueOut] = tongueFilter.filter(
      tongue.estimate(features, reading: reading, lipGapCentimetres: canonical.lipGap))
    return result
  }

  /// What our network reads better alone, on rendered heads of three makes with known coefficients.
  ///
  /// Everywhere else the mean of both sources follows the truth nearly as well as the better one does,
  /// whichever that is on a head.
  private static let fromGeometryAlone: Set<BlendShapeLocation> = [
    .eyeSquintLeft, .eyeSquintRight, .eyeLookDownLeft, .eyeLookDownRight, .browOuterUpLeft,
    .browOuterUpRight, .noseSneerLeft, .noseSneerRight,
  ]
  private static let sharedWithScores = BlendShapeLocation.allCases.filter {
    !fromGeometryAlone.contains($0)
  }.map(\.index)
  /// What landmarks hardly show.
  private static let fromImage: [BlendShapeLocation] = [
    .cheekPuff, .mouthRollLower, .mouthRollUpper,
  ]
}

/// A face in the canonical face's frame and size, as the networks were trained.
struct CanonicalView {
  private let landmarks: [SIMD3<Float>]
  private let centimetres: Float
  private let offset = SIMD3<Float>(FaceMeshDeformation.offset)
  /// How the head is turned to the camera.
  let angles: EulerAngles

  /// Views a face.
  init(_ face: MetricFace) {
    landmarks = face.landmarks
    centimetres = Float(100 / face.cameraFromCanonical.scale)
    angles = EulerAngles(Quaternion(face.cameraFromCanonical.rotation))
  }

  /// A landmark's place in centimetres.
  subscript(landmark: Int) -> SIMD3<Float> { (landmarks[landmark] - offset) * centimetres }

  /// How far the inner lips are apart, centimetres.
  var lipGap: Double {
    Double(self[LandmarkIndices.upperLip].y - self[LandmarkIndices.lowerLip].y)
  }
}
