import FaceMesh
import SessionCore
import SpatialMath

/// A person's head at rest in face space, with the shapes of the 52 coefficients.
///
/// Face space is that of `FaceAnchor`. The head is turned, moved and scaled so that its landmarks
/// fit the canonical face best, as a tracker would fit them.
struct HeadShape: Sendable {
  /// An eyeball: its middle, radius, and vertices with their directions from the middle in eye
  /// space (+Z to the pupil).
  struct Eye: Sendable {
    var center: SIMD3<Float>
    var radius: Float
    var vertices: [Int]
    var local: [SIMD3<Float>]
  }

  let mesh: HeadMesh
  /// Vertices at rest, metres.
  let rest: [SIMD3<Float>]
  /// The same of the base mesh without identity, where paint has its places.
  let canvas: [SIMD3<Float>]
  /// What each coefficient adds at weight 1, in the order of `BlendShapeLocation.allCases`; the
  /// eyeballs are left out, they are turned instead.
  let expressions: [SparseOffsets]
  let leftEye: Eye, rightEye: Eye
  /// 1 where a vertex follows the head, 0 where it follows the body.
  let headShare: [Float]
  /// Where the head turns on the body.
  let pivot: SIMD3<Float>
  /// From face space to a body that stands upright, facing +Z.
  let uprightFromFace: Quaternion

  /// Offsets of some vertices.
  struct SparseOffsets: Sendable {
    var vertices: [Int32] = []
    var offsets: [SIMD3<Float>] = []
  }

  init(files: HeadFiles, persona: Persona) throws(SessionError) {
    let mesh = HeadMesh(try files.mesh())
    self.mesh = mesh
    var positions = mesh.positions
    for (name, weight) in persona.shapes {
      let target = try files.identity(name)
      mesh.apply(target, weight: weight, to: &positions)
    }
    let alignment = Alignment(mesh: mesh, positions: positions, size: persona.size)
    rest = positions.map(alignment.act)
    let plain = Alignment(mesh: mesh, positions: mesh.positions, size: 1)
    canvas = mesh.positions.map(plain.act)
    uprightFromFace = alignment.headFromFace
    let neck = mesh.middle(of: "joint-neck", in: positions)
    let jaw = mesh.middle(of: "joint-jaw", in: positions)
    pivot = alignment.act(mesh.middle(of: "joint-head", in: positions))
    headShare = positions.map { p in
      // From the neck's root to just under the chin.
      let t = (p.y - neck.y + 0.012) / (jaw.y - neck.y - 0.004)
      let c = min(1, max(0, t))
      return c * c * (3 - 2 * c)
    }
    let eyeVertices = Set(mesh.leftEye + mesh.rightEye)
    var expressions: [SparseOffsets] = []
    for location in BlendShapeLocation.allCases {
      let target = try files.expression(location)
      var sparse = SparseOffsets()
      for (vertex, offset) in zip(target.vertices, target.offsets) {
        let place = mesh.places[Int(vertex)]
        guard place >= 0, !eyeVertices.contains(Int(place)) else { continue }
        sparse.vertices.append(place)
        sparse.offsets.append(alignment.turn(offset * HeadMesh.metresPerUnit))
      }
      expressions.append(sparse)
    }
    self.expressions = expressions
    leftEye = Self.eye(mesh.leftEye, rest: rest, alignment: alignment)
    rightEye = Self.eye(mesh.rightEye, rest: rest, alignment: alignment)
  }

  private static func eye(
    _ vertices: [Int], rest: [SIMD3<Float>], alignment: Alignment
  ) -> Eye {
    // The ball bulges at the pupil: its back and its sides give the middle.
    let points = vertices.map { rest[$0] }
    let first = points.first ?? .zero
    let low = points.reduce(first) { pointwiseMin($0, $1) }
    let high = points.reduce(first) { pointwiseMax($0, $1) }
    let radius = (high.y - low.y) / 2
    let center = SIMD3((low.x + high.x) / 2, (low.y + high.y) / 2, low.z + radius)
    // The mesh's eyes look along the mesh's own +Z.
    let pole = alignment.turn(SIMD3(0, 0, 1)).normalized
    let straighten = Quaternion(from: Vector3(pole), to: Vector3(0, 0, 1))
    return Eye(
      center: center, radius: radius, vertices: vertices,
      local: points.map { SIMD3<Float>(straighten.act(Vector3($0 - center))) })
  }
}

extension HeadMesh {
  /// Adds a shape.
  func apply(_ target: HeadTarget, weight: Float, to positions: inout [SIMD3<Float>]) {
    let scale = weight * Self.metresPerUnit
    for (vertex, offset) in zip(target.vertices, target.offsets) {
      let place = places[Int(vertex)]
      if place >= 0 { positions[Int(place)] += offset * scale }
    }
  }

  /// The middle of a joint's cube.
  func middle(of joint: String, in positions: [SIMD3<Float>]) -> SIMD3<Float> {
    let list = joints[joint] ?? []
    return list.reduce(.zero) { $0 + positions[$1] } / Float(max(1, list.count))
  }
}

/// The similarity from a head mesh to face space.
struct Alignment {
  /// From face space's axes to the mesh's.
  let headFromFace: Quaternion
  private let scale: Double
  private let origin: Vector3
  private let size: Double

  /// Fits the canonical face to the head's landmarks: weighted Procrustes (Umeyama 1991) on the
  /// landmarks that fix a head's pose.
  init(mesh: HeadMesh, positions: [SIMD3<Float>], size: Double) {
    let landmarks = HeadLandmarks.points { positions[Int(mesh.places[$0])] }
    let canonical = CanonicalFace.standard.centimetres
    var total = 0.0
    var headMean = Vector3.zero
    var faceMean = Vector3.zero
    for (i, weight) in CanonicalFace.standard.basis {
      total += weight
      headMean += Vector3(landmarks[i]) * weight
      faceMean += canonical[i] / 100 * weight
    }
    headMean /= total
    faceMean /= total
    var covariance = Matrix3x3.zero
    var spread = 0.0
    for (i, weight) in CanonicalFace.standard.basis {
      let h = Vector3(landmarks[i]) - headMean
      let f = canonical[i] / 100 - faceMean
      covariance = covariance + Matrix3x3(outer: h, f) * weight
      spread += f.lengthSquared * weight
    }
    let rotation = covariance.nearestRotation()
    var trace = 0.0
    for i in 0..<3 { trace += (rotation.transpose * covariance)[i, i] }
    headFromFace = Quaternion(rotation)
    scale = trace / spread
    origin =
      headMean
      - headFromFace.act(faceMean + FaceMeshDeformation.offset) * (trace / spread)
    self.size = size
  }

  /// A mesh point in face space.
  func act(_ p: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3<Float>(headFromFace.inverse.act(Vector3(p) - origin) * (size / scale))
  }

  /// A mesh offset in face space.
  func turn(_ d: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3<Float>(headFromFace.inverse.act(Vector3(d)) * (size / scale))
  }
}
