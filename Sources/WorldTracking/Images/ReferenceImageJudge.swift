import SessionCore
import SpatialMath

/// Says early which pictures will not be found or followed, and why.
///
/// The limits were measured on printed pages, posters, photographs, plain walls, gradients, grids and
/// checkerboards.
package enum ReferenceImageJudge {
  /// The shorter side in pixels below which there is too little to see.
  static let leastSide = 90
  /// The longer side over the shorter one: less than that is a strip, which does not hold a pose.
  static let mostElongated = 6.0
  /// Grey levels of standard deviation below which a picture is uniform.
  static let leastContrast = 8.0
  /// Corners of the larger copy, and the share of a 4 × 4 grid's cells that they must reach.
  static let leastCorners = 24
  static let leastCover = 0.35
  /// A corner that has a twin elsewhere in the picture within so many different bits of 256 does not
  /// tell where it is; a picture is repeated when more than this share of its corners has one.
  static let twinBits: UInt8 = 26
  static let mostTwins = 0.5
  /// Elsewhere is farther away than this, of the width.
  private static let elsewhere = 0.06

  /// Why a picture cannot be tracked.
  package enum Reason: Equatable, Sendable {
    case tooSmall(width: Int, height: Int)
    case elongated(Double)
    case uniform(contrast: Double)
    case fewCorners(Int)
    case corner(cover: Double)
    case repeated(share: Double)

    /// What is wrong and what to try.
    var inWords: String {
      switch self {
      case .tooSmall(let width, let height):
        "\(width)×\(height) pixels are too few; give a picture at least \(leastSide) pixels high and "
          + "wide, better 400"
      case .elongated(let ratio):
        "it is \(Int(ratio.rounded())) times as long as it is wide, which holds no pose; cut out a "
          + "part of it"
      case .uniform(let contrast):
        "it is too uniform (contrast \(Int(contrast.rounded())) of 255 grey levels, "
          + "\(Int(leastContrast)) are needed); choose a picture with light and dark parts"
      case .fewCorners(let count):
        "it has too few features (\(count) corners, \(leastCorners) are needed); choose a picture "
          + "with more detail"
      case .corner(let cover):
        "its features crowd in \(Int((cover * 100).rounded())) % of its area; cut out that part, or "
          + "choose a picture with detail all over"
      case .repeated(let share):
        "it repeats itself (\(Int((share * 100).rounded())) % of its features have a twin), so that "
          + "its place cannot be told; choose a picture without a pattern"
      }
    }
  }

  /// - Throws: `SessionError.invalidReferenceImage` with the reason.
  static func check(_ pattern: ReferencePattern, _ full: LumaPicture) throws(SessionError) {
    guard let reason = reason(pattern, full) else { return }
    throw SessionError(
      .invalidReferenceImage, "\(pattern.image.title) cannot be tracked: \(reason.inWords)")
  }

  static func reason(_ pattern: ReferencePattern, _ full: LumaPicture) -> Reason? {
    let (shorter, longer) = (min(full.width, full.height), max(full.width, full.height))
    guard shorter >= leastSide else { return .tooSmall(width: full.width, height: full.height) }
    let ratio = Double(longer) / Double(shorter)
    guard ratio <= mostElongated else { return .elongated(ratio) }
    let contrast = full.contrast.deviation
    guard contrast >= leastContrast else { return .uniform(contrast: contrast) }
    guard let copy = pattern.copies.first else { return .fewCorners(0) }
    guard copy.patches.count >= leastCorners else { return .fewCorners(copy.patches.count) }
    let cover = cover(copy)
    guard cover >= leastCover else { return .corner(cover: cover) }
    let share = twins(pattern)
    return share > mostTwins ? .repeated(share: share) : nil
  }

  private static func cover(_ copy: ReferencePattern.Copy) -> Double {
    let cells = Set(
      copy.patches.map { p in
        Int(4 * p.x / copy.size.x) + 4 * Int(4 * p.y / copy.size.y)
      })
    return Double(cells.count) / 16
  }

  /// The share of described corners that have a twin elsewhere.
  static func twins(_ pattern: ReferencePattern) -> Double {
    let count = pattern.descriptors.count
    guard count > 0 else { return 0 }
    let distances = DescriptorExtractor.distances(pattern.descriptors, pattern.descriptors)
    let far = elsewhere * pattern.image.physicalSize.x
    let twins = (0..<count).count { i in
      (0..<count).contains { j in
        distances[i * count + j] <= twinBits
          && (pattern.corners[i] - pattern.corners[j]).length > far
      }
    }
    return Double(twins) / Double(count)
  }
}
