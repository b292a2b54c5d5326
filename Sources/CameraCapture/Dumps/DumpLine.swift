/// One line of a dump, without quoting, colours and blanks at its ends.
struct DumpLine {
  let text: String

  init(_ line: Substring) {
    var line = Self.withoutColors(line)
    while let first = line.first, first == ">" || first == " " || first == "\t" || first == "|" {
      line.removeFirst()
    }
    while let last = line.last, last.isWhitespace { line.removeLast() }
    text = String(line)
  }

  /// A key and its value; nil without a colon.
  var entry: (key: String, value: String)? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    return (
      Self.trimmed(text[..<colon]).lowercased(), Self.trimmed(text[text.index(after: colon)...])
    )
  }

  // MARK: - Headings

  /// The node that the following lines are of, where the line is a heading or a command.
  var headingPath: String? {
    if let command = text.range(of: "v4l2-ctl") {
      return Self.device(of: text[command.upperBound...])
    }
    guard isBanner || isBarePath || text.hasPrefix("#"), let start = text.range(of: "/dev/video")
    else { return nil }
    let number = text[start.upperBound...].prefix(while: \.isNumber)
    return number.isEmpty ? nil : "/dev/video\(number)"
  }

  /// Whether the line is a heading made for the node.
  var isBanner: Bool {
    ["=", "-", "*"].contains(where: text.hasPrefix)
      || text.hasPrefix("/dev/video") && text.hasSuffix(":")
  }

  /// Whether the line is nothing but a node's path, as in a list of devices.
  var isBarePath: Bool { text.hasPrefix("/dev/") && !text.contains { $0 == ":" || $0 == " " } }

  /// `USB2.0 Camera: USB2.0 Camera (usb-3f980000.usb-1.4):`, a device of `--list-devices`.
  var isListedDevice: Bool { text.hasSuffix("):") }

  /// The media controller's parts, whose names are not the driver's.
  var isMediaPart: Bool {
    ["Media Driver Info", "Interface Info", "Entity Info"].contains(where: text.hasPrefix)
  }

  /// Other parts of the tool's output, whose lines are not looked at.
  var isOtherPart: Bool {
    [
      "Crop ", "Selection", "Streaming Parameters", "User Controls", "Camera Controls", "Format ",
      "Video input", "Priority", "Supported Video",
    ].contains(where: text.hasPrefix)
  }

  /// Why a node could not be asked, in the tool's words: `Cannot open device /dev/video0, exiting.`,
  /// `Failed to open /dev/video0: Permission denied`.
  var failure: String? {
    if text.hasPrefix("Failed to open /dev/") {
      return text.split(separator: ":", maxSplits: 1).last.map(Self.trimmed)
    }
    if text.hasPrefix("Cannot open device") { return "v4l2-ctl says `\(text)`" }
    if text.hasPrefix("VIDIOC_QUERYCAP: failed") || text.hasPrefix("Unable to detect what device") {
      return "it is no V4L2 node"
    }
    return nil
  }

  /// The device of a command's options: `-d 2`, `-d /dev/video2`, `--device=…`.
  private static func device(of arguments: Substring) -> String? {
    let words = arguments.split(separator: " ")
    for (index, word) in words.enumerated() {
      var value: Substring?
      if word == "-d" || word == "--device" {
        value = index + 1 < words.count ? words[index + 1] : nil
      } else if word.hasPrefix("--device=") {
        value = word.dropFirst("--device=".count)
      } else if word.hasPrefix("-d"), !word.hasPrefix("--") {
        value = word.dropFirst(2)
      }
      guard let value, !value.isEmpty else { continue }
      return value.allSatisfy(\.isNumber) ? "/dev/video\(value)" : String(value)
    }
    return nil
  }

  // MARK: - Formats

  /// `[0]: 'YUYV' (YUYV 4:2:2)`.
  var numberedFormat: FourCharacterCode? {
    guard text.hasPrefix("["), let end = text.firstIndex(of: "]"),
      text[text.index(after: text.startIndex)..<end].allSatisfy(\.isNumber)
    else { return nil }
    return Self.quotedCode(String(text[end...]))
  }

  /// `Size: Discrete 640x480`.
  var discreteSize: OfferedFormat.Size? {
    guard text.hasPrefix("Size: Discrete ") else { return nil }
    return Self.size(String(text.dropFirst("Size: Discrete ".count)), separator: "x")
  }

  /// `Interval: Discrete 0.033s (30.000 fps)`.
  var discreteRate: Double? {
    guard text.hasPrefix("Interval: Discrete"), let open = text.firstIndex(of: "(") else {
      return nil
    }
    return text[text.index(after: open)...].split(separator: " ").first.flatMap { Double($0) }
  }

  /// `privacy 0x009a0910 (bool) : default=0 value=1`.
  var closesShutter: Bool {
    text.hasPrefix("privacy ") && text.contains("(bool)")
      && text.split(separator: " ").contains("value=1")
  }

  /// The four letters between the first quotes; `'Y16 -BE'` counts as `Y16`.
  static func quotedCode(_ text: String) -> FourCharacterCode? {
    guard let open = text.firstIndex(of: "'") else { return nil }
    let rest = text[text.index(after: open)...]
    guard let close = rest.firstIndex(of: "'") else { return nil }
    let letters = Array(rest[..<close].utf8.prefix(4))
    guard letters.count >= 3 else { return nil }
    let padded = letters + Array(repeating: 0x20, count: 4 - letters.count)
    return FourCharacterCode(
      rawValue: (0..<4).reduce(UInt32(0)) { $0 | UInt32(padded[$1]) << UInt32(8 * $1) })
  }

  static func size(_ text: String, separator: Character) -> OfferedFormat.Size? {
    let parts = text.prefix { $0.isNumber || $0 == separator }.split(separator: separator)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
      return nil
    }
    return OfferedFormat.Size(width: width, height: height)
  }

  /// V4L2's flags, which the tool prints with eight digits; other programs have capabilities too.
  static func flags(_ text: String) -> UInt32? {
    let digits = text.dropFirst(2).prefix(while: \.isHexDigit)
    return text.hasPrefix("0x") && digits.count == 8 ? UInt32(digits, radix: 16) : nil
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = Substring(text)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }

  /// Without ECMA-48 sequences, which pagers and scripts leave in.
  private static func withoutColors(_ line: Substring) -> Substring {
    guard line.contains("\u{1B}") else { return line }
    var result = ""
    var rest = line
    while let escape = rest.firstIndex(of: "\u{1B}") {
      result += rest[..<escape]
      rest = rest[escape...].drop { !$0.isLetter }.dropFirst()
    }
    return Substring(result + rest)
  }
}
