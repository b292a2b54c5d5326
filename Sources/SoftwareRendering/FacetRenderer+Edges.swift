import SpatialMath

extension FacetRenderer {
  /// Four samples of a pixel on a turned grid, in pixels from its middle.
  private static let offsetX = SIMD4<Float>(-0.125, 0.375, -0.375, 0.125)
  private static let offsetY = SIMD4<Float>(-0.375, -0.125, 0.125, 0.375)
  /// More facets than this do not meet in a pixel and its neighbours, or are not seen apart.
  private static let mostCandidates = 6

  /// Mixes the colours of the facets that meet in a pixel, wherever neighbours differ.
  ///
  /// The row below must have been numbered and coloured.
  func smoothEdges(
    row: Int, texels: UnsafePointer<UInt32>, into output: UnsafeMutablePointer<UInt32>
  ) {
    let here = numbers + (row & 3) * stride
    let above = row > 0 ? numbers + ((row - 1) & 3) * stride : here
    let below = row < height - 1 ? numbers + ((row + 1) & 3) * stride : here
    for x in 0..<width {
      let n = here[x]
      let left = here[x > 0 ? x - 1 : x]
      let right = here[x < width - 1 ? x + 1 : x]
      let (up, down) = (above[x], below[x])
      if left == n && right == n && up == n && down == n { continue }
      // `output` is this row; its neighbours above and below lie a width away.
      let color = output[x]
      let isSeen =
        left != n && Self.differs(color, output[x - 1])
        || right != n && Self.differs(color, output[x + 1])
        || up != n && Self.differs(color, output[x - width])
        || down != n && Self.differs(color, output[x + width])
      guard isSeen else { continue }
      output[x] = mixed(x: x, row: row, above: above, here: here, below: below, texels: texels)
    }
  }

  /// True when an edge between two colours would be seen as a staircase.
  @inline(__always)
  private static func differs(_ a: UInt32, _ b: UInt32) -> Bool {
    let y = Int32(a & 0xFF) - Int32(b & 0xFF)
    let u = Int32(a >> 8 & 0xFF) - Int32(b >> 8 & 0xFF)
    let v = Int32(a >> 16 & 0xFF) - Int32(b >> 16 & 0xFF)
    return abs(y) + abs(u) + abs(v) > 8
  }

  private func mixed(
    x: Int, row: Int, above: UnsafeMutablePointer<Int32>, here: UnsafeMutablePointer<Int32>,
    below: UnsafeMutablePointer<Int32>, texels: UnsafePointer<UInt32>
  ) -> UInt32 {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.mostCandidates) { candidates in
      var count = 0
      let columns = max(0, x - 1)...min(width - 1, x + 1)
      for line in [above, here, below] {
        for column in columns where line[column] >= 0 {
          let n = line[column]
          var isNew = count < candidates.count
          for i in 0..<count where candidates[i] == n { isNew = false }
          if isNew {
            candidates[count] = n
            count += 1
          }
        }
      }
      let found = UnsafeBufferPointer(rebasing: candidates[0..<count])
      return blend(found, x: x, row: row, texels: texels)
    }
  }

  /// Colours a pixel by its four samples.
  ///
  /// Each facet that wins samples is read once, in the middle of those.
  private func blend(
    _ candidates: UnsafeBufferPointer<Int32>, x: Int, row: Int, texels: UnsafePointer<UInt32>
  ) -> UInt32 {
    let place = row * stride + x
    let ray = SIMD2(rayX[place], rayY[place])
    let pixel = SIMD2(1 / Float(intrinsics.fx), 1 / Float(intrinsics.fy))
    let functions = rowFunctions(row)
    let sx = Self.offsetX * pixel.x + ray.x
    let sy = Self.offsetY * pixel.y + ray.y
    var best = SIMD4<Float>.zero
    var winner = SIMD4<Int32>(repeating: -1)
    for n in candidates {
      let facet = plain[Int(n)]
      let f = functions + facet.start
      let iz = sx * f[0].x + (sy * f[0].y + f[0].z)
      var mask = iz .> best
      for e in 3..<3 + facet.edgeCount {
        mask = mask .& (sx * f[e].x + (sy * f[e].y + f[e].z) .>= 0)
      }
      best.replace(with: iz, where: mask)
      winner.replace(with: SIMD4(repeating: n), where: mask)
    }
    var sum = SIMD3<UInt32>.zero
    var hits: UInt32 = 0
    for n in candidates {
      let mask = winner .== SIMD4(repeating: n)
      let share = SIMD4<Float>.zero.replacing(with: SIMD4(repeating: 1), where: mask)
      let count = share.sum()
      guard count > 0 else { continue }
      let rx = (sx * share).sum() / count
      let ry = (sy * share).sum() / count
      let color = fetch(facet: Int(n), functions: functions, rx: rx, ry: ry, texels: texels)
      let weight = UInt32(count)
      sum &+= SIMD3(color & 0xFF, color >> 8 & 0xFF, color >> 16 & 0xFF) &* weight
      hits += weight
    }
    guard hits > 0 else { return 0x80_8000 }
    let mean = (sum &+ SIMD3(repeating: hits / 2)) / SIMD3(repeating: hits)
    return mean.x | mean.y << 8 | mean.z << 16
  }

  @inline(__always)
  private func fetch(
    facet number: Int, functions: UnsafeMutablePointer<SIMD3<Float>>, rx: Float, ry: Float,
    texels: UnsafePointer<UInt32>
  ) -> UInt32 {
    let f = functions + plain[number].start
    let how = sampling(facet: number, functions: f, rx: rx, ry: ry)
    let z = how.level.density / (f[0].x * rx + f[0].y * ry + f[0].z)
    let x = z * (f[1].x * rx + f[1].y * ry + f[1].z)
    let y = z * (f[2].x * rx + f[2].y * ry + f[2].z)
    let grid = TexelGrid(texels: texels, level: how.level)
    return grid.bilinear(x, y)
  }
}
