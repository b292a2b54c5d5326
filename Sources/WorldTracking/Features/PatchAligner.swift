import COpenCVTracking
import Foundation
import SpatialMath

/// A local map of the plane: how pixels of a reference picture move in another one.
package struct Warp: Sendable {
  /// Where one pixel to the right, and one down, goes.
  package var right: Vector2, down: Vector2

  /// Creates a map from where one pixel to the right, and one down, goes.
  package init(right: Vector2, down: Vector2) {
    self.right = right
    self.down = down
  }

  /// No change of shape.
  package static let identity = Warp(right: Vector2(1, 0), down: Vector2(0, 1))

  /// The change of area.
  var determinant: Double { right.x * down.y - down.x * right.y }

  /// The opposite map.
  var inverse: Warp {
    let d = 1 / determinant
    return Warp(right: Vector2(down.y, -right.y) * d, down: Vector2(-down.x, right.x) * d)
  }
}

/// Finds a patch of one picture in another to about 0.1 px, whatever gain and offset the light has
/// put on it (inverse compositional alignment; Baker and Matthews, IJCV 2004).
package enum PatchAligner {
  /// 11 × 11 pixels: large enough for 0.1 px, small enough not to straddle depth edges often.
  private static let reach = 5
  private static let side = 2 * reach + 1
  private static let area = Float(side * side)
  /// A row of 11 in three vectors of four; the last lane is masked out.
  private static let vectorsPerRow = 3
  private static let vectorCount = side * vectorsPerRow
  /// The template with a rim of one pixel for its derivatives.
  private static let rimmed = side + 2
  private static let mask = SIMD4<Float>(1, 1, 1, 0)
  /// Below a contrast of 2 grey levels nothing can be aligned; below this determinant a pixel² it
  /// is an edge.
  private static let leastVariance: Float = 4
  private static let leastDeterminant: Float = 1e-3
  private static let maximumSteps = 12
  /// Squared pixels: a step this small ends the search; a place this far has run away.
  private static let smallStep: Float = 4e-4
  private static let runaway: Float = 36

  /// A match.
  package struct Match {
    /// Where the patch was found.
    package var pixel: Vector2
    /// The zero-mean normalised correlation, −1…1.
    package var correlation: Double
  }

  /// Looks for a patch of the reference round a pixel, beginning at `start` of the current picture.
  ///
  /// `warp` says how pixels of the reference move in the current picture. A coarse search begins one
  /// level higher: it finds the patch within 5 px instead of 2.5. Nil when the search runs away or
  /// ends outside, or when there is no texture.
  package static func align(
    _ reference: ImagePyramid, at pixel: Vector2, in current: ImagePyramid, warp: Warp,
    start: Vector2, isCoarse: Bool
  ) -> Match? {
    let determinant = warp.determinant
    // More than three times the size, or flipped.
    guard determinant > 0.1, determinant < 10 else { return nil }
    // Magnified: look at a smaller image. Shrunk: read the reference from a smaller one.
    let steps = 0.5 * log2(determinant)
    let currentLevel = max(0, min(current.levels.count - 2, Int(steps.rounded())))
    let referenceLevel = max(0, min(reference.levels.count - 2, Int((-steps).rounded())))
    var match = Match(pixel: start, correlation: 0)
    for pass in (0...(isCoarse ? 1 : 0)).reversed() {
      let cl = min(currentLevel + pass, current.levels.count - 1)
      let rl = min(referenceLevel + pass, reference.levels.count - 1)
      let found = withUnsafeTemporaryAllocation(
        of: SIMD4<Float>.self, capacity: 3 * vectorCount
      ) { storage -> (match: Match, isDone: Bool)? in
        guard let base = storage.baseAddress,
          let template = Template(
            storage: base, image: reference.levels[rl], pixel: pixel, level: rl,
            warp: warp.inverse, scale: Float(1 << cl))
        else { return nil }
        return search(template, in: current.levels[cl], from: match.pixel, level: cl)
      }
      guard let found, pass > 0 || found.isDone else { return nil }
      match = found.match
    }
    return match
  }

  /// The reference patch, warped to the shape it should have now: values and derivatives, all with
  /// their mean removed.
  private struct Template {
    let values: UnsafeMutablePointer<SIMD4<Float>>
    let gradientX: UnsafeMutablePointer<SIMD4<Float>>
    let gradientY: UnsafeMutablePointer<SIMD4<Float>>
    var mean: Float = 0
    var deviation: Float = 0
    /// The sums of gradient products, and of gradients times values.
    var xx: Float = 0, xy: Float = 0, yy: Float = 0, xt: Float = 0, yt: Float = 0
    var determinant: Float = 0

    init?(
      storage: UnsafeMutablePointer<SIMD4<Float>>, image: bifrons_luma, pixel: Vector2,
      level: Int, warp: Warp, scale: Float
    ) {
      values = storage
      gradientX = storage + vectorCount
      gradientY = storage + 2 * vectorCount
      let isInside = withUnsafeTemporaryAllocation(of: Float.self, capacity: rimmed * rimmed + 4) {
        rim -> Bool in
        guard let rim = rim.baseAddress else { return false }
        let shrink = 1 / Float(1 << level)
        guard
          Self.sample(
            image, into: rim, centerX: Float(pixel.x) * shrink, centerY: Float(pixel.y) * shrink,
            right: SIMD2(Float(warp.right.x), Float(warp.right.y)) * scale * shrink,
            down: SIMD2(Float(warp.down.x), Float(warp.down.y)) * scale * shrink)
        else { return false }
        fill(rim)
        return true
      }
      guard isInside, finish() else { return nil }
    }

    /// Samples 13 × 13 pixels on the warped grid; false when one lies outside.
    private static func sample(
      _ image: bifrons_luma, into out: UnsafeMutablePointer<Float>, centerX: Float, centerY: Float,
      right: SIMD2<Float>, down: SIMD2<Float>
    ) -> Bool {
      guard let base = image.base else { return false }
      let stride = Int(image.stride)
      let (limitX, limitY) = (Float(image.width - 1), Float(image.height - 1))
      let h = Float(reach + 1)
      let corner = SIMD2(centerX, centerY) - h * right - h * down
      // The grid is a parallelogram: when its corners are inside, all of it is.
      for (i, j) in [(0, 0), (1, 0), (0, 1), (1, 1)] as [(Float, Float)] {
        let c = corner + 2 * h * i * right + 2 * h * j * down
        guard c.x >= 0, c.y >= 0, c.x < limitX, c.y < limitY else { return false }
      }
      for j in 0..<rimmed {
        let start = corner + Float(j) * down
        for i in 0..<rimmed {
          let p = start + Float(i) * right
          // Rounding may leave a hair outside what the corners promised.
          let x = min(max(p.x, 0), limitX - 0.001)
          let y = min(max(p.y, 0), limitY - 0.001)
          let (ix, iy) = (Int(x), Int(y))
          let (fx, fy) = (x - Float(ix), y - Float(iy))
          let q = base + iy * stride + ix
          let top = Float(q[0]) + fx * (Float(q[1]) - Float(q[0]))
          let bottom = Float(q[stride]) + fx * (Float(q[stride + 1]) - Float(q[stride]))
          out[j * rimmed + i] = top + fy * (bottom - top)
        }
      }
      return true
    }

    private func fill(_ rim: UnsafeMutablePointer<Float>) {
      for j in 0..<side {
        for k in 0..<vectorsPerRow {
          let center = UnsafeRawPointer(rim + (j + 1) * rimmed + 1 + 4 * k)
          let step = MemoryLayout<Float>.stride
          let mask = k == vectorsPerRow - 1 ? PatchAligner.mask : SIMD4(repeating: 1)
          @inline(__always) func load(_ offset: Int) -> SIMD4<Float> {
            center.loadUnaligned(fromByteOffset: offset * step, as: SIMD4<Float>.self)
          }
          let at = j * vectorsPerRow + k
          values[at] = load(0) * mask
          gradientX[at] = 0.5 * (load(1) - load(-1)) * mask
          gradientY[at] = 0.5 * (load(rimmed) - load(-rimmed)) * mask
        }
      }
    }

    /// Removes means and sums up; false without texture.
    private mutating func finish() -> Bool {
      var (sumT, sumX, sumY) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
      for i in 0..<vectorCount {
        sumT += values[i]
        sumX += gradientX[i]
        sumY += gradientY[i]
      }
      mean = sumT.sum() / area
      let (meanX, meanY) = (sumX.sum() / area, sumY.sum() / area)
      var (tt, xx, xy) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
      var (yy, xt, yt) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
      for i in 0..<vectorCount {
        let mask = i % vectorsPerRow == vectorsPerRow - 1 ? PatchAligner.mask : SIMD4(repeating: 1)
        let t = (values[i] - mean) * mask
        let x = (gradientX[i] - meanX) * mask
        let y = (gradientY[i] - meanY) * mask
        values[i] = t
        gradientX[i] = x
        gradientY[i] = y
        tt += t * t
        xx += x * x
        xy += x * y
        yy += y * y
        xt += x * t
        yt += y * t
      }
      (self.xx, self.xy, self.yy) = (xx.sum(), xy.sum(), yy.sum())
      (self.xt, self.yt) = (xt.sum(), yt.sum())
      determinant = self.xx * self.yy - self.xy * self.xy
      let variance = tt.sum()
      deviation = variance.squareRoot()
      return variance >= leastVariance * area && determinant >= leastDeterminant * area * area
    }
  }

  private static func search(
    _ template: Template, in image: bifrons_luma, from start: Vector2, level: Int
  ) -> (match: Match, isDone: Bool)? {
    let scale = Float(1 << level)
    let origin = SIMD2(Float(start.x), Float(start.y)) / scale
    var place = origin
    var correlation: Float = 0
    var isDone = false
    let margin = Float(reach)
    let limitX = Float(image.width) - margin - 2
    let limitY = Float(image.height) - margin - 2
    for _ in 0..<maximumSteps {
      guard place.x >= margin + 1, place.y >= margin + 1, place.x < limitX, place.y < limitY,
        let sums = compare(template, image, place)
      else { return nil }
      correlation = sums.it / (sums.deviation * template.deviation)
      let gain = template.deviation / sums.deviation
      let bx = sums.ix * gain - template.xt
      let by = sums.iy * gain - template.yt
      let step =
        SIMD2(
          template.yy * bx - template.xy * by, template.xx * by - template.xy * bx)
        / template.determinant
      place -= step
      if (place - origin).lengthSquared > runaway { return nil }
      if step.lengthSquared < smallStep {
        isDone = true
        break
      }
    }
    let pixel = Vector2(Double(place.x * scale), Double(place.y * scale))
    return (Match(pixel: pixel, correlation: Double(correlation)), isDone)
  }

  /// The sums over the patch at a place of the current picture, its mean removed: its deviation,
  /// and its products with the template and the template's derivatives.
  private static func compare(
    _ template: Template, _ image: bifrons_luma, _ place: SIMD2<Float>
  ) -> (deviation: Float, it: Float, ix: Float, iy: Float)? {
    guard let base = image.base else { return nil }
    let (x, y) = (Int(place.x), Int(place.y))
    let fx = place.x - Float(x)
    let fy = place.y - Float(y)
    let stride = Int(image.stride)
    var row = UnsafeRawPointer(base + (y - reach) * stride + x - reach)
    var (a, b, c) = interpolated(row, fx, template.mean)
    var (i1, ii) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var (it, ix, iy) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
    @inline(__always) func add(_ v: SIMD4<Float>, _ at: Int) {
      i1 += v
      ii += v * v
      it += v * template.values[at]
      ix += v * template.gradientX[at]
      iy += v * template.gradientY[at]
    }
    for j in 0..<side {
      row += stride
      let (nextA, nextB, nextC) = interpolated(row, fx, template.mean)
      add(a + fy * (nextA - a), j * vectorsPerRow)
      add(b + fy * (nextB - b), j * vectorsPerRow + 1)
      add((c + fy * (nextC - c)) * mask, j * vectorsPerRow + 2)
      (a, b, c) = (nextA, nextB, nextC)
    }
    let sum = i1.sum()
    let variance = ii.sum() - sum * sum / area
    guard variance >= area else { return nil }
    return (variance.squareRoot(), it.sum(), ix.sum(), iy.sum())
  }

  /// Twelve pixels of a row between whole places, less a mean.
  @inline(__always) private static func interpolated(
    _ row: UnsafeRawPointer, _ fraction: Float, _ mean: Float
  ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    @inline(__always) func at(_ k: Int) -> SIMD4<Float> {
      let left = SIMD4<Float>(row.loadUnaligned(fromByteOffset: k, as: SIMD4<UInt8>.self))
      let right = SIMD4<Float>(row.loadUnaligned(fromByteOffset: k + 1, as: SIMD4<UInt8>.self))
      return left - mean + fraction * (right - left)
    }
    return (at(0), at(4), at(8))
  }
}
