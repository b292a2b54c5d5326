import COpenCVTracking
import Foundation
import SessionCore
import SpatialMath

/// A motion between two views that may explain the tracks, with the points it gives.
struct MotionHypothesis {
  /// Second camera from first; the translation has unit length at first.
  var motion: RigidMotion
  /// One a track; nil where the motion does not explain it.
  var points: [Vector3?] = []
  /// What each track costs: the mean over the views of its squared residuals, each up to
  /// `costLimit`; pixels².
  var trackCosts: [Double] = []
  /// Their mean over all tracks.
  var cost = Double.infinity
  /// The refined poses of the views that took part, camera from the first.
  var poses: [RigidMotion] = []
  /// The median residual in pixels, and the median angle between a point's two rays in radians.
  var residual = Double.infinity
  var parallax = 0.0

  /// The tracks explained.
  var count: Int { points.count { $0 != nil } }

  /// Creates a hypothesis for a motion.
  init(motion: RigidMotion) { self.motion = motion }

  /// Depth bounds in baselines, and the residual limit before refinement, squared pixels.
  private static let depths = 0.1...200.0
  private static let looseLimit = 4.0
  /// RANSAC's thresholds for the essential matrix and the homography, pixels.
  private static let essentialThreshold = 1.0
  private static let homographyThreshold = 1.5

  /// The motions of the best essential matrix and the best homography: at most eight.
  ///
  /// Nothing is decided by a threshold between the two models; planes and rotations are judged with
  /// the rest.
  static func all(
    from first: [Vector2], to second: [Vector2], focalLength: Double
  ) throws(SessionError) -> [MotionHypothesis] {
    var motions = [bifrons_motion](repeating: bifrons_motion(), count: 8)
    let count = Int32(first.count)
    let essential = try OpenCVCall.status("find the motion between two pictures") { error in
      withDoubles(first, second) { a, b in
        bifrons_essential_motions(
          a, b, count, essentialThreshold / focalLength, &motions, &error)
      }
    }
    var result = motions[..<essential].compactMap(MotionHypothesis.init)
    let planar = try OpenCVCall.status("find the plane between two pictures") { error in
      withDoubles(first, second) { a, b in
        bifrons_homography_motions(
          a, b, count, homographyThreshold / focalLength, &motions, &error)
      }
    }
    result += motions[..<planar].compactMap(MotionHypothesis.init)
    return result
  }

  private static func withDoubles<R>(
    _ a: [Vector2], _ b: [Vector2], _ body: (UnsafePointer<Double>?, UnsafePointer<Double>?) -> R
  ) -> R {
    a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        body(
          a.assumingMemoryBound(to: Double.self).baseAddress,
          b.assumingMemoryBound(to: Double.self).baseAddress)
      }
    }
  }

  private init?(_ m: bifrons_motion) {
    let motion = RigidMotion(m)
    let length = motion.translation.length
    guard length > 1e-9 else { return nil }
    self.init(
      motion: RigidMotion(rotation: motion.rotation, translation: motion.translation / length))
  }

  /// Triangulates the tracks and keeps the points in front of both cameras that fit loosely.
  mutating func triangulate(_ first: [Vector2], _ second: [Vector2], focalLength: Double) {
    let reference = RigidMotion()
    points = first.indices.map { i in
      let x = Triangulation.midpoint(reference, first[i], motion, second[i])
      let y = motion.act(x)
      guard Self.depths.contains(x.z), y.z >= Self.depths.lowerBound else { return nil }
      let limit = Self.looseLimit / (focalLength * focalLength)
      guard (x.imagePoint - first[i]).lengthSquared <= limit,
        (y.imagePoint - second[i]).lengthSquared <= limit
      else { return nil }
      return x
    }
  }

  /// The pose of a view that shows the points at `places`, looked for near another one.
  func pose(
    at places: [Vector2], near start: RigidMotion, _ focalLength: Double,
    _ parameters: TrackingParameters, depthSigma: Double = 0
  ) -> RigidMotion {
    var observations: [PoseObservation] = []
    for (x, place) in zip(points, places) {
      guard let x else { continue }
      observations.append(
        PoseObservation(position: x, point: place, anchorCenter: .zero, depthSigma: depthSigma))
    }
    var pose = start
    var sigma = 1.0
    _ = PoseOptimizer(focalLength: focalLength, parameters: parameters)
      .optimize(&pose, &observations, prior: nil, sigma: &sigma)
    return pose
  }

  /// Whether two motions are the same one: 0.02 radians of turn, 14° of direction.
  func resembles(_ other: MotionHypothesis) -> Bool {
    (motion * other.motion.inverse).angle < 0.02
      && motion.translation.normalized.dot(other.motion.translation.normalized) > 0.97
  }

  /// Whether this motion explains the tracks so much better than another one that the difference
  /// cannot be noise: by the share of the costs, for what all tracks have in common (the lens, the
  /// shutter), and by the same tracks' differences in sigmas of their mean, for what they have not.
  func beats(_ other: MotionHypothesis, by parameters: TrackingParameters) -> Bool {
    guard other.cost > parameters.initialAmbiguity * cost else { return false }
    let differences = zip(other.trackCosts, trackCosts).map { $0 - $1 }
    let count = Double(differences.count)
    let mean = differences.reduce(0, +) / count
    let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    return mean * count.squareRoot() > parameters.initialCertainty * variance.squareRoot()
  }

  /// The angle between the rays from the two cameras to a point, radians.
  func parallax(of x: Vector3) -> Double {
    let d = x - motion.center
    return acos(max(-1, min(1, x.dot(d) / (x.length * d.length))))
  }
}

extension RigidMotion {
  /// The motion that OpenCV found.
  init(_ m: bifrons_motion) {
    let r = m.rotation
    self.init(
      rotation: Matrix3x3(
        rows: Vector3(r.0, r.1, r.2), Vector3(r.3, r.4, r.5), Vector3(r.6, r.7, r.8)),
      translation: Vector3(m.translation.0, m.translation.1, m.translation.2))
  }
}
