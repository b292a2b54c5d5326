import FaceMesh
import FaceTracking
import Foundation
import SpatialMath
import Testing

@Suite struct WeightedProcrustesTests {
  private let points = [
    Vector3(0, 0, 0), Vector3(3, 0, 1), Vector3(0, 2, 0), Vector3(-1, 1, 4), Vector3(2, -2, 1),
  ]
  private let weights = [1.0, 0.5, 2, 0.25, 1]

  @Test func recoversASimilarity() throws {
    let truth = Similarity(
      rotation: EulerAngles(pitch: 0.3, yaw: -0.7, roll: 0.2).rotation.matrix, scale: 1.7,
      translation: Vector3(4, -5, 6))
    let fit = try #require(
      WeightedProcrustes(points: points, weights: weights).fit(to: points.map(truth.act)))
    #expect(abs(fit.scale - truth.scale) < 1e-9)
    #expect((fit.translation - truth.translation).length < 1e-9)
    for p in points { #expect((fit.act(p) - truth.act(p)).length < 1e-9) }
  }

  @Test func countsHeavierPointsMore() throws {
    var heavy = weights
    heavy[1] = 100
    let targets = points.enumerated().map { $0 == 1 ? $1 + Vector3(0, 0, 0.5) : $1 }
    func miss(_ weights: [Double]) throws -> Double {
      let fit = try #require(WeightedProcrustes(points: points, weights: weights).fit(to: targets))
      return (fit.act(points[1]) - targets[1]).length
    }
    #expect(try miss(heavy) < miss(weights) / 5)
  }

  @Test func neverMirrors() throws {
    let mirrored = points.map { $0 * Vector3(-1, 1, 1) }
    let fit = try #require(WeightedProcrustes(points: points, weights: weights).fit(to: mirrored))
    #expect(abs(fit.rotation.determinant - 1) < 1e-9)
  }

  @Test func hasNoAnswerForPointsInOnePlace() {
    let fit = WeightedProcrustes(points: points, weights: weights).fit(
      to: points.map { _ in Vector3(1, 1, 1) })
    #expect(fit == nil)
  }
}

@Suite struct MetricFaceFitterTests {
  /// The canonical face seen by a camera, as the landmark network would give it: its depth is
  /// relative to the face's middle, in the scale of x.
  static func landmarks(
    _ cameraFromFace: Pose, _ intrinsics: CameraIntrinsics
  ) -> [Vector3] {
    let points = CanonicalFace.standard.centimetres.map {
      cameraFromFace.act($0 / 100 + FaceMeshDeformation.offset)
    }
    let middle = points.reduce(0) { $0 - $1.z } / Double(points.count)
    let projected = points.map { p in
      let pixel = intrinsics.project(Vector3(p.x, -p.y, -p.z)) ?? .zero
      return Vector3(pixel.x, pixel.y, intrinsics.fx * (-p.z - middle) / middle)
    }
    // The irises take no part in the fit.
    return projected + Array(repeating: projected[168], count: 10)
  }

  private static let wide = CameraIntrinsics(
    width: 640, height: 480, fx: 520, fy: 520, cx: 320, cy: 240)
  private static let offCentre = CameraIntrinsics(
    width: 640, height: 480, fx: 700, fy: 710, cx: 300, cy: 260,
    distortion: .init(k1: -0.2, k2: 0.05))

  @Test(arguments: [
    (0.0, 0.0, 0.0, Vector3(0, 0, -0.5)), (0.5, 0.1, -0.2, Vector3(0.1, -0.05, -0.4)),
    (-0.6, -0.3, 0.4, Vector3(-0.15, 0.1, -0.9)),
  ])
  func placesTheCanonicalFace(yaw: Double, pitch: Double, roll: Double, place: Vector3) throws {
    for intrinsics in [Self.wide, Self.offCentre] {
      let truth = Pose(
        rotation: EulerAngles(pitch: pitch, yaw: yaw, roll: roll).rotation, translation: place)
      let face = try #require(
        MetricFaceFitter().fit(Self.landmarks(truth, intrinsics), intrinsics: intrinsics))
      // Two passes leave some per cent of the distance; the direction is exact.
      let found = face.cameraFromFace
      #expect((found.translation - place).length < 0.04 * place.length)
      #expect((found.rotation.inverse * truth.rotation).angle < 0.03)
    }
  }

  @Test func keepsLandmarksOnTheirRays() throws {
    let truth = Pose(
      rotation: EulerAngles(pitch: 0.1, yaw: 0.4, roll: 0).rotation,
      translation: Vector3(0.05, 0, -0.5))
    let points = Self.landmarks(truth, Self.offCentre)
    let face = try #require(MetricFaceFitter().fit(points, intrinsics: Self.offCentre))
    for (index, landmark) in face.landmarks.enumerated() {
      let p = face.cameraFromFace.act(Vector3(landmark))
      let pixel = try #require(Self.offCentre.project(Vector3(p.x, -p.y, -p.z)))
      // Single precision at half a metre.
      #expect((pixel - Vector2(points[index].x, points[index].y)).length < 0.01)
    }
  }

  @Test func scalesTheDistanceWithTheFocalLength() throws {
    let near = CameraIntrinsics(width: 640, height: 480, fx: 500, fy: 500, cx: 320, cy: 240)
    let far = CameraIntrinsics(width: 640, height: 480, fx: 1000, fy: 1000, cx: 320, cy: 240)
    let points = Self.landmarks(Pose(translation: Vector3(0, 0, -0.5)), near)
    let a = try #require(MetricFaceFitter().fit(points, intrinsics: near))
    let b = try #require(MetricFaceFitter().fit(points, intrinsics: far))
    let ratio = b.cameraFromFace.translation.z / a.cameraFromFace.translation.z
    #expect(abs(ratio - 2) < 0.1)
  }

  @Test func refusesAPoint() {
    let points = Array(repeating: Vector3(100, 100, 0), count: 478)
    #expect(MetricFaceFitter().fit(points, intrinsics: Self.wide) == nil)
  }
}
