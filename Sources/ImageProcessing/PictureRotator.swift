import CYUV
import SessionCore

/// Turns pictures by quarter turns and flips them.
///
/// Planar and grey pictures keep their format; packed and semi-planar ones become planar of the same
/// chroma resolution (4:2:0 instead of 4:2:2 for quarter turns, since chroma that is halved across
/// would have to be halved upwards). Owns its memory; thread-safe.
package final class PictureRotator: Sendable {
  private let pool = PixelBufferPool()

  /// Creates a rotator.
  package init() {}

  /// The turned picture; the picture itself when the orientation is neutral.
  ///
  /// A `depth16` picture must not be given.
  package func oriented(
    _ picture: PixelBuffer, _ orientation: PictureOrientation
  ) -> PixelBuffer {
    if orientation.isNeutral { return picture }
    let isQuarter = orientation.quarterTurns % 2 == 1
    switch picture.format {
    case .rgb8: return packedRGB(picture, orientation)
    case .gray8, .yuv420, .yuv444: return planes(of: picture, orientation)
    case .yuv422, .yuyv:
      return planes(of: isQuarter ? halved(picture) : picture.planar422(), orientation)
    case .nv12: return planes(of: halved(picture), orientation)
    case .depth16: preconditionFailure("depth pictures are not turned")
    }
  }

  /// Every plane turned for itself; chroma is as coarse in both directions, or stays upright.
  private func planes(
    of picture: PixelBuffer, _ orientation: PictureOrientation
  ) -> PixelBuffer {
    let size = orientation.applied(width: picture.width, height: picture.height)
    let sources = picture.planeSizes
    let shapes = sources.map { plane in
      let turned = orientation.applied(width: plane.width, height: plane.height)
      return (stride: turned.width, rows: turned.height)
    }
    return pool.make(
      width: size.width, height: size.height, format: picture.format, encoding: picture.encoding,
      planes: shapes
    ) { targets in
      for (index, source) in sources.enumerated() {
        write(
          picture.planes[index], source.width, source.height, orientation, to: targets[index],
          stride: shapes[index].stride)
      }
    }
  }

  private func write(
    _ plane: PixelBuffer.Plane, _ width: Int, _ height: Int, _ orientation: PictureOrientation,
    to target: UnsafeMutablePointer<UInt8>, stride: Int
  ) {
    let source = plane.base.assumingMemoryBound(to: UInt8.self)
    let (from, to) = (Int32(plane.stride), Int32(stride))
    let (w, h) = (Int32(width), Int32(height))
    guard orientation.isMirrored else {
      RotatePlane(source, from, target, to, w, h, Self.mode(orientation.quarterTurns))
      return
    }
    // Mirroring after a turn is turning after a flip: upside down for whole and half turns, which
    // a negative height does.
    switch orientation.quarterTurns {
    case 0: MirrorPlane(source, from, target, to, w, h)
    case 2: CopyPlane(source, from, target, to, w, -h)
    default:
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * height) { scratch in
        guard let upright = scratch.baseAddress else { return }
        RotatePlane(source, from, upright, h, w, h, Self.mode(orientation.quarterTurns))
        MirrorPlane(upright, h, target, to, h, w)
      }
    }
  }

  private static func mode(_ quarterTurns: Int) -> RotationModeEnum {
    switch quarterTurns {
    case 1: kRotate90
    case 2: kRotate180
    case 3: kRotate270
    default: kRotate0
    }
  }

  /// 4:2:0 of any chroma.
  private func halved(_ picture: PixelBuffer) -> PixelBuffer {
    let (width, height) = (picture.width, picture.height)
    let half = (width: (width + 1) / 2, height: (height + 1) / 2)
    return pool.make(
      width: width, height: height, format: .yuv420, encoding: picture.encoding,
      planes: [(width, height), (half.width, half.height), (half.width, half.height)]
    ) { targets in
      let strides = picture.planes.map { Int32($0.stride) }
      let bytes = picture.planes.map { $0.base.assumingMemoryBound(to: UInt8.self) }
      let (w, h, chroma) = (Int32(width), Int32(height), Int32(half.width))
      switch picture.format {
      case .yuyv:
        YUY2ToI420(
          bytes[0], strides[0], targets[0], w, targets[1], chroma, targets[2], chroma, w, h)
      case .nv12:
        NV12ToI420(
          bytes[0], strides[0], bytes[1], strides[1], targets[0], w, targets[1], chroma,
          targets[2], chroma, w, h)
      default:
        I422ToI420(
          bytes[0], strides[0], bytes[1], strides[1], bytes[2], strides[2], targets[0], w,
          targets[1], chroma, targets[2], chroma, w, h)
      }
    }
  }

  /// `rgb8` pixel by pixel, through libyuv's four-byte pixels.
  private func packedRGB(
    _ picture: PixelBuffer, _ orientation: PictureOrientation
  ) -> PixelBuffer {
    let (w, h) = (Int32(picture.width), Int32(picture.height))
    let size = orientation.applied(width: picture.width, height: picture.height)
    let (tw, th) = (Int32(size.width), Int32(size.height))
    return pool.make(
      width: size.width, height: size.height, format: .rgb8, encoding: picture.encoding,
      planes: [(size.width * 3, size.height)]
    ) { targets in
      let count = picture.width * picture.height * 4
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * count) { scratch in
        guard let first = scratch.baseAddress else { return }
        var (pixels, other) = (first, first + count)
        RAWToARGB(
          picture.planes[0].base.assumingMemoryBound(to: UInt8.self),
          Int32(picture.planes[0].stride), pixels, w * 4, w, h)
        ARGBRotate(pixels, w * 4, other, tw * 4, w, h, Self.mode(orientation.quarterTurns))
        swap(&pixels, &other)
        if orientation.isMirrored {
          ARGBMirror(pixels, tw * 4, other, tw * 4, tw, th)
          swap(&pixels, &other)
        }
        ARGBToRAW(pixels, tw * 4, targets[0], tw * 3, tw, th)
      }
    }
  }
}

extension PixelBuffer {
  /// Columns and rows of each plane.
  fileprivate var planeSizes: [(width: Int, height: Int)] {
    let half = (width: (width + 1) / 2, height: (height + 1) / 2)
    return switch format {
    case .yuv420: [(width, height), half, half]
    case .yuv422: [(width, height), (half.width, height), (half.width, height)]
    case .yuv444: [(width, height), (width, height), (width, height)]
    default: [(width, height)]
    }
  }
}
