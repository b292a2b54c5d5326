import SessionCore
import SpatialMath

/// Moves a person's points by coefficients and pose into the camera's space.
///
/// Bound to one thread at a time.
final class HeadPuppet {
  private let model: PersonModel
  private let shape: HeadShape
  /// The head's points in face space.
  private(set) var facePoints: [SIMD3<Float>]
  /// All points and their normals in session camera space.
  private(set) var points: [SIMD3<Float>]
  private(set) var normals: [SIMD3<Float>]
  /// Point indices of the triangles of the head's own mesh.
  private let headTriangles: [Int32]

  init(model: PersonModel) {
    self.model = model
    shape = model.shape
    facePoints = model.shape.rest
    let count = model.shape.rest.count + model.stiffPoints.count
    points = Array(repeating: .zero, count: count)
    normals = Array(repeating: .zero, count: count)
    let headCount = Int32(model.shape.rest.count)
    var triangles: [Int32] = []
    for t in 0..<model.indices.count / 3 {
      let three = (0..<3).map { model.cornerPoints[Int(model.indices[3 * t + $0])] }
      if three.allSatisfy({ $0 < headCount }) { triangles += three }
    }
    headTriangles = triangles
  }

  /// How the body stands while the head moves: upright, below the head, turned a little with it.
  private func cameraFromBody(_ head: Pose) -> Pose {
    // A head turns about three times as far as the shoulders follow.
    let turn = EulerAngles(head.rotation).yaw * 0.3
    let rotation = Quaternion(angle: turn, axis: Vector3(0, 1, 0)) * shape.uprightFromFace
    let pivot = Vector3(shape.pivot)
    return Pose(rotation: rotation, translation: head.act(pivot) - rotation.act(pivot))
  }

  /// Puts all points in place.
  func move(to pose: PersonPose) {
    deform(pose)
    let head = pose.cameraFromFace
    let body = cameraFromBody(head)
    let h = RigidMatrix(head)
    let b = RigidMatrix(body)
    let headCount = facePoints.count
    facePoints.withUnsafeBufferPointer { face in
      model.stiffPoints.withUnsafeBufferPointer { stiff in
        model.headShare.withUnsafeBufferPointer { share in
          points.withUnsafeMutableBufferPointer { out in
            for i in 0..<out.count {
              let p = i < headCount ? face[i] : stiff[i - headCount]
              let s = share[i]
              if s >= 1 {
                out[i] = h.act(p)
              } else {
                let q = b.act(p)
                out[i] = q + (h.act(p) - q) * s
              }
            }
          }
        }
      }
    }
    computeNormals(h, b)
  }

  private func deform(_ pose: PersonPose) {
    facePoints.withUnsafeMutableBufferPointer { out in
      shape.rest.withUnsafeBufferPointer { rest in
        for i in 0..<out.count { out[i] = rest[i] }
      }
      for (k, sparse) in shape.expressions.enumerated() {
        let weight = pose.coefficients[k]
        guard abs(weight) > 0.002 else { continue }
        sparse.vertices.withUnsafeBufferPointer { vertices in
          sparse.offsets.withUnsafeBufferPointer { offsets in
            for j in 0..<vertices.count { out[Int(vertices[j])] += offsets[j] * weight }
          }
        }
      }
      for (eye, isLeft) in [(shape.leftEye, true), (shape.rightEye, false)] {
        let m = RigidMatrix(Pose(rotation: pose.eyeRotation(isLeft: isLeft)))
        for (vertex, local) in zip(eye.vertices, eye.local) {
          out[vertex] = eye.center + m.act(local)
        }
      }
    }
  }

  private func computeNormals(_ head: RigidMatrix, _ body: RigidMatrix) {
    let headCount = facePoints.count
    normals.withUnsafeMutableBufferPointer { n in
      points.withUnsafeBufferPointer { p in
        headTriangles.withUnsafeBufferPointer { list in
          for i in 0..<headCount { n[i] = .zero }
          for t in 0..<list.count / 3 {
            let (a, b, c) = (Int(list[3 * t]), Int(list[3 * t + 1]), Int(list[3 * t + 2]))
            let normal = (p[b] - p[a]).cross(p[c] - p[a])
            n[a] += normal
            n[b] += normal
            n[c] += normal
          }
          for i in 0..<headCount { n[i] = n[i].normalized }
        }
      }
      model.stiffNormals.withUnsafeBufferPointer { rest in
        for j in 0..<rest.count {
          let isHead = model.headShare[headCount + j] > 0.5
          n[headCount + j] = isHead ? head.turn(rest[j]) : body.turn(rest[j])
        }
      }
    }
  }
}

/// A rigid motion in single precision, ready for many points.
struct RigidMatrix {
  private let x: SIMD3<Float>, y: SIMD3<Float>, z: SIMD3<Float>, t: SIMD3<Float>

  init(_ pose: Pose) {
    let m = pose.rotation.matrix
    x = SIMD3<Float>(m.column0)
    y = SIMD3<Float>(m.column1)
    z = SIMD3<Float>(m.column2)
    t = SIMD3<Float>(pose.translation)
  }

  @inline(__always) func act(_ p: SIMD3<Float>) -> SIMD3<Float> {
    x * p.x + y * p.y + (z * p.z + t)
  }
  @inline(__always) func turn(_ d: SIMD3<Float>) -> SIMD3<Float> { x * d.x + y * d.y + z * d.z }
}
