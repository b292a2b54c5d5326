import SpatialMath

/// Bends a drawn scene as a camera's lens bends its picture, so that both fit to the pixel.
struct LensBend: Equatable {
  /// Focal lengths in clip space (the right one negative in a mirror), of points in vision axes.
  private let focal: Vector2
  /// The principal point in clip space.
  private let center: Vector2
  private let distortion: CameraIntrinsics.Distortion
  /// The square of the greatest radius up to which the lens is followed.
  ///
  /// Beyond it the lens's polynomial would come back into the picture.
  private let limit: Double

  /// How near the polynomial's turning point it is followed.
  private static let safety = 0.97
  /// No lens sees as far: 5.7 is 80 degrees off the axis.
  private static let farthest = 5.7 * 5.7

  /// The bend of a lens; nil for one that bends nothing.
  init?(_ lens: CameraIntrinsics, isMirrored: Bool) {
    guard lens.distortion != .none else { return nil }
    let (w, h) = (Double(lens.width), Double(lens.height))
    let side = isMirrored ? -1.0 : 1.0
    focal = Vector2(side * 2 * lens.fx / w, -2 * lens.fy / h)
    center = Vector2(side * (2 * lens.cx / w - 1), 1 - 2 * lens.cy / h)
    distortion = lens.distortion
    limit = Self.turningPoint(lens.distortion) * Self.safety
  }

  /// Where the radius in the picture stops to grow with the radius outside, squared.
  private static func turningPoint(_ d: CameraIntrinsics.Distortion) -> Double {
    let steps = 2000
    for i in 1...steps {
      let u = farthest * Double(i) / Double(steps)
      if 1 + u * (3 * d.k1 + u * (5 * d.k2 + u * 7 * d.k3)) <= 0 {
        return farthest * Double(i - 1) / Double(steps)
      }
    }
    return farthest
  }

  /// A point in clip space where the lens shows it.
  func bend(_ clip: Vector4) -> Vector4 {
    guard clip.w > 0 else { return clip }
    let n = (Vector2(clip.x, clip.y) / clip.w - center) / focal
    let r2 = n.lengthSquared
    let m = r2 > limit ? n * (limit / r2).squareRoot() : n
    let inside = min(r2, limit)
    let d = distortion
    let radial = 1 + inside * (d.k1 + inside * (d.k2 + inside * d.k3))
    let tangential = Vector2(
      2 * d.p1 * m.x * m.y + d.p2 * (inside + 2 * m.x * m.x),
      d.p1 * (inside + 2 * m.y * m.y) + 2 * d.p2 * m.x * m.y)
    let bent = (m * radial + tangential + (n - m)) * focal + center
    return Vector4(bent.x * clip.w, bent.y * clip.w, clip.z, clip.w)
  }

  /// Tells a program of the bend, or that there is none.
  static func set(_ bend: LensBend?, _ program: ShaderProgram) {
    guard let bend else { return program.set("lensRest", SIMD3<Float>(0, 0, 0)) }
    let d = bend.distortion
    program.set(
      "lensPlace",
      SIMD4<Float>(Vector4(bend.focal.x, bend.focal.y, bend.center.x, bend.center.y)))
    program.set("lensRadial", SIMD3<Float>(Vector3(d.k1, d.k2, d.k3)))
    program.set("lensRest", SIMD3<Float>(Vector3(d.p1, d.p2, bend.limit)))
  }

  /// The same for corners of triangles, in GLSL.
  static let shader = """
    uniform vec4 lensPlace;   // focal lengths, principal point
    uniform vec3 lensRadial;  // k1, k2, k3
    uniform vec3 lensRest;    // p1, p2, the greatest radius squared: 0 bends nothing
    vec4 bent(vec4 clip) {
      if (lensRest.z <= 0.0 || clip.w <= 0.0) return clip;
      vec2 n = (clip.xy / clip.w - lensPlace.zw) / lensPlace.xy;
      float r2 = dot(n, n);
      float inside = min(r2, lensRest.z);
      vec2 m = n * sqrt(inside / max(r2, 1e-12));
      float radial = 1.0
        + inside * (lensRadial.x + inside * (lensRadial.y + inside * lensRadial.z));
      vec2 side = vec2(
        2.0 * lensRest.x * m.x * m.y + lensRest.y * (inside + 2.0 * m.x * m.x),
        lensRest.x * (inside + 2.0 * m.y * m.y) + 2.0 * lensRest.y * m.x * m.y);
      vec2 p = (m * radial + side + (n - m)) * lensPlace.xy + lensPlace.zw;
      return vec4(p * clip.w, clip.zw);
    }

    """
}
