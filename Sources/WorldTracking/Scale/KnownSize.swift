import SpatialMath

/// A thing whose size is known and which can be seen.
package enum KnownSize: Sendable, Equatable {
  /// An AprilTag of the family 36h11: the width of its black square in metres, and its number; nil
  /// for any.
  case tag(width: Double, number: Int?)
  /// A rectangle that is brighter than what it lies on.
  case sheet(Sheet)

  /// Rectangles that are everywhere.
  package enum Sheet: String, Sendable, CaseIterable {
    case a4, letter
    /// The size of bank cards, ISO/IEC 7810 ID-1.
    case card = "id-1"

    /// Longer and shorter side, metres (ISO 216, ANSI Y14.1, ISO/IEC 7810).
    package var size: Vector2 {
      switch self {
      case .a4: Vector2(0.297, 0.210)
      case .letter: Vector2(0.2794, 0.2159)
      case .card: Vector2(0.08560, 0.05398)
      }
    }
  }
}

/// How large the map is.
struct MapSize: Sendable, Equatable {
  var metresPerUnit: Double
  /// Relative.
  var sigma: Double
}
