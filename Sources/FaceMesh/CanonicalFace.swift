import CFaceMesh
import SessionCore
import SpatialMath

/// The average face that landmarks are compared with (MediaPipe's canonical face model).
///
/// +X to the face's own left, +Y up, +Z out of the face. The origin lies inside the head; face
/// space's origin is `FaceMeshDeformation.offset` behind it.
package struct CanonicalFace: Sendable {
  /// The average face.
  package static let standard = CanonicalFace()

  /// The places of the 468 landmarks in **centimetres**.
  package let centimetres: [Vector3]
  /// The landmarks that fix a head's pose, with how much each counts.
  package let basis: [(landmark: Int, weight: Double)]

  /// The mesh over the average face.
  package var geometry: FaceGeometry {
    FaceMeshDeformation.geometry(
      landmarks: centimetres.map { SIMD3<Float>($0 / 100 + FaceMeshDeformation.offset) })
  }

  private init() {
    let t = bifrons_face_mesh_tables
    centimetres = (0..<Int(t.canonical_count)).map {
      Vector3(
        Double(t.canonical[3 * $0]), Double(t.canonical[3 * $0 + 1]),
        Double(t.canonical[3 * $0 + 2]))
    }
    basis = (0..<Int(t.basis_count)).map {
      (Int(t.basis_landmarks[$0]), Double(t.basis_weights[$0]))
    }
  }
}
