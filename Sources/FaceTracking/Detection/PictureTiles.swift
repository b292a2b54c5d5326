import ImageProcessing
import SpatialMath

/// Squares that cover a picture at finer and finer scales, to find far faces in.
///
/// The detector sees faces from about a seventh of its square's side on.
package struct PictureTiles: Sendable, Equatable {
  /// The squares, the largest first; each scale row by row.
  package let squares: [OrientedRectangle]

  private enum Constant {
    /// The first scale's side as a share of the picture's longer side, and each next one's of the one
    /// before: on group pictures with marked faces the largest steps that miss none.
    static let firstShare = 0.4
    static let step = 0.625
    /// No finer scale is needed once faces of 30 pixels are found.
    static let finestSide = 200.0
    /// Neighbours share this part of their side, so that a face on a border is whole in one of them.
    static let overlap = 0.25
    /// Scales beyond this number of squares are left out: a bound for very large pictures.
    static let mostSquares = 96
  }

  /// The squares of a picture of a size in pixels.
  package init(width: Int, height: Int) {
    let size = Vector2(Double(width), Double(height))
    var side = max(size.x, size.y) * Constant.firstShare
    var all: [OrientedRectangle] = []
    while true {
      let scale = Self.scale(of: side, size)
      guard all.count + scale.count <= Constant.mostSquares else { break }
      all += scale
      guard side > Constant.finestSide else { break }
      side = max(side * Constant.step, Constant.finestSide)
    }
    squares = all
  }

  private static func scale(of side: Double, _ size: Vector2) -> [OrientedRectangle] {
    let columns = middles(along: size.x, side)
    return middles(along: size.y, side).flatMap { y in
      columns.map { x in
        OrientedRectangle(center: Vector2(x, y), size: Vector2(repeating: side))
      }
    }
  }

  /// The middles of overlapping squares along a length; one in its middle where it is short.
  private static func middles(along length: Double, _ side: Double) -> [Double] {
    guard length > side else { return [length / 2] }
    let steps = ((length - side) / (side * (1 - Constant.overlap))).rounded(.up)
    return stride(from: 0, through: steps, by: 1).map { i in
      side / 2 + (length - side) * i / steps
    }
  }
}
