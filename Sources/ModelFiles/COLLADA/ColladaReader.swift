import SpatialMath

/// Reads COLLADA files (.dae), versions 1.4 and 1.5: nodes, shapes, morph targets, skins, surfaces.
///
/// Movements, cameras and lights are left out.
struct ColladaReader {
  /// A node whose shape follows joints that may stand later in the file.
  struct OpenSkin {
    var node: Int
    var controller: MarkupElement
  }

  let path: String
  let root: MarkupElement
  var budget: ModelBudget
  var document = ModelDocument(format: .collada)
  /// Elements by their identifier.
  private(set) var elements: [String: MarkupElement] = [:]
  /// Shapes that were read already, by what they were made of.
  var meshes: [String: Int] = [:]
  /// Surfaces and pictures that were read already, by identifier.
  var surfaces: [String: Int] = [:]
  var pictures: [String: Int] = [:]
  /// Nodes by what skins call them.
  var joints: [String: Int] = [:]
  var openSkins: [OpenSkin] = []

  static func read(
    _ bytes: [UInt8], path: String, limits: ModelLimits
  ) throws(ModelFault) -> ModelDocument {
    let root = try MarkupReader.root(bytes, limits: limits)
    guard root.name == "COLLADA" else {
      throw root.fault("<\(root.name.prefix(40))> is no COLLADA document; export it again")
    }
    var reader = ColladaReader(path: path, root: root, limits: limits)
    try reader.readScene()
    return reader.document
  }

  private init(path: String, root: MarkupElement, limits: ModelLimits) {
    self.path = path
    self.root = root
    budget = ModelBudget(limits)
    index(root)
  }

  private mutating func index(_ element: MarkupElement) {
    if let id = element.attributes["id"], elements[id] == nil { elements[id] = element }
    for child in element.children { index(child) }
  }

  /// The element that an attribute points to, of one of the names.
  func element(
    _ attribute: String, of element: MarkupElement, named names: String...
  ) throws(ModelFault) -> MarkupElement {
    let id = try element.reference(attribute)
    guard let found = elements[id], names.contains(found.name) else {
      throw element.fault(
        "<\(element.name)> points to '\(id.prefix(60))', and there is no such <\(names[0])>")
    }
    return found
  }

  mutating func note(_ notice: String) {
    if !document.notices.contains(notice) { document.notices.append(notice) }
  }

  private mutating func readScene() throws(ModelFault) {
    let scene: MarkupElement
    if let shown = root.descendant("scene", "instance_visual_scene") {
      scene = try element("url", of: shown, named: "visual_scene")
    } else if let first = root.descendant("library_visual_scenes", "visual_scene") {
      scene = first
    } else {
      throw ModelFault("there is no <visual_scene> in it; export the scene with its nodes")
    }
    var top = ModelDocument.Node()
    top.name = scene.attributes["name"] ?? ""
    top.setPlace(try conversion())
    document.nodes.append(top)
    document.roots = [0]
    for child in scene.children("node") {
      let index = try readNode(child, depth: 1)
      document.nodes[0].children.append(index)
    }
    try readSkins()
    guard !document.meshes.isEmpty else { throw ModelFault("no shape hangs on its nodes") }
    if root.child("library_animations") != nil { note("movements are left out") }
  }

  /// From the file's axes and unit to +Y up and metres.
  private func conversion() throws(ModelFault) -> Matrix4x4 {
    let asset = root.child("asset")
    var meter = 1.0
    if let unit = asset?.child("unit"), let text = unit.attributes["meter"] {
      guard let value = Double(text), value > 1e-9, value < 1e9 else {
        throw unit.fault("the unit's 'meter' is '\(text.prefix(40))'; it takes a length above 0")
      }
      meter = value
    }
    let turn: Matrix3x3
    switch asset?.child("up_axis")?.words.first {
    case "Z_UP": turn = Matrix3x3(rows: Vector3(1, 0, 0), Vector3(0, 0, 1), Vector3(0, -1, 0))
    case "X_UP": turn = Matrix3x3(rows: Vector3(0, -1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1))
    default: turn = .identity
    }
    return Matrix4x4(linear: turn * Matrix3x3(diagonal: Vector3(meter, meter, meter)))
  }
}
