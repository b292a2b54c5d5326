import SpatialMath

extension ColladaReader {
  /// The input of a kind among an element's inputs, and its offset.
  private func source(
    _ semantic: String, of element: MarkupElement?
  ) throws(ModelFault) -> (source: MarkupElement, offset: Int)? {
    guard
      let input = element?.children("input").first(where: {
        $0.attributes["semantic"] == semantic
      })
    else { return nil }
    let offset = input.attributes["offset"].flatMap { Int($0) } ?? 0
    guard (0..<64).contains(offset) else {
      throw input.fault("the input's 'offset' is out of range")
    }
    return (try self.element("source", of: input, named: "source"), offset)
  }

  private func names(_ source: MarkupElement) throws(ModelFault) -> [String] {
    guard let list = source.child("IDREF_array") ?? source.child("Name_array") else {
      throw source.fault("the source has neither an <IDREF_array> nor a <Name_array>")
    }
    return list.words.map(String.init)
  }

  /// Reads the shapes that a shape turns into, as offsets from it.
  mutating func readTargets(
    _ morph: MarkupElement, of geometry: MarkupElement, into builder: inout ColladaMeshBuilder
  ) throws(ModelFault) {
    guard let list = try source("MORPH_TARGET", of: morph.child("targets")) else { return }
    let names = try names(list.source)
    try budget.check(names.count, budget.limits.targets, "morph targets of a shape")
    // Normalised targets are shapes of their own, relative ones are offsets already.
    let isRelative = morph.attributes["method"] == "RELATIVE"
    let base = builder.lists.positions
    for name in names {
      guard let shape = elements[name], shape.name == "geometry" else {
        throw list.source.fault("there is no geometry '\(name.prefix(60))' to turn into")
      }
      let positions = try positions(of: shape)
      guard positions.count == base.count else {
        throw shape.fault(
          "the target has \(positions.count) positions, and the shape has \(base.count)")
      }
      builder.mesh.targetNames.append(shape.attributes["name"] ?? name)
      let offsets = isRelative ? positions : zip(positions, base).map { $0 - $1 }
      for index in builder.mesh.parts.indices {
        try budget.checkTime()
        builder.mesh.parts[index].targets.append(
          target(offsets, builder.origins[index], builder.mesh.parts[index].mesh))
        try budget.take(moved: builder.mesh.parts[index].targets.last?.vertices.count ?? 0)
      }
    }
    let weights = try source("MORPH_WEIGHT", of: morph.child("targets")).map {
      (found) throws(ModelFault) in try ColladaSource(found.source, width: 1)
    }
    builder.mesh.weights = names.indices.map { index in
      weights.map { index < $0.count ? $0[index, 0] : 0 } ?? 0
    }
  }

  private func target(
    _ offsets: [SIMD3<Float>], _ origins: [Int], _ mesh: TriangleMesh
  ) -> ModelDocument.Target {
    var target = ModelDocument.Target()
    for (vertex, origin) in origins.enumerated() where offsets[origin] != .zero {
      target.vertices.append(UInt32(vertex))
      target.positions.append(offsets[origin])
    }
    target.computeNormals(over: mesh)
    return target
  }

  /// Reads which joints the vertices follow, the four strongest each.
  mutating func readWeights(
    _ skin: MarkupElement, into builder: inout ColladaMeshBuilder
  ) throws(ModelFault) {
    guard let table = skin.child("vertex_weights"),
      let joint = try source("JOINT", of: table), let weight = try source("WEIGHT", of: table)
    else { throw skin.fault("the skin has no weights") }
    let jointCount = try names(joint.source).count
    let weights = try ColladaSource(weight.source, width: 1)
    let counts = try table.child("vcount")?.indices() ?? []
    let pairs = try table.child("v")?.indices() ?? []
    let stride = max(joint.offset, weight.offset) + 1
    guard counts.count == builder.lists.positions.count else {
      throw table.fault(
        "it has weights for \(counts.count) of \(builder.lists.positions.count) positions")
    }
    var followed: [(SIMD4<UInt16>, SIMD4<Float>)] = []
    var start = 0
    for count in counts {
      guard count <= (pairs.count - start) / stride else {
        throw table.fault("its <v> is too short")
      }
      var list: [(joint: Int, weight: Float)] = []
      for pair in 0..<count {
        let (j, w) = (
          pairs[start + stride * pair + joint.offset], pairs[start + stride * pair + weight.offset]
        )
        guard j < jointCount, w < weights.count else {
          throw table.fault("its <v> points to joints or weights that are not there")
        }
        list.append((j, weights[w, 0]))
      }
      start += stride * count
      followed.append(Self.strongest(list))
    }
    for index in builder.mesh.parts.indices {
      builder.mesh.parts[index].joints = builder.origins[index].map { followed[$0].0 }
      builder.mesh.parts[index].jointWeights = builder.origins[index].map { followed[$0].1 }
    }
  }

  private static func strongest(
    _ list: [(joint: Int, weight: Float)]
  ) -> (SIMD4<UInt16>, SIMD4<Float>) {
    var joints = SIMD4<UInt16>.zero
    var weights = SIMD4<Float>.zero
    for (i, pair) in list.sorted(by: { $0.weight > $1.weight }).prefix(4).enumerated() {
      joints[i] = UInt16(pair.joint)
      weights[i] = max(0, pair.weight)
    }
    let sum = weights.sum()
    return (joints, sum > 1e-9 ? weights / sum : SIMD4(1, 0, 0, 0))
  }

  /// The joints of a skin by name, with what takes a vertex into each joint's frame.
  func skinJoints(_ skin: MarkupElement) throws(ModelFault) -> [(String, Matrix4x4)] {
    guard let list = try source("JOINT", of: skin.child("joints")),
      let inverse = try source("INV_BIND_MATRIX", of: skin.child("joints"))
    else { throw skin.fault("the skin has no <joints>") }
    let names = try names(list.source)
    guard (1...4096).contains(names.count) else {
      throw list.source.fault("a skin of \(names.count) joints; 1 to 4096 are allowed")
    }
    let matrices = try ColladaSource(inverse.source, width: 16)
    guard matrices.count >= names.count else {
      throw inverse.source.fault("\(matrices.count) matrices for \(names.count) joints")
    }
    var bind = Matrix4x4.identity
    if let shape = skin.child("bind_shape_matrix") {
      guard let matrix = Matrix4x4(elements: try shape.numbers(Double.self)) else {
        throw shape.fault("<bind_shape_matrix> takes 16 numbers")
      }
      bind = matrix.transpose
    }
    return names.enumerated().map { index, name in
      let elements = (0..<16).map { Double(matrices[index, $0]) }
      return (name, (Matrix4x4(elements: elements)?.transpose ?? .identity) * bind)
    }
  }
}
