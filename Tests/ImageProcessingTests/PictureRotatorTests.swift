import ImageProcessing
import SessionCore
import SpatialMath
import Testing

@Suite struct PictureRotatorTests {
  static let orientations = (0..<4).flatMap { turns in
    [false, true].map { PictureOrientation(quarterTurns: turns, isMirrored: $0) }
  }

  /// Where a pixel of a turned picture comes from: undone by hand, mirror first.
  static func origin(
    _ x: Int, _ y: Int, _ orientation: PictureOrientation, width: Int, height: Int
  ) -> (x: Int, y: Int) {
    let turned = orientation.applied(width: width, height: height)
    let column = orientation.isMirrored ? turned.width - 1 - x : x
    switch orientation.quarterTurns {
    case 1: return (y, height - 1 - column)
    case 2: return (width - 1 - column, height - 1 - y)
    case 3: return (width - 1 - y, column)
    default: return (column, y)
    }
  }

  static func sample(_ format: PixelFormat, width: Int, height: Int) -> PixelBuffer {
    PixelBuffer.make(width: width, height: height, format: format) { planes in
      for (index, plane) in planes.enumerated() {
        for i in plane.indices { plane[i] = UInt8((i * 7 + index * 50) % 251) }
      }
    }
  }

  @Test(arguments: [PixelFormat.gray8, .yuv420, .yuv422, .yuv444, .rgb8], orientations)
  func everyPixelGoesToItsPlace(format: PixelFormat, orientation: PictureOrientation) {
    for (width, height) in [(64, 48), (34, 18), (2, 4)] {
      let picture = Self.sample(format, width: width, height: height)
      let result = PictureRotator().oriented(picture, orientation)
      let size = orientation.applied(width: width, height: height)
      #expect(result.width == size.width && result.height == size.height)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let from = Self.origin(x, y, orientation, width: width, height: height)
          let (found, wanted): ([UInt8], [UInt8]) =
            format == .rgb8
            ? (
              (0..<3).map { result.byte(0, 3 * x + $0, y) },
              (0..<3).map { picture.byte(0, 3 * from.x + $0, from.y) }
            )
            : ([result.byte(0, x, y)], [picture.byte(0, from.x, from.y)])
          if found != wanted {
            Issue.record("\(format) \(orientation): (\(x), \(y)) is \(found), not \(wanted)")
            return
          }
        }
      }
    }
  }

  @Test(arguments: [PixelFormat.yuyv, .yuv422, .nv12, .yuv420, .yuv444], orientations)
  func coloursGoWithTheirPixels(format: PixelFormat, orientation: PictureOrientation) {
    // Four fields of one colour each, with borders between chroma cells.
    let (width, height) = (32, 16)
    let colours: [(y: UInt8, u: UInt8, v: UInt8)] = [
      (80, 90, 240), (145, 54, 34), (41, 240, 110), (210, 16, 146),
    ]
    func field(_ x: Int, _ y: Int) -> (y: UInt8, u: UInt8, v: UInt8) {
      colours[(x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2)]
    }
    let picture = PixelBuffer.make(width: width, height: height, format: format) { planes in
      for y in 0..<height {
        for x in 0..<width {
          let c = field(x, y)
          switch format {
          case .yuyv:
            planes[0][y * width * 2 + 2 * x] = c.y
            planes[0][y * width * 2 + 2 * x + 1] = x % 2 == 0 ? c.u : c.v
          case .nv12:
            planes[0][y * width + x] = c.y
            planes[1][y / 2 * width + x] = x % 2 == 0 ? c.u : c.v
          default:
            planes[0][y * width + x] = c.y
            let across = format == .yuv444 ? 1 : 2
            let down = format == .yuv420 ? 2 : 1
            let place = y / down * (width / across) + x / across
            (planes[1][place], planes[2][place]) = (c.u, c.v)
          }
        }
      }
    }
    let (before, after) = (picture.rgb(), PictureRotator().oriented(picture, orientation).rgb())
    for y in 0..<after.height {
      for x in 0..<after.width {
        let from = Self.origin(x, y, orientation, width: width, height: height)
        for channel in 0..<3 {
          let wanted = Int(before.byte(0, 3 * from.x + channel, from.y))
          let found = Int(after.byte(0, 3 * x + channel, y))
          if abs(wanted - found) > 1 {
            Issue.record("\(format) \(orientation): (\(x), \(y)).\(channel): \(found), \(wanted)")
            return
          }
        }
      }
    }
  }

  @Test func aNeutralOrientationIsThePictureItself() {
    let picture = Self.sample(.yuyv, width: 8, height: 8)
    #expect(PictureRotator().oriented(picture, PictureOrientation()) === picture)
  }
}
