import SpatialMath

/// Reads what `ByteWriter` wrote out of one section of a file, and says where it is wrong.
///
/// Nothing is believed: each number is checked against what is left before it is used.
struct ByteReader {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int
  private let section: String

  /// Reads a range of a file's bytes; the section's name is for messages.
  init(_ bytes: [UInt8], _ range: Range<Int>, section: String) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
    self.section = section
  }

  /// The bytes that are left.
  var left: Int { end - position }

  /// What is wrong, and where.
  func problem(_ what: String, at place: Int? = nil) -> WorldMapProblem {
    WorldMapProblem(what: what, section: section, byte: place ?? position)
  }

  private mutating func advance(_ count: Int) throws(WorldMapProblem) -> Int {
    guard count <= left else { throw problem("it ends too early") }
    defer { position += count }
    return position
  }

  mutating func integer<T: FixedWidthInteger>(_: T.Type = T.self) throws(WorldMapProblem) -> T {
    let size = MemoryLayout<T>.size
    let start = try advance(size)
    var value: T = 0
    for i in (0..<size).reversed() { value = value << 8 | T(truncatingIfNeeded: bytes[start + i]) }
    return value
  }

  /// A 32-bit number of a range.
  mutating func count(
    _ range: ClosedRange<Int>, _ what: String
  ) throws(WorldMapProblem) -> Int {
    let start = position
    let value = Int(try integer(UInt32.self))
    guard range.contains(value) else {
      throw problem("\(value) \(what), of \(range.lowerBound) to \(range.upperBound)", at: start)
    }
    return value
  }

  /// A finite number within bounds.
  mutating func number(
    _ what: String, _ range: ClosedRange<Double> = -1e9...1e9
  ) throws(WorldMapProblem) -> Double {
    let start = position
    let value = Double(bitPattern: try integer(UInt64.self))
    guard range.contains(value) else { throw problem("\(what) is \(value)", at: start) }
    return value
  }

  mutating func vector2(_ what: String) throws(WorldMapProblem) -> Vector2 {
    Vector2(try number(what), try number(what))
  }

  mutating func vector3(_ what: String) throws(WorldMapProblem) -> Vector3 {
    Vector3(try number(what), try number(what), try number(what))
  }

  /// A pose whose rotation is one.
  mutating func pose(_ what: String) throws(WorldMapProblem) -> Pose {
    let start = position
    let imaginary = try vector3(what)
    let rotation = Quaternion(imaginary: imaginary, real: try number(what))
    guard abs(rotation.vector.length - 1) < 1e-6 else {
      throw problem("\(what) does not turn by a unit quaternion", at: start)
    }
    return Pose(rotation: rotation, translation: try vector3(what))
  }

  /// Bytes with their count before them.
  mutating func counted(
    atMost limit: Int, _ what: String
  ) throws(WorldMapProblem) -> ArraySlice<UInt8> {
    let count = try count(0...limit, "bytes of \(what)")
    let start = try advance(count)
    return bytes[start..<start + count]
  }

  mutating func text(atMost limit: Int, _ what: String) throws(WorldMapProblem) -> String {
    let start = position
    guard let text = String(validating: try counted(atMost: limit, what), as: UTF8.self) else {
      throw problem("\(what) is no UTF-8 text", at: start)
    }
    return text
  }

  /// Fails when something is left.
  func finish() throws(WorldMapProblem) {
    if left > 0 { throw problem("\(left) bytes too many") }
  }
}

/// What is wrong with a map file, and where.
struct WorldMapProblem: Error {
  var what: String
  var section: String
  var byte: Int
}
