import SpatialMath

extension GLTFReader {
  mutating func readPictures() throws(ModelFault) {
    for (index, entry) in (text.images ?? []).enumerated() {
      let place = "images[\(index)]"
      let content: ModelDocument.Picture.Content
      if let view = entry.bufferView {
        content = .bytes(Array(try buffers.view(view, place: place).0))
      } else if let uri = entry.uri, uri.hasPrefix("data:") {
        content = .bytes(
          try GLTFBuffers.content(uri, beside: path, place: place, limits: budget.limits))
      } else if let uri = entry.uri {
        content = .file(try GLTFBuffers.file(uri, beside: path, place: place))
      } else {
        throw ModelFault("\(place) has neither an address nor bytes")
      }
      document.pictures.append(.init(name: entry.name ?? "", content: content))
    }
  }

  mutating func readSurfaces() throws(ModelFault) {
    for (index, entry) in (text.materials ?? []).enumerated() {
      let place = "materials[\(index)]"
      var surface = ModelDocument.Surface()
      surface.name = entry.name ?? ""
      let body = entry.pbrMetallicRoughness
      let color = numbers(body?.baseColorFactor, [1, 1, 1, 1])
      surface.baseColor = SIMD4(color[0], color[1], color[2], color[3])
      // The format's own default is bare metal.
      surface.metallic = number(body?.metallicFactor, 1)
      surface.roughness = number(body?.roughnessFactor, 1)
      let emissive = numbers(entry.emissiveFactor, [0, 0, 0])
      let extensions = entry.extensions?.value
      let strength = extensions?.emissiveStrength?.emissiveStrength ?? 1
      surface.emissive =
        SIMD3(emissive[0], emissive[1], emissive[2])
        * Float(min(100, max(0, strength.isFinite ? strength : 1)))
      surface.clearcoat = number(extensions?.clearcoat?.clearcoatFactor, 0)
      surface.isUnlit = extensions?.unlit != nil
      surface.isDoubleSided = entry.doubleSided ?? false
      switch entry.alphaMode {
      case "BLEND": surface.opacity = .blend
      case "MASK": surface.opacity = .cutOut(number(entry.alphaCutoff, 0.5))
      default: break
      }
      surface.baseColorPicture = try picture(body?.baseColorTexture, place)
      surface.metallicRoughnessPicture = try picture(body?.metallicRoughnessTexture, place)
      surface.normalPicture = try picture(entry.normalTexture, place)
      surface.normalScale = min(4, Float(entry.normalTexture?.scale ?? 1))
      surface.emissivePicture = try picture(entry.emissiveTexture, place)
      document.surfaces.append(surface)
    }
  }

  private mutating func picture(
    _ reference: GLTFText.TextureReference?, _ place: String
  ) throws(ModelFault) -> Int? {
    guard let reference else { return nil }
    if reference.texCoord ?? 0 != 0 {
      note("pictures on a second set of texture coordinates are left out")
      return nil
    }
    let textures = text.textures ?? []
    guard let index = try self.place(reference.index, in: textures.count, "\(place): textures")
    else { return nil }
    return try self.place(
      textures[index].source, in: document.pictures.count, "textures[\(index)].source")
  }

  /// A number of 0…1.
  private func number(_ value: Double?, _ fallback: Float) -> Float {
    guard let value, value.isFinite else { return fallback }
    return Float(min(1, max(0, value)))
  }

  private func numbers(_ list: [Double]?, _ fallback: [Float]) -> [Float] {
    guard let list, list.count == fallback.count else { return fallback }
    return zip(list, fallback).map { number($0, $1) }
  }
}
