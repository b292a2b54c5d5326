import SpatialMath
import YAMLDocuments

extension SceneEntry {
  init(_ entry: ConfigurationReader) throws(ConfigurationError) {
    let extent = entry.numbers("minimum-extent")
    let place = entry.vector("offset")
    self.init(
      anchor: Anchor(rawValue: entry.text("anchor")) ?? .horizontalPlane,
      entity: Entity(rawValue: entry.text("entity")) ?? .robotHead,
      minimumExtent: Vector2(extent[0], extent[1]),
      reference: Reference(rawValue: entry.text("reference")) ?? .viewer,
      scale: entry.number("scale"), faceIndex: entry.integer("face-index"), offset: place)
    self.place = entry.node?.place
    path = entry.path("path")
    sides = Sides(rawValue: entry.text("sides")) ?? .auto
    stands = entry.boolean("stand")
    rotation = entry.vector("rotation-degrees") * (.pi / 180)
    if entity == .model, path == nil {
      throw ConfigurationError(
        at: self.place, "a model needs its file; add path: and a .glb, .gltf, .vrm or .obj file")
    }
  }
}

extension ConfigurationReader {
  /// Three numbers.
  func vector(_ name: String) -> Vector3 {
    let list = numbers(name)
    return list.count == 3 ? Vector3(list[0], list[1], list[2]) : .zero
  }
}
