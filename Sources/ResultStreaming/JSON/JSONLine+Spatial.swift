import SessionCore
import SpatialMath

/// How many decimals the streams keep.
package enum StreamPrecision {
  /// Matrices: rotations to 1e-9, translations to a nanometre.
  package static let matrix = 9
  /// Points and sizes in metres: to a micrometre.
  package static let metres = 6
  /// Times in seconds: to a nanosecond, so exactly.
  package static let seconds = 9
  /// Coefficients and confidences in 0…1.
  package static let coefficient = 5
  /// Landmarks in pixels.
  package static let pixels = 3
}

extension JSONLine {
  /// Writes the 16 numbers of a pose's matrix, column after column.
  package mutating func pose(_ pose: Pose) {
    let m = pose.rotation.matrix
    beginArray()
    for (column, last) in [(m.column0, 0.0), (m.column1, 0), (m.column2, 0), (pose.translation, 1)]
    {
      for i in 0..<3 { number(column[i], decimals: StreamPrecision.matrix) }
      number(last, decimals: 0)
    }
    endArray()
  }

  /// Writes a point in metres as three numbers.
  package mutating func point(_ p: Vector3) {
    beginArray()
    for i in 0..<3 { number(p[i], decimals: StreamPrecision.metres) }
    endArray()
  }

  /// Writes a list of points in metres.
  package mutating func points(_ list: [Vector3]) {
    beginArray()
    for p in list { point(p) }
    endArray()
  }

  /// Writes a key and text, or `null`.
  package mutating func field(_ name: StaticString, _ text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }

  /// Writes a key and a number of metres, seconds or the like with a precision.
  package mutating func field(_ name: StaticString, _ value: Double, decimals: Int) {
    key(name)
    number(value, decimals: decimals)
  }

  /// Writes a key and a pose.
  package mutating func field(_ name: StaticString, _ value: Pose) {
    key(name)
    pose(value)
  }

  /// Writes a key and 52 numbers under their camelCase names.
  package mutating func field(_ name: StaticString, _ shapes: BlendShapes) {
    key(name)
    beginObject()
    for (index, quoted) in Self.coefficientNames.enumerated() {
      key(quoted: quoted)
      number(Double(shapes[index]), decimals: StreamPrecision.coefficient)
    }
    endObject()
  }

  /// The names in the order of the indices, as bytes.
  private static let coefficientNames = BlendShapeLocation.allCases.map { Array($0.rawValue.utf8) }
}
