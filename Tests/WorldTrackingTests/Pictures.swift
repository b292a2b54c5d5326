import SessionCore

/// Small pictures for tests.
enum Pictures {
  /// A picture without anything to see.
  static func grey(_ width: Int, _ height: Int, value: UInt8 = 90) -> PixelBuffer {
    PixelBuffer.make(width: width, height: height, format: .gray8) { planes in
      planes[0].initializeMemory(as: UInt8.self, repeating: value)
    }
  }
}
