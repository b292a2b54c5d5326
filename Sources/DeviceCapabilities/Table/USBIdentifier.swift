/// The vendor and product numbers of a USB device, as `lsusb` prints them: `046d:082d`.
package struct USBIdentifier: Sendable, Hashable, CustomStringConvertible {
  /// The vendor's number.
  package var vendor: UInt16
  /// The vendor's number of the product.
  package var product: UInt16

  /// Creates an identifier.
  package init(vendor: UInt16, product: UInt16) {
    self.vendor = vendor
    self.product = product
  }

  /// Reads `046d:082d`: four hexadecimal digits, a colon, four more; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count == 4 && $0.allSatisfy(\.isHexDigit) }),
      let vendor = UInt16(parts[0], radix: 16), let product = UInt16(parts[1], radix: 16)
    else { return nil }
    self.init(vendor: vendor, product: product)
  }

  /// `046d:082d`.
  package var description: String { Self.hex(vendor) + ":" + Self.hex(product) }

  private static func hex(_ value: UInt16) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
