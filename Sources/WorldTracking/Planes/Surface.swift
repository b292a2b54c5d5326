/// A flat surface found among points, on a plane whose basis the finder knows.
struct Surface: Sendable {
  /// normal · p of its points.
  var offset: Double
  /// The sigma of the offset.
  var sigma: Double
  /// Indices of its points.
  var members: [Int]
  /// The cells of the grid that it occupies: its size, whatever its texture.
  var cells: Int
  /// Its outline along the basis.
  var outline: ConvexPolygon
}
