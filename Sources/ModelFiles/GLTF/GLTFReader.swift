import Foundation
import SessionCore
import SpatialMath

/// Turns a glTF 2.0 file, VRM included, into a model.
struct GLTFReader {
  let text: GLTFText
  let path: String
  let buffers: GLTFBuffers
  let accessors: AccessorReader
  var budget: ModelBudget
  var document: ModelDocument

  /// Extensions without which the file can still be shown as it is meant, or that are read.
  private static let knownExtensions: Set<String> = [
    "KHR_materials_unlit", "KHR_materials_emissive_strength", "KHR_materials_clearcoat",
    "KHR_mesh_quantization", "KHR_materials_ior", "KHR_materials_specular", "KHR_materials_sheen",
    "KHR_materials_transmission", "KHR_materials_volume", "KHR_lights_punctual", "VRM", "VRMC_vrm",
    "VRMC_materials_mtoon", "VRMC_springBone", "VRMC_node_constraint",
  ]

  static func read(
    _ bytes: [UInt8], path: String, isBinary: Bool, limits: ModelLimits
  ) throws(ModelFault) -> ModelDocument {
    var json = bytes[...]
    var embedded: ArraySlice<UInt8>?
    if isBinary {
      let container = try GLTFContainer(bytes)
      (json, embedded) = (container.text, container.buffer)
    }
    guard json.count <= limits.textBytes else {
      throw ModelFault("its text is larger than \(limits.textBytes >> 20) MB; simplify the model")
    }
    let text = try parse(json)
    var reader = try GLTFReader(
      text: text, embedded: embedded, path: path, isBinary: isBinary, limits: limits)
    try reader.read()
    return reader.document
  }

  private static func parse(_ json: ArraySlice<UInt8>) throws(ModelFault) -> GLTFText {
    do {
      return try JSONDecoder().decode(GLTFText.self, from: Data(json))
    } catch let error as DecodingError {
      throw ModelFault(Self.words(error))
    } catch {
      throw ModelFault("its text is not JSON")
    }
  }

  private static func words(_ error: DecodingError) -> String {
    func place(_ keys: [any CodingKey]) -> String {
      keys.reduce(into: "") { text, key in
        if let index = key.intValue {
          text += "[\(index)]"
        } else {
          text += (text.isEmpty ? "" : ".") + key.stringValue
        }
      }
    }
    switch error {
    case .keyNotFound(let key, let context):
      return "\(place(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "\(place(context.codingPath)) is not of its kind"
    default: return "its text is not JSON; the file is damaged"
    }
  }

  private init(
    text: GLTFText, embedded: ArraySlice<UInt8>?, path: String, isBinary: Bool, limits: ModelLimits
  ) throws(ModelFault) {
    guard let version = text.asset?.version, version.hasPrefix("2.") else {
      throw ModelFault("not a glTF 2.0 file: asset.version is \(text.asset?.version ?? "missing")")
    }
    for name in text.extensionsRequired ?? [] where !Self.knownExtensions.contains(name) {
      throw ModelFault(
        "needs the extension \(String(name.prefix(60))), which cannot be read; export it without "
          + "compression")
    }
    self.text = text
    self.path = path
    budget = ModelBudget(limits)
    for (count, name) in [
      (text.nodes?.count, "nodes"), (text.meshes?.count, "meshes"),
      (text.accessors?.count, "accessors"), (text.bufferViews?.count, "buffer views"),
      (text.materials?.count, "materials"), (text.images?.count, "pictures"),
      (text.buffers?.count, "buffers"), (text.animations?.count, "animations"),
    ] {
      try budget.check(count ?? 0, limits.entries, name)
    }
    buffers = try GLTFBuffers(text, embedded: embedded, path: path, limits: limits)
    accessors = AccessorReader(text, buffers: buffers)
    let isVRM0 = text.extensions?.value?.vrm0 != nil
    let isVRM1 = text.extensions?.value?.vrm1 != nil
    document = ModelDocument(
      format: isVRM1 ? .vrm1 : isVRM0 ? .vrm0 : isBinary ? .binaryGLTF : .gltf)
  }

  private mutating func read() throws(ModelFault) {
    try readPictures()
    try readSurfaces()
    try readMeshes()
    try readNodes()
    try readSkins()
    try readAnimations()
    try readExpressions()
    guard document.triangleCount > 0 else { throw ModelFault("there is no triangle in it") }
  }

  /// Checks an index into a list of the document.
  func place(_ index: Int?, in count: Int, _ what: String) throws(ModelFault) -> Int? {
    guard let index else { return nil }
    guard index >= 0, index < count else {
      throw ModelFault("\(what): there is no number \(index)")
    }
    return index
  }

  /// Leaves a word about what is not shown, once.
  mutating func note(_ text: String) {
    if !document.notices.contains(text) { document.notices.append(text) }
  }
}
