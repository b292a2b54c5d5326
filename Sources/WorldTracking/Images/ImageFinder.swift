import COpenCVTracking
import SessionCore
import SpatialMath

/// Finds reference images in a picture without knowing where they are.
///
/// Corners are matched by their descriptors; what they propose is decided by patches all over the
/// print: a wrong picture shares a few corners, never most of its patches. Bound to one thread.
package final class ImageFinder {
  private let extractor: DescriptorExtractor
  private let parameters = TrackingParameters()

  /// Corners of the camera's picture, and sizes at which they are described.
  private static let corners = 900, sizes = 6
  /// Of 256 bits; and the least ratio to the second-best match elsewhere in the print.
  private static let mostDifferentBits: UInt8 = 64
  private static let ratio = 0.82
  /// Elsewhere is farther away than this, of the print's width.
  private static let elsewhere = 0.05
  private static let leastMatches = 8
  private static let leastPoseInliers = 7
  /// RANSAC's threshold in pixels, and its rounds.
  private static let threshold = 4.0
  private static let rounds: Int32 = 200
  /// Patches that must agree, their least number and their share of those in view.
  private static let leastSights = 12
  private static let leastShare = 0.5
  private static let patches = 60

  /// A print found in a picture.
  package struct Finding: Sendable {
    /// The print's number among the patterns.
    package var index: Int
    /// Camera from print, metres.
    package var cameraFromPrint: RigidMotion
  }

  /// Creates a finder.
  package init() throws(SessionError) {
    extractor = try DescriptorExtractor(corners: Self.corners, sizes: Self.sizes)
  }

  /// A part of the picture to look at.
  ///
  /// A print that takes up little of the picture has few corners in it; magnified it has more.
  package enum Part: Int, CaseIterable, Sendable {
    case whole, middle, topLeft, topRight, bottomLeft, bottomRight

    /// A part's size, of the picture's, and how much it is magnified.
    static let share = 0.6, magnification = 2.0

    /// The rectangle's first corner, of what is left of the picture beside it.
    fileprivate var place: Vector2 {
      switch self {
      case .whole, .topLeft: Vector2(0, 0)
      case .middle: Vector2(0.5, 0.5)
      case .topRight: Vector2(1, 0)
      case .bottomLeft: Vector2(0, 1)
      case .bottomRight: Vector2(1, 1)
      }
    }
  }

  /// Looks for some patterns in a part of a picture.
  package func find(
    _ patterns: [Int: ReferencePattern], in pyramid: ImagePyramid, part: Part, lens: Lens
  ) throws(SessionError) -> [Finding] {
    guard let image = pyramid.levels.first else { return [] }
    let corners = try part == .whole ? extractor.detect(in: image) : magnified(image, part)
    let places = corners.pixels.map(lens.point(at:))
    var findings: [Finding] = []
    for (index, pattern) in patterns.sorted(by: { $0.key < $1.key }) {
      if let pose = try find(pattern, corners, places, pyramid, lens) {
        findings.append(Finding(index: index, cameraFromPrint: pose))
      }
    }
    return findings
  }

  /// The corners of a magnified part, in the picture's own pixels.
  private func magnified(
    _ image: bifrons_luma, _ part: Part
  ) throws(SessionError) -> DescribedCorners {
    guard let base = image.base else { return DescribedCorners(pixels: [], descriptors: []) }
    let width = Int32(Double(image.width) * Part.share)
    let height = Int32(Double(image.height) * Part.share)
    let x = Int32(part.place.x * Double(image.width - width))
    let y = Int32(part.place.y * Double(image.height - height))
    let region = bifrons_luma(
      base: base + Int(y) * Int(image.stride) + Int(x), stride: image.stride, width: width,
      height: height)
    let pyramid = try OpenCVCall.pointer("magnify a picture") {
      bifrons_pyramid_magnified(region, Float(Part.magnification), &$0)
    }
    defer { bifrons_pyramid_release(pyramid) }
    var corners = try extractor.detect(in: bifrons_pyramid_level(pyramid, 0))
    // Whole numbers are pixels' middles, before and after.
    corners.pixels = corners.pixels.map { p in
      (p + Vector2(repeating: 0.5)) / Part.magnification - Vector2(repeating: 0.5)
        + Vector2(Double(x), Double(y))
    }
    return corners
  }

  private func find(
    _ pattern: ReferencePattern, _ corners: DescribedCorners, _ places: [Vector2],
    _ pyramid: ImagePyramid, _ lens: Lens
  ) throws(SessionError) -> RigidMotion? {
    let matches = Self.matches(pattern, corners)
    guard matches.count >= Self.leastMatches else { return nil }
    let points = matches.flatMap { m -> [Double] in
      [pattern.corners[m.point].x, pattern.corners[m.point].y, 0]
    }
    let measured = matches.flatMap { m -> [Double] in [places[m.corner].x, places[m.corner].y] }
    var motion = bifrons_motion()
    var inliers = [Int32](repeating: 0, count: matches.count)
    let count = try OpenCVCall.status("find an image") { error in
      bifrons_pose_from_points(
        points, measured, Int32(matches.count), Self.threshold / lens.focalLength, Self.rounds,
        &motion, &inliers, &error)
    }
    guard count >= Self.leastPoseInliers else { return nil }
    let aligner = PrintAligner(
      pattern: pattern, lens: lens, pyramid: pyramid, parameters: parameters)
    return Self.confirmed(RigidMotion(motion), aligner)
  }

  /// The pose by which most patches agree, of the proposed one and its mirror image.
  ///
  /// A flat print seen from afar looks nearly the same when it is tilted the other way.
  private static func confirmed(_ proposed: RigidMotion, _ aligner: PrintAligner) -> RigidMotion? {
    let results = [proposed, proposed.tiltedOtherWay].compactMap { start in
      aligner.align(at: start, isCoarse: true, limit: patches).flatMap {
        aligner.align(at: $0.pose, isCoarse: false, limit: patches)
      }
    }.filter { isEnough($0) }
    let most = results.map(\.sights.count).max() ?? 0
    return results.filter { $0.sights.count * 10 >= most * 9 }
      .min { $0.residual < $1.residual }?.pose
  }

  /// Whether enough patches agree, and not in one part of the print only.
  static func isEnough(_ result: PrintAligner.Result) -> Bool {
    guard result.sights.count >= leastSights, result.share >= leastShare else { return false }
    let middle =
      result.sights.reduce(Vector3.zero) { $0 + $1.point } / Double(result.sights.count)
    var quarters = [0, 0, 0, 0]
    for s in result.sights {
      quarters[(s.point.x > middle.x ? 1 : 0) + (s.point.y > middle.y ? 2 : 0)] += 1
    }
    return quarters.count { $0 >= 2 } >= 3
  }

  private struct Match {
    var corner: Int
    var point: Int
  }

  /// Corners that match one place of the print clearly better than any other.
  private static func matches(
    _ pattern: ReferencePattern, _ corners: DescribedCorners
  ) -> [Match] {
    let (rows, columns) = (pattern.descriptors.count, corners.pixels.count)
    guard rows > 0, columns > 0 else { return [] }
    let distances = DescriptorExtractor.distances(corners.descriptors, pattern.descriptors)
    let far = elsewhere * pattern.image.physicalSize.x
    return (0..<columns).compactMap { corner in
      let row = corner * rows
      var best = 0
      for point in 1..<rows where distances[row + point] < distances[row + best] { best = point }
      let bits = distances[row + best]
      guard bits < mostDifferentBits else { return nil }
      let limit = UInt8(min(255, Double(bits) / ratio))
      for point in 0..<rows where distances[row + point] <= limit {
        if (pattern.corners[point] - pattern.corners[best]).length > far { return nil }
      }
      return Match(corner: corner, point: best)
    }
  }
}

extension RigidMotion {
  /// The same place of a print's middle with the print tilted the other way about the line of sight.
  var tiltedOtherWay: RigidMotion {
    let sight = translation.normalized
    // Mirror the print's axes at the plane across the line of sight; the mirrored normal is turned
    // round by mirroring the print's own Z.
    let mirror = Matrix3x3.identity - Matrix3x3(outer: sight, sight) * 2
    let m = mirror * rotation
    let rotated = Matrix3x3(columns: m.column0, m.column1, -m.column2)
    return RigidMotion(rotation: rotated, translation: translation)
  }
}
