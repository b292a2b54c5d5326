import SessionCore
import SoftwareRendering
import SpatialMath

/// Draws a person over a background.
///
/// Four samples a pixel decide what is seen; each surface that shows in a pixel is shaded once.
/// Bound to one thread at a time.
final class PersonRenderer {
  let model: PersonModel
  let intrinsics: CameraIntrinsics
  private let puppet: HeadPuppet
  private let rasterizer: TriangleRasterizer
  private let shadow = DepthMap(size: 224)
  private let texture: TextureImage
  private var shader: PersonShader
  private let partOfTriangle: [HeadMesh.Part]
  /// By corner: the pixel with inverse depth, the normal, the hair's direction.
  private var screen: [SIMD4<Float>]
  private var cornerNormals: [SIMD3<Float>]
  private var cornerTangents: [SIMD3<Float>]
  private let pointIndices: [Int32]

  init(model: PersonModel, lights: PersonLights, intrinsics: CameraIntrinsics) {
    self.model = model
    self.intrinsics = intrinsics
    puppet = HeadPuppet(model: model)
    rasterizer = TriangleRasterizer(width: intrinsics.width, height: intrinsics.height)
    texture = SkinPainter(shape: model.shape, persona: model.persona).texture()
    shader = PersonShader(lights: lights, persona: model.persona)
    var parts = [HeadMesh.Part](repeating: .skin, count: model.indices.count / 3)
    for piece in model.pieces {
      for t in piece.triangles { parts[t] = piece.part }
    }
    partOfTriangle = parts
    let count = model.cornerPoints.count
    screen = Array(repeating: .zero, count: count)
    cornerNormals = Array(repeating: .zero, count: count)
    cornerTangents = Array(repeating: .zero, count: count)
    pointIndices = model.indices.map { model.cornerPoints[Int($0)] }
  }

  /// The cosine of the angle between a shell's normal and the line of sight from which it is surely
  /// hidden by the head.
  private static let turnedAway: Float = 0.35

  /// Draws over packed colours, `width × height`.
  func render(_ pose: PersonPose, into output: UnsafeMutablePointer<UInt32>) {
    puppet.move(to: pose)
    project(pose)
    castShadows(pose)
    rasterize()
    shade(pose, into: output)
  }

  private func project(_ pose: PersonPose) {
    let fx = Float(intrinsics.fx)
    let fy = Float(intrinsics.fy)
    let cx = Float(intrinsics.cx)
    let cy = Float(intrinsics.cy)
    let head = RigidMatrix(pose.cameraFromFace)
    puppet.points.withUnsafeBufferPointer { points in
      puppet.normals.withUnsafeBufferPointer { normals in
        for i in 0..<screen.count {
          let k = Int(model.cornerPoints[i])
          let p = points[k]
          // Behind the camera, an inverse depth below zero keeps a triangle from being drawn.
          let iz = -1 / p.z
          screen[i] = SIMD4(cx + fx * p.x * iz, cy - fy * p.y * iz, iz, 0)
          cornerNormals[i] = normals[k]
          if model.tangents[i] != .zero { cornerTangents[i] = head.turn(model.tangents[i]) }
          if model.isShell[i], normals[k].dot(p) > Self.turnedAway * p.length { screen[i].z = 0 }
        }
      }
    }
  }

  private func castShadows(_ pose: PersonPose) {
    let center = SIMD3<Float>(pose.cameraFromFace.act(Vector3(0, -0.03, -0.04)))
    shadow.aim(toLight: shader.lights.key, center: center, radius: 0.21)
    puppet.points.withUnsafeBufferPointer { points in
      pointIndices.withUnsafeBufferPointer { list in
        guard let base = points.baseAddress else { return }
        for piece in model.pieces where piece.part == .skin || piece.part == .hair {
          let range = piece.triangles.lowerBound * 3..<piece.triangles.upperBound * 3
          shadow.draw(positions: base, indices: UnsafeBufferPointer(rebasing: list[range]))
        }
      }
    }
  }

  private func rasterize() {
    rasterizer.clear()
    let noise = shader.noise
    model.attributes.withUnsafeBufferPointer { attributes in
      screen.withUnsafeBufferPointer { screen in
        model.indices.withUnsafeBufferPointer { indices in
          guard let base = screen.baseAddress else { return }
          for piece in model.pieces {
            let start = piece.triangles.lowerBound * 3
            let part = UnsafeBufferPointer(
              rebasing: indices[start..<piece.triangles.upperBound * 3])
            let first = Int32(piece.triangles.lowerBound)
            switch piece.part {
            case .hairStrand, .lashes:
              let isLash = piece.part == .lashes
              rasterizer.draw(
                vertices: base, indices: part, firstTriangle: first, sides: .both
              ) { t, wb, wc in
                let a = attributes[Int(part[3 * t])]
                let b = attributes[Int(part[3 * t + 1])]
                let c = attributes[Int(part[3 * t + 2])]
                let m = a * (1 - wb - wc) + b * wb + c * wc
                return isLash
                  ? Self.lashOpacity(m, noise: noise) : Self.strandOpacity(m, noise: noise)
              }
            case .teeth, .tongue:
              rasterizer.draw(vertices: base, indices: part, firstTriangle: first, sides: .both)
            case .skin, .innerMouth, .eyes, .cloth, .hair:
              rasterizer.draw(vertices: base, indices: part, firstTriangle: first, sides: .front)
            }
          }
        }
      }
    }
  }

  /// Strands are bundles of hairs that part towards the tip.
  @inline(__always)
  private static func strandOpacity(_ m: SIMD4<Float>, noise: LatticeNoise) -> Float {
    let hairs = 0.5 + 0.5 * noise.value(m.x * 5.5, m.y * 1.5)
    return 1.3 - 1.35 * m.w + (hairs - 0.6) * 0.9
  }

  /// Lashes stand apart and grow thinner.
  @inline(__always)
  private static func lashOpacity(_ m: SIMD4<Float>, noise: LatticeNoise) -> Float {
    let hairs = noise.value(m.x, m.w * 0.7)
    return 0.75 - 0.9 * m.w + 0.3 * hairs
  }

  private func shade(_ pose: PersonPose, into output: UnsafeMutablePointer<UInt32>) {
    let open = pose.coefficients[.jawOpen] * (1 - pose.coefficients[.mouthClose])
    shader.mouthLight = 0.30 + 0.60 * min(1, open * 2.2)
    // Far faces are read from the coarse level: about a texel a pixel.
    let isCoarse = intrinsics.fx / pose.cameraFromFace.translation.length < 820
    let shader = shader
    texture.withSampler(isCoarse: isCoarse) { sampler in
      PackedColor.withEncoder { encoder in
        screen.withUnsafeBufferPointer { screen in
          cornerNormals.withUnsafeBufferPointer { normals in
            cornerTangents.withUnsafeBufferPointer { tangents in
              model.attributes.withUnsafeBufferPointer { attributes in
                model.indices.withUnsafeBufferPointer { indices in
                  partOfTriangle.withUnsafeBufferPointer { parts in
                    let surface = SurfaceReader(
                      screen: screen, normals: normals, tangents: tangents,
                      attributes: attributes, indices: indices, parts: parts, shadow: shadow,
                      intrinsics: intrinsics)
                    resolve(surface, shader, sampler, encoder, into: output)
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private func resolve(
    _ surface: SurfaceReader, _ shader: PersonShader, _ sampler: TextureImage.Sampler,
    _ encoder: PackedColor.Encoder, into output: UnsafeMutablePointer<UInt32>
  ) {
    let none = SIMD4<Int32>(repeating: -1)
    for y in rasterizer.drawnRows {
      for x in rasterizer.drawnColumns {
        let place = y * rasterizer.width + x
        let seen = rasterizer.triangles[place]
        if seen == none { continue }
        let first = seen.x
        if first >= 0, surface.isSameSurface(seen) {
          output[place] = encoder.encode(
            surface.color(triangle: Int(first), x: x, y: y, shader, sampler))
          continue
        }
        output[place] = mixed(
          seen, x: x, y: y, background: output[place], surface, shader, sampler, encoder)
      }
    }
  }

  /// The mean of a pixel's samples; each material is shaded once.
  private func mixed(
    _ seen: SIMD4<Int32>, x: Int, y: Int, background: UInt32, _ surface: SurfaceReader,
    _ shader: PersonShader, _ sampler: TextureImage.Sampler, _ encoder: PackedColor.Encoder
  ) -> UInt32 {
    var sum = SIMD3<UInt32>.zero
    var done = SIMD4<Int32>(repeating: 0)
    for i in 0..<4 where done[i] == 0 {
      var count: UInt32 = 1
      for j in i + 1..<4 where done[j] == 0 {
        let isSame =
          seen[i] < 0 ? seen[j] < 0 : seen[j] >= 0 && surface.belongs(seen[i], seen[j])
        if isSame {
          done[j] = 1
          count += 1
        }
      }
      let color =
        seen[i] < 0
        ? background
        : encoder.encode(surface.color(triangle: Int(seen[i]), x: x, y: y, shader, sampler))
      sum &+= SIMD3(color & 0xFF, color >> 8 & 0xFF, color >> 16 & 0xFF) &* count
    }
    let mean = (sum &+ 2) &>> 2
    return mean.x | mean.y << 8 | mean.z << 16
  }
}
