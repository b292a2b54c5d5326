import SessionCore

/// A pixel format that a node offers, read or not, with its sizes.
package struct OfferedFormat: Sendable, Equatable {
  /// A picture size with its rates.
  package struct Size: Sendable, Equatable {
    /// In pixels.
    package var width: Int, height: Int
    /// Pictures a second; none where they are not listed.
    package var rates: [Double] = []

    /// Creates a size.
    package init(width: Int, height: Int, rates: [Double] = []) {
      (self.width, self.height, self.rates) = (width, height, rates)
    }
  }

  /// The four letters.
  package var code: FourCharacterCode
  /// The sizes; none where the driver names a range, or they are not listed.
  package var sizes: [Size] = []

  /// Whether its pictures are read, as far as the format goes.
  package var isRead: Bool { code.layout != nil }

  /// The sizes with their highest rate; those without a rate are left out.
  var modes: [SupportedVideoFormat] {
    sizes.compactMap { size in
      size.rates.max().map {
        SupportedVideoFormat(
          size: PictureSize(width: size.width, height: size.height), rate: $0,
          pixelFormat: code.description)
      }
    }
  }
}
