import Foundation
import FoundationXML

/// An element of an XML document with what is in it.
final class MarkupElement {
  let name: String
  let attributes: [String: String]
  /// The line it begins in, counted from 1.
  let line: Int
  fileprivate(set) var children: [MarkupElement] = []
  fileprivate(set) var text = ""

  fileprivate init(name: String, attributes: [String: String], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  /// The first child of a name.
  func child(_ name: String) -> MarkupElement? { children.first { $0.name == name } }

  /// All children of a name.
  func children(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }

  /// The first element on a way of names from child to child.
  func descendant(_ names: String...) -> MarkupElement? {
    names.reduce(self as MarkupElement?) { $0?.child($1) }
  }

  /// The identifier that an attribute `#identifier` points to.
  func reference(_ attribute: String) throws(ModelFault) -> String {
    guard let value = attributes[attribute], value.hasPrefix("#"), value.utf8.count > 1 else {
      throw fault("<\(name)> has no '\(attribute)' that points into the file (#name)")
    }
    return String(value.dropFirst())
  }

  /// The words of the text.
  var words: [Substring] {
    text.split { $0.isWhitespace || $0.isNewline }
  }

  /// The numbers of the text.
  func numbers<Number: LosslessStringConvertible & FloatingPoint>(
    _ type: Number.Type
  ) throws(ModelFault) -> [Number] {
    var result: [Number] = []
    for word in text.utf8.split(whereSeparator: \.isBlank) {
      guard let number = Number(String(Substring(word))), number.isFinite else {
        throw fault("'\(Substring(word).prefix(40))' in <\(name)> is no number")
      }
      result.append(number)
    }
    return result
  }

  /// The whole numbers of the text, none below 0.
  func indices() throws(ModelFault) -> [Int] {
    var result: [Int] = []
    for word in text.utf8.split(whereSeparator: \.isBlank) {
      guard let number = Int(Substring(word)), number >= 0 else {
        throw fault("'\(Substring(word).prefix(40))' in <\(name)> is no index")
      }
      result.append(number)
    }
    return result
  }

  /// A complaint about this place.
  func fault(_ reason: String) -> ModelFault { ModelFault("line \(line): \(reason)") }
}

/// Reads XML into elements, within limits.
///
/// Document types are refused, and with them entities: no file is opened and nothing multiplies.
final class MarkupReader: NSObject, XMLParserDelegate {
  private let budget: ModelBudget
  private var open: [MarkupElement] = []
  private var root: MarkupElement?
  private var count = 0
  private var fault: ModelFault?

  static func root(_ bytes: [UInt8], limits: ModelLimits) throws(ModelFault) -> MarkupElement {
    let data = Data(bytes)
    guard !bytes.contains(0), data.range(of: Data("<!DOCTYPE".utf8)) == nil else {
      throw ModelFault("not plain XML: it has a document type or zero bytes; export it again")
    }
    let reader = MarkupReader(limits)
    let parser = XMLParser(data: data)
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    _ = parser.parse()
    if let fault = reader.fault { throw fault }
    // The root's end decides: libxml2 also complains at the end of any text of tens of megabytes.
    guard reader.open.isEmpty, let root = reader.root else {
      throw ModelFault(
        "line \(parser.lineNumber): not well-formed XML, or cut off; export it again")
    }
    return root
  }

  private static func illFormed(_ line: Int) -> ModelFault {
    ModelFault("line \(line): not well-formed XML, or cut off; export it again")
  }

  private init(_ limits: ModelLimits) { budget = ModelBudget(limits) }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let element = MarkupElement(name: name, attributes: attributes, line: parser.lineNumber)
    count += 1
    do throws(ModelFault) {
      try budget.check(count, budget.limits.entries * 10, "XML elements")
      // Trees are walked by functions that call themselves.
      guard open.count < 256 else { throw element.fault("elements are nested more than 256 deep") }
    } catch {
      fault = fault ?? error
      parser.abortParsing()
      return
    }
    open.last?.children.append(element)
    if root == nil { root = element }
    open.append(element)
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    // At the end of any text of tens of megabytes, libxml2 speaks of an error within itself.
    let isAfterTheEnd = root != nil && open.isEmpty
    if !isAfterTheEnd { fault = fault ?? Self.illFormed(parser.lineNumber) }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) { if !open.isEmpty { open.removeLast() } }
}
