import SpatialMath

/// Reads Wavefront OBJ files with their material libraries.
struct ObjectReader {
  private let path: String
  private var budget: ModelBudget
  private var lists = CornerMesh.Lists()
  private var meshes: [String: CornerMesh] = [:]
  private var order: [String] = []
  private var libraries: [String] = []

  static func read(
    _ bytes: [UInt8], path: String, limits: ModelLimits
  ) throws(ModelFault) -> ModelDocument {
    var reader = ObjectReader(path: path, limits: limits)
    try reader.read(bytes)
    return try reader.finish()
  }

  private init(path: String, limits: ModelLimits) {
    self.path = path
    budget = ModelBudget(limits)
  }

  private mutating func read(_ bytes: [UInt8]) throws(ModelFault) {
    var material = ""
    var line = 0
    for text in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      line += 1
      if line % 65536 == 0 { try budget.checkTime() }
      let words = TextLine.words(text)
      guard let kind = words.first else { continue }
      switch kind {
      case "v":
        let n = try numbers(words, 3, line)
        lists.positions.append(SIMD3(n[0], n[1], n[2]))
        try budget.take(vertices: 1)
      case "vt":
        let n = try numbers(words, 2, line)
        lists.coordinates.append(SIMD2(n[0], n[1]))
      case "vn":
        let n = try numbers(words, 3, line)
        let normal = SIMD3(n[0], n[1], n[2])
        lists.normals.append(normal.length > 1e-12 ? normal.normalized : SIMD3(0, 1, 0))
      case "f": try readFace(words.dropFirst(), material, line)
      case "usemtl": material = words.dropFirst().joined(separator: " ")
      case "mtllib": libraries.append(words.dropFirst().joined(separator: " "))
      default: break
      }
    }
  }

  private func numbers(
    _ words: [String], _ count: Int, _ line: Int
  ) throws(ModelFault) -> [Float] {
    let found = words.dropFirst().prefix(count).compactMap(Float.init)
    guard found.count == count, found.allSatisfy(\.isFinite) else {
      throw ModelFault("line \(line): '\(words[0])' takes \(count) numbers")
    }
    return found
  }

  private mutating func readFace(
    _ words: ArraySlice<String>, _ material: String, _ line: Int
  ) throws(ModelFault) {
    guard words.count >= 3 else { throw ModelFault("line \(line): a face of fewer than 3 corners") }
    if meshes[material] == nil { order.append(material) }
    try budget.take(indices: (words.count - 2) * 3)
    var polygon: [CornerMesh.Corner] = []
    for word in words { polygon.append(try corner(word, line)) }
    meshes[material, default: CornerMesh()].add(polygon, of: lists)
  }

  /// A corner `position/texture/normal`, counted from 1, or back from the last one with a minus.
  private func corner(_ word: String, _ line: Int) throws(ModelFault) -> CornerMesh.Corner {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    func index(_ part: Int, _ count: Int) throws(ModelFault) -> Int {
      guard part < parts.count, !parts[part].isEmpty else { return -1 }
      guard let value = Int(parts[part]), value != 0, abs(value) <= count else {
        throw ModelFault("line \(line): '\(word.prefix(40))' points to what is not there")
      }
      return value > 0 ? value - 1 : count + value
    }
    let position = try index(0, lists.positions.count)
    guard position >= 0 else {
      throw ModelFault("line \(line): '\(word.prefix(40))' is no corner of a face")
    }
    return CornerMesh.Corner(
      position: position, texture: try index(1, lists.coordinates.count),
      normal: try index(2, lists.normals.count))
  }

  private func finish() throws(ModelFault) -> ModelDocument {
    var document = ModelDocument(format: .obj)
    for library in libraries {
      try MaterialLibrary.read(
        library, beside: path, limits: budget.limits, into: &document)
    }
    var mesh = ModelDocument.Mesh()
    for name in order {
      guard let shape = meshes[name] else { continue }
      var part = ModelDocument.Part()
      part.mesh = shape.finished
      part.material = document.surfaces.firstIndex { $0.name == name }
      mesh.parts.append(part)
    }
    guard !mesh.parts.isEmpty else { throw ModelFault("there is no face in it") }
    document.meshes = [mesh]
    document.nodes = [ModelDocument.Node(mesh: 0)]
    document.roots = [0]
    return document
  }
}

/// Lines of words.
enum TextLine {
  /// The words of a line, without what follows a `#`.
  static func words(_ line: ArraySlice<UInt8>) -> [String] {
    let text = line.prefix { $0 != UInt8(ascii: "#") }
    return text.split { $0.isBlank }.map { String(decoding: $0, as: UTF8.self) }
  }
}
