import FaceMesh
import Foundation
import SessionCore
import SpatialMath

/// Reads where light comes from off the shading of a face.
///
/// Skin is taken for matt and of one colour, an average one; brows, lips and eyes are left out. Only
/// the front of a face is seen, so that light from behind is unknown and the finer terms are held
/// back.
package struct FaceLightEstimator: Sendable {
  private var last: (coefficients: [[Double]], time: Timestamp)?

  /// One place of the skin.
  package struct Sample: Sendable {
    /// The unit normal in camera space.
    package var normal: Vector3
    /// Linear red, green, blue, 0…1.
    package var light: Vector3

    /// Creates a sample.
    package init(normal: Vector3, light: Vector3) {
      self.normal = normal
      self.light = light
    }
  }

  private enum Constant {
    /// Skin's share of reflected light, red, green and blue: the middle of what people have.
    static let skin = Vector3(0.45, 0.30, 0.23)
    /// How strongly terms of each degree are held back, as a share of the number of samples.
    static let ridge = [1e-4, 0.002, 0.05]
    /// Fewer samples say nothing.
    static let leastSamples = 40
    /// Surfaces turned farther away than this cosine are left out.
    static let leastFacing = 0.25
    /// Seconds in which an estimate follows a change by 63 %.
    static let timeConstant = 0.3
  }

  /// The skin's vertices.
  private static let skin: [Int] = {
    let topology = FaceMeshTopology.standard
    let groups: [FaceMeshGroup] = [
      .forehead, .leftCheek, .rightCheek, .chin, .noseBridge, .noseTip, .leftTemple, .rightTemple,
    ]
    return Set(groups.flatMap { topology.vertices(of: $0) }).map(Int.init).sorted()
  }()

  /// Creates an estimator without history.
  package init() {}

  /// The light on a face of an `rgb8` picture, in camera space; nil where too little skin is seen.
  package mutating func estimate(
    _ face: TrackedFace, in picture: PixelBuffer, intrinsics: CameraIntrinsics, at time: Timestamp
  ) -> DirectionalLightEstimate? {
    let samples = Self.samples(face, in: picture, intrinsics: intrinsics)
    guard var fit = Self.fit(samples) else { return nil }
    if let last {
      let k = 1 - exp(-max(0, time.seconds(since: last.time)) / Constant.timeConstant)
      for c in 0..<3 {
        for i in 0..<SphericalHarmonics.count {
          fit[c][i] = last.coefficients[c][i] + k * (fit[c][i] - last.coefficients[c][i])
        }
      }
    }
    last = (fit, time)
    return Self.estimate(from: fit)
  }

  /// Fits the light around a matt surface to samples of it: nine coefficients for red, green, blue.
  ///
  /// Nil for too few samples.
  package static func fit(_ samples: [Sample]) -> [[Double]]? {
    guard samples.count >= Constant.leastSamples else { return nil }
    let count = SphericalHarmonics.count
    var matrix = [[Double]](repeating: Array(repeating: 0, count: count), count: count)
    var sides = [[Double]](repeating: Array(repeating: 0, count: count), count: 3)
    for sample in samples {
      let y = SphericalHarmonics.values(sample.normal)
      for i in 0..<count {
        for j in 0...i { matrix[i][j] += y[i] * y[j] }
        for c in 0..<3 { sides[c][i] += y[i] * sample.light[c] }
      }
    }
    for i in 0..<count {
      matrix[i][i] += Double(samples.count) * Constant.ridge[i == 0 ? 0 : i < 4 ? 1 : 2]
    }
    guard let factor = choleskyFactor(matrix) else { return nil }
    return (0..<3).map { c in
      let solved = solve(factor, sides[c])
      // From reflected light back to the light that arrives.
      return (0..<count).map {
        solved[$0] * .pi / (SphericalHarmonics.mattFactors[$0] * Constant.skin[c])
      }
    }
  }

  /// The estimate of nine coefficients a colour.
  package static func estimate(from fit: [[Double]]) -> DirectionalLightEstimate {
    let weights = Vector3(0.2126, 0.7152, 0.0722)
    func luminance(_ i: Int) -> Double {
      fit[0][i] * weights.x + fit[1][i] * weights.y + fit[2][i] * weights.z
    }
    let gradient = Vector3(luminance(3), luminance(1), luminance(2))
    let towards = gradient.length > 1e-9 ? gradient.normalized : Vector3(0, 0, 1)
    // What a white matt card turned to the light would show; 1 is white in a well-lit picture.
    let y = SphericalHarmonics.values(towards)
    let card = (0..<SphericalHarmonics.count).reduce(0) {
      $0 + luminance($1) * SphericalHarmonics.mattFactors[$1] * y[$1]
    }
    return DirectionalLightEstimate(
      sphericalHarmonicsCoefficients: fit.flatMap { $0.map(Float.init) },
      primaryLightDirection: towards,
      primaryLightIntensity: max(0, 1000 * card / .pi))
  }

  private static func samples(
    _ face: TrackedFace, in picture: PixelBuffer, intrinsics: CameraIntrinsics
  ) -> [Sample] {
    let normals = FaceMeshTopology.standard.normals(of: face.geometry)
    let plane = picture.planes[0]
    var result: [Sample] = []
    result.reserveCapacity(skin.count)
    for vertex in skin {
      let p = face.cameraFromFace.act(Vector3(face.geometry.vertices[vertex]))
      let normal = face.cameraFromFace.rotation.act(Vector3(normals[vertex]))
      guard normal.dot(-p.normalized) > Constant.leastFacing,
        let pixel = intrinsics.project(Vector3(p.x, -p.y, -p.z)),
        pixel.x >= 0, pixel.y >= 0, pixel.x < Double(picture.width),
        pixel.y < Double(picture.height)
      else { continue }
      let at = Int(pixel.y) * plane.stride + Int(pixel.x) * 3
      let bytes = (0..<3).map { plane.base.load(fromByteOffset: at + $0, as: UInt8.self) }
      // Clipped pixels are highlights or shadows, not skin.
      guard bytes.allSatisfy({ 4...250 ~= $0 }) else { continue }
      result.append(
        Sample(
          normal: normal,
          light: Vector3(
            LinearLight.ofByte(bytes[0]), LinearLight.ofByte(bytes[1]),
            LinearLight.ofByte(bytes[2]))))
    }
    return result
  }

  /// The lower triangle L of L·Lᵀ = matrix; nil when the matrix is not positive.
  private static func choleskyFactor(_ matrix: [[Double]]) -> [[Double]]? {
    var l = matrix
    for i in matrix.indices {
      for j in 0...i {
        var sum = matrix[i][j]
        for k in 0..<j { sum -= l[i][k] * l[j][k] }
        if i == j {
          guard sum > 0 else { return nil }
          l[i][i] = sum.squareRoot()
        } else {
          l[i][j] = sum / l[j][j]
        }
      }
    }
    return l
  }

  private static func solve(_ l: [[Double]], _ side: [Double]) -> [Double] {
    var x = side
    for i in x.indices {
      for k in 0..<i { x[i] -= l[i][k] * x[k] }
      x[i] /= l[i][i]
    }
    for i in x.indices.reversed() {
      for k in (i + 1)..<max(x.count, i + 1) { x[i] -= l[k][i] * x[k] }
      x[i] /= l[i][i]
    }
    return x
  }
}
