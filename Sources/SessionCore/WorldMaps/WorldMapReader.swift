import SpatialMath

/// Reads a world map from a file's bytes that may be anything.
///
/// Whatever comes out can be used: indices are in range, numbers finite, every point is seen from
/// where its depth is counted.
struct WorldMapReader {
  private let bytes: [UInt8]
  private var position = WorldMapFile.headerLength

  /// Reads these bytes.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads it all.
  func read() throws(WorldMapProblem) -> WorldMap {
    var copy = self
    return try copy.readSections()
  }

  private mutating func readSections() throws(WorldMapProblem) -> WorldMap {
    try checkHeader()
    var reader = try open(.frame)
    var content = try Self.frame(&reader)
    reader = try open(.lenses)
    content.lenses = try Self.lenses(&reader)
    reader = try open(.keyframes)
    content.keyframes = try Self.keyframes(&reader, content.lenses)
    reader = try open(.points)
    content.points = try Self.points(&reader, content)
    reader = try open(.anchors)
    let anchors = try Self.anchors(&reader)
    guard position == bytes.count else {
      throw WorldMapProblem(
        what: "\(bytes.count - position) bytes after the last section", section: "the end",
        byte: position)
    }
    return WorldMap(content: content, anchors: anchors)
  }

  // MARK: The frame of the file

  private func checkHeader() throws(WorldMapProblem) {
    func problem(_ what: String, _ byte: Int) -> WorldMapProblem {
      WorldMapProblem(what: what, section: "the header", byte: byte)
    }
    guard bytes.starts(with: WorldMapFile.signature) else {
      let isCut = !bytes.isEmpty && WorldMapFile.signature.starts(with: bytes)
      throw problem(isCut ? "it ends too early" : "it does not begin as a world map does", 0)
    }
    var header = ByteReader(
      bytes, WorldMapFile.signature.count..<min(bytes.count, WorldMapFile.headerLength),
      section: "the header")
    let version = try header.integer(UInt32.self)
    guard version == WorldMapFile.version else {
      throw problem(
        "version \(version), and this program reads version \(WorldMapFile.version)", 8)
    }
    let length = try header.integer(UInt64.self)
    guard length == UInt64(bytes.count) else {
      throw problem(
        "\(length) bytes are promised and \(bytes.count) are there: cut off, or lengthened", 12)
    }
    guard bytes.count <= WorldMapFile.mostBytes else {
      throw problem("larger than \(WorldMapFile.mostBytes >> 20) MB", 12)
    }
  }

  /// Checks a section's frame and checksum.
  private mutating func open(
    _ section: WorldMapFile.Section
  ) throws(WorldMapProblem) -> ByteReader {
    let name = "section \(section.name)"
    var head = ByteReader(bytes, position..<bytes.count, section: name)
    var letters: [UInt8] = []
    for _ in 0..<4 { letters.append(try head.integer()) }
    guard letters == Array(section.rawValue.utf8) else {
      throw head.problem("\(section.rawValue) should begin here", at: position)
    }
    let length = try head.integer(UInt64.self)
    guard length <= UInt64(max(0, head.left - 4)) else {
      throw head.problem("\(length) bytes are promised, and the file ends before")
    }
    let start = head.position
    let range = start..<start + Int(length)
    var tail = ByteReader(bytes, range.upperBound..<bytes.count, section: name)
    guard try tail.integer(UInt32.self) == Checksum.crc32(bytes[range]) else {
      throw head.problem("its checksum differs: the bytes were changed", at: start)
    }
    position = tail.position
    return ByteReader(bytes, range, section: name)
  }

  // MARK: Sections

  private static func frame(_ r: inout ByteReader) throws(WorldMapProblem) -> WorldMapContent {
    let pose = try r.pose("the world's place")
    let scale = try r.number("the size of a map unit", 1e-6...1e6)
    let up = try r.vector3("up")
    guard abs(up.length - 1) < 1e-6 else { throw r.problem("up is no unit vector") }
    let isCertain = try r.integer(UInt8.self) == 1
    let scaleSource = try r.word(ScaleSource.init(rawValue:), "source of scale")
    let gravitySource = try r.word(GravitySource.init(rawValue:), "source of gravity")
    let focalLength = try r.number("the focal length", 1...1e6)
    let last = try r.integer(UInt64.self)
    guard last < .max / 2 else { throw r.problem("the last identifier is \(last)") }
    try r.finish()
    return WorldMapContent(
      frame: .init(
        worldFromMap: pose, scale: scale, up: up, isUpCertain: isCertain,
        scaleSource: scaleSource, gravitySource: gravitySource),
      focalLength: focalLength, lastIdentifier: last, lenses: [], keyframes: [], points: [])
  }

  private static func lenses(
    _ r: inout ByteReader
  ) throws(WorldMapProblem) -> [CameraIntrinsics] {
    var lenses: [CameraIntrinsics] = []
    for _ in 0..<(try r.count(1...WorldMapFile.mostLenses, "lenses")) {
      let width = try r.count(WorldMapFile.pictureSides, "pixels of width")
      let height = try r.count(WorldMapFile.pictureSides, "pixels of height")
      let (fx, fy) = (try r.number("fx", 1...1e6), try r.number("fy", 1...1e6))
      let (cx, cy) = (try r.number("cx", -1e5...1e5), try r.number("cy", -1e5...1e5))
      var d: [Double] = []
      for _ in 0..<5 { d.append(try r.number("a distortion", -1e3...1e3)) }
      lenses.append(
        CameraIntrinsics(
          width: width, height: height, fx: fx, fy: fy, cx: cx, cy: cy,
          distortion: .init(k1: d[0], k2: d[1], p1: d[2], p2: d[3], k3: d[4])))
    }
    try r.finish()
    return lenses
  }

  private static func keyframes(
    _ r: inout ByteReader, _ lenses: [CameraIntrinsics]
  ) throws(WorldMapProblem) -> [WorldMapContent.Keyframe] {
    var keyframes: [WorldMapContent.Keyframe] = []
    var pixels = 0
    let range = WorldMapContent.leastKeyframes...WorldMapFile.mostKeyframes
    for i in 0..<(try r.count(range, "keyframes")) {
      let pose = try r.pose("the place of keyframe \(i)")
      let lens = try r.count(0...lenses.count - 1, "as keyframe \(i)'s lens")
      let (width, height) = (lenses[lens].width, lenses[lens].height)
      let start = r.position
      let packed = try r.counted(atMost: WorldMapFile.mostBytes, "picture \(i)")
      pixels += width * height
      // A pixel takes a bit at least: a small file cannot ask for much memory.
      guard pixels <= WorldMapFile.mostPixels, packed.count >= width * height / 8,
        let picture = GrayPictureCodec.unpack(packed, width: width, height: height)
      else {
        throw r.problem("picture \(i) is none of \(width)×\(height)", at: start)
      }
      keyframes.append(.init(cameraFromMap: pose, lens: lens, picture: picture))
    }
    try r.finish()
    return keyframes
  }
}

extension ByteReader {
  /// One of some words.
  mutating func word<T>(
    _ make: (String) -> T?, _ what: String
  ) throws(WorldMapProblem) -> T {
    let start = position
    let text = try text(atMost: WorldMapFile.mostNameBytes, what)
    guard let value = make(text) else { throw problem("'\(text)' is no \(what)", at: start) }
    return value
  }
}
