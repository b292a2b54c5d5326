import SessionCore
import SpatialMath

/// Small pictures for tests.
enum Pictures {
  /// A picture without anything to see.
  static func grey(_ width: Int, _ height: Int, value: UInt8 = 90) -> PixelBuffer {
    PixelBuffer.make(width: width, height: height, format: .gray8) { planes in
      planes[0].initializeMemory(as: UInt8.self, repeating: value)
    }
  }
}

extension Pictures {
  /// Blocks of random brightness: plenty of corners, and no place that anybody has seen.
  static func blocks(_ width: Int, _ height: Int, seed: UInt64) -> PixelBuffer {
    let side = 16
    var generator = SeededGenerator(seed: seed)
    let columns = (width + side - 1) / side
    let values = (0..<columns * ((height + side - 1) / side)).map { _ in
      UInt8.random(in: 30...220, using: &generator)
    }
    return PixelBuffer.make(width: width, height: height, format: .gray8) { planes in
      for y in 0..<height {
        for x in 0..<width { planes[0][y * width + x] = values[y / side * columns + x / side] }
      }
    }
  }
}
