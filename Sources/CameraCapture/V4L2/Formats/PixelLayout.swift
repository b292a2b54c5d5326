import ImageProcessing
import SessionCore

/// How the bytes of one of V4L2's pixel formats lie in memory, and what is made of them.
package struct PixelLayout: Sendable, Equatable {
  /// What is made of the bytes.
  package enum Reading: Sendable, Equatable {
    /// They are read where they are.
    case direct(PixelFormat)
    /// They are rearranged.
    case rearranged(PackedLayout)
    /// They are a JPEG picture.
    case jpeg
    /// They are decoded by libv4lconvert, to `rgb8`.
    case decoded
  }

  /// Planes after the first: rows and bytes of a row as parts of the first one's.
  package enum Chroma: Sendable, Equatable {
    case none
    /// U and V, or V and U, in planes of their own.
    case planar420, planar422
    /// Interleaved in one plane.
    case semiplanar420, semiplanar422
  }

  /// What is made of the bytes.
  package var reading: Reading
  /// Bytes of a pixel in the first plane; 0 where rows are not of one length.
  package var bytesPerPixel: Int
  /// The other planes.
  package var chroma = Chroma.none
  /// Whether every plane is memory of its own (V4L2's multi-planar formats with an M).
  package var isSeparate = false
  /// Whether V comes before U where they have planes of their own.
  package var hasVFirst = false

  /// Whether pictures are of different lengths and have to be decoded.
  package var isCompressed: Bool { bytesPerPixel == 0 }

  /// The format of what comes out; for JPEG, whose pictures say themselves, the usual one.
  package var pixelFormat: PixelFormat {
    switch reading {
    case .direct(let format): format
    case .rearranged(let layout): layout.pixelFormat
    case .jpeg: .yuv422
    case .decoded: .rgb8
    }
  }

  /// Whether only brightness comes out: infrared cameras.
  package var isGrey: Bool { pixelFormat == .gray8 }
  /// Whether distances come out.
  package var isDepth: Bool { pixelFormat == .depth16 }
}

extension FourCharacterCode {
  /// How the format's pictures are read; nil for what is not read.
  package var layout: PixelLayout? { PixelLayout.known[self] }

  /// Whether pictures have to be decoded.
  package var isCompressed: Bool { layout?.isCompressed ?? false }

  /// Whether the numbers are YUV whose meaning the driver has to tell: neither JPEG, which is JFIF's,
  /// nor RGB nor grey.
  package var hasRange: Bool {
    guard let layout, !layout.isCompressed else { return false }
    return layout.pixelFormat != .rgb8 && !layout.isGrey && !layout.isDepth
  }

  /// The rank among raw formats: what costs least to read first.
  static let rawByCost: [FourCharacterCode] =
    PixelLayout.direct.map(\.0)
    .filter { $0 != .grey } + PixelLayout.rearranged.filter { !$0.1.isGrey }.map(\.0)
  /// Formats of pictures without colour.
  static let greys: [FourCharacterCode] =
    [.grey] + PixelLayout.rearranged.filter { $0.1.isGrey }.map(\.0)
  /// What libv4lconvert decodes: the formats of webcams from before USB video class, which have no
  /// other, and a hardware encoder's tiles.
  ///
  /// Left out are OV511 and OV518, whose decoders it starts as programs of their own.
  package static let decoded: [FourCharacterCode] =
    [
      "S910", "S920", "S501", "S505", "S508", "S561", "P207", "M310", "SONX", "905C", "PJPG",
      "JPGL",
      "S401", "S680", "CITV", "KONI", "CPIA", "M420", "HM12", "Y10B",
    ].map { FourCharacterCode($0 as StaticString) } + bayer
  /// A bare sensor's pattern, 8 bits; of USB webcams it is all there is, elsewhere the sensor waits
  /// for an image processor.
  static let bayer: [FourCharacterCode] = [
    FourCharacterCode("BA81"), FourCharacterCode("GBRG"), FourCharacterCode("GRBG"),
    FourCharacterCode("RGGB"),
  ]
}

extension PixelLayout {
  fileprivate static let known: [FourCharacterCode: PixelLayout] = {
    var table = Dictionary(uniqueKeysWithValues: direct + rearranged)
    table[.depth16] = PixelLayout(reading: .direct(.depth16), bytesPerPixel: 2)
    for code in [FourCharacterCode.motionJPEG, .jpeg] {
      table[code] = PixelLayout(reading: .jpeg, bytesPerPixel: 0)
    }
    for code in FourCharacterCode.decoded {
      table[code] = PixelLayout(reading: .decoded, bytesPerPixel: 0)
    }
    return table
  }()

  /// Read where they are; by what they cost trackers and screen.
  fileprivate static let direct: [(FourCharacterCode, PixelLayout)] = [
    (.yuyv, PixelLayout(reading: .direct(.yuyv), bytesPerPixel: 2)),
    (.nv12, planar(.nv12, .semiplanar420)),
    (FourCharacterCode("NM12"), planar(.nv12, .semiplanar420, isSeparate: true)),
    (.yuv420, planar(.yuv420, .planar420)),
    (FourCharacterCode("YM12"), planar(.yuv420, .planar420, isSeparate: true)),
    (FourCharacterCode("YV12"), planar(.yuv420, .planar420, hasVFirst: true)),
    (FourCharacterCode("YM21"), planar(.yuv420, .planar420, isSeparate: true, hasVFirst: true)),
    (FourCharacterCode("422P"), planar(.yuv422, .planar422)),
    (FourCharacterCode("YM16"), planar(.yuv422, .planar422, isSeparate: true)),
    (FourCharacterCode("YM61"), planar(.yuv422, .planar422, isSeparate: true, hasVFirst: true)),
    (FourCharacterCode("RGB3"), PixelLayout(reading: .direct(.rgb8), bytesPerPixel: 3)),
    (.grey, PixelLayout(reading: .direct(.gray8), bytesPerPixel: 1)),
  ]

  /// Rearranged on arrival.
  ///
  /// The names of 32-bit formats are those of `videodev2.h`, which speaks of words here and of
  /// memory there; the letters of `PackedLayout` are memory's.
  fileprivate static let rearranged: [(FourCharacterCode, PixelLayout)] = [
    (.uyvy, packed(.uyvy, 2)),
    (FourCharacterCode("YVYU"), packed(.yvyu, 2)),
    (FourCharacterCode("VYUY"), packed(.vyuy, 2)),
    (FourCharacterCode("NV21"), semiplanar(.nv21, .semiplanar420)),
    (FourCharacterCode("NM21"), semiplanar(.nv21, .semiplanar420, isSeparate: true)),
    (FourCharacterCode("NV16"), semiplanar(.nv16, .semiplanar422)),
    (FourCharacterCode("NM16"), semiplanar(.nv16, .semiplanar422, isSeparate: true)),
    (FourCharacterCode("NV61"), semiplanar(.nv61, .semiplanar422)),
    (FourCharacterCode("NM61"), semiplanar(.nv61, .semiplanar422, isSeparate: true)),
    (FourCharacterCode("BGR3"), packed(.bgr24, 3)),
    (FourCharacterCode("BGR4"), packed(.bgrx, 4)),
    (FourCharacterCode("AR24"), packed(.bgrx, 4)),
    (FourCharacterCode("XR24"), packed(.bgrx, 4)),
    (FourCharacterCode("AB24"), packed(.rgbx, 4)),
    (FourCharacterCode("XB24"), packed(.rgbx, 4)),
    (FourCharacterCode("RGB4"), packed(.xrgb, 4)),
    (FourCharacterCode("BA24"), packed(.xrgb, 4)),
    (FourCharacterCode("BX24"), packed(.xrgb, 4)),
    (FourCharacterCode("RA24"), packed(.xbgr, 4)),
    (FourCharacterCode("RX24"), packed(.xbgr, 4)),
    (FourCharacterCode("RGBP"), packed(.rgb565, 2)),
    (FourCharacterCode("Y10 "), packed(.gray10, 2)),
    (FourCharacterCode("Y12 "), packed(.gray12, 2)),
    (FourCharacterCode("Y16 "), packed(.gray16, 2)),
  ]

  private static func planar(
    _ format: PixelFormat, _ chroma: Chroma, isSeparate: Bool = false, hasVFirst: Bool = false
  ) -> PixelLayout {
    PixelLayout(
      reading: .direct(format), bytesPerPixel: 1, chroma: chroma, isSeparate: isSeparate,
      hasVFirst: hasVFirst)
  }

  private static func packed(_ layout: PackedLayout, _ bytesPerPixel: Int) -> PixelLayout {
    PixelLayout(reading: .rearranged(layout), bytesPerPixel: bytesPerPixel)
  }

  private static func semiplanar(
    _ layout: PackedLayout, _ chroma: Chroma, isSeparate: Bool = false
  ) -> PixelLayout {
    PixelLayout(
      reading: .rearranged(layout), bytesPerPixel: 1, chroma: chroma, isSeparate: isSeparate)
  }
}

/// Where one plane of a raw picture lies in a buffer.
struct PlanePlace: Sendable, Equatable {
  /// Which of the buffer's memories.
  var memory: Int
  /// Bytes from its start.
  var offset: Int
  /// Bytes from one row to the next.
  var stride: Int
  /// The number of rows.
  var rows: Int

  /// The bytes that it takes.
  var byteCount: Int { stride * rows }
}

extension VideoFormat {
  /// Where a raw picture's planes lie, in the order of `PixelFormat`; none for decoded formats.
  ///
  /// Strides are the driver's, never the width's; only a driver that gives none is not believed.
  var planes: [PlanePlace] {
    guard let layout = code.layout, !layout.isCompressed else { return [] }
    let stride = max(memories.first?.bytesPerLine ?? 0, width * layout.bytesPerPixel)
    var places = [PlanePlace(memory: 0, offset: 0, stride: stride, rows: height)]
    for (index, shape) in layout.chroma.shapes.enumerated() {
      let rows = (height + shape.rowDivisor - 1) / shape.rowDivisor
      if layout.isSeparate {
        let given = index + 1 < memories.count ? memories[index + 1].bytesPerLine : 0
        let least = (width + shape.strideDivisor - 1) / shape.strideDivisor
        places.append(
          PlanePlace(memory: index + 1, offset: 0, stride: max(given, least), rows: rows))
      } else if let last = places.last {
        places.append(
          PlanePlace(
            memory: 0, offset: last.offset + last.byteCount, stride: stride / shape.strideDivisor,
            rows: rows))
      }
    }
    if layout.hasVFirst, places.count == 3 { places.swapAt(1, 2) }
    return places
  }

  /// The bytes that a whole raw picture has in each of a buffer's memories.
  var pictureBytes: [Int] {
    var counts = Array(repeating: 0, count: max(memories.count, 1))
    for plane in planes where plane.memory < counts.count {
      counts[plane.memory] = max(counts[plane.memory], plane.offset + plane.byteCount)
    }
    return counts
  }
}

extension PixelLayout.Chroma {
  /// Rows and strides of the planes after the first, as parts of the first one's.
  fileprivate var shapes: [(rowDivisor: Int, strideDivisor: Int)] {
    switch self {
    case .none: []
    case .planar420: [(2, 2), (2, 2)]
    case .planar422: [(1, 2), (1, 2)]
    case .semiplanar420: [(2, 1)]
    case .semiplanar422: [(1, 1)]
    }
  }
}
