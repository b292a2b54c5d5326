import SoftwareRendering
import SpatialMath

/// Everything of a person that can be drawn, at rest: the head's own mesh, hair and clothes.
///
/// The first points are those of `HeadShape`; they are deformed by coefficients. The others are
/// stiff.
struct PersonModel: Sendable {
  /// A range of triangles of one material.
  struct Piece: Sendable {
    var part: HeadMesh.Part
    /// Triangles, counted in threes of `indices`.
    var triangles: Range<Int>
  }

  let shape: HeadShape
  let persona: Persona
  /// Points of hair and clothes at rest, in face space, with normals.
  private(set) var stiffPoints: [SIMD3<Float>] = []
  private(set) var stiffNormals: [SIMD3<Float>] = []
  /// How far each point, stiff ones after the head's, follows the head.
  private(set) var headShare: [Float]
  /// What is drawn: the point of each corner.
  private(set) var cornerPoints: [Int32] = []
  /// Of each corner: texture u, v, openness to ambient light, and what the part needs (eyes: 1 in
  /// front of the ball; strands: 0 at the root to 1 at the tip).
  private(set) var attributes: [SIMD4<Float>] = []
  /// The direction of hair at each corner, zero elsewhere; face space.
  private(set) var tangents: [SIMD3<Float>] = []
  /// True for corners that lie on the head like a skin, and are hidden when they face away.
  private(set) var isShell: [Bool] = []
  private(set) var indices: [Int32] = []
  private(set) var pieces: [Piece] = []

  init(shape: HeadShape, persona: Persona) {
    self.shape = shape
    self.persona = persona
    headShare = shape.headShare
    addHead()
    ClothingBuilder(shape: shape).add(to: &self)
    HairBuilder(shape: shape, persona: persona).add(to: &self)
    bakeOpenness()
  }

  /// The parts in drawing order.
  private static let headParts: [HeadMesh.Part] = [
    .skin, .innerMouth, .eyes, .teeth, .tongue, .lashes,
  ]

  private mutating func addHead() {
    let mesh = shape.mesh
    let eyes = [shape.leftEye, shape.rightEye]
    var eyeAttribute: [Int: SIMD4<Float>] = [:]
    for eye in eyes {
      for (vertex, local) in zip(eye.vertices, eye.local) {
        let d = local / eye.radius
        eyeAttribute[vertex] = SIMD4(d.x, d.y, 1, d.z > 0 ? 1 : -1)
      }
    }
    for corner in mesh.corners {
      cornerPoints.append(corner.vertex)
      let uv = SkinAtlas.place(corner.texture)
      // Deeper than 4 cm behind the lips it is dark.
      let inside = min(1, max(0.03, 1 - (0.058 - shape.rest[Int(corner.vertex)].z) / 0.040))
      attributes.append(
        eyeAttribute[Int(corner.vertex)] ?? SIMD4(uv.x, uv.y, 1, inside))
      tangents.append(.zero)
      isShell.append(false)
    }
    for (corner, value) in LashTexture(mesh: mesh).values {
      attributes[corner] = SIMD4(value.x, 0, 1, value.y)
    }
    for part in Self.headParts {
      let clothed = part == .skin ? ClothingBuilder(shape: shape).hides : { _ in false }
      let list = mesh.triangles[part] ?? []
      var kept: [Int32] = []
      for start in stride(from: 0, to: list.count - 2, by: 3) {
        let three = list[start..<start + 3]
        if three.allSatisfy({ clothed(Int(mesh.corners[Int($0)].vertex)) }) { continue }
        kept += three
      }
      append(part, kept)
    }
  }

  private mutating func append(_ part: HeadMesh.Part, _ list: [Int32]) {
    guard !list.isEmpty else { return }
    let start = indices.count / 3
    indices += list
    pieces.append(Piece(part: part, triangles: start..<indices.count / 3))
  }

  /// A corner of a stiff piece.
  struct StiffCorner {
    var point: SIMD3<Float>
    var normal: SIMD3<Float>
    var attribute: SIMD4<Float>
    var tangent = SIMD3<Float>.zero
    var headShare: Float
    var isShell = false
  }

  /// Adds a piece with its own points; `triangles` count its corners.
  mutating func append(_ part: HeadMesh.Part, corners: [StiffCorner], triangles: [Int32]) {
    let firstCorner = Int32(cornerPoints.count)
    let firstPoint = Int32(shape.rest.count + stiffPoints.count)
    for (i, corner) in corners.enumerated() {
      stiffPoints.append(corner.point)
      stiffNormals.append(corner.normal)
      headShare.append(corner.headShare)
      cornerPoints.append(firstPoint + Int32(i))
      attributes.append(corner.attribute)
      tangents.append(corner.tangent)
      isShell.append(corner.isShell)
    }
    append(part, triangles.map { $0 + firstCorner })
  }

  /// Measures how much of the surroundings each corner sees at rest.
  private mutating func bakeOpenness() {
    let points = shape.rest + stiffPoints
    let normals = MeshNormals.of(points: points, corners: cornerPoints, indices: indices)
    let solid = pieces.filter { $0.part != .lashes && $0.part != .hairStrand && $0.part != .eyes }
    let map = DepthMap(size: 160)
    var open = [Float](repeating: 0, count: points.count)
    var total = [Float](repeating: 1e-4, count: points.count)
    var generator = SeededGenerator(seed: 5)
    let pointIndices = indices.map { cornerPoints[Int($0)] }
    for _ in 0..<48 {
      var d = SIMD3<Float>(
        Float(generator.gaussian()), Float(generator.gaussian()), Float(generator.gaussian()))
      // What a camera in front sees is lit from the front half.
      d.z = abs(d.z)
      let direction = d.normalized
      map.aim(toLight: direction, center: SIMD3(0, 0, -0.05), radius: 0.26)
      points.withUnsafeBufferPointer { p in
        pointIndices.withUnsafeBufferPointer { list in
          guard let base = p.baseAddress else { return }
          for piece in solid {
            let range = piece.triangles.lowerBound * 3..<piece.triangles.upperBound * 3
            map.draw(positions: base, indices: UnsafeBufferPointer(rebasing: list[range]))
          }
        }
      }
      for i in 0..<points.count {
        let cosine = normals[i].dot(direction)
        guard cosine > 0 else { continue }
        total[i] += cosine
        open[i] += cosine * map.light(at: points[i] + normals[i] * 0.002, bias: 0.003)
      }
    }
    for corner in 0..<attributes.count {
      let i = Int(cornerPoints[corner])
      attributes[corner].z *= min(1, 0.12 + 1.0 * open[i] / total[i])
    }
  }
}

/// Smooth normals of a mesh whose corners share points.
enum MeshNormals {
  /// Area-weighted unit normals, one a point.
  static func of(
    points: [SIMD3<Float>], corners: [Int32], indices: [Int32]
  ) -> [SIMD3<Float>] {
    var sums = [SIMD3<Float>](repeating: .zero, count: points.count)
    for t in 0..<indices.count / 3 {
      let a = Int(corners[Int(indices[3 * t])])
      let b = Int(corners[Int(indices[3 * t + 1])])
      let c = Int(corners[Int(indices[3 * t + 2])])
      let n = (points[b] - points[a]).cross(points[c] - points[a])
      sums[a] += n
      sums[b] += n
      sums[c] += n
    }
    return sums.map(\.normalized)
  }
}
