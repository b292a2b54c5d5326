import Foundation
import SpatialMath

extension ColladaReader {
  /// Reads a material; the place in `document.surfaces`.
  mutating func surface(_ material: MarkupElement) throws(ModelFault) -> Int {
    let id = material.attributes["id"] ?? ""
    if let known = surfaces[id] { return known }
    guard let instance = material.child("instance_effect") else {
      throw material.fault("the material has no <instance_effect>")
    }
    let effect = try element("url", of: instance, named: "effect")
    var surface = ModelDocument.Surface()
    surface.name = material.attributes["name"] ?? id
    surface.roughness = 0.6
    if let profile = effect.child("profile_COMMON"), let technique = profile.child("technique") {
      let kinds = ["phong", "blinn", "lambert", "constant"]
      if let model = technique.children.first(where: { kinds.contains($0.name) }) {
        surface.isUnlit = model.name == "constant"
        try read(model, profile, into: &surface)
      }
    } else {
      note("materials of other profiles than COMMON are left out")
    }
    surface.isDoubleSided = Self.isDoubleSided(effect)
    surfaces[id] = document.surfaces.count
    document.surfaces.append(surface)
    return document.surfaces.count - 1
  }

  private mutating func read(
    _ model: MarkupElement, _ profile: MarkupElement, into surface: inout ModelDocument.Surface
  ) throws(ModelFault) {
    if let color = try color(model.child("diffuse")) {
      surface.baseColor = SIMD4(
        ModelDocument.Surface.linear(color.rgb), 1)
    }
    if let emission = try color(model.child("emission")) {
      surface.emissive = ModelDocument.Surface.linear(emission.rgb)
    }
    if let shininess = try model.descendant("shininess", "float")?.numbers(Float.self).first {
      surface.roughness = ModelDocument.Surface.roughness(shininess: shininess)
    }
    if let texture = model.descendant("diffuse", "texture") {
      surface.baseColorPicture = try picture(texture, profile)
      surface.baseColor = SIMD4(1, 1, 1, 1)
    }
    let opacity = try opacity(model)
    if opacity < 1 {
      surface.baseColor.w = opacity
      surface.opacity = .blend
    }
  }

  private func color(_ slot: MarkupElement?) throws(ModelFault) -> SIMD4<Float>? {
    guard let element = slot?.child("color") else { return nil }
    let n = try element.numbers(Float.self).map { min(1, max(0, $0)) }
    guard n.count >= 3 else { throw element.fault("<color> takes 3 or 4 numbers") }
    return SIMD4(n[0], n[1], n[2], n.count > 3 ? n[3] : 1)
  }

  /// How much of what is behind is hidden.
  private func opacity(_ model: MarkupElement) throws(ModelFault) -> Float {
    guard let slot = model.child("transparent"), let color = try color(slot) else { return 1 }
    let share = try model.descendant("transparency", "float")?.numbers(Float.self).first ?? 1
    var opacity = color.w * share
    if slot.attributes["opaque"] == "RGB_ZERO" {
      opacity = 1 - (0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z) * share
    }
    // Editors that read the two numbers the other way round write solid things as fully clear.
    return opacity <= 0 ? 1 : min(1, opacity)
  }

  /// From a texture over its sampler and surface to the picture's file.
  private mutating func picture(
    _ texture: MarkupElement, _ profile: MarkupElement
  ) throws(ModelFault) -> Int? {
    var name = texture.attributes["texture"] ?? ""
    let parameters = profile.children("newparam")
    func parameter(_ kind: String) -> MarkupElement? {
      parameters.first { $0.attributes["sid"] == name }?.child(kind)
    }
    if let sampler = parameter("sampler2D") {
      if let image = sampler.child("instance_image") {
        name = try image.reference("url")
      } else {
        name = sampler.child("source")?.words.first.map(String.init) ?? name
        name = parameter("surface")?.child("init_from")?.words.first.map(String.init) ?? name
      }
    }
    if let known = pictures[name] { return known }
    guard let image = elements[name], image.name == "image", let from = image.child("init_from")
    else {
      throw texture.fault("there is no image '\(name.prefix(60))'")
    }
    let address = (from.child("ref") ?? from).text.trimmingCharacters(in: .whitespacesAndNewlines)
    let file = try GLTFBuffers.file(address, beside: path, place: "line \(from.line): <init_from>")
    pictures[name] = document.pictures.count
    document.pictures.append(.init(name: name, content: .file(file)))
    return document.pictures.count - 1
  }

  private static func isDoubleSided(_ element: MarkupElement) -> Bool {
    if element.name == "double_sided" { return element.words.first == "1" }
    return element.children.contains(where: isDoubleSided)
  }
}

extension SIMD4<Float> {
  fileprivate var rgb: SIMD3<Float> { SIMD3(x, y, z) }
}
