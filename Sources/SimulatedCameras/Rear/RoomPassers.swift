import Foundation
import SoftwareRendering
import SpatialMath

/// People who walk through a simulated room, between the camera and the table.
///
/// Nothing stands before them, so they are drawn over the room. A pure function of time and seed.
struct RoomPassers {
  /// Someone on a straight way along the room's X axis.
  private struct Walk {
    /// When the middle of the room is passed, seconds; the speed along X, metres a second; the
    /// distance from the table's middle along Z, metres.
    var middle: Double, speed: Double, depth: Double
    /// Chooses the clothes.
    var clothes: Float
  }

  /// A trunk of this radius up to the neck, and a head, metres.
  private static let radius: Float = 0.17, neck: Float = 1.42
  private static let headHeight: Float = 1.58, headRadius: Float = 0.12
  /// The way of one leads from wall to wall.
  private static let reach = 2.6
  /// Light from the windows on the left, and from everywhere.
  private static let light = SIMD3<Float>(-0.6, 0.5, 0.62), ambient: Float = 0.45

  private let walks: [Walk]
  private let size: (width: Int, height: Int)
  /// The direction of each column's and row's middle; the lens's distortion left out.
  private let columns: [Float], rows: [Float]

  init(seed: UInt64, intrinsics: CameraIntrinsics) {
    var generator = SeededGenerator(seed: seed ^ 0x5041_5353)
    walks = [4.0, 6.5, 8.2].enumerated().map { i, middle in
      Walk(
        middle: middle + generator.uniform(-0.3...0.3),
        speed: (i % 2 == 0 ? 1 : -1) * generator.uniform(0.9...1.3),
        depth: generator.uniform(0.52...0.60), clothes: Float(generator.uniform(0...6)))
    }
    size = (intrinsics.width, intrinsics.height)
    columns = (0..<intrinsics.width).map {
      Float((Double($0) + 0.5 - intrinsics.cx) / intrinsics.fx)
    }
    rows = (0..<intrinsics.height).map {
      Float((Double($0) + 0.5 - intrinsics.cy) / intrinsics.fy)
    }
  }

  /// Draws those who are in the room at a time.
  func draw(at time: Double, from view: FacetView, into pixels: UnsafeMutablePointer<UInt32>) {
    for walk in walks {
      let x = walk.speed * (time - walk.middle)
      guard abs(x) < Self.reach else { continue }
      draw(walk, at: SIMD3(Float(x), 0, Float(walk.depth)), view, pixels)
    }
  }

  private func draw(
    _ walk: Walk, at feet: SIMD3<Float>, _ view: FacetView,
    _ pixels: UnsafeMutablePointer<UInt32>
  ) {
    let eye = view.position - feet
    PackedColor.withEncoder { encoder in
      for x in 0..<size.width {
        for y in 0..<size.height {
          let d = view.forward + view.right * columns[x] + view.down * rows[y]
          guard let hit = Self.hit(eye, d) else { continue }
          pixels[y * size.width + x] = encoder.encode(color(hit, walk))
        }
      }
    }
  }

  private struct Hit {
    var point: SIMD3<Float>, normal: SIMD3<Float>
    var isHead: Bool
  }

  /// Where a ray from the eye first meets the trunk or the head.
  private static func hit(_ eye: SIMD3<Float>, _ d: SIMD3<Float>) -> Hit? {
    var best: Float = .infinity
    var result: Hit?
    if let t = nearest(
      a: d.x * d.x + d.z * d.z, b: eye.x * d.x + eye.z * d.z,
      c: eye.x * eye.x + eye.z * eye.z - radius * radius)
    {
      let p = eye + d * t
      if p.y > 0, p.y < neck {
        best = t
        result = Hit(point: p, normal: SIMD3(p.x, 0, p.z) / radius, isHead: false)
      }
    }
    let head = eye - SIMD3(0, headHeight, 0)
    if let t = nearest(
      a: d.dot(d), b: head.dot(d), c: head.dot(head) - headRadius * headRadius), t < best
    {
      let n = (head + d * t) / headRadius
      result = Hit(point: n, normal: n, isHead: true)
    }
    return result
  }

  /// The least positive root of a·t² + 2·b·t + c.
  private static func nearest(a: Float, b: Float, c: Float) -> Float? {
    let square = b * b - a * c
    guard square > 0, a > 0 else { return nil }
    let t = (-b - square.squareRoot()) / a
    return t > 0 ? t : nil
  }

  /// Clothes with a woven pattern that goes along with its wearer: a tracker finds corners on it.
  private func color(_ hit: Hit, _ walk: Walk) -> SIMD3<Float> {
    let shade = Self.ambient + (1 - Self.ambient) * max(0, hit.normal.dot(Self.light))
    let k = walk.clothes
    let (a, y) = (atan2(hit.point.x, hit.point.z), hit.point.y)
    if hit.isHead {
      let hair: Float = hit.normal.y > 0.25 ? 0.25 : 1
      return SIMD3(0.42, 0.30, 0.23) * (shade * hair)
    }
    let weave = sin(a * 9 + k) * sin(y * 23 + k) > 0.2 ? Float(1) : 0.35
    let folds = 0.8 + 0.2 * sin(a * 31 + y * 7 + 2 * k)
    let tint = SIMD3<Float>(0.5 + 0.4 * sin(k), 0.5 + 0.4 * sin(k + 2), 0.5 + 0.4 * sin(k + 4))
    return tint * (0.5 * shade * weave * folds)
  }
}
