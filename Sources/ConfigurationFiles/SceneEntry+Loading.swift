import SessionCore
import SpatialMath
import YAMLDocuments

extension SceneEntry {
  init(_ entry: ConfigurationReader) throws(ConfigurationError) {
    let extent = entry.numbers("minimum-extent")
    self.init(
      anchor: Anchor(rawValue: entry.text("anchor")) ?? .horizontalPlane,
      entity: Entity(rawValue: entry.text("entity")) ?? .robotHead,
      minimumExtent: Vector2(extent[0], extent[1]),
      reference: Reference(rawValue: entry.text("reference")) ?? .viewer,
      scale: entry.number("scale"), faceIndex: entry.integer("face-index"),
      offset: entry.vector("offset"))
    place = entry.node?.place
    name = entry.written("name")?.text ?? ""
    set = entry.written("set")?.text
    image = entry.written("image")?.text
    classification = PlaneAnchor.Classification(rawValue: entry.text("classification"))
    vertices = (entry.written("vertices")?.numbers ?? []).map { Int($0) }
    vertexGroup = entry.written("vertex-group")?.text
    untracked = Untracked(rawValue: entry.text("untracked")) ?? .hide
    fadeSeconds = entry.number("fade-seconds")
    rotation = entry.vector("rotation-degrees") * (.pi / 180)
    readContent(entry)
    surface = Surface(entry)
    if entry.written("motion") != nil { motion = Motion(entry.section("motion")) }
    drives = entry.entries("drive").map { drive in
      Drive(
        coefficients: drive.texts("coefficients").compactMap(BlendShapeLocation.init(rawValue:)),
        property: drive.text("property"), base: drive.number("base"),
        factor: drive.number("factor"))
    }
    try check(entry)
  }

  private mutating func readContent(_ entry: ConfigurationReader) {
    paths = entry.paths("paths")
    if let path = entry.path("path") { paths = [path] }
    texts = entry.written("texts")?.texts ?? []
    height = entry.number("height")
    shape = Shape(rawValue: entry.text("shape")) ?? .box
    size = entry.vector("size")
    isClosed = entry.boolean("closed")
    sides = Sides(rawValue: entry.text("sides")) ?? .auto
    stands = entry.boolean("stand")
    animation = entry.written("animation")?.text
  }

  /// What must be there and what does not go together.
  private func check(_ entry: ConfigurationReader) throws(ConfigurationError) {
    func fail(_ key: String, _ text: String) throws(ConfigurationError) {
      throw ConfigurationError(at: entry.place(of: key) ?? place, text)
    }
    let files = [Entity.model, .picture, .faceTexture].contains(entity)
    if files, paths.allSatisfy(\.isEmpty) {
      try fail("entity", "\(entity.rawValue) needs its file; add path:")
    }
    if !files, !paths.isEmpty {
      try fail("path", "\(entity.rawValue) takes no file; leave path and paths out")
    }
    if entry.written("path") != nil, entry.written("paths") != nil {
      try fail("path", "path and paths exclude each other; write all files into paths")
    }
    if entity == .text, texts.isEmpty {
      try fail("entity", "text needs what is written; add texts: [\"…\"]")
    }
    if entity == .planeOcclusion, anchor != .world {
      try fail("anchor", "plane-occlusion is all planes of the world; write anchor: world")
    }
    if entity == .gazeCursor, anchor != .screen {
      try fail("anchor", "gaze-cursor stands on anchor: screen")
    }
    if let stray = (entry.written("vertices")?.numbers ?? []).first(where: { $0 != $0.rounded() }) {
      try fail("vertices", "vertices takes whole numbers, found \(stray)")
    }
    if anchor != .face, !vertices.isEmpty || vertexGroup != nil {
      try fail("anchor", "vertices and vertex-group belong to anchor: face")
    }
    if !vertices.isEmpty, vertexGroup != nil {
      try fail("vertices", "vertices and vertex-group exclude each other; give one")
    }
    let mirrors = surface.reflection.count
    if mirrors != 0, mirrors != 1, mirrors != 6 {
      try fail("reflection", "reflection takes one picture or six, found \(mirrors)")
    }
  }
}

extension SceneEntry.Motion {
  fileprivate init(_ entry: ConfigurationReader) {
    offset = entry.vector("offset")
    turn = entry.vector("rotation-degrees") * (.pi / 180)
    scale = entry.number("scale")
    seconds = entry.number("seconds")
    repetition = entry.text("repeat")
    timing = entry.text("timing")
  }
}

extension SceneEntry.Surface {
  fileprivate init(_ entry: ConfigurationReader) {
    if let c = entry.written("color")?.numbers, c.count >= 3 {
      color = SIMD4(Float(c[0]), Float(c[1]), Float(c[2]), c.count > 3 ? Float(c[3]) : 1)
    }
    metallic = Float(entry.number("metallic"))
    roughness = Float(entry.number("roughness"))
    isLit = entry.boolean("lit")
    lineWidth = Float(entry.number("line-width"))
    reflection = entry.paths("reflection")
    reflective = entry.written("reflective")?.texts ?? []
  }
}

extension BehaviourEntry {
  init(_ entry: ConfigurationReader) throws(ConfigurationError) {
    place = entry.node?.place
    trigger = entry.text("when")
    action = entry.text("do")
    entity = entry.written("entity")?.text ?? ""
    target = entry.written("target")?.text ?? entity
    key = entry.written("key")?.text ?? ""
    direction = entry.text("direction")
    threshold = entry.number("above")
    hold = entry.number("hold")
    period = entry.number("every")
    faceIndex = entry.integer("face-index")
    whileOption = entry.written("while-option")?.integer
    option = entry.integer("option")
    limit = entry.number("limit")
    set = entry.written("set")?.text ?? ""
    animation = entry.written("animation")?.text
    let coefficients = entry.texts("coefficients").compactMap(BlendShapeLocation.init(rawValue:))
    let factors = entry.written("weights")?.numbers ?? coefficients.map { _ in 1 }
    weights = [:]
    for (coefficient, factor) in zip(coefficients, factors) { weights[coefficient] = factor }
    try check(entry, coefficients.count, factors)
  }

  private func check(
    _ entry: ConfigurationReader, _ count: Int, _ factors: [Double]
  ) throws(ConfigurationError) {
    func fail(_ key: String, _ text: String) throws(ConfigurationError) {
      throw ConfigurationError(at: entry.place(of: key) ?? place, text)
    }
    switch trigger {
    case "tap" where entity.isEmpty:
      try fail("when", "tap needs the name of what is hit; add entity:")
    case "dwell" where entity.isEmpty:
      try fail("when", "dwell needs the name of what is looked at; add entity:")
    case "dwell" where hold <= 0:
      try fail("when", "dwell needs how long one looks; add hold:")
    case "edge" where action != "scroll": try fail("do", "edge goes with do: scroll")
    case "key" where key.count != 1: try fail("key", "key takes one character; write key: n")
    case "expression":
      if count == 0 { try fail("when", "expression needs coefficients: [mouthSmileLeft, …]") }
      if factors.count != count {
        try fail("weights", "weights takes one number for each of the \(count) coefficients")
      }
      if !factors.contains(where: { $0 > 0 }) {
        try fail("weights", "weights needs a number above 0, or no face would ever score")
      }
    default: break
    }
    if action == "scroll", trigger != "edge" { try fail("when", "scroll goes with when: edge") }
    if ["next-option", "previous-option", "show-option", "toggle", "play-animation", "scroll"]
      .contains(action)
      || whileOption != nil, target.isEmpty
    {
      try fail("do", "\(action) needs the name of what is changed; add target:")
    }
    if action == "show-set", set.isEmpty { try fail("do", "show-set needs a name; add set:") }
  }
}

extension ConfigurationReader {
  /// Three numbers.
  func vector(_ name: String) -> Vector3 {
    let list = numbers(name)
    return list.count == 3 ? Vector3(list[0], list[1], list[2]) : .zero
  }

  /// Paths relative to the folder of the file that they were written in; empty texts stay.
  func paths(_ name: String) -> [String] {
    (written(name)?.items ?? []).map { item in
      let text = Self.scalar(item)
      return text.isEmpty ? "" : Self.resolve(text, at: item.place)
    }
  }

  /// A text, also one of nothing in quotes.
  private static func scalar(_ node: YAMLNode) -> String { node.text ?? "" }
}
