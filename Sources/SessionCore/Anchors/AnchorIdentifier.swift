import SpatialMath

/// The identity of an anchor, a face or a plane: 128 bits, written as a UUID.
public struct AnchorIdentifier: Sendable, Hashable, CustomStringConvertible {
  private var high: UInt64, low: UInt64

  /// Draws an identifier (a version 4 UUID) from a generator; a seeded one repeats.
  public init(using generator: inout some RandomNumberGenerator) {
    high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
  }

  /// Draws a random identifier.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Reads the 8-4-4-4-12 form; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [8, 4, 4, 4, 12],
      let high = UInt64(parts[0...2].joined(), radix: 16),
      let low = UInt64(parts[3...4].joined(), radix: 16)
    else { return nil }
    self.high = high
    self.low = low
  }

  /// The 8-4-4-4-12 form in capitals.
  public var description: String {
    func hex(_ v: UInt64) -> String {
      let s = String(v, radix: 16, uppercase: true)
      return String(repeating: "0", count: 16 - s.count) + s
    }
    let h = hex(high)
    let l = hex(low)
    return [h.prefix(8), h.dropFirst(8).prefix(4), h.suffix(4), l.prefix(4), l.suffix(12)]
      .joined(separator: "-")
  }
}
