import SessionCore

/// A colour as red, green, blue in 0…255.
struct Colour: Sendable, CustomStringConvertible {
  var red: Double, green: Double, blue: Double
  var description: String { "\(Int(red)),\(Int(green)),\(Int(blue))" }

  /// Y, U, V by the definitions of ITU-R BT.601 and BT.709.
  func yuv(_ encoding: ColorEncoding) -> (y: UInt8, u: UInt8, v: UInt8) {
    let (kr, kb) = encoding.matrix == .bt709 ? (0.2126, 0.0722) : (0.299, 0.114)
    let y = kr * red + (1 - kr - kb) * green + kb * blue
    let (u, v) = ((blue - y) / (2 * (1 - kb)), (red - y) / (2 * (1 - kr)))
    func clamped(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
    if encoding.isFullRange { return (clamped(y), clamped(u + 128), clamped(v + 128)) }
    return (
      clamped(16 + y * 219 / 255), clamped(128 + u * 224 / 255), clamped(128 + v * 224 / 255)
    )
  }
}

/// A YUV picture of one colour with `padding` bytes of 0xA5 after every row, as drivers have them.
func flatPicture(
  _ colour: Colour, width: Int, height: Int, format: PixelFormat, encoding: ColorEncoding,
  padding: Int = 0
) -> PixelBuffer {
  let c = colour.yuv(encoding)
  let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
  let rows: [(cell: [UInt8], cells: Int, rows: Int)] =
    switch format {
    case .gray8: [([c.y], width, height)]
    case .rgb8: [([UInt8(colour.red), UInt8(colour.green), UInt8(colour.blue)], width, height)]
    case .yuyv: [([c.y, c.u, c.y, c.v], halfWidth, height)]
    case .yuv420:
      [([c.y], width, height), ([c.u], halfWidth, halfHeight), ([c.v], halfWidth, halfHeight)]
    case .yuv422: [([c.y], width, height), ([c.u], halfWidth, height), ([c.v], halfWidth, height)]
    case .yuv444: [([c.y], width, height), ([c.u], width, height), ([c.v], width, height)]
    case .nv12: [([c.y], width, height), ([c.u, c.v], halfWidth, halfHeight)]
    case .depth16: [([0, 1], width, height)]
    }
  var bytes: [UInt8] = []
  var places: [(start: Int, stride: Int)] = []
  for plane in rows {
    places.append((bytes.count, plane.cell.count * plane.cells + padding))
    for _ in 0..<plane.rows {
      for _ in 0..<plane.cells { bytes += plane.cell }
      bytes += [UInt8](repeating: 0xA5, count: padding)
    }
  }
  return wrap(bytes, places, width: width, height: height, format: format, encoding: encoding)
}

/// A buffer over a copy of bytes.
func wrap(
  _ bytes: [UInt8], _ places: [(start: Int, stride: Int)], width: Int, height: Int,
  format: PixelFormat, encoding: ColorEncoding
) -> PixelBuffer {
  let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
  memory.copyMemory(from: bytes, byteCount: bytes.count)
  let planes = places.map {
    PixelBuffer.Plane(base: UnsafeRawPointer(memory + $0.start), stride: $0.stride)
  }
  let address = UInt(bitPattern: memory)
  return PixelBuffer(
    width: width, height: height, format: format, encoding: encoding, planes: planes
  ) { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
}

extension PixelBuffer {
  /// A byte of a plane.
  func byte(_ plane: Int, _ x: Int, _ y: Int) -> UInt8 {
    planes[plane].base.load(fromByteOffset: y * planes[plane].stride + x, as: UInt8.self)
  }
}
