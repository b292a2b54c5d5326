/// A flat surface found among points, on a plane whose basis the finder knows.
package struct Surface: Sendable {
  /// normal · p of its points.
  package var offset: Double
  /// Indices of its points.
  package var members: [Int]
  /// The cells of the grid that it occupies: its size, whatever its texture.
  package var cells: Int
  /// Its outline along the basis.
  package var outline: ConvexPolygon

  /// Creates a surface.
  package init(
    offset: Double, members: [Int], cells: Int, outline: ConvexPolygon
  ) {
    self.offset = offset
    self.members = members
    self.cells = cells
    self.outline = outline
  }
}
