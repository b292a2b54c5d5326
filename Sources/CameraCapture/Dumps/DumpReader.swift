/// Reads what `v4l2-ctl --all --list-formats-ext` prints, of one device or several.
///
/// Made for what people paste into reports: parts of it, from versions of the tool ten years apart,
/// in any order, quoted, with shell prompts, headings and prose around it. What is not understood is
/// passed over.
package struct DumpReader {
  /// Where in a device's text the reader is.
  private enum Section {
    case prose
    /// Flags follow as words, of the device or of the node.
    case driver(ofNode: Bool)
    /// The media controller's names, which are not the driver's.
    case media
    /// A list of formats of a buffer type not named yet.
    case someFormats
    case captureFormats
    case otherFormats
    case currentFormat
    /// `v4l2-ctl --list-devices`.
    case deviceList
  }

  private var nodes: [DumpedNode] = []
  private var current: Int?
  private var section = Section.prose
  /// The path of a heading that no node has taken yet.
  private var heading: (path: String, isBanner: Bool)?

  private init() {}

  /// The nodes of a text, in its order; none when it has no output of the tool.
  package static func nodes(in text: String) -> [DumpedNode] {
    var reader = DumpReader()
    // Also "\r\n", which is one character.
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      reader.read(DumpLine(line))
    }
    reader.takeHeading()
    return reader.merged().filter { !$0.isEmpty || $0.hasHeading }
  }

  private mutating func read(_ line: DumpLine) {
    if line.text.isEmpty { return }
    if let path = line.headingPath {
      if case .deviceList = section, line.isBarePath { return }
      takeHeading()
      heading = (path, line.isBanner)
      section = .prose
      return
    }
    if let failure = line.failure {
      fail(failure)
    } else if !startSection(line) {
      readInside(line)
    }
  }

  /// Whether the line begins a part of the output.
  private mutating func startSection(_ line: DumpLine) -> Bool {
    if line.text.hasPrefix("Driver Info") {
      begin { $0.driver != nil || $0.deviceFlags != nil }
      section = .driver(ofNode: false)
    } else if line.text.hasPrefix("ioctl: VIDIOC_ENUM_FMT") {
      section = .someFormats
    } else if line.text.hasPrefix("Format Video Capture") {
      begin { $0.hasCaptureFormat }
      change { $0.hasCaptureFormat = true }
      section = .currentFormat
    } else if line.isListedDevice {
      section = .deviceList
    } else if line.isMediaPart {
      section = .media
    } else if line.isOtherPart {
      section = .prose
    } else {
      return false
    }
    return true
  }

  private mutating func readInside(_ line: DumpLine) {
    if case .media = section { return }
    if let (key, value) = line.entry {
      readEntry(key, value)
    } else if case .driver(let ofNode) = section, let flag = DumpFlags.flag(line.text) {
      readFlag(flag, ofNode: ofNode)
    }
    if let code = line.numberedFormat { readFormat(code) }
    readSize(line)
    if line.closesShutter { change { $0.isShuttered = true } }
  }

  // MARK: - The parts

  private mutating func readEntry(_ key: String, _ value: String) {
    switch key {
    case "driver name":
      begin { $0.driver != nil }
      change { $0.driver = value }
    case "card type":
      begin { $0.card != nil }
      change { $0.card = value }
    case "bus info": change { $0.bus = $0.bus ?? value }
    case "capabilities":
      // The parameters of a stream have a line of that name too, without a number.
      guard let flags = DumpLine.flags(value) else { return }
      change { $0.deviceFlags = flags }
      section = .driver(ofNode: false)
    case "device caps":
      guard let flags = DumpLine.flags(value) else { return }
      change { $0.nodeFlags = flags }
      section = .driver(ofNode: true)
    case "type": readType(value)
    case "pixel format": readPixelFormat(value)
    case "width/height":
      if case .currentFormat = section, let size = DumpLine.size(value, separator: "/") {
        change { $0.currentSize = size }
      }
    case "frames per second":
      let rate = value.split(separator: " ").first.flatMap { Double($0) }
      change { if let rate, $0.currentSize?.rates == [] { $0.currentSize?.rates = [rate] } }
    default: break
    }
  }

  /// Words add to what the number says; a number that is missing is made of them.
  private mutating func readFlag(_ flag: UInt32, ofNode: Bool) {
    change {
      if ofNode {
        $0.nodeFlags = ($0.nodeFlags ?? 0) | flag
      } else {
        $0.deviceFlags = ($0.deviceFlags ?? 0) | flag
      }
    }
    // The last of the device's words; what follows without its own heading is the node's.
    if flag == DumpFlags.hasNodeFlags { section = .driver(ofNode: true) }
  }

  private mutating func readType(_ value: String) {
    let isCapture = ["Video Capture", "Video Capture Multiplanar"].contains(value)
    switch section {
    case .someFormats where isCapture:
      begin { $0.formats != nil }
      change { $0.formats = [] }
      section = .captureFormats
    case .someFormats,
      .captureFormats where !isCapture:
      section = .otherFormats
    default: break
    }
  }

  private mutating func readPixelFormat(_ value: String) {
    guard let code = DumpLine.quotedCode(value) else { return }
    switch section {
    case .captureFormats: change { $0.formats?.append(.init(code: code)) }
    case .currentFormat: change { $0.currentCode = code }
    default: break
    }
  }

  /// `[0]: 'YUYV' (YUYV 4:2:2)`; in an excerpt also without the line that begins the list.
  private mutating func readFormat(_ code: FourCharacterCode) {
    switch section {
    case .otherFormats, .deviceList: return
    default: change { $0.formats = ($0.formats ?? []) + [.init(code: code)] }
    }
  }

  private mutating func readSize(_ line: DumpLine) {
    guard case .captureFormats = section else { return }
    if let size = line.discreteSize {
      change { $0.lastFormat { $0.sizes.append(size) } }
    } else if let rate = line.discreteRate {
      change { node in
        node.lastFormat { format in
          guard let last = format.sizes.indices.last else { return }
          if !format.sizes[last].rates.contains(rate) { format.sizes[last].rates.append(rate) }
        }
      }
    }
  }

  private mutating func fail(_ failure: String) {
    begin { !$0.isEmpty }
    change { $0.failure = failure }
    section = .prose
  }

  // MARK: - Nodes

  private mutating func change(_ body: (inout DumpedNode) -> Void) {
    if current == nil || heading != nil { begin { _ in false } }
    if let current { body(&nodes[current]) }
  }

  /// Goes on to another node where the present one has the part already, or a heading names another.
  private mutating func begin(where isNext: (DumpedNode) -> Bool) {
    if let (path, isBanner) = heading {
      heading = nil
      if let known = nodes.lastIndex(where: { $0.path == path }),
        !isNext(nodes[known]) || nodes[known].isEmpty
      {
        current = known
        return
      }
      nodes.append(DumpedNode())
      nodes[nodes.count - 1].path = path
      nodes[nodes.count - 1].hasHeading = isBanner
      current = nodes.count - 1
    } else if current.map({ isNext(nodes[$0]) }) ?? true {
      nodes.append(DumpedNode())
      current = nodes.count - 1
    }
  }

  /// A heading that nothing followed.
  private mutating func takeHeading() {
    guard let heading, heading.isBanner, !nodes.contains(where: { $0.path == heading.path })
    else { return }
    begin { _ in true }
  }

  /// A list of formats that was printed twice is one node's.
  private func merged() -> [DumpedNode] {
    nodes.reduce(into: []) { result, node in
      guard let last = result.last, node.path == nil || node.path == last.path, node.driver == nil,
        node.card == nil, !node.hasCaptureFormat, node.failure == nil, last.formats != nil,
        node.codes == last.codes
      else {
        result.append(node)
        return
      }
      result[result.count - 1].formats = node.formats
    }
  }
}

extension DumpedNode {
  fileprivate mutating func lastFormat(_ body: (inout OfferedFormat) -> Void) {
    guard var list = formats, let last = list.indices.last else { return }
    body(&list[last])
    formats = list
  }
}
