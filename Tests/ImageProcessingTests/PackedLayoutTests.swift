import ImageProcessing
import SessionCore
import Testing

/// A picture of known numbers, written in a camera's layout byte by byte as `videodev2.h` tells.
private struct LayoutSample {
  let width: Int, height: Int
  /// Unused bytes at the end of each row.
  let padding: Int

  /// Values that tell pixels and channels apart; chroma is the same for neighbours in a row.
  func y(_ x: Int, _ y: Int) -> UInt8 { UInt8(16 + (x * 7 + y * 13) % 200) }
  func u(_ x: Int, _ y: Int) -> UInt8 { UInt8(20 + (x / 2 * 11 + y * 3) % 200) }
  func v(_ x: Int, _ y: Int) -> UInt8 { UInt8(30 + (x / 2 * 5 + y * 17) % 200) }
  /// Red, green and blue.
  func rgb(_ x: Int, _ y: Int) -> [UInt8] {
    [UInt8((x * 31 + y) % 256), UInt8((x * 3 + y * 41) % 256), UInt8((x * 17 + y * 7) % 256)]
  }
  /// Grey of 16 bits.
  func grey(_ x: Int, _ y: Int) -> UInt16 { UInt16((x * 1009 + y * 4001) % 65_536) }

  /// The rows of each plane, one after the other.
  func bytes(_ layout: PackedLayout) -> [[UInt8]] {
    func rows(_ count: Int, _ row: (Int) -> [UInt8]) -> [UInt8] {
      (0..<count).flatMap { row($0) + Array(repeating: 0xEE, count: padding) }
    }
    func pairs(_ order: [(Int, Int) -> UInt8]) -> [UInt8] {
      rows(height) { y in
        stride(from: 0, to: width, by: 2).flatMap { x in order.map { $0(x, y) } }
      }
    }
    func pixels(_ order: [Int?]) -> [UInt8] {
      rows(height) { y in
        (0..<width).flatMap { x in order.map { $0.map { rgb(x, y)[$0] } ?? 0x55 } }
      }
    }
    func words(_ value: (Int, Int) -> UInt16) -> [UInt8] {
      rows(height) { y in
        (0..<width).flatMap { x in [UInt8(value(x, y) & 255), UInt8(value(x, y) >> 8)] }
      }
    }
    let luma = rows(height) { y in (0..<width).map { self.y($0, y) } }
    func chroma(_ first: (Int, Int) -> UInt8, _ second: (Int, Int) -> UInt8, step: Int) -> [UInt8] {
      rows((height + step - 1) / step) { row in
        stride(from: 0, to: width, by: 2).flatMap {
          [first($0, row * step), second($0, row * step)]
        }
      }
    }
    let second: (Int, Int) -> UInt8 = { self.y($0 + 1, $1) }
    switch layout {
    case .uyvy: return [pairs([u, y, v, second])]
    case .yvyu: return [pairs([y, v, second, u])]
    case .vyuy: return [pairs([v, y, u, second])]
    case .nv21: return [luma, chroma(v, u, step: 2)]
    case .nv16: return [luma, chroma(u, v, step: 1)]
    case .nv61: return [luma, chroma(v, u, step: 1)]
    case .bgr24: return [pixels([2, 1, 0])]
    case .bgrx: return [pixels([2, 1, 0, nil])]
    case .rgbx: return [pixels([0, 1, 2, nil])]
    case .xrgb: return [pixels([nil, 0, 1, 2])]
    case .xbgr: return [pixels([nil, 2, 1, 0])]
    case .rgb565:
      return [
        words { x, y in
          let c = rgb(x, y).map(UInt16.init)
          return (c[0] >> 3) << 11 | (c[1] >> 2) << 5 | c[2] >> 3
        }
      ]
    case .gray10: return [words { self.grey($0, $1) >> 6 }]
    case .gray12: return [words { self.grey($0, $1) >> 4 }]
    case .gray16: return [words(grey)]
    }
  }

  func rearranged(_ layout: PackedLayout, pool: PixelBufferPool) -> PixelBuffer {
    let planes = bytes(layout)
    let rows =
      [height] + planes.dropFirst().map { $0.count == planes[0].count ? height : height / 2 }
    return Self.withPointers(planes) { pointers in
      let shapes = zip(pointers, zip(planes, rows)).map { pointer, shape in
        PixelBuffer.Plane(base: pointer, stride: shape.0.count / shape.1)
      }
      return layout.rearranged(
        shapes, width: width, height: height, encoding: .limitedBT601, pool: pool)
    }
  }

  private static func withPointers<Result>(
    _ planes: [[UInt8]], _ body: ([UnsafeRawPointer]) -> Result
  ) -> Result {
    let memories = planes.map { plane in
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: plane.count, alignment: 64)
      memory.copyBytes(from: plane)
      return memory
    }
    defer { memories.forEach { $0.deallocate() } }
    return body(memories.compactMap { $0.baseAddress.map { UnsafeRawPointer($0) } })
  }
}

@Suite struct PackedLayoutTests {
  @Test(arguments: PackedLayout.allCases)
  func everyPixelComesOutWhereItBelongs(layout: PackedLayout) {
    for (width, height, padding) in [(64, 6, 0), (66, 4, 6), (2, 2, 0), (34, 2, 2)] {
      let sample = LayoutSample(width: width, height: height, padding: padding)
      let picture = sample.rearranged(layout, pool: PixelBufferPool())
      #expect(picture.format == layout.pixelFormat)
      #expect(picture.width == width && picture.height == height)
      for y in 0..<height {
        for x in 0..<width {
          let found = Self.pixel(picture, x, y)
          let wanted = Self.wanted(sample, layout, x, y)
          if found != wanted {
            Issue.record("\(layout) \(width)x\(height): (\(x), \(y)) is \(found), not \(wanted)")
            return
          }
        }
      }
    }
  }

  @Test func onlyYUVKeepsTheCamerasEncoding() {
    let sample = LayoutSample(width: 8, height: 2, padding: 0)
    let pool = PixelBufferPool()
    #expect(sample.rearranged(.uyvy, pool: pool).encoding == .limitedBT601)
    #expect(sample.rearranged(.bgr24, pool: pool).encoding == .jpeg)
    #expect(sample.rearranged(.gray16, pool: pool).encoding == .jpeg)
  }

  private static func pixel(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> [UInt8] {
    switch picture.format {
    case .yuv422: [picture.byte(0, x, y), picture.byte(1, x / 2, y), picture.byte(2, x / 2, y)]
    case .yuv420:
      [picture.byte(0, x, y), picture.byte(1, x / 2, y / 2), picture.byte(2, x / 2, y / 2)]
    case .rgb8: (0..<3).map { picture.byte(0, 3 * x + $0, y) }
    default: [picture.byte(0, x, y)]
    }
  }

  private static func wanted(
    _ s: LayoutSample, _ layout: PackedLayout, _ x: Int, _ y: Int
  ) -> [UInt8] {
    switch layout.pixelFormat {
    case .yuv422: return [s.y(x, y), s.u(x, y), s.v(x, y)]
    case .yuv420: return [s.y(x, y), s.u(x, y / 2 * 2), s.v(x, y / 2 * 2)]
    case .rgb8:
      let c = s.rgb(x, y)
      if layout != .rgb565 { return c }
      // The highest bits fill the lowest ones, so that full stays full.
      func widened(_ value: UInt8, _ bits: UInt8) -> UInt8 {
        let high = value & ~(0xFF >> bits)
        return high | high >> bits
      }
      return [widened(c[0], 5), widened(c[1], 6), widened(c[2], 5)]
    default: return [UInt8(s.grey(x, y) >> 8)]
    }
  }
}
