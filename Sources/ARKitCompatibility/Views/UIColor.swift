import Foundation

/// A colour, sRGB.
public struct UIColor: Sendable, Equatable {
  let components: SIMD4<Float>

  /// Creates a colour from parts of 0…1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    components = SIMD4(Float(red), Float(green), Float(blue), Float(alpha))
  }

  /// Creates a grey.
  public init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// The same with another opacity.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    let c = components
    return UIColor(
      red: CGFloat(c.x), green: CGFloat(c.y), blue: CGFloat(c.z), alpha: alpha)
  }

  /// White.
  public static let white = UIColor(white: 1, alpha: 1)
  /// Black.
  public static let black = UIColor(white: 0, alpha: 1)
  /// Grey.
  public static let gray = UIColor(white: 0.5, alpha: 1)
  /// Red.
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  /// Green.
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  /// Blue.
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  /// Yellow.
  public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  /// Nothing.
  public static let clear = UIColor(white: 0, alpha: 0)
}
