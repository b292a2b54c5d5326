/// Builds the tree of one YAML document.
///
/// Anchors and aliases work; duplicate keys, several documents, keys that are not texts, and
/// documents that unfold beyond all measure are refused.
package struct YAMLComposer: ~Copyable {
  /// The most values a document may have once its aliases are unfolded; a session file has about 100.
  package static let largestNodeCount = 100_000
  /// The deepest nesting.
  ///
  /// The files of this project have about 6. It bounds the recursion.
  package static let deepestNesting = 64

  private var reader: YAMLEventReader
  private var anchors: [String: (node: YAMLNode, count: Int)] = [:]
  private var nodeCount = 0
  private var depth = 0

  private init(reader: consuming YAMLEventReader) { self.reader = reader }

  /// Composes a text that stands in a file.
  package static func compose(
    _ text: [UInt8], file: String
  ) throws(DocumentError) -> YAMLNode {
    try compose(text) { .file(file, line: $0, column: $1) }
  }

  /// Composes the value of an option; every place in it is the option.
  package static func compose(
    _ text: String, option: String
  ) throws(DocumentError) -> YAMLNode {
    try compose(Array(text.utf8)) { _, _ in .option(option) }
  }

  /// Composes a text whose places are made by `place` from a line and a column.
  package static func compose(
    _ text: [UInt8], place: @escaping (Int, Int) -> SourcePlace
  ) throws(DocumentError) -> YAMLNode {
    var composer = YAMLComposer(reader: try YAMLEventReader(text: text, place: place))
    return try composer.document(start: place(1, 1))
  }

  private mutating func document(start: SourcePlace) throws(DocumentError) -> YAMLNode {
    var root: YAMLNode?
    while true {
      let (event, place) = try reader.next()
      switch event {
      case .streamStart, .documentEnd: continue
      case .documentStart:
        if root != nil {
          throw DocumentError(
            at: place, "a second document begins here; one file holds one")
        }
      case .streamEnd:
        return root ?? YAMLNode(place: start, value: .scalar("", isPlain: true))
      default: root = try node(event, place)
      }
    }
  }

  private mutating func node(
    _ event: YAMLEvent, _ place: SourcePlace
  ) throws(DocumentError) -> YAMLNode {
    let countBefore = nodeCount
    try count(1, at: place)
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepestNesting else {
      throw DocumentError(at: place, "nested deeper than \(Self.deepestNesting) levels")
    }
    let node: YAMLNode
    let name: String?
    switch event {
    case .alias(let alias):
      guard let (target, targetCount) = anchors[alias] else {
        throw DocumentError(at: place, "there is no anchor '&\(alias)' before this alias")
      }
      try count(targetCount, at: place)
      return target
    case .scalar(let text, let isPlain, let anchor):
      node = YAMLNode(place: place, value: .scalar(text, isPlain: isPlain))
      name = anchor
    case .sequenceStart(let anchor):
      node = YAMLNode(place: place, value: .sequence(try items()))
      name = anchor
    case .mappingStart(let anchor):
      node = YAMLNode(place: place, value: .mapping(try entries()))
      name = anchor
    default: throw DocumentError(at: place, "not YAML: an unexpected part")
    }
    if let name { anchors[name] = (node, nodeCount - countBefore) }
    return node
  }

  private mutating func items() throws(DocumentError) -> [YAMLNode] {
    var items: [YAMLNode] = []
    while true {
      let (event, place) = try reader.next()
      if case .sequenceEnd = event { return items }
      items.append(try node(event, place))
    }
  }

  private mutating func entries() throws(DocumentError) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    var seen: [String: SourcePlace] = [:]
    while true {
      let (event, place) = try reader.next()
      if case .mappingEnd = event { return entries }
      guard case .scalar(let key, _) = try node(event, place).value else {
        throw DocumentError(at: place, "a key must be a word, not a list or a mapping")
      }
      if let first = seen.updateValue(place, forKey: key) {
        throw DocumentError(
          at: place, "the key '\(key)' stands here again (first at \(first))")
      }
      let (valueEvent, valuePlace) = try reader.next()
      entries.append(YAMLEntry(key: key, place: place, value: try node(valueEvent, valuePlace)))
    }
  }

  private mutating func count(_ more: Int, at place: SourcePlace) throws(DocumentError) {
    nodeCount += more
    if nodeCount > Self.largestNodeCount {
      throw DocumentError(
        at: place, "more than \(Self.largestNodeCount) values, those that aliases repeat included")
    }
  }
}
