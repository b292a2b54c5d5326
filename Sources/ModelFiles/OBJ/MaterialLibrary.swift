import SpatialMath

/// Reads the surfaces of an OBJ file from a file beside it.
enum MaterialLibrary {
  static func read(
    _ name: String, beside path: String, limits: ModelLimits, into document: inout ModelDocument
  ) throws(ModelFault) {
    let file = try GLTFBuffers.file(name, beside: path, place: "mtllib")
    let bytes: [UInt8]
    do throws(ModelFault) {
      bytes = try FileReader.bytes(of: file, atMost: limits.textBytes)
    } catch {
      document.notices.append("\(file): \(error.reason); its surfaces are left out")
      return
    }
    var surface: ModelDocument.Surface?
    for line in bytes.split(separator: 10) {
      let words = TextLine.words(line)
      guard let kind = words.first else { continue }
      if kind == "newmtl" {
        if let surface { document.surfaces.append(surface) }
        surface = ModelDocument.Surface()
        surface?.name = words.dropFirst().joined(separator: " ")
        surface?.roughness = 0.6
      } else if var open = surface {
        try take(words, file, &open, &document)
        surface = open
      }
    }
    if let surface { document.surfaces.append(surface) }
  }

  private static func take(
    _ words: [String], _ file: String, _ surface: inout ModelDocument.Surface,
    _ document: inout ModelDocument
  ) throws(ModelFault) {
    let numbers = words.dropFirst().compactMap(Float.init).map {
      $0.isFinite ? min(1e4, max(0, $0)) : 0
    }
    func color() -> SIMD3<Float>? {
      guard numbers.count >= 3 else { return nil }
      let unit = numbers.map { min(1, $0) }
      return SIMD3(unit[0], unit[1], unit[2])
    }
    switch words[0] {
    case "Kd":
      // Colours of this format are as they are seen, sRGB.
      if let c = color() {
        surface.baseColor = SIMD4(ModelDocument.Surface.linear(c), surface.baseColor.w)
      }
    case "Ke": if let c = color() { surface.emissive = c }
    case "Ns":
      if let n = numbers.first {
        surface.roughness = ModelDocument.Surface.roughness(shininess: n)
      }
    case "Pr": if let n = numbers.first { surface.roughness = min(1, n) }
    case "Pm": if let n = numbers.first { surface.metallic = min(1, n) }
    case "d", "Tr":
      guard let n = numbers.first else { return }
      let opacity = min(1, words[0] == "d" ? n : 1 - n)
      surface.baseColor.w = max(0, opacity)
      if opacity < 1 { surface.opacity = .blend }
    case "map_Kd":
      guard let name = words.last, words.count > 1 else { return }
      let picture = try GLTFBuffers.file(name, beside: file, place: "map_Kd")
      surface.baseColorPicture = document.pictures.count
      surface.baseColor = SIMD4(1, 1, 1, surface.baseColor.w)
      document.pictures.append(.init(name: name, content: .file(picture)))
    default: return
    }
  }
}
