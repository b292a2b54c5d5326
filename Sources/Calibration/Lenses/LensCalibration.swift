import COpenCVCalibration
import Foundation
import SpatialMath

/// A lens found from views of a board, and how good it is.
package struct LensCalibration: Sendable, Equatable {
  /// The lens, for the pictures' size.
  package var intrinsics: CameraIntrinsics
  /// The root mean square of the reprojection, pixels.
  package var error: Double
  /// Standard deviations of fx, fy, cx, cy, pixels.
  package var deviations: [Double]
  /// How many views it stands on, and how many did not fit.
  package var usedViews: Int, rejectedViews: Int
  /// The part of the picture in which points were seen.
  package var coverage: Double
  /// The largest angle between the board and the picture, radians.
  package var largestTilt: Double

  /// The fewest views; twice as many are better.
  package static let leastViews = 8
  /// The part of the picture that has to be covered: distortion is strongest at the edges.
  static let leastCoverage = 0.5
  /// The largest reprojection error, pixels, of pictures up to 1280 across.
  static let largestError = 1.0
  /// The largest standard deviation of a focal length, as a part of it.
  static let largestDeviation = 0.004
  /// So many views have to show the board tilted by so much, radians: of a board that is parallel to
  /// the picture nobody can tell whether it is near or the lens is long, whatever the deviations say.
  static let leastTiltedViews = 4
  static let leastTilt = 15 * Double.pi / 180

  /// Calibrates.
  ///
  /// Views that fit far worse than the others are left out. The outermost distortion coefficient is
  /// used only where it makes a difference, since it bends the edges at will otherwise.
  ///
  /// - Parameter views: of one picture size, different from each other.
  /// - Throws: `CalibrationError`: too few views; too little of the picture covered, or the board
  ///   never tilted; a board that does not fit what is seen.
  package init(_ views: [BoardView]) throws(CalibrationError) {
    guard let first = views.first, views.count >= Self.leastViews else {
      throw .tooFewViews(found: views.count, needed: Self.leastViews)
    }
    if let other = views.first(where: { $0.width != first.width || $0.height != first.height }) {
      throw .differentSizes(
        "the pictures have different sizes (\(first.width)x\(first.height) and "
          + "\(other.width)x\(other.height)); a calibration is for one size")
    }
    var kept = views
    var solution = try Self.solve(kept)
    // A few bad views of many; when most are bad the board is not the right one.
    for _ in 0..<3 {
      let limit = max(2.5 * solution.errors.sorted()[kept.count / 2], 0.3)
      let good = zip(kept, solution.errors).filter { $0.1 <= limit }.map(\.0)
      if good.count == kept.count || good.count < Self.leastViews { break }
      kept = good
      solution = try Self.solve(kept)
    }
    let lens = solution.lens
    intrinsics = lens.intrinsics(width: first.width, height: first.height)
    error = solution.error
    deviations = [
      lens.deviations.0, lens.deviations.1, lens.deviations.2, lens.deviations.3,
    ]
    (usedViews, rejectedViews) = (kept.count, views.count - kept.count)
    let covered = PictureCoverage(kept)
    coverage = covered.share
    largestTilt = solution.tilts.max() ?? 0
    try check(covered, tiltedViews: solution.tilts.count { $0 >= Self.leastTilt })
  }

  private func check(
    _ covered: PictureCoverage, tiltedViews: Int
  ) throws(CalibrationError) {
    let limit = Self.largestError * max(1, Double(intrinsics.width) / 1280)
    guard error <= limit, intrinsics.fx.isFinite, intrinsics.fx > 0 else {
      throw .badFit(
        "the board does not fit what is seen (reprojection error \(Self.text(error)) pixels, at "
          + "most \(Self.text(limit))): is it flat, are its columns and rows right, are the "
          + "pictures sharp and of one camera with one focus?")
    }
    if coverage < Self.leastCoverage {
      let sides = covered.emptySides
      throw .notEnough(
        "the board was seen in \(Int(coverage * 100)) % of the picture only, at least "
          + "\(Int(Self.leastCoverage * 100)) % are needed; show it "
          + (sides.isEmpty ? "near every edge" : "at the \(sides.joined(separator: ", "))"))
    }
    guard tiltedViews >= Self.leastTiltedViews else {
      throw .notEnough(
        "the board was tilted by \(Int(largestTilt * 180 / .pi)) degrees at most, and in "
          + "\(tiltedViews) views by more than \(Int((Self.leastTilt * 180 / .pi).rounded())): tilt "
          + "it by 30 to 45 degrees to all sides, near and far")
    }
    let uncertain = max(deviations[0] / intrinsics.fx, deviations[1] / intrinsics.fy)
    guard uncertain <= Self.largestDeviation else {
      throw .notEnough(
        "the focal length is uncertain by \(Self.text(uncertain * 100)) %, at most "
          + "\(Self.text(Self.largestDeviation * 100)) % are fine; the board was tilted by "
          + "\(Int(largestTilt * 180 / .pi)) degrees at most: tilt it by 30 to 45 degrees to all "
          + "sides, near and far")
    }
  }

  static func text(_ value: Double) -> String {
    String(format: "%.2f", locale: Locale(identifier: "C"), value)
  }
}

// MARK: - OpenCV

extension LensCalibration {
  private struct Solution {
    var lens: bifrons_calibration_lens
    var error: Double
    /// Of each view, pixels.
    var errors: [Double]
    /// Of each view, radians.
    var tilts: [Double]
  }

  private static func solve(_ views: [BoardView]) throws(CalibrationError) -> Solution {
    let whole = try solve(views, hasK3: true)
    // Three standard deviations from zero.
    let isNeeded = abs(whole.lens.distortion.4) > 3 * whole.lens.deviations.8
    return isNeeded ? whole : try solve(views, hasK3: false)
  }

  private static func solve(
    _ views: [BoardView], hasK3: Bool
  ) throws(CalibrationError) -> Solution {
    let points = views.flatMap { $0.points.flatMap { [Float($0.x), Float($0.y), Float($0.z)] } }
    let places = views.flatMap { $0.places.flatMap { [Float($0.x - 0.5), Float($0.y - 0.5)] } }
    let counts = views.map { Int32($0.points.count) }
    var lens = bifrons_calibration_lens()
    var errors = [Double](repeating: 0, count: views.count)
    var poses = [Double](repeating: 0, count: 6 * views.count)
    _ = try BoardDetector.call {
      bifrons_calibrate_lens(
        points, places, counts, Int32(views.count), Int32(views[0].width),
        Int32(views[0].height), hasK3 ? 1 : 0, &lens, &errors, &poses, $0)
    }
    let squares = zip(errors, counts).map { $0 * $0 * Double($1) }.reduce(0, +)
    let tilts = (0..<views.count).map { view in
      let turn = Quaternion(
        rotationVector: Vector3(poses[6 * view], poses[6 * view + 1], poses[6 * view + 2]))
      return acos(min(1, abs(turn.act(Vector3(0, 0, 1)).z)))
    }
    let total = counts.reduce(0) { $0 + Double($1) }
    return Solution(
      lens: lens, error: (squares / total).squareRoot(), errors: errors, tilts: tilts)
  }
}

extension bifrons_calibration_lens {
  /// OpenCV's lens, whose pixels count from their centres.
  init(_ intrinsics: CameraIntrinsics) {
    self.init()
    (fx, fy) = (intrinsics.fx, intrinsics.fy)
    (cx, cy) = (intrinsics.cx - 0.5, intrinsics.cy - 0.5)
    let d = intrinsics.distortion
    distortion = (d.k1, d.k2, d.p1, d.p2, d.k3)
  }

  func intrinsics(width: Int, height: Int) -> CameraIntrinsics {
    CameraIntrinsics(
      width: width, height: height, fx: fx, fy: fy, cx: cx + 0.5, cy: cy + 0.5,
      distortion: .init(
        k1: distortion.0, k2: distortion.1, p1: distortion.2, p2: distortion.3,
        k3: distortion.4))
  }
}
