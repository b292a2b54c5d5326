extension String {
  /// The text with control characters and those that turn the direction of writing spelled out,
  /// `\u{1B}` for example; line ends and tabs stay.
  package var withVisibleControls: String {
    guard unicodeScalars.contains(where: \.steersTerminals) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.steersTerminals {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var steersTerminals: Bool {
    switch value {
    case 0x09, 0x0A: false
    // C0 and C1 controls; embeddings, overrides and isolates (Unicode TR 9).
    case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
