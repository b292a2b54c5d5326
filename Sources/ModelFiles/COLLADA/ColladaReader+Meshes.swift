import SpatialMath

/// Numbers of a `<source>`, element by element.
struct ColladaSource {
  let values: [Float]
  let count: Int
  private let offset: Int
  private let stride: Int

  init(_ source: MarkupElement, width: Int) throws(ModelFault) {
    guard let list = source.child("float_array") else {
      throw source.fault("the source has no <float_array>")
    }
    values = try list.numbers(Float.self)
    let accessor = source.descendant("technique_common", "accessor")
    func number(_ name: String, _ otherwise: Int) throws(ModelFault) -> Int {
      guard let text = accessor?.attributes[name] else { return otherwise }
      guard let number = Int(text), number >= 0, number <= 1 << 40 else {
        throw source.fault("the accessor's '\(name)' is '\(text.prefix(40))', which is no count")
      }
      return number
    }
    stride = try number("stride", width)
    offset = try number("offset", 0)
    count = try number("count", values.count / max(1, stride))
    guard stride >= width else {
      throw source.fault("its elements have \(stride) numbers, and \(width) were expected")
    }
    guard count == 0 || count <= values.count, offset + stride * count <= values.count else {
      throw source.fault(
        "its accessor wants \(offset) + \(count) × \(stride) numbers, and \(values.count) are there"
      )
    }
  }

  func vectors() -> [SIMD3<Float>] {
    (0..<count).map { SIMD3(self[$0, 0], self[$0, 1], self[$0, 2]) }
  }

  subscript(element: Int, part: Int) -> Float { values[offset + stride * element + part] }
}

extension ColladaReader {
  /// What the inputs of a shape or of one of its primitives lead to.
  private struct Inputs {
    var position: Int?, texture: Int?, normal: Int?
    var stride = 1
  }

  /// The shape of a geometry or controller under the surfaces that an instance binds.
  mutating func mesh(
    _ shape: MarkupElement, _ instance: MarkupElement
  ) throws(ModelFault) -> Int {
    var bound: [String: MarkupElement] = [:]
    let list = instance.descendant("bind_material", "technique_common")
    for binding in list?.children("instance_material") ?? [] {
      guard let symbol = binding.attributes["symbol"] else { continue }
      bound[symbol] = try element("target", of: binding, named: "material")
    }
    let key =
      (shape.attributes["id"] ?? "") + "|"
      + bound.map { $0.key + "=" + ($0.value.attributes["id"] ?? "") }.sorted()
      .joined(separator: "|")
    if let known = meshes[key] { return known }
    let way = try wayToGeometry(shape)
    var builder = ColladaMeshBuilder(name: way.geometry.attributes["name"] ?? "")
    try readPrimitives(way.geometry, bound, into: &builder)
    if let morph = way.morph { try readTargets(morph, of: way.geometry, into: &builder) }
    if let skin = way.skin { try readWeights(skin, into: &builder) }
    meshes[key] = document.meshes.count
    document.meshes.append(builder.mesh)
    return document.meshes.count - 1
  }

  /// From a controller, over another at most, to the geometry it bends.
  private func wayToGeometry(
    _ shape: MarkupElement
  ) throws(ModelFault) -> (geometry: MarkupElement, morph: MarkupElement?, skin: MarkupElement?) {
    var here = shape
    var morph: MarkupElement?
    var skin: MarkupElement?
    while here.name == "controller" {
      if let found = here.child("morph"), morph == nil {
        morph = found
        here = try element("source", of: found, named: "geometry", "controller")
      } else if let found = here.child("skin"), skin == nil {
        skin = found
        here = try element("source", of: found, named: "geometry", "controller")
      } else {
        throw here.fault("the controller is neither one skin nor one morph over a shape")
      }
    }
    return (here, morph ?? unclaimedMorph(of: here), skin)
  }

  /// The morph of a geometry that is hung up by itself.
  ///
  /// Blender writes the controller of a shape's keys, and then the shape's instance without it.
  private func unclaimedMorph(of geometry: MarkupElement) -> MarkupElement? {
    guard let id = geometry.attributes["id"] else { return nil }
    let morphs = root.child("library_controllers")?.children("controller")
      .compactMap { $0.child("morph") }
    return morphs?.first { $0.attributes["source"] == "#" + id }
  }

  /// The positions of a geometry.
  func positions(of geometry: MarkupElement) throws(ModelFault) -> [SIMD3<Float>] {
    guard let mesh = geometry.child("mesh"), let vertices = mesh.child("vertices"),
      let input = vertices.children("input").first(where: {
        $0.attributes["semantic"] == "POSITION"
      })
    else { throw geometry.fault("the geometry has no <mesh> with positions") }
    let source = try element("source", of: input, named: "source")
    return try ColladaSource(source, width: 3).vectors()
  }

  private mutating func readPrimitives(
    _ geometry: MarkupElement, _ bound: [String: MarkupElement],
    into builder: inout ColladaMeshBuilder
  ) throws(ModelFault) {
    builder.lists.positions = try positions(of: geometry)
    try budget.take(vertices: builder.lists.positions.count)
    for primitive in geometry.child("mesh")?.children ?? [] {
      guard let kind = ColladaPrimitive(rawValue: primitive.name) else {
        if ["lines", "linestrips"].contains(primitive.name) {
          note("points and lines are left out")
        }
        continue
      }
      let inputs = try readInputs(primitive, of: geometry, into: &builder)
      var corners = CornerMesh()
      for polygon in try kind.polygons(primitive, stride: inputs.stride, budget: &budget) {
        let list = try polygon.map { (place) throws(ModelFault) in
          try corner(place, inputs, builder.lists, primitive)
        }
        corners.add(list, of: builder.lists)
      }
      let material = primitive.attributes["material"].flatMap { bound[$0] }
      let surface = try material.map { (found) throws(ModelFault) in try self.surface(found) }
      if !corners.origins.isEmpty { builder.append(corners, material: surface) }
    }
    guard !builder.mesh.parts.isEmpty else { throw geometry.fault("the geometry has no triangle") }
  }

  private func readInputs(
    _ primitive: MarkupElement, of geometry: MarkupElement, into builder: inout ColladaMeshBuilder
  ) throws(ModelFault) -> Inputs {
    var inputs = Inputs()
    builder.lists.normals = []
    builder.lists.coordinates = []
    for input in primitive.children("input") {
      let text = input.attributes["offset"] ?? "0"
      guard let offset = Int(text), (0..<64).contains(offset) else {
        throw input.fault("the input's 'offset' is '\(text.prefix(40))'; it takes 0 to 63")
      }
      inputs.stride = max(inputs.stride, offset + 1)
      var sources = [input]
      if input.attributes["semantic"] == "VERTEX" {
        inputs.position = offset
        // What is counted with the positions.
        sources = try element("source", of: input, named: "vertices").children("input")
      }
      for source in sources {
        let taken = try take(source, into: &builder.lists)
        if taken.normal { inputs.normal = offset }
        if taken.texture { inputs.texture = offset }
      }
    }
    guard inputs.position != nil else {
      throw primitive.fault("<\(primitive.name)> has no input of the kind VERTEX")
    }
    return inputs
  }

  /// Reads normals or texture coordinates, the first ones only; false for further and other inputs.
  private func take(
    _ input: MarkupElement, into lists: inout CornerMesh.Lists
  ) throws(ModelFault) -> (normal: Bool, texture: Bool) {
    let isNormal = input.attributes["semantic"] == "NORMAL" && lists.normals.isEmpty
    let isTexture = input.attributes["semantic"] == "TEXCOORD" && lists.coordinates.isEmpty
    guard isNormal || isTexture else { return (false, false) }
    let source = try ColladaSource(
      try element("source", of: input, named: "source"), width: isNormal ? 3 : 2)
    if isNormal {
      lists.normals = source.vectors().map { $0.length > 1e-12 ? $0.normalized : SIMD3(0, 1, 0) }
    } else {
      lists.coordinates = (0..<source.count).map { SIMD2(source[$0, 0], source[$0, 1]) }
    }
    return (isNormal, isTexture)
  }

  private func corner(
    _ indices: ArraySlice<Int>, _ inputs: Inputs, _ lists: CornerMesh.Lists,
    _ primitive: MarkupElement
  ) throws(ModelFault) -> CornerMesh.Corner {
    func index(_ offset: Int?, _ count: Int, _ what: String) throws(ModelFault) -> Int {
      guard let offset else { return -1 }
      let index = indices[indices.startIndex + offset]
      guard index < count else {
        throw primitive.fault("it points to \(what) \(index), and there are \(count)")
      }
      return index
    }
    return CornerMesh.Corner(
      position: try index(inputs.position, lists.positions.count, "position"),
      texture: try index(inputs.texture, lists.coordinates.count, "texture coordinate"),
      normal: try index(inputs.normal, lists.normals.count, "normal"))
  }
}

/// A shape under construction.
struct ColladaMeshBuilder {
  var lists = CornerMesh.Lists()
  var mesh = ModelDocument.Mesh()
  /// For each part, where its vertices' positions stand in the file.
  private(set) var origins: [[Int]] = []

  init(name: String) { mesh.name = name }

  mutating func append(_ corners: CornerMesh, material: Int?) {
    var part = ModelDocument.Part()
    part.mesh = corners.finished
    part.material = material
    mesh.parts.append(part)
    origins.append(corners.origins)
  }
}
