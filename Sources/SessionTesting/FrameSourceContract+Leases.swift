import SessionCore
import SpatialMath

extension FrameSourceContract {
  /// A picture that is held stays as it is while others come, and after the source is gone.
  func verifyLeases() throws {
    var held: CameraFrame
    let digest: UInt64
    do {
      let source = try makeSource()
      try source.start(origin: Self.someOrigin, pacing: .asFastAsPossible)
      guard let first = try pictures(of: source, atMost: 1).first else {
        throw ContractViolation("a source has pictures")
      }
      held = first
      digest = held.pixels.digest
      // More than any driver has buffers: a source must go on while one is held.
      let others = try pictures(of: source, atMost: min(mostPictures, 12))
      try expect(
        others.count >= 3, "a source goes on while a picture is held; it gave \(others.count) more")
      try expect(held.pixels.digest == digest, "a picture that is held does not change")
      source.stop()
      while case .frame = try source.next() {}
    }
    try expect(held.pixels.digest == digest, "a picture outlives its source")
  }
}

extension PixelBuffer {
  /// FNV-1a over the visible bytes of all planes.
  package var digest: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let half = (width + 1) / 2
    let halfRows = (height + 1) / 2
    for (index, plane) in planes.enumerated() {
      let (count, rows): (Int, Int) =
        switch (format, index) {
        case (.rgb8, _): (width * 3, height)
        case (.yuyv, _): (half * 4, height)
        case (.depth16, _): (width * 2, height)
        case (.yuv420, 1...): (half, halfRows)
        case (.yuv422, 1...): (half, height)
        case (.nv12, 1...): (half * 2, halfRows)
        default: (width, height)
        }
      for row in 0..<rows {
        let bytes = UnsafeRawBufferPointer(start: plane.base + row * plane.stride, count: count)
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      }
    }
    return hash
  }
}
