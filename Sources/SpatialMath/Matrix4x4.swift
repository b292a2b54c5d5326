/// A 4 × 4 matrix of doubles, stored by columns as ARKit and OpenGL do.
@frozen public struct Matrix4x4: Sendable, Equatable {
  /// The columns.
  public var column0: Vector4, column1: Vector4, column2: Vector4, column3: Vector4

  /// Creates a matrix from its columns.
  @inlinable public init(
    columns column0: Vector4, _ column1: Vector4, _ column2: Vector4, _ column3: Vector4
  ) {
    self.column0 = column0
    self.column1 = column1
    self.column2 = column2
    self.column3 = column3
  }

  /// The identity.
  public static let identity = Matrix4x4(
    columns: Vector4(1, 0, 0, 0), Vector4(0, 1, 0, 0), Vector4(0, 0, 1, 0), Vector4(0, 0, 0, 1))

  /// Creates an affine matrix from its linear part and its translation.
  @inlinable public init(linear m: Matrix3x3, translation t: Vector3 = .zero) {
    self.init(
      columns: Vector4(m.column0, 0), Vector4(m.column1, 0), Vector4(m.column2, 0), Vector4(t, 1))
  }

  /// The upper left 3 × 3 part.
  @inlinable public var linear: Matrix3x3 {
    Matrix3x3(columns: column0.xyz, column1.xyz, column2.xyz)
  }
  /// The translation, the first three elements of the last column.
  @inlinable public var translation: Vector3 { column3.xyz }

  /// The 16 elements, column after column.
  @inlinable public var elements: [Double] {
    [column0, column1, column2, column3].flatMap { [$0.x, $0.y, $0.z, $0.w] }
  }
  /// The 16 elements as single precision, column after column, ready for OpenGL.
  @inlinable public var floats: [Float] { elements.map { Float($0) } }

  /// Creates a matrix from 16 elements, column after column; nil for any other count.
  @inlinable public init?(elements e: [Double]) {
    guard e.count == 16 else { return nil }
    self.init(
      columns: Vector4(e[0], e[1], e[2], e[3]), Vector4(e[4], e[5], e[6], e[7]),
      Vector4(e[8], e[9], e[10], e[11]), Vector4(e[12], e[13], e[14], e[15]))
  }

  /// The transpose.
  @inlinable public var transpose: Matrix4x4 {
    Matrix4x4(
      columns: Vector4(column0.x, column1.x, column2.x, column3.x),
      Vector4(column0.y, column1.y, column2.y, column3.y),
      Vector4(column0.z, column1.z, column2.z, column3.z),
      Vector4(column0.w, column1.w, column2.w, column3.w))
  }

  /// The inverse of an affine matrix (last row 0 0 0 1); not finite when it is singular.
  @inlinable public var affineInverse: Matrix4x4 {
    let inverse = linear.inverse
    return Matrix4x4(linear: inverse, translation: -(inverse * translation))
  }

  /// The inverse of any regular matrix, by Gauss-Jordan elimination; nil when it is singular.
  public var inverse: Matrix4x4? {
    var rows = [transpose.column0, transpose.column1, transpose.column2, transpose.column3]
    var result = [
      Vector4(1, 0, 0, 0), Vector4(0, 1, 0, 0), Vector4(0, 0, 1, 0), Vector4(0, 0, 0, 1),
    ]
    for column in 0..<4 {
      guard
        let pivot = (column..<4).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-300
      else { return nil }
      rows.swapAt(column, pivot)
      result.swapAt(column, pivot)
      let scale = 1 / rows[column][column]
      rows[column] *= scale
      result[column] *= scale
      for row in 0..<4 where row != column {
        let factor = rows[row][column]
        rows[row] -= factor * rows[column]
        result[row] -= factor * result[column]
      }
    }
    return Matrix4x4(columns: result[0], result[1], result[2], result[3]).transpose
  }

  /// The product of a matrix and a column vector.
  @inlinable public static func * (m: Matrix4x4, v: Vector4) -> Vector4 {
    m.column0 * v.x + m.column1 * v.y + m.column2 * v.z + m.column3 * v.w
  }
  /// The matrix product.
  @inlinable public static func * (a: Matrix4x4, b: Matrix4x4) -> Matrix4x4 {
    Matrix4x4(columns: a * b.column0, a * b.column1, a * b.column2, a * b.column3)
  }

  /// A point moved by an affine matrix.
  @inlinable public func transform(point p: Vector3) -> Vector3 { (self * Vector4(p, 1)).xyz }
  /// A direction turned (and scaled) by an affine matrix.
  @inlinable public func transform(direction d: Vector3) -> Vector3 { (self * Vector4(d, 0)).xyz }
}
