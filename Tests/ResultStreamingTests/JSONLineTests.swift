import Foundation
import ResultStreaming
import SpatialMath
import Testing

@Suite struct JSONLineTests {
  private static func text(_ write: (inout JSONLine) -> Void) -> String {
    var line = JSONLine()
    write(&line)
    return String(decoding: line.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-17, "-17"), (0.1, "0.1"), (1e-7, "1e-07"),
    (123_456.789, "123456.789"), (1e20, "1e+20"), (.nan, "null"), (.infinity, "null"),
    (-.infinity, "null"), (0.1 + 0.2, "0.30000000000000004"),
  ])
  func numbersAreAsShortAsTheyCanBe(value: Double, expected: String) {
    #expect(Self.text { $0.number(value) } == expected)
  }

  @Test(arguments: [
    (0.0, 3, "0"), (1.5, 3, "1.5"), (-1.5, 0, "-2"), (2.0004, 3, "2"), (2.0006, 3, "2.001"),
    (-0.0004, 3, "0"), (-0.05, 3, "-0.05"), (0.001, 3, "0.001"), (100, 3, "100"),
    (0.999_999_999_9, 9, "1"), (12.000_000_001, 9, "12.000000001"), (.nan, 3, "null"),
    (1e18, 9, "1e+18"), (-.infinity, 2, "null"), (10.5, 1, "10.5"),
  ])
  func roundedNumbersHaveNoTrailingZeros(value: Double, decimals: Int, expected: String) {
    #expect(Self.text { $0.number(value, decimals: decimals) } == expected)
  }

  @Test func anyNumberReadsBackAsItself() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      #expect(Double(Self.text { $0.number(value) }) == value)
      let small = generator.uniform(-2000...2000)
      let rounded = try #require(Double(Self.text { $0.number(small, decimals: 6) }))
      #expect(abs(rounded - small) <= 0.5000001e-6)
    }
  }

  @Test func textIsEscapedAsJSONDemands() throws {
    let hard = "a \"quoted\" \\ back\nnew\ttab \u{1}control é 🙂"
    let text = Self.text { line in
      line.beginArray()
      line.string(hard)
      line.endArray()
    }
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String]
    #expect(read == [hard])
  }

  @Test func commasAreSetBetweenValuesOnly() {
    let text = Self.text { line in
      line.beginObject()
      line.key("a")
      line.beginArray()
      line.endArray()
      line.key("b")
      line.beginArray()
      line.number(1)
      line.beginObject()
      line.endObject()
      line.bool(true)
      line.null()
      line.endArray()
      line.field("c", "x")
      line.field("d", nil)
      line.endObject()
    }
    #expect(text == #"{"a":[],"b":[1,{},true,null],"c":"x","d":null}"#)
  }
}
