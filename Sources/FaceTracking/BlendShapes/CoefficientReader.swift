import FaceMesh
import SessionCore
import SpatialMath

/// Joins the sources of coefficients: the blend-shape network's scores and networks of our own, which
/// were learnt from heads of two sculptors.
///
/// Owns the memory that it works in; bound to the tracker thread.
final class CoefficientReader {
  private var geometry: GeometryEstimator
  private var image: ImageEstimator
  private var tongue: TongueEstimator
  private let appearances: AppearanceReader
  private let averageRest: FaceAppearance
  private var joint: BlockNetwork
  private var appearance: FaceAppearance

  /// Unpacks the networks.
  init() {
    let packed = PackedNetworks()
    geometry = GeometryEstimator(network: packed.geometry, landmarks: packed.geometryLandmarks)
    image = ImageEstimator(network: packed.image)
    tongue = TongueEstimator(network: packed.tongue)
    let packedJoint = PackedJointNetwork()
    appearances = AppearanceReader(places: packedJoint.places)
    averageRest = packedJoint.averageRest
    joint = packedJoint.network
    appearance = appearances.makeAppearance()
  }

  /// The coefficients of one picture of one face, with the filters that follow it.
  func coefficients(
    scores: BlendShapeScores, face: MetricFace, reading: LandmarkReading, features: FeatureMaps,
    at time: Timestamp, filters: inout CoefficientFilters
  ) -> BlendShapes {
    let canonical = CanonicalView(face)
    var result = geometry.estimate(scores: scores, face: canonical)
    let relative = geometry.relativeToNeutral(scores).coefficients
    for index in Self.sharedWithScores { result[index] = (result[index] + relative[index]) / 2 }
    let seen = image.estimate(features.coarse, reading: reading, angles: canonical.angles)
    for location in Self.fromImage { result[location] = seen[location] }
    appearances.read(
      scores: scores, face: canonical, reading: reading, features: features, into: &appearance)
    joint.run(
      appearance, relativeTo: averageRest, isOwn: false, angles: canonical.angles)
    let joined = filters.joint.smooth(joint.coefficients, at: time)
    for (index, share) in Self.jointShares.enumerated() {
      result[index] += share * (joined[index] - result[index])
    }
    result[.tongueOut] = filters.tongue.filter(
      tongue.estimate(features.coarse, reading: reading, lipGapCentimetres: canonical.lipGap))
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
  /// The joint network's share in each coefficient.
  ///
  /// Half where both are as good on heads that neither was trained on; less where the others follow
  /// real faces better, none where it is too high on the simulated person at rest. `tongueOut` has an
  /// estimator of its own.
  private static let jointShares: [Float] = BlendShapeLocation.allCases.map { location in
    switch location {
    case .tongueOut, .eyeLookUpLeft, .eyeLookUpRight, .eyeSquintLeft, .eyeSquintRight: 0
    case .mouthPucker, .eyeLookOutLeft, .eyeLookOutRight: 0.2
    case .mouthSmileLeft, .mouthSmileRight: 0.25
    case .jawOpen, .eyeBlinkLeft, .eyeBlinkRight: 0.3
    default: 0.5
    }
  }
}

/// The filters that follow one face's coefficients.
package struct CoefficientFilters: Sendable {
  /// Steadies what the joint network answers.
  var joint = CoefficientSmoother()
  /// Steadies `tongueOut`.
  var tongue = MedianOfFive()

  /// Creates filters without history.
  package init() {}
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
