/// Writes JSON into bytes, without a tree of values between, independent of the locale.
///
/// The caller opens and closes; commas are set here. Numbers that are not finite become `null`.
package struct JSONLine: Sendable {
  /// The text so far, UTF-8.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates an empty text.
  package init() {}

  /// Forgets the text and keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Ends a line; the next value starts a new text.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  // MARK: Structure

  /// Opens an object, as an element or after a key.
  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes an object.
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array, as an element or after a key.
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes an array.
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes a key that needs no escapes; its value follows.
  package mutating func key(_ name: StaticString) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key whose bytes need no escapes; its value follows.
  package mutating func key(quoted name: [UInt8]) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes any key; its value follows.
  package mutating func key(text name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func open(_ bracket: UInt8) {
    comma()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  @inline(__always) private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  // MARK: Values

  /// Writes `null`.
  package mutating func null() { raw("null") }
  /// Writes `true` or `false`.
  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  /// Writes a whole number.
  package mutating func integer(_ value: Int64) {
    comma()
    appendDigits(value.magnitude, negative: value < 0)
  }

  /// Writes text with JSON's escapes.
  package mutating func string(_ text: String) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes.append(contentsOf: Array("\\u00".utf8))
        bytes.append(Self.hexadecimal(byte >> 4))
        bytes.append(Self.hexadecimal(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a number with the fewest digits that read back as the same value.
  package mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    comma()
    if value == value.rounded(), abs(value) < 1e15 {
      appendDigits(UInt64(abs(value)), negative: value < 0)
    } else {
      bytes.append(contentsOf: value.description.utf8)
    }
  }

  /// Writes a number rounded to some decimals, without trailing zeros.
  ///
  /// - Parameters:
  ///   - value: numbers too large for that many decimals are written as `number` does.
  ///   - decimals: 0…9.
  package mutating func number(_ value: Double, decimals: Int) {
    let scale = Self.powers[decimals]
    let scaled = (value * scale).rounded()
    // Beyond 2^53 a double has no room for the decimals.
    guard value.isFinite, abs(scaled) < 0x1p53 else { return number(value) }
    comma()
    appendFixed(UInt64(abs(scaled)), negative: scaled < 0, decimals: decimals)
  }

  private static let powers = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  // MARK: Digits

  private mutating func raw(_ text: StaticString) {
    comma()
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }

  private mutating func appendDigits(_ value: UInt64, negative: Bool) {
    appendFixed(value, negative: negative, decimals: 0)
  }

  /// Appends value / 10^decimals.
  private mutating func appendFixed(_ value: UInt64, negative: Bool, decimals: Int) {
    var value = value
    var decimals = decimals
    while decimals > 0, value % 10 == 0 {
      value /= 10
      decimals -= 1
    }
    // 20 digits, a sign, a point, and a zero before it.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { digits in
      var place = 24
      var count = 0
      repeat {
        if count == decimals, count > 0 {
          place -= 1
          digits[place] = UInt8(ascii: ".")
        }
        place -= 1
        digits[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
        value /= 10
        count += 1
      } while value > 0 || count <= decimals
      if negative {
        place -= 1
        digits[place] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[place...]))
    }
  }
}
