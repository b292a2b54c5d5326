import SpatialMath

extension GLTFReader {
  mutating func readMeshes() throws(ModelFault) {
    for (index, entry) in (text.meshes ?? []).enumerated() {
      var mesh = ModelDocument.Mesh()
      mesh.name = entry.name ?? ""
      for (number, primitive) in (entry.primitives ?? []).enumerated() {
        let place = "meshes[\(index)].primitives[\(number)]"
        if let part = try part(primitive, place: place) { mesh.parts.append(part) }
      }
      let count = mesh.parts.map(\.targets.count).max() ?? 0
      // Exporters of VRM 0 write the names into the primitive.
      var names = entry.extras?.value?.targetNames ?? []
      if names.isEmpty {
        names = entry.primitives?.lazy.compactMap { $0.extras?.value?.targetNames }.first ?? []
      }
      mesh.targetNames = (0..<count).map { $0 < names.count ? names[$0] : "target \($0)" }
      let weights = entry.weights ?? []
      mesh.weights = (0..<count).map {
        $0 < weights.count && weights[$0].isFinite ? Float(weights[$0]) : 0
      }
      document.meshes.append(mesh)
    }
  }

  private mutating func part(
    _ primitive: GLTFText.Primitive, place: String
  ) throws(ModelFault) -> ModelDocument.Part? {
    guard primitive.extensions?.value?.draco == nil else {
      throw ModelFault("\(place) is compressed with Draco; export it without compression")
    }
    let mode = primitive.mode ?? 4
    guard (4...6).contains(mode) else {
      note("points and lines are left out")
      return nil
    }
    guard let position = primitive.attributes?["POSITION"] else {
      throw ModelFault("\(place) has no positions")
    }
    let count = try accessors.count(position)
    try budget.take(vertices: count)
    var part = ModelDocument.Part()
    part.mesh.positions = try accessors.vectors(position)
    part.mesh.indices = try triangles(primitive.indices, mode, vertexCount: count, place: place)
    part.material = try self.place(
      primitive.material, in: document.surfaces.count, "\(place).material")
    try readAttributes(primitive.attributes ?? [:], into: &part, place: place)
    if part.mesh.normals.isEmpty { part.mesh.normals = part.mesh.computedNormals() }
    try readTargets(primitive.targets ?? [], into: &part, place: place)
    return part
  }

  private mutating func readAttributes(
    _ attributes: [String: Int], into part: inout ModelDocument.Part, place: String
  ) throws(ModelFault) {
    let count = part.mesh.positions.count
    func check(_ found: Int, _ name: String) throws(ModelFault) {
      if found != count {
        throw ModelFault("\(place).\(name) has \(found) elements for \(count) vertices")
      }
    }
    if let index = attributes["NORMAL"] {
      let normals = try accessors.vectors(index)
      try check(normals.count, "NORMAL")
      part.mesh.normals = normals.map { $0.length > 1e-12 ? $0.normalized : SIMD3(0, 1, 0) }
    }
    if let index = attributes["TEXCOORD_0"] {
      let flat = try accessors.floats(index, parts: 2)
      try check(flat.count / 2, "TEXCOORD_0")
      part.mesh.textureCoordinates = (0..<count).map { SIMD2(flat[2 * $0], 1 - flat[2 * $0 + 1]) }
    }
    if let joints = attributes["JOINTS_0"], let weights = attributes["WEIGHTS_0"] {
      let j = try accessors.floats(joints, parts: 4)
      let w = try accessors.floats(weights, parts: 4)
      try check(j.count / 4, "JOINTS_0")
      try check(w.count / 4, "WEIGHTS_0")
      part.joints = (0..<count).map { i in
        SIMD4<UInt16>(SIMD4(j[4 * i], j[4 * i + 1], j[4 * i + 2], j[4 * i + 3]), clamped: 65535)
      }
      part.jointWeights = (0..<count).map {
        SIMD4(w[4 * $0], w[4 * $0 + 1], w[4 * $0 + 2], w[4 * $0 + 3])
      }
    }
    if attributes["COLOR_0"] != nil { note("colours of vertices are left out") }
  }

  private mutating func triangles(
    _ index: Int?, _ mode: Int, vertexCount: Int, place: String
  ) throws(ModelFault) -> [UInt32] {
    var list: [UInt32]
    if let index {
      try budget.take(indices: try accessors.count(index))
      list = try accessors.integers(index)
    } else {
      try budget.take(indices: vertexCount)
      list = (0..<UInt32(vertexCount)).map { $0 }
    }
    guard list.allSatisfy({ $0 < vertexCount }) else {
      throw ModelFault("\(place).indices points beyond its \(vertexCount) vertices")
    }
    if mode == 4 { return Array(list.prefix(list.count / 3 * 3)) }
    guard list.count >= 3 else { return [] }
    try budget.take(indices: list.count * 3)
    list = (0..<list.count - 2).flatMap { i -> [UInt32] in
      if mode == 6 { return [list[0], list[i + 1], list[i + 2]] }
      return i % 2 == 0
        ? [list[i], list[i + 1], list[i + 2]] : [list[i + 1], list[i], list[i + 2]]
    }
    return list
  }

  private mutating func readTargets(
    _ targets: [[String: Int]], into part: inout ModelDocument.Part, place: String
  ) throws(ModelFault) {
    try budget.check(targets.count, budget.limits.targets, "morph targets in \(place)")
    for (number, attributes) in targets.enumerated() {
      try budget.checkTime()
      let place = "\(place).targets[\(number)]"
      var target = ModelDocument.Target()
      if let index = attributes["POSITION"] {
        (target.vertices, target.positions) = try moved(index, part, place: place)
        try budget.take(moved: target.vertices.count)
      }
      if let index = attributes["NORMAL"] {
        target.addNormals(try moved(index, part, place: place))
      } else {
        target.computeNormals(over: part.mesh)
      }
      part.targets.append(target)
    }
  }

  /// The vertices that a target moves, rising, and how far.
  private func moved(
    _ index: Int, _ part: ModelDocument.Part, place: String
  ) throws(ModelFault) -> ([UInt32], [SIMD3<Float>]) {
    let count = try accessors.count(index)
    guard count == part.mesh.positions.count else {
      throw ModelFault("\(place) has \(count) elements for \(part.mesh.positions.count) vertices")
    }
    if let (places, offsets) = try accessors.onlySparse(index) {
      let isRising = zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
      guard isRising else { throw ModelFault("\(place): its vertices do not rise") }
      return (places, offsets)
    }
    var places: [UInt32] = []
    var offsets: [SIMD3<Float>] = []
    for (i, offset) in try accessors.vectors(index).enumerated() where offset != .zero {
      places.append(UInt32(i))
      offsets.append(offset)
    }
    return (places, offsets)
  }
}

extension SIMD4<UInt16> {
  /// Whole numbers from floats that came from whole numbers.
  fileprivate init(_ v: SIMD4<Float>, clamped most: Float) {
    func one(_ x: Float) -> UInt16 { UInt16(Swift.min(most, Swift.max(0, x))) }
    self.init(one(v.x), one(v.y), one(v.z), one(v.w))
  }
}

extension ModelDocument.Target {
  /// Adds the normals' part, which may move other vertices than the positions' part.
  fileprivate mutating func addNormals(_ found: ([UInt32], [SIMD3<Float>])) {
    let positions = Dictionary(uniqueKeysWithValues: zip(vertices, self.positions))
    let turns = Dictionary(uniqueKeysWithValues: zip(found.0, found.1))
    vertices = Set(vertices).union(found.0).sorted()
    self.positions = vertices.map { positions[$0] ?? .zero }
    normals = vertices.map { turns[$0] ?? .zero }
  }

  /// Computes what the target does to the normals of a shape.
  ///
  /// A target moves the normals of the neighbours of what it moves, too.
  mutating func computeNormals(over mesh: TriangleMesh) {
    guard !vertices.isEmpty else { return }
    var offsets = [SIMD3<Float>](repeating: .zero, count: mesh.positions.count)
    var isMoved = [Bool](repeating: false, count: mesh.positions.count)
    for (vertex, offset) in zip(vertices, positions) {
      offsets[Int(vertex)] = offset
      isMoved[Int(vertex)] = true
    }
    // Normals of the triangles that change, before and after, joined at the vertices.
    var change = [UInt32: SIMD3<Float>]()
    var before = [UInt32: SIMD3<Float>]()
    for i in stride(from: 0, to: mesh.indices.count - 2, by: 3) {
      let t = (mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2])
      let (a, b, c) = (Int(t.0), Int(t.1), Int(t.2))
      guard isMoved[a] || isMoved[b] || isMoved[c] else { continue }
      let p = mesh.positions
      let old = (p[b] - p[a]).cross(p[c] - p[a])
      let u = p[b] + offsets[b] - p[a] - offsets[a]
      let v = p[c] + offsets[c] - p[a] - offsets[a]
      let turn = u.cross(v) - old
      for vertex in [t.0, t.1, t.2] { change[vertex, default: .zero] += turn }
    }
    guard !change.isEmpty else { return }
    for i in stride(from: 0, to: mesh.indices.count - 2, by: 3) {
      let t = [mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]]
      guard t.contains(where: { change[$0] != nil }) else { continue }
      let p = t.map { mesh.positions[Int($0)] }
      let old = (p[1] - p[0]).cross(p[2] - p[0])
      for vertex in t where change[vertex] != nil { before[vertex, default: .zero] += old }
    }
    let all = Set(vertices).union(change.keys).sorted()
    vertices = all
    positions = all.map { offsets[Int($0)] }
    normals = all.map { vertex in
      guard let turn = change[vertex], let old = before[vertex] else { return .zero }
      let after = old + turn
      guard old.length > 1e-14, after.length > 1e-14 else { return .zero }
      return after.normalized - old.normalized
    }
  }
}
