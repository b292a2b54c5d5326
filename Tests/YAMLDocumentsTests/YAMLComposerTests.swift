import SessionCore
import Testing
import YAMLDocuments

@Suite struct YAMLComposerTests {
  private func compose(_ text: String) throws -> YAMLNode {
    try YAMLComposer.compose(Array(text.utf8), file: "f.yaml")
  }

  private func complaint(_ bytes: [UInt8]) -> String {
    do {
      _ = try YAMLComposer.compose(bytes, file: "f.yaml")
      return ""
    } catch { return error.description }
  }

  @Test func everyValueKnowsItsLineAndColumn() throws {
    let root = try compose("a:\n  b: [1, zwei]\n")
    let list = try #require(root[key: "a"]?[key: "b"])
    #expect(list.place == .file("f.yaml", line: 2, column: 6))
    #expect(list.items?[1].place == .file("f.yaml", line: 2, column: 10))
  }

  @Test func columnsCountLettersAndNotBytes() throws {
    let root = try compose("ключ: x\n")
    #expect(root.entries?.first?.value.place == .file("f.yaml", line: 1, column: 7))
  }

  @Test func anAliasIsTheValueOfItsAnchor() throws {
    let root = try compose("front: &camera { rate: 30 }\nrear: *camera\n")
    #expect(root[key: "rear"] == root[key: "front"])
  }

  @Test(arguments: [
    ("a: 1\na: 2\n", "f.yaml:2:1: the key 'a' stands here again (first at f.yaml:1:1)"),
    ("a: *nobody\n", "f.yaml:1:4: there is no anchor '&nobody' before this alias"),
    ("a: &a [*a]\n", "f.yaml:1:8: there is no anchor '&a' before this alias"),
    ("a: 1\n---\nb: 2\n", "f.yaml:2:1: a second document begins here; one file holds one"),
    ("[a]: 1\n", "f.yaml:1:1: a key must be a word, not a list or a mapping"),
  ])
  func whatIsNotOneTreeIsRefused(text: String, message: String) {
    #expect(complaint(Array(text.utf8)) == message)
  }

  @Test(arguments: ["a: [1, 2\nb", "\tfront: 1\n", "a: 'open\n", "a: b: c\n", "%X\n", "{"])
  func whatIsNotYAMLIsRefusedWithItsPlace(text: String) {
    #expect(complaint(Array(text.utf8)).hasPrefix("f.yaml:"))
    #expect(complaint(Array(text.utf8)).contains(": not YAML: "))
  }

  @Test func bytesThatAreNoTextAreRefusedWithTheirPlace() {
    #expect(complaint(Array("a: 1\nb: ".utf8) + [0xFF, 0xFE]).hasPrefix("f.yaml:2:4: not YAML: "))
  }

  @Test func anAliasBombIsRefusedBeforeItUnfolds() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...12 {
      let alias = "*a\(level - 1)"
      text +=
        "a\(level): &a\(level) [\(Array(repeating: alias, count: 10).joined(separator: ", "))]\n"
    }
    #expect(complaint(Array(text.utf8)).contains("more than 100000 values"))
  }

  @Test func deepNestingIsRefused() {
    let text = String(repeating: "[", count: 5000)
    #expect(complaint(Array(text.utf8)).contains("nested deeper than 64 levels"))
  }

  @Test func anEmptyFileHoldsNothing() throws {
    #expect(try compose("").isNull)
    #expect(try compose("# only a comment\n").isNull)
  }

  @Test func scalarsFollowTheCoreSchema() throws {
    let root = try compose("[true, yes, 010, '30', 1e3, .inf, 0x10, nan, -2.5, null, 640x480]")
    let items = try #require(root.items)
    #expect(items.map(\.boolean) == [true] + Array(repeating: nil, count: 10))
    #expect(items.map(\.integer) == [nil, nil, 10] + Array(repeating: nil, count: 8))
    #expect(
      items.map(\.number) == [nil, nil, 10, nil, 1000, nil, nil, nil, -2.5, nil, nil])
    #expect(items[3].text == "30")
    #expect(items[9].isNull)
    #expect(items[10].pictureSize == PictureSize(width: 640, height: 480))
  }
}
