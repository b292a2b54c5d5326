import CFaceMesh
import SessionCore
import SpatialMath

/// How the mesh follows a face: every vertex is a fixed weighted sum of landmarks.
package enum FaceMeshDeformation {
  /// The number of landmarks that the mesh follows.
  package static let landmarkCount = Int(bifrons_face_mesh_tables.canonical_count)

  /// From the canonical face's origin to that of face space, in metres, to be added to points.
  package static let offset = Vector3(
    Double(bifrons_face_mesh_tables.offset.0), Double(bifrons_face_mesh_tables.offset.1),
    Double(bifrons_face_mesh_tables.offset.2))

  /// The mesh over a face's landmarks: at least 468 points in face space, metres.
  ///
  /// - Complexity: 12.9 thousand multiply-adds of three numbers.
  package static func geometry(landmarks: [SIMD3<Float>]) -> FaceGeometry {
    precondition(landmarks.count >= landmarkCount, "a face has \(landmarkCount) landmarks")
    let t = bifrons_face_mesh_tables
    let count = Int(t.vertex_count)
    let vertices = [SIMD3<Float>](unsafeUninitializedCapacity: count) { vertices, used in
      landmarks.withUnsafeBufferPointer { landmarks in
        var place = Int(t.weight_starts[0])
        for vertex in 0..<count {
          let end = Int(t.weight_starts[vertex + 1])
          var sum = SIMD3<Float>.zero
          while place < end {
            // Not a fused product: without the processor's own it is a slow library call.
            sum += landmarks[Int(t.weight_landmarks[place])] * t.weights[place]
            place += 1
          }
          vertices[vertex] = sum
        }
      }
      used = count
    }
    return FaceGeometry(vertices: vertices)
  }
}
