import SessionCore

/// Scalars read by the YAML 1.2 core schema: `yes` is a text, `010` is ten, quotes make a text.
extension YAMLNode {
  /// The text of a scalar; nil for anything else, and for a missing value.
  package var text: String? {
    guard case .scalar(let text, _) = value, !isNull else { return nil }
    return text
  }

  /// The text of a scalar that was written without quotes.
  private var plainText: String? {
    guard case .scalar(let text, isPlain: true) = value else { return nil }
    return text
  }

  /// `true` or `false`.
  package var boolean: Bool? {
    switch plainText {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }

  /// A whole number that fits 64 bits.
  package var integer: Int? {
    plainText.flatMap { Int($0) }
  }

  /// A finite number, in decimal notation with or without an exponent.
  package var number: Double? {
    guard let text = plainText, text.contains(where: \.isNumber),
      text.allSatisfy({ "0123456789+-.eE".contains($0) }), let value = Double(text),
      value.isFinite
    else { return nil }
    return value
  }

  /// A list of finite numbers.
  package var numbers: [Double]? {
    guard let items else { return nil }
    let values = items.compactMap(\.number)
    return values.count == items.count ? values : nil
  }

  /// A list of texts.
  package var texts: [String]? {
    guard let items else { return nil }
    let values = items.compactMap(\.text)
    return values.count == items.count ? values : nil
  }

  /// A size such as `640x480`.
  package var pictureSize: PictureSize? {
    guard let parts = text?.split(separator: "x", omittingEmptySubsequences: false),
      parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1])
    else { return nil }
    return PictureSize(width: width, height: height)
  }
}
