import ARKitCompatibility

/// The listing's head rotation by another way: the face's rotation in the parent, with pitch and
/// roll kept and yaw turned round, composed of three quaternions.
func mirroredRotation(of face: simd_float4x4, in parent: simd_float4x4) -> simd_quatf {
  let m = parent.inverse * face
  // Columns of the rotation: m[c][r].
  let pitch = asin(max(-1, min(1, -m[2, 1])))
  let yaw = atan2(m[2, 0], m[2, 2])
  let roll = atan2(m[0, 1], m[1, 1])
  return simd_quatf(angle: .pi - yaw, axis: [0, 1, 0]) * simd_quatf(angle: pitch, axis: [1, 0, 0])
    * simd_quatf(angle: roll, axis: [0, 0, 1])
}

/// The angle between two rotations, radians.
func angle(between a: simd_quatf, and b: simd_quatf) -> Float { (a.inverse * b).angle }

/// Where a line from 2 m before an eye back to it meets the camera's own plane within half a metre;
/// zero where it does not.
func place(ofLineFrom cameraFromEye: simd_float4x4) -> (x: Double, y: Double) {
  let eye = cameraFromEye.columns.3
  let target = cameraFromEye * simd_float4(0, 0, 2, 1)
  guard target.z > 0, eye.z < 0 else { return (0, 0) }
  let t = eye.z / (eye.z - target.z)
  let hit = eye + (target - eye) * t
  return abs(hit.x) <= 0.5 && abs(hit.y) <= 0.5 ? (Double(hit.x), Double(hit.y)) : (0, 0)
}

/// Where a point of the world is in a view of the camera's size that shows it as a mirror does.
func viewPlace(of point: simd_float3, _ camera: ARCamera) -> CGPoint {
  let p = camera.transform.inverse * simd_float4(point, 1)
  let k = camera.intrinsics
  let x = k[0].x * p.x / -p.z + k[2].x
  let y = k[2].y - k[1].y * p.y / -p.z
  return CGPoint(x: camera.imageResolution.width - CGFloat(x), y: CGFloat(y))
}

/// The share of bytes that differ clearly between two pictures; 0 where there is none.
func changedShare(_ a: UIImage?, _ b: UIImage?) -> Double {
  guard let a = a?.pixels, let b = b?.pixels, a.count == b.count else { return 0 }
  let changed = zip(a, b).count { abs(Int($0) - Int($1)) > 8 }
  return Double(changed) / Double(a.count)
}
