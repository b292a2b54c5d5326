import SoftwareRendering
import SpatialMath

/// Reads the surface of a person under a pixel, from arrays that are held open for a picture.
struct SurfaceReader {
  let screen: UnsafeBufferPointer<SIMD4<Float>>
  let normals: UnsafeBufferPointer<SIMD3<Float>>
  let tangents: UnsafeBufferPointer<SIMD3<Float>>
  let attributes: UnsafeBufferPointer<SIMD4<Float>>
  let indices: UnsafeBufferPointer<Int32>
  let parts: UnsafeBufferPointer<HeadMesh.Part>
  let shadow: DepthMap
  private let inverseFocal: SIMD2<Float>
  private let center: SIMD2<Float>

  /// Within this distance a surface does not shade itself, metres: about two cells of the map.
  private static let shadowBias: Float = 0.0045

  init(
    screen: UnsafeBufferPointer<SIMD4<Float>>, normals: UnsafeBufferPointer<SIMD3<Float>>,
    tangents: UnsafeBufferPointer<SIMD3<Float>>, attributes: UnsafeBufferPointer<SIMD4<Float>>,
    indices: UnsafeBufferPointer<Int32>, parts: UnsafeBufferPointer<HeadMesh.Part>,
    shadow: DepthMap, intrinsics: CameraIntrinsics
  ) {
    self.screen = screen
    self.normals = normals
    self.tangents = tangents
    self.attributes = attributes
    self.indices = indices
    self.parts = parts
    self.shadow = shadow
    inverseFocal = SIMD2(Float(1 / intrinsics.fx), Float(1 / intrinsics.fy))
    center = SIMD2(Float(intrinsics.cx), Float(intrinsics.cy))
  }

  /// True when two triangles may be shaded as one: the same material at nearly the same depth.
  @inline(__always)
  func belongs(_ a: Int32, _ b: Int32) -> Bool {
    if a == b { return true }
    guard parts[Int(a)] == parts[Int(b)] else { return false }
    let za = screen[Int(indices[3 * Int(a)])].z
    let zb = screen[Int(indices[3 * Int(b)])].z
    // 1 % of the distance: folds and lips stay apart, a smooth cheek does not.
    return abs(za - zb) < 0.01 * za
  }

  @inline(__always)
  func isSameSurface(_ seen: SIMD4<Int32>) -> Bool {
    if seen.x == seen.y && seen.x == seen.z && seen.x == seen.w { return true }
    return seen.y >= 0 && seen.z >= 0 && seen.w >= 0 && belongs(seen.x, seen.y)
      && belongs(seen.x, seen.z) && belongs(seen.x, seen.w)
  }

  /// The shares of a triangle's corners at a pixel.
  @inline(__always)
  private func weights(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ pixel: SIMD2<Float>
  ) -> SIMD3<Float> {
    let ab = SIMD2(b.x - a.x, b.y - a.y)
    let ac = SIMD2(c.x - a.x, c.y - a.y)
    let d = SIMD2(pixel.x - a.x, pixel.y - a.y)
    let r = 1 / (ab.x * ac.y - ab.y * ac.x)
    // A pixel's middle may lie just outside of a triangle that covers a corner of it.
    let wb = min(1.3, max(-0.3, (d.x * ac.y - d.y * ac.x) * r))
    let wc = min(1.3, max(-0.3, (ab.x * d.y - ab.y * d.x) * r))
    return SIMD3(1 - wb - wc, wb, wc)
  }

  /// The linear colour of a triangle at a pixel's middle.
  @inline(__always)
  func color(
    triangle: Int, x: Int, y: Int, _ shader: PersonShader, _ sampler: TextureImage.Sampler
  ) -> SIMD3<Float> {
    let i = Int(indices[3 * triangle])
    let j = Int(indices[3 * triangle + 1])
    let k = Int(indices[3 * triangle + 2])
    let pixel = SIMD2<Float>(Float(x) + 0.5, Float(y) + 0.5)
    let w = weights(screen[i], screen[j], screen[k], pixel)
    let nearness: Float = screen[i].z * w.x + screen[j].z * w.y + screen[k].z * w.z
    let depth = 1 / nearness
    let ray = (pixel - center) * inverseFocal
    let position = SIMD3<Float>(ray.x * depth, -ray.y * depth, -depth)
    let view = (-position).unit
    var normal: SIMD3<Float> = normals[i] * w.x + normals[j] * w.y + normals[k] * w.z
    normal = normal.unit
    let part = parts[triangle]
    if part != .skin, part != .eyes, normal.dot(view) < 0 { normal = -normal }
    let attribute: SIMD4<Float> = attributes[i] * w.x + attributes[j] * w.y + attributes[k] * w.z
    // What faces away gets none of the key light, blocked or not.
    let isLit = normal.dot(shader.lights.key) > -0.35
    let lit = isLit ? shadow.light(at: position + normal * 0.0015, bias: Self.shadowBias) : 0
    var s = SurfacePoint(
      position: position, normal: normal, view: view, attribute: attribute, tangent: .zero,
      lit: lit)
    switch part {
    case .skin: return shader.skin(s, texture: sampler.color(attribute.x, attribute.y))
    case .eyes: return shader.eye(s)
    case .teeth, .tongue, .innerMouth: return shader.mouth(s, part: part)
    case .lashes: return shader.lash(s)
    case .cloth: return shader.cloth(s)
    case .hair, .hairStrand:
      let tangent: SIMD3<Float> = tangents[i] * w.x + tangents[j] * w.y + tangents[k] * w.z
      s.tangent = tangent.unit
      return shader.hair(s, isStrand: part == .hairStrand)
    }
  }
}

extension SIMD3<Float> {
  /// The vector scaled to unit length, a zero vector as it is; inlined, for every pixel needs several.
  @inline(__always)
  var unit: SIMD3<Float> {
    let squared = x * x + y * y + z * z
    return self * (1 / (squared > 1e-20 ? squared : 1).squareRoot())
  }
}
