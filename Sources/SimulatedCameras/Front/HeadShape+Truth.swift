import FaceMesh
import SessionCore
import SpatialMath

extension HeadShape {
  /// The farthest point that a gaze is given, metres.
  private static let farthestGaze = 3.0

  /// What is true of the face in a pose.
  func truth(of pose: PersonPose) -> FaceTruth {
    let left = Pose(
      rotation: pose.eyeRotation(isLeft: true), translation: Vector3(leftEye.center))
    let right = Pose(
      rotation: pose.eyeRotation(isLeft: false), translation: Vector3(rightEye.center))
    return FaceTruth(
      identifier: 0, isTracked: true, cameraFromFace: pose.cameraFromFace,
      blendShapes: pose.coefficients, leftEyeTransform: left, rightEyeTransform: right,
      lookAtPoint: Self.lookAtPoint(left, right),
      geometry: FaceMeshDeformation.geometry(landmarks: landmarks(pose.coefficients)))
  }

  /// The 468 landmarks of the face in face space.
  func landmarks(_ coefficients: BlendShapes) -> [SIMD3<Float>] {
    var points = rest
    for (k, sparse) in expressions.enumerated() where coefficients[k] > 0 {
      for (vertex, offset) in zip(sparse.vertices, sparse.offsets) {
        points[Int(vertex)] += offset * coefficients[k]
      }
    }
    return HeadLandmarks.points { points[Int(mesh.places[$0])] }
  }

  /// The middle of the shortest bridge between both eyes' rays; straight ahead of the eyes when the
  /// rays are parallel or part.
  static func lookAtPoint(_ left: Pose, _ right: Pose) -> Vector3 {
    let u = left.rotation.act(Vector3(0, 0, 1))
    let v = right.rotation.act(Vector3(0, 0, 1))
    let w = left.translation - right.translation
    let b = u.dot(v)
    let d = u.dot(w)
    let e = v.dot(w)
    let denominator = 1 - b * b
    let middle = (left.translation + right.translation) / 2
    let ahead = middle + (u + v).normalized * farthestGaze
    guard denominator > 1e-9 else { return ahead }
    let s = (b * e - d) / denominator
    let t = (e - b * d) / denominator
    guard s > 0, t > 0 else { return ahead }
    let point = (left.translation + u * s + right.translation + v * t) / 2
    return (point - middle).length < farthestGaze ? point : ahead
  }
}

extension PersonLights {
  /// What a light meter in the face's plane would say; 1000 is well lit.
  var estimate: LightEstimate {
    let normal = SIMD3<Float>(0, 0, 1)
    let light =
      ambient(normal) + keyColor * max(0, key.z) + fillColor * max(0, fill.z)
    let luminance = light.dot(SIMD3(0.2126, 0.7152, 0.0722))
    return LightEstimate(
      ambientIntensity: Double(luminance) * 1000,
      ambientColorTemperature: SimulatedRoom.colorTemperature(SIMD3<Double>(light)))
  }
}
