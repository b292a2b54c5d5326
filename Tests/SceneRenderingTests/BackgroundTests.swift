import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath
import Testing

/// Rounding of 8-bit YUV and of the driver's filter.
private let colorTolerance = 3

/// Red, green, blue and grey quarters, each even-sized, as YUV by the textbook.
private struct Quarters {
  static let colors = [
    RGB(r: 200, g: 40, b: 30), RGB(r: 30, g: 170, b: 60), RGB(r: 40, g: 60, b: 190),
    RGB(r: 128, g: 128, b: 128),
  ]

  static func yuv(_ c: RGB, _ encoding: ColorEncoding) -> (y: UInt8, u: UInt8, v: UInt8) {
    let (kr, kb) = encoding.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let y = kr * Double(c.r) + (1 - kr - kb) * Double(c.g) + kb * Double(c.b)
    let u = (Double(c.b) - y) / (2 * (1 - kb))
    let v = (Double(c.r) - y) / (2 * (1 - kr))
    func byte(_ x: Double) -> UInt8 { UInt8(max(0, min(255, x.rounded()))) }
    return encoding.isFullRange
      ? (byte(y), byte(u + 128), byte(v + 128))
      : (byte(16 + y * 219 / 255), byte(128 + u * 224 / 255), byte(128 + v * 224 / 255))
  }

  static func color(_ x: Int, _ y: Int, _ w: Int, _ h: Int) -> RGB {
    colors[(y >= h / 2 ? 2 : 0) + (x >= w / 2 ? 1 : 0)]
  }

  static func picture(
    _ format: PixelFormat, _ encoding: ColorEncoding, _ w: Int, _ h: Int
  ) -> PixelBuffer {
    func at(_ x: Int, _ y: Int) -> (y: UInt8, u: UInt8, v: UInt8) {
      yuv(color(min(x, w - 1), min(y, h - 1), w, h), encoding)
    }
    let (halfW, halfH) = ((w + 1) / 2, (h + 1) / 2)
    return PixelBuffer.make(width: w, height: h, format: format, encoding: encoding) { p in
      for y in 0..<h {
        for x in 0..<w {
          let c = color(x, y, w, h)
          switch format {
          case .rgb8:
            for (i, v) in [c.r, c.g, c.b].enumerated() { p[0][(y * w + x) * 3 + i] = UInt8(v) }
          case .yuyv:
            p[0][y * halfW * 4 + 2 * x] = at(x, y).y
            if x % 2 == 0 {
              p[0][y * halfW * 4 + 2 * x + 1] = at(x, y).u
              p[0][y * halfW * 4 + 2 * x + 3] = at(x, y).v
            }
          default: p[0][y * w + x] = at(x, y).y
          }
        }
      }
      switch format {
      case .yuv420, .yuv422, .yuv444:
        let (cw, ch) = (
          format == .yuv444 ? w : halfW, format == .yuv420 ? halfH : h
        )
        for y in 0..<ch {
          for x in 0..<cw {
            let c = at(x * (cw == w ? 1 : 2), y * (ch == h ? 1 : 2))
            p[1][y * cw + x] = c.u
            p[2][y * cw + x] = c.v
          }
        }
      case .nv12:
        for y in 0..<halfH {
          for x in 0..<halfW {
            p[1][y * halfW * 2 + 2 * x] = at(2 * x, 2 * y).u
            p[1][y * halfW * 2 + 2 * x + 1] = at(2 * x, 2 * y).v
          }
        }
      default: break
      }
    }
  }
}

@Suite(.enabled(if: hasOpenGL, "no OpenGL here: run Tools/setup")) struct BackgroundTests {
  static let formats = PixelFormat.allCases.filter { $0 != .depth16 }
  static let encodings = [
    ColorEncoding.jpeg, .limitedBT601, ColorEncoding(matrix: .bt709, isFullRange: false),
    ColorEncoding(matrix: .bt709, isFullRange: true),
  ]

  private func draw(
    _ pixels: PixelBuffer, size: (Int, Int)? = nil,
    options: (inout RenderOptions) -> Void = { _ in }
  ) throws -> PixelBuffer {
    let renderer = try Make.renderer(options)
    let frame = Make.frame(rear: Make.view(.rear, pixels))
    let drawn = try renderer.render(
      frame: frame, snapshot: SceneSnapshot(), size: size.map { (width: $0.0, height: $0.1) })
    #expect(renderer.takeGraphicsErrors().isEmpty)
    return drawn
  }

  @Test(arguments: formats, encodings)
  func everyFormatShowsItsColours(format: PixelFormat, encoding: ColorEncoding) throws {
    let (w, h) = (64, 48)
    let drawn = try draw(Quarters.picture(format, encoding, w, h))
    #expect((drawn.width, drawn.height) == (w, h))
    for (x, y) in [(10, 8), (50, 8), (10, 40), (50, 40)] {
      var expected = Quarters.color(x, y, w, h)
      if format == .gray8 {
        let (kr, kb) = encoding.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
        let luma =
          kr * Double(expected.r) + (1 - kr - kb) * Double(expected.g) + kb * Double(expected.b)
        expected = RGB(r: Int(luma), g: Int(luma), b: Int(luma))
      }
      #expect(
        drawn.rgb(x, y).isClose(expected, within: colorTolerance),
        "\(drawn.rgb(x, y)) instead of \(expected) at \(x), \(y)")
    }
  }

  @Test(arguments: formats) func oddSizesKeepTheirLastColumnAndRow(format: PixelFormat) throws {
    let drawn = try draw(Quarters.picture(format, .jpeg, 33, 25))
    let inner = try draw(Quarters.picture(format, .jpeg, 64, 48)).rgb(50, 40)
    #expect(drawn.rgb(32, 24).isClose(inner, within: colorTolerance))
    #expect(drawn.rgb(20, 24).isClose(inner, within: colorTolerance))
  }

  @Test func paddedRowsAreRead() throws {
    // 10 pixels of 3 bytes in rows of 37 bytes: a padding that is no whole pixel.
    let (w, h, stride) = (10, 4, 37)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * h, alignment: 16)
    for y in 0..<h {
      for i in 0..<stride { memory[y * stride + i] = i < 3 * w ? UInt8(20 * y + i) : 255 }
    }
    let address = UInt(bitPattern: memory.baseAddress)
    let base = try #require(UnsafeRawPointer(bitPattern: address))
    let pixels = PixelBuffer(
      width: w, height: h, format: .rgb8, encoding: .jpeg,
      planes: [.init(base: base, stride: stride)]
    ) { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
    let drawn = try draw(pixels)
    #expect(drawn.rgb(9, 3) == RGB(r: 87, g: 88, b: 89))
    #expect(drawn.rgb(0, 1) == RGB(r: 20, g: 21, b: 22))
  }

  @Test func aPictureOfItsOwnSizeIsShownByteForByte() throws {
    let pixels = Make.picture(37, 21) { x, y in
      RGB(r: x * 6, g: y * 12, b: (x * 7 + y * 13) % 256)
    }
    #expect(try draw(pixels).bytes == pixels.bytes)
  }

  @Test func barsFillAWindowOfAnotherShape() throws {
    let white = Make.plain(40, 30, RGB(r: 255, g: 255, b: 255))
    let wide = try draw(white, size: (80, 30))
    #expect(wide.rgb(5, 15) == RGB(r: 0, g: 0, b: 0))
    #expect(wide.rgb(40, 15) == RGB(r: 255, g: 255, b: 255))
    let filled = try draw(white, size: (80, 30)) { $0.contentMode = .fill }
    #expect(filled.rgb(2, 2) == RGB(r: 255, g: 255, b: 255))
  }

  @Test func aFrontCameraCanBeShownLikeAMirror() throws {
    let half = Make.picture(40, 30) { x, _ in
      x < 20 ? RGB(r: 255, g: 0, b: 0) : RGB(r: 0, g: 0, b: 255)
    }
    let frame = Make.frame(front: Make.view(.front, half))
    let plain = try Make.renderer().render(frame: frame, snapshot: SceneSnapshot())
    #expect(plain.rgb(5, 5) == RGB(r: 255, g: 0, b: 0))
    let mirror = try Make.renderer { $0.mirrorsFrontBackground = true }
      .render(frame: frame, snapshot: SceneSnapshot())
    #expect(mirror.rgb(5, 5) == RGB(r: 0, g: 0, b: 255))
  }

  @Test func withoutAPictureOrASizeNothingCanBeDrawn() throws {
    let renderer = try Make.renderer()
    #expect(throws: RenderingError.nothingToDraw) {
      try renderer.render(frame: Make.frame(), snapshot: SceneSnapshot())
    }
  }
}

@Suite struct ContentLayoutTests {
  @Test(arguments: [ContentLayout.Mode.fit, .fill], [false, true])
  func aTapFindsThePointThatWasDrawnThere(mode: ContentLayout.Mode, mirrored: Bool) throws {
    let layout = ContentLayout(
      pictureWidth: 640, pictureHeight: 480, windowWidth: 1000, windowHeight: 500, mode: mode,
      isMirrored: mirrored)
    let point = Vector2(0.4, 0.55)
    let back = try #require(layout.imagePoint(at: layout.pixel(of: point)))
    #expect((back - point).length < 1e-9)
  }

  @Test func aTapOnABarFindsNothing() {
    let layout = ContentLayout(
      pictureWidth: 640, pictureHeight: 480, windowWidth: 1000, windowHeight: 480)
    #expect(layout.imagePoint(at: Vector2(100, 100)) == nil)
    #expect(layout.imagePoint(at: Vector2(500, 240)) == Vector2(0.5, 0.5))
  }
}
