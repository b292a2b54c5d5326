import SessionCore

/// A video node as a text tells of it: some or all of what a live node says.
package struct DumpedNode: Sendable, Equatable {
  /// The node, `/dev/video0`; nil when the text does not say.
  package var path: String?
  /// The driver's name.
  package var driver: String?
  /// The device's name.
  package var card: String?
  /// Where it is plugged in.
  package var bus: String?
  /// What all nodes of the device together can do (`Capabilities`).
  var deviceFlags: UInt32?
  /// What this node can do (`Device Caps`).
  var nodeFlags: UInt32?
  /// Whether the text shows a capture format in use, which only capture nodes have.
  var hasCaptureFormat = false
  /// The format in use.
  package var currentCode: FourCharacterCode?
  /// The picture size in use.
  package var currentSize: OfferedFormat.Size?
  /// The capture formats; nil when the text has no list of them.
  package var formats: [OfferedFormat]?
  /// Whether a shutter before the lens is closed.
  package var isShuttered = false
  /// Why the node could not be opened when the text was made.
  package var failure: String?
  /// Whether the text has a heading for it, so that it counts even when nothing follows.
  var hasHeading = false

  /// Whether the text says anything about it.
  var isEmpty: Bool {
    driver == nil && card == nil && bus == nil && deviceFlags == nil && nodeFlags == nil
      && !hasCaptureFormat && formats == nil && failure == nil
  }

  /// The codes of the formats; the one in use where there is no list; nil when neither is known.
  package var codes: [FourCharacterCode]? {
    formats.map { $0.map(\.code) } ?? currentCode.map { [$0] }
  }

  /// Maker and model on USB, where the name has them: `UVC Camera (046d:0825)`.
  package var usbIdentifier: String? {
    guard let card, let open = card.lastIndex(of: "("), card.hasSuffix(")") else { return nil }
    let inside = card[card.index(after: open)...].dropLast()
    let parts = inside.split(separator: ":", omittingEmptySubsequences: false)
    let isNumber =
      parts.count == 2 && parts.allSatisfy { $0.count == 4 && $0.allSatisfy(\.isHexDigit) }
    return isNumber ? inside.lowercased() : nil
  }

  /// What it can deliver in formats that are read, as `VideoDeviceDescription.modes` says of a live
  /// one.
  package var modes: [SupportedVideoFormat] {
    let capability = self.capability ?? VideoCapability(driver: "", card: "", bus: bus ?? "")
    if let formats {
      return formats.filter { VideoNegotiation.reads($0.code, of: capability) }.flatMap(\.modes)
    }
    guard let currentCode, let currentSize else { return [] }
    return OfferedFormat(code: currentCode, sizes: [currentSize]).modes
  }
}

extension DumpedNode {
  /// What the text shows that it is.
  package struct Verdict: Sendable, Equatable {
    /// What it is; `unknown` when that cannot be told.
    package var kind: VideoNodeClass.Kind
    /// Whether it can be used as a camera; nil when the text does not tell.
    package var isUsable: Bool?
    /// Why it cannot be used, or what is known so far.
    package var reason: String
    /// What the text would have to have besides.
    package var missing: [String]
  }

  /// What is missing, and how to get it.
  private static let missingAbilities = "capabilities (Driver Info of v4l2-ctl --all)"
  private static let missingFormats = "pixel formats (v4l2-ctl --list-formats-ext)"

  /// Classifies the node as a live one would be, as far as the text goes.
  package var verdict: Verdict {
    if let failure {
      return unknown("it could not be opened: \(failure)", [Self.missingAbilities])
    }
    let capability = self.capability
    if let capability, let part = VideoNodeClass.byAbilities(capability) { return known(part) }
    if capability == nil, let driver, let part = PlatformDrivers.part(driver) { return known(part) }
    let missing =
      (capability == nil ? [Self.missingAbilities] : [])
      + (formats == nil ? [Self.missingFormats] : [])
    guard let codes else {
      return unknown(
        capability == nil ? "nothing that tells cameras from other nodes" : "it captures pictures",
        missing)
    }
    let found = VideoNodeClass.byFormats(
      codes, of: capability ?? VideoCapability(driver: "", card: "", bus: bus ?? ""))
    if found.kind == .colorCamera {
      // One colour format is enough; codecs list such formats too, so abilities have to be known.
      return capability == nil
        ? unknown("it lists colour formats, as codecs do too", missing) : known(found)
    }
    // The format in use may be one of several.
    return formats == nil ? unknown("only the format in use is known", missing) : known(found)
  }

  private func known(_ found: VideoNodeClass) -> Verdict {
    let shutter = isShuttered ? "; its shutter is closed" : ""
    let reason = found.obstacle ?? "a colour camera" + shutter
    return Verdict(kind: found.kind, isUsable: found.obstacle == nil, reason: reason, missing: [])
  }

  private func unknown(_ what: String, _ missing: [String]) -> Verdict {
    Verdict(kind: .unknown, isUsable: nil, reason: what, missing: missing)
  }

  /// What the node can do; nil when the text does not tell.
  var capability: VideoCapability? {
    flags.map { VideoCapability(driver: driver ?? "", card: card ?? "", bus: bus ?? "", flags: $0) }
  }

  private var flags: UInt32? {
    if let nodeFlags { return nodeFlags }
    guard let deviceFlags else { return nil }
    // Drivers of before Linux 3.4 have one set of flags, that of the node.
    if deviceFlags & DumpFlags.hasNodeFlags == 0 { return deviceFlags }
    let functions = deviceFlags & DumpFlags.functions
    // All nodes of the device do the same.
    if functions.nonzeroBitCount == 1 { return deviceFlags }
    // A device of camera and metadata: this node is the one that has a picture format.
    return hasCaptureFormat ? deviceFlags & ~DumpFlags.metadata : nil
  }
}

/// Flags of `videodev2.h` by the words that v4l2-ctl has for them.
enum DumpFlags {
  static let hasNodeFlags: UInt32 = 0x8000_0000
  static let metadata: UInt32 = 0x0880_0000
  private static let streaming: UInt32 = 0x0400_0000

  private static let words: [String: UInt32] = [
    "video capture": 0x1, "video output": 0x2, "video overlay": 0x4,
    "video capture multiplanar": 0x1000, "video output multiplanar": 0x2000,
    "video memory-to-memory multiplanar": 0x4000, "video memory-to-memory": 0x8000,
    "metadata capture": 0x0080_0000, "metadata output": 0x0800_0000, "streaming": streaming,
    "read/write": 0x0100_0000, "extended pix format": 0x0020_0000,
    "device capabilities": hasNodeFlags, "sdr capture": 0x0010_0000, "sdr output": 0x0040_0000,
    "touch device": 0x1000_0000,
  ]
  /// What tells kinds of nodes apart.
  static let functions: UInt32 = 0x1 | 0x2 | 0xF000 | metadata | 0x0050_0000

  /// The flag of a word; nil for other words.
  static func flag(_ word: String) -> UInt32? { words[word.lowercased()] }
}
