import CameraCapture
import Foundation
import SessionCore
import SpatialMath

/// Pictures for a benchmark, from a source that runs as fast as it is asked.
struct BenchmarkMaterial {
  private let source: any FrameSource
  private var remaining: Int

  /// Starts a source; at most so many pictures will be taken.
  init(_ source: any FrameSource, count: Int) throws(SessionError) {
    self.source = source
    remaining = count
    try source.start(origin: .zero, pacing: .asFastAsPossible)
  }

  /// The next picture; nil at the end.
  mutating func next() throws(SessionError) -> CameraFrame? {
    guard remaining > 0 else { return nil }
    while true {
      switch try source.next() {
      case .frame(let frame):
        remaining -= 1
        return frame
      case .ended:
        source.stop()
        return nil
      case .interrupted, .resumed: continue
      }
    }
  }

  /// All pictures.
  mutating func all() throws(SessionError) -> [CameraFrame] {
    var frames: [CameraFrame] = []
    while let frame = try next() { frames.append(frame) }
    return frames
  }
}
