import CYAML

/// What libyaml's parser reports, as Swift values.
enum YAMLEvent {
  case streamStart, streamEnd, documentStart, documentEnd
  case alias(String)
  case scalar(String, isPlain: Bool, anchor: String?)
  case sequenceStart(anchor: String?)
  case sequenceEnd
  case mappingStart(anchor: String?)
  case mappingEnd
}

/// Reads YAML events from bytes through libyaml.
///
/// Safety of the pointers: the parser keeps a pointer to the bytes, so both live in memory that
/// this value owns until it goes.
struct YAMLEventReader: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let place: (_ line: Int, _ column: Int) -> SourcePlace

  /// Begins a text; `place` makes the place of a line and a column, both counted from 1.
  init(text: [UInt8], place: @escaping (Int, Int) -> SourcePlace) throws(DocumentError) {
    self.place = place
    bytes = .allocate(capacity: max(text.count, 1))
    _ = bytes.initialize(from: text)
    parser = .allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      bytes.deallocate()
      throw DocumentError(at: place(1, 1), "there is no memory left to read YAML")
    }
    yaml_parser_set_input_string(parser, bytes.baseAddress, text.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    bytes.deallocate()
  }

  /// The next event and where it begins.
  mutating func next() throws(DocumentError) -> (YAMLEvent, SourcePlace) {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { yaml_event_delete(&event) }
    let start = place(Int(event.start_mark.line) + 1, Int(event.start_mark.column) + 1)
    switch event.type {
    case YAML_STREAM_START_EVENT: return (.streamStart, start)
    case YAML_STREAM_END_EVENT: return (.streamEnd, start)
    case YAML_DOCUMENT_START_EVENT: return (.documentStart, start)
    case YAML_DOCUMENT_END_EVENT: return (.documentEnd, start)
    case YAML_ALIAS_EVENT: return (.alias(Self.text(event.data.alias.anchor) ?? ""), start)
    case YAML_SEQUENCE_START_EVENT:
      return (.sequenceStart(anchor: Self.text(event.data.sequence_start.anchor)), start)
    case YAML_SEQUENCE_END_EVENT: return (.sequenceEnd, start)
    case YAML_MAPPING_START_EVENT:
      return (.mappingStart(anchor: Self.text(event.data.mapping_start.anchor)), start)
    case YAML_MAPPING_END_EVENT: return (.mappingEnd, start)
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let content = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return (
        .scalar(
          String(decoding: content, as: UTF8.self),
          isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE, anchor: Self.text(scalar.anchor)), start
      )
    default: throw DocumentError(at: start, "not YAML: an unexpected part")
    }
  }

  /// The parser's own complaint, with the place of the problem.
  private func failure() -> DocumentError {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be read"
    let context = parser.pointee.context.map { " " + String(cString: $0) } ?? ""
    if parser.pointee.error == YAML_READER_ERROR {
      // The decoder works ahead of the scanner and knows an offset in bytes only.
      let head = bytes.prefix(Int(parser.pointee.problem_offset))
      let line = head.count { $0 == 0x0A } + 1
      let column = head.count - (head.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
      return DocumentError(at: place(line, column), "not YAML: \(problem)")
    }
    let mark = parser.pointee.problem_mark
    let index = Int(mark.index)
    let isTab = bytes.indices.contains(index) && bytes[index] == 0x09
    let advice = isTab ? "; a tab stands here, indent with spaces" : ""
    return DocumentError(
      at: place(Int(mark.line) + 1, Int(mark.column) + 1),
      "not YAML: \(problem)\(context)\(advice)")
  }

  private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
