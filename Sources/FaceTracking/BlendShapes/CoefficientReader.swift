import FaceMesh
import Foundation
import SessionCore
import SpatialMath

/// Reads the 52 coefficients off one picture of a face, relative to that face at rest.
///
/// Owns the memory that it works in; bound to the tracker thread.
final class CoefficientReader {
  private let appearances: AppearanceReader
  private let averageRest: RestFace
  private var joint: BlockNetwork
  private var tongue: TongueEstimator
  private var appearance: FaceAppearance
  private var rest: RestFace

  /// What eyes of another shape than the average's are taken for while their rest is unknown.
  private static let overread: [BlendShapeLocation] = [
    .eyeLookUpLeft, .eyeLookUpRight, .eyeSquintLeft, .eyeSquintRight,
  ]
  /// What is left of it then.
  private static let leastTrust: Float = 0.3

  private static let lids: [BlendShapeLocation] = [.eyeBlinkLeft, .eyeBlinkRight]
  /// Half-shut lids read too high.
  ///
  /// On another sculptor's heads .75 as .35, on a real blink .57 where the blend-shape network says
  /// .72. With this power the two agree, and open and shut eyes stay.
  private static let lidPower: Float = 1.5

  private static func lowered(_ lid: Float) -> Float { 1 - pow(1 - lid, lidPower) }

  /// Unpacks the networks.
  init() {
    let packed = PackedJointNetwork()
    appearances = AppearanceReader(places: packed.places)
    averageRest = packed.averageRest
    joint = packed.network
    tongue = TongueEstimator(network: packed.tongue)
    appearance = appearances.makeAppearance()
    rest = packed.averageRest
  }

  /// The coefficients of one picture of one face, with the filters that follow it.
  ///
  /// `learner` gets to see the picture when it is time to.
  func coefficients(
    scores: BlendShapeScores, face: MetricFace, reading: LandmarkReading, features: FeatureMaps,
    at time: Timestamp, filters: inout CoefficientFilters, learner: inout RestFaceLearner
  ) -> BlendShapes {
    let canonical = CanonicalView(face)
    appearances.read(
      scores: scores, face: canonical, reading: reading, features: features, into: &appearance)
    if learner.isDue(at: time) {
      joint.run(appearance, relativeTo: averageRest, angles: canonical.angles)
      learner.look(
        at: appearance, expression: joint.coefficients, angles: canonical.angles, time: time)
    }
    learner.fill(&rest, from: averageRest)
    joint.run(appearance, relativeTo: rest, angles: canonical.angles)
    var result = joint.coefficients
    ScoreShare.join(scores, relativeTo: rest, into: &result, angles: canonical.angles)
    for location in Self.lids { result[location] = Self.lowered(result[location]) }
    let trust = Self.leastTrust + (1 - Self.leastTrust) * rest.share
    for location in Self.overread { result[location] *= trust }
    result = filters.joint.smooth(result, at: time)
    result[.tongueOut] = filters.tongue.filter(
      tongue.estimate(
        appearance, angles: canonical.angles, lipGapCentimetres: canonical.lipGap))
    return result
  }
}

/// The filters that follow one face's coefficients.
package struct CoefficientFilters: Sendable {
  /// Steadies what the joint networks answer.
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
