import SpatialMath

extension FacetRenderer {
  /// Runs of one facet are shaded in pieces of at most this many pixels with one texture level.
  private static let pieceLength = 16

  /// Colours a row by the facet numbers.
  func shade(row: Int, texels: UnsafePointer<UInt32>, into output: UnsafeMutablePointer<UInt32>) {
    let numberRow = numbers + (row & 3) * stride
    let functions = rowFunctions(row)
    var x = 0
    while x < width {
      let number = numberRow[x]
      var end = x + 1
      let limit = min(width, x + Self.pieceLength)
      while end < limit, numberRow[end] == number { end += 1 }
      if number < 0 {
        for i in x..<end { output[i] = 0x80_8000 }
      } else {
        let f = functions + plain[Int(number)].start
        shadePiece(
          facet: Int(number), functions: f, row: row, from: x, to: end, texels: texels, into: output
        )
      }
      x = end
    }
  }

  /// The texture level and tap distance that suit a pixel's footprint on a facet.
  struct Sampling {
    var level: TextureLevel
    /// Half the distance between the two taps, in texels of the level; zero for one tap.
    var tap: SIMD2<Float>
  }

  @inline(__always)
  func sampling(
    facet number: Int, functions f: UnsafeMutablePointer<SIMD3<Float>>, rx: Float, ry: Float
  ) -> Sampling {
    let facet = plain[number]
    let iz = f[0].x * rx + f[0].y * ry + f[0].z
    let z = 1 / max(iz, 1e-6)
    let u = (f[1].x * rx + f[1].y * ry + f[1].z) * z
    let v = (f[2].x * rx + f[2].y * ry + f[2].z) * z
    let pixel = z * facet.density / Float(intrinsics.fx)
    let dx = SIMD2(f[1].x - u * f[0].x, f[2].x - v * f[0].x) * pixel
    let dy = SIMD2(f[1].y - u * f[0].y, f[2].y - v * f[0].y) * pixel
    let (lx, ly) = (dx.lengthSquared, dy.lengthSquared)
    let major = lx > ly ? dx : dy
    let longest = max(lx, ly).squareRoot()
    let area = abs(dx.x * dy.y - dx.y * dy.x)
    let shortest = area / max(longest, 1e-9)
    // Two taps halve the long side of the footprint; what is still too long is blurred away.
    let footprint = max(shortest, longest * 0.55)
    // A quarter of a level sharper than exact, as texture filters usually are.
    let exponent = approximateLogarithm2(max(footprint, 1)) + 0.25
    let index = min(Int(exponent), facet.levelCount - 1)
    let level = levels[facet.firstLevel + index]
    let isLong = longest > 1.5 * shortest && index + 1 < facet.levelCount
    let tap = isLong ? major * (0.25 * level.density / facet.density) : .zero
    return Sampling(level: level, tap: tap)
  }

  @inline(__always)
  private func shadePiece(
    facet number: Int, functions f: UnsafeMutablePointer<SIMD3<Float>>, row: Int, from x0: Int,
    to x1: Int, texels: UnsafePointer<UInt32>, into output: UnsafeMutablePointer<UInt32>
  ) {
    let middle = row * stride + (x0 + x1) / 2
    let how = sampling(facet: number, functions: f, rx: rayX[middle], ry: rayY[middle])
    let grid = TexelGrid(texels: texels, level: how.level)
    let scale = how.level.density
    let (fd, fu, fv) = (f[0], f[1] * scale, f[2] * scale)
    let rays = UnsafeRawPointer(rayX + row * stride)
    let rayRows = UnsafeRawPointer(rayY + row * stride)
    let target = UnsafeMutableRawPointer(output)
    let tapX = SIMD4<Float>(repeating: how.tap.x)
    let tapY = SIMD4<Float>(repeating: how.tap.y)
    let hasTaps = how.tap != .zero
    var x = x0
    while x < x1 {
      // Four at a time; what is past the piece is overwritten by the next one, and the last four
      // pixels of a row are done together.
      let start = min(x, width - 4)
      let rx = rays.loadUnaligned(fromByteOffset: start * 4, as: SIMD4<Float>.self)
      let ry = rayRows.loadUnaligned(fromByteOffset: start * 4, as: SIMD4<Float>.self)
      let z = 1 / (rx * fd.x + (ry * fd.y + fd.z))
      let tx = z * (rx * fu.x + (ry * fu.y + fu.z))
      let ty = z * (rx * fv.x + (ry * fv.y + fv.z))
      var colors: SIMD4<UInt32>
      if hasTaps {
        colors = Texel.mean(
          grid.bilinear(tx - tapX, ty - tapY), grid.bilinear(tx + tapX, ty + tapY))
      } else {
        colors = grid.bilinear(tx, ty)
      }
      if start < x {
        // Keep what is left of the piece.
        for i in 0..<x - start { colors[i] = output[start + i] }
      }
      target.storeBytes(of: colors, toByteOffset: start * 4, as: SIMD4<UInt32>.self)
      x = start + 4
    }
  }
}
