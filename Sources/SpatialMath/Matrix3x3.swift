/// A 3 × 3 matrix of doubles, stored by columns.
@frozen public struct Matrix3x3: Sendable, Equatable {
  /// The columns.
  public var column0: Vector3, column1: Vector3, column2: Vector3

  /// Creates a matrix from its columns.
  @inlinable public init(columns column0: Vector3, _ column1: Vector3, _ column2: Vector3) {
    self.column0 = column0
    self.column1 = column1
    self.column2 = column2
  }

  /// Creates a matrix from its rows.
  @inlinable public init(rows row0: Vector3, _ row1: Vector3, _ row2: Vector3) {
    self.init(
      columns: Vector3(row0.x, row1.x, row2.x), Vector3(row0.y, row1.y, row2.y),
      Vector3(row0.z, row1.z, row2.z))
  }

  /// Creates a diagonal matrix.
  @inlinable public init(diagonal d: Vector3) {
    self.init(columns: Vector3(d.x, 0, 0), Vector3(0, d.y, 0), Vector3(0, 0, d.z))
  }

  /// The identity.
  public static let identity = Matrix3x3(diagonal: Vector3(1, 1, 1))
  /// The zero matrix.
  public static let zero = Matrix3x3(diagonal: .zero)

  /// The cross-product matrix: `Matrix3x3(skew: a) * b == a.cross(b)`.
  @inlinable public init(skew a: Vector3) {
    self.init(rows: Vector3(0, -a.z, a.y), Vector3(a.z, 0, -a.x), Vector3(-a.y, a.x, 0))
  }

  /// The outer product a · bᵀ.
  @inlinable public init(outer a: Vector3, _ b: Vector3) {
    self.init(columns: a * b.x, a * b.y, a * b.z)
  }

  /// The element at a row and a column.
  @inlinable public subscript(row: Int, column: Int) -> Double {
    get {
      switch column {
      case 0: column0[row]
      case 1: column1[row]
      default: column2[row]
      }
    }
    set {
      switch column {
      case 0: column0[row] = newValue
      case 1: column1[row] = newValue
      default: column2[row] = newValue
      }
    }
  }

  /// The transpose.
  @inlinable public var transpose: Matrix3x3 { Matrix3x3(rows: column0, column1, column2) }
  /// The determinant.
  @inlinable public var determinant: Double { column0.dot(column1.cross(column2)) }

  /// The inverse; the elements are not finite when the matrix is singular.
  @inlinable public var inverse: Matrix3x3 {
    let r0 = column1.cross(column2)
    let r1 = column2.cross(column0)
    let r2 = column0.cross(column1)
    let d = 1 / column0.dot(r0)
    return Matrix3x3(rows: r0 * d, r1 * d, r2 * d)
  }

  /// The product of a matrix and a column vector.
  @inlinable public static func * (m: Matrix3x3, v: Vector3) -> Vector3 {
    m.column0 * v.x + m.column1 * v.y + m.column2 * v.z
  }
  /// The matrix product.
  @inlinable public static func * (a: Matrix3x3, b: Matrix3x3) -> Matrix3x3 {
    Matrix3x3(columns: a * b.column0, a * b.column1, a * b.column2)
  }
  /// The product with a scalar.
  @inlinable public static func * (a: Matrix3x3, s: Double) -> Matrix3x3 {
    Matrix3x3(columns: a.column0 * s, a.column1 * s, a.column2 * s)
  }
  /// The element-wise sum.
  @inlinable public static func + (a: Matrix3x3, b: Matrix3x3) -> Matrix3x3 {
    Matrix3x3(columns: a.column0 + b.column0, a.column1 + b.column1, a.column2 + b.column2)
  }
  /// The element-wise difference.
  @inlinable public static func - (a: Matrix3x3, b: Matrix3x3) -> Matrix3x3 {
    Matrix3x3(columns: a.column0 - b.column0, a.column1 - b.column1, a.column2 - b.column2)
  }
}
