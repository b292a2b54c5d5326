import SessionCore
import SoftwareRendering

extension SensorModel {
  /// Develops a packed picture into one of full-range 4:2:0.
  ///
  /// `sequence` is the picture's number, which chooses its noise.
  func picture(_ packed: [UInt32], width: Int, height: Int, sequence: Int) -> PixelBuffer {
    PixelBuffer.make(width: width, height: height, format: .yuv420, encoding: .jpeg) { planes in
      guard let y = planes[0].baseAddress, let u = planes[1].baseAddress,
        let v = planes[2].baseAddress
      else { return }
      packed.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress else { return }
        develop(
          source, frame: sequence,
          luma: y.assumingMemoryBound(to: UInt8.self), u: u.assumingMemoryBound(to: UInt8.self),
          v: v.assumingMemoryBound(to: UInt8.self))
      }
    }
  }
}
