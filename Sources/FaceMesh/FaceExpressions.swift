import CFaceMesh
import SessionCore
import SpatialMath

/// What the 52 coefficients do to the mesh of a face at rest.
package struct FaceExpressions: Sendable {
  /// Those of the CC0 head, on the average face.
  package static let standard = FaceExpressions()

  /// The average face at rest, lips closed.
  package let neutral: FaceGeometry
  /// The displacement of each vertex at weight 1 in metres, by `BlendShapeLocation.index`; nothing where a
  /// coefficient moves no skin.
  package let displacements: [[SIMD3<Float>]]

  /// The table's unit in metres.
  private static let unit: Float = 1e-5

  private init() {
    let count = FaceMeshDeformation.landmarkCount
    func points(_ block: Int) -> [SIMD3<Float>] {
      (0..<count).map { landmark in
        let place = 3 * (block * count + landmark)
        return SIMD3(Self.number(place), Self.number(place + 1), Self.number(place + 2)) * Self.unit
      }
    }
    let offset = SIMD3<Float>(FaceMeshDeformation.offset)
    neutral = FaceMeshDeformation.geometry(landmarks: points(0).map { $0 + offset })
    let names = BlendShapeLocation.allCases.map(\.rawValue).sorted()
    let blocks = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0 + 1) })
    displacements = BlendShapeLocation.allCases.map { location in
      let moved = points(blocks[location.rawValue] ?? 0)
      guard moved.contains(where: { $0 != .zero }) else { return [] }
      return FaceMeshDeformation.geometry(landmarks: moved).vertices
    }
  }

  /// A number of the table.
  private static func number(_ place: Int) -> Float {
    precondition(2 * place + 1 < bifrons_face_expressions_size, "the table of expressions is short")
    let low = UInt16(bifrons_face_expressions[2 * place])
    let high = UInt16(bifrons_face_expressions[2 * place + 1])
    return Float(Int16(bitPattern: high << 8 | low))
  }
}
