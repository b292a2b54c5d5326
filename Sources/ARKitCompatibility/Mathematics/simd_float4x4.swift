// swift-format-ignore-file: AlwaysUseLowerCamelCase
// swift-format-ignore-file: TypeNamesShouldBeCapitalized
// The names are those of Apple's simd module, which there is none of on Linux.
import SpatialMath

/// A 4 × 4 matrix of floats, stored by columns.
public struct simd_float4x4: Sendable, Equatable, CustomStringConvertible {
  /// The four columns.
  public var columns: (simd_float4, simd_float4, simd_float4, simd_float4)

  /// Creates the zero matrix.
  public init() { self.init(.zero, .zero, .zero, .zero) }

  /// Creates a matrix from its columns.
  public init(_ c0: simd_float4, _ c1: simd_float4, _ c2: simd_float4, _ c3: simd_float4) {
    columns = (c0, c1, c2, c3)
  }

  /// Creates a matrix from its columns.
  public init(columns: (simd_float4, simd_float4, simd_float4, simd_float4)) {
    self.columns = columns
  }

  /// Creates a matrix with one number along the diagonal.
  public init(_ scalar: Float) { self.init(diagonal: simd_float4(repeating: scalar)) }

  /// Creates a matrix with a diagonal and zeros elsewhere.
  public init(diagonal d: simd_float4) {
    self.init(
      simd_float4(d.x, 0, 0, 0), simd_float4(0, d.y, 0, 0), simd_float4(0, 0, d.z, 0),
      simd_float4(0, 0, 0, d.w))
  }

  /// Creates the matrix of a rotation.
  public init(_ rotation: simd_quatf) {
    self.init(Matrix4x4(linear: rotation.core.matrix))
  }

  /// A column, 0…3.
  public subscript(column: Int) -> simd_float4 {
    get {
      switch column {
      case 0: columns.0
      case 1: columns.1
      case 2: columns.2
      default: columns.3
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      case 1: columns.1 = newValue
      case 2: columns.2 = newValue
      default: columns.3 = newValue
      }
    }
  }

  /// An element of a column, 0…3 each.
  public subscript(column: Int, row: Int) -> Float {
    get { self[column][row] }
    set { self[column][row] = newValue }
  }

  /// The inverse; not finite when there is none.
  public var inverse: simd_float4x4 {
    core.inverse.map { simd_float4x4($0) } ?? simd_float4x4(.nan)
  }
  /// The transpose.
  public var transpose: simd_float4x4 { simd_float4x4(core.transpose) }
  /// The determinant of the upper left 3 × 3 part times the last element: of affine matrices.
  public var determinant: Float { Float(core.linear.determinant) * columns.3.w }

  /// The elements, row by row.
  public var description: String {
    (0..<4).map { row in "[" + (0..<4).map { "\(self[$0, row])" }.joined(separator: ", ") + "]" }
      .joined(separator: "\n")
  }

  /// True when all elements are equal.
  public static func == (a: simd_float4x4, b: simd_float4x4) -> Bool { a.columns == b.columns }

  /// The matrix product.
  public static func * (a: simd_float4x4, b: simd_float4x4) -> simd_float4x4 {
    simd_float4x4(a * b.columns.0, a * b.columns.1, a * b.columns.2, a * b.columns.3)
  }
  /// The product with a column vector.
  public static func * (m: simd_float4x4, v: simd_float4) -> simd_float4 {
    m.columns.0 * v.x + m.columns.1 * v.y + m.columns.2 * v.z + m.columns.3 * v.w
  }
}

/// A 4 × 4 matrix of floats.
public typealias float4x4 = simd_float4x4
/// A 4 × 4 matrix of floats.
public typealias matrix_float4x4 = simd_float4x4

/// The identity.
public let matrix_identity_float4x4 = simd_float4x4(1)

/// The matrix product.
public func simd_mul(_ a: simd_float4x4, _ b: simd_float4x4) -> simd_float4x4 { a * b }
/// The product with a column vector.
public func simd_mul(_ m: simd_float4x4, _ v: simd_float4) -> simd_float4 { m * v }
/// The inverse; not finite when there is none.
public func simd_inverse(_ m: simd_float4x4) -> simd_float4x4 { m.inverse }
/// The transpose.
public func simd_transpose(_ m: simd_float4x4) -> simd_float4x4 { m.transpose }

/// A 3 × 3 matrix of floats, stored by columns.
public struct simd_float3x3: Sendable {
  /// The three columns.
  public var columns: (simd_float3, simd_float3, simd_float3)

  /// Creates a matrix from its columns.
  public init(columns: (simd_float3, simd_float3, simd_float3)) { self.columns = columns }

  /// A column, 0…2.
  public subscript(column: Int) -> simd_float3 {
    switch column {
    case 0: columns.0
    case 1: columns.1
    default: columns.2
    }
  }
}

extension simd_float4x4 {
  /// The same in single precision.
  init(_ m: Matrix4x4) {
    self.init(
      simd_float4(m.column0), simd_float4(m.column1), simd_float4(m.column2),
      simd_float4(m.column3))
  }

  /// The matrix of a rigid motion.
  init(_ pose: Pose) { self.init(pose.matrix) }

  /// The same in double precision.
  var core: Matrix4x4 {
    Matrix4x4(
      columns: Vector4(columns.0), Vector4(columns.1), Vector4(columns.2), Vector4(columns.3))
  }
}
