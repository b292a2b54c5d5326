import SessionCore
import SpatialMath

/// Compares the faces of a session with the truth.
package enum FaceEvaluation {
  /// Makes the report.
  ///
  /// Poses are compared relative to the front camera, so that an error of world tracking does not
  /// count against the face.
  ///
  /// - Throws: `EvaluationError.nothingToCompare` when the truth has no face.
  package static func evaluate(
    _ log: EventLog, against truth: EventLog
  ) throws(EvaluationError) -> EvaluationReport {
    let pairing = FacePairing(log, truth)
    guard pairing.trueFaces > 0 else {
      throw .nothingToCompare(
        "there is no face in the truth; write it with --truth and a simulated front camera")
    }
    let metrics =
      detection(pairing) + poses(pairing.pairs) + [landmarks(pairing.pairs)]
      + CoefficientComparison(pairing.pairs).metrics
    return EvaluationReport(
      title: "face: \(pairing.trueFaces) true faces, \(pairing.pairs.count) compared",
      metrics: metrics)
  }

  private static func detection(_ pairing: FacePairing) -> [Metric] {
    let found = 100 * Double(pairing.pairs.count) / Double(pairing.trueFaces)
    let all = pairing.pairs.count + pairing.falseFaces
    return [
      Metric("detection", found, "%", "true faces that were found"),
      Metric("missed", 100 - found, "%", "true faces that were not found"),
      Metric(
        "false", all == 0 ? nil : 100 * Double(pairing.falseFaces) / Double(all), "%",
        "found faces that are not there"),
      Metric(
        "identifiers", Double(pairing.identifiers), "", "anchors that one person was given, at most"
      ),
    ]
  }

  private static func poses(_ pairs: [FacePair]) -> [Metric] {
    let moves = pairs.map { ($0.estimate.translation - $0.truth.translation).length }
    let turns = pairs.map { ($0.truth.rotation.inverse * $0.estimate.rotation).angle * 180 / .pi }
    // Two ways to place a frame in a head differ by a constant: it is told apart.
    let differences = pairs.map { $0.truth.inverse * $0.estimate }
    let constant = average(differences)
    return [
      Metric("translation", mean(moves), "m", "distance from the true place, mean"),
      Metric("rotation", mean(turns), "°", "angle to the true attitude, mean"),
      Metric(
        "translation-steady",
        mean(differences.map { ($0.translation - constant.translation).length }), "m",
        "the same without what is constant"),
      Metric(
        "rotation-steady",
        mean(differences.map { (constant.rotation.inverse * $0.rotation).angle * 180 / .pi }), "°",
        "the same without what is constant"),
      Metric(
        "gaze", mean(pairs.flatMap(\.gazeErrors)), "°", "angle to the true gaze, mean of both"),
    ]
  }

  private static func average(_ poses: [Pose]) -> Pose {
    guard !poses.isEmpty else { return .identity }
    let rotation = poses.reduce(Matrix3x3.zero) { $0 + $1.rotation.matrix }.nearestRotation()
    let translation = poses.reduce(Vector3.zero) { $0 + $1.translation } / Double(poses.count)
    return Pose(rotation: Quaternion(rotation), translation: translation)
  }

  private static func landmarks(_ pairs: [FacePair]) -> Metric {
    let errors = pairs.flatMap { pair in
      pair.found.landmarks.count == pair.real.landmarks.count
        ? zip(pair.found.landmarks, pair.real.landmarks).map { ($0 - $1).length } : []
    }
    return Metric("landmarks", mean(errors), "px", "distance from the true landmarks, mean")
  }
}

/// The mean; nil for an empty list.
func mean(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}
