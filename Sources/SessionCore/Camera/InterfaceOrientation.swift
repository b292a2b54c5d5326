import SpatialMath

/// How a picture is turned for a person who looks at it.
///
/// The names are those of a hand-held device whose sensor lies like its `landscapeRight` screen.
public enum InterfaceOrientation: String, Sendable, CaseIterable {
  /// As the sensor lies: not turned.
  case landscapeRight
  /// Half a turn.
  case landscapeLeft
  /// A quarter turn clockwise.
  case portrait
  /// A quarter turn counter-clockwise.
  case portraitUpsideDown

  /// The turned picture's point, (0, 0) top left to (1, 1), from the sensor picture's.
  var viewFromImage: AffineTransform2D {
    switch self {
    case .landscapeRight: .identity
    case .landscapeLeft: AffineTransform2D(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
    case .portrait: AffineTransform2D(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
    case .portraitUpsideDown: AffineTransform2D(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
    }
  }

  /// Whether width and height change places.
  var swapsSides: Bool { self == .portrait || self == .portraitUpsideDown }
}
