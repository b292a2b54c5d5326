import Foundation

/// As much of a view as the views of sessions need: its size.
open class UIView {
  /// Where it is; a size of zero counts as the size of the session's pictures.
  public var frame: CGRect
  /// Hides it; sessions go on.
  public var isHidden = false

  /// Creates a view.
  public init(frame: CGRect) { self.frame = frame }

  /// Creates a view without a size.
  public convenience init() { self.init(frame: .zero) }

  /// Its own rectangle.
  public var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
}
