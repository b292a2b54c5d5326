import SpatialMath
import Synchronization

/// How finely a shape is made: the number of steps on a curve is multiplied by it.
struct MeshDetail {
  /// 1 is for a head that fills the picture.
  var factor: Float

  /// The factor for a part up to 100 pixels across: its outline is then within half a pixel.
  static let coarse: Float = 0.55

  /// A number of steps at this detail, three at least.
  func callAsFunction(_ steps: Int) -> Int { max(min(steps, 3), Int(Float(steps) * factor + 0.5)) }
}

extension MeshResource {
  /// The robot head's shapes, made once: all heads share them, and a renderer uploads them once.
  private static let robotHeadParts = Mutex<[String: MeshResource]>([:])

  /// The shape of a part, made when it is first asked for.
  static func robotHeadPart(
    _ key: String, _ make: (MeshDetail) -> TriangleMesh
  ) -> MeshResource {
    robotHeadParts.withLock { parts in
      if let known = parts[key] { return known }
      let coarse = MeshResource(make(MeshDetail(factor: MeshDetail.coarse)))
      let made = MeshResource(make(MeshDetail(factor: 1)), coarser: coarse)
      parts[key] = made
      return made
    }
  }
}

extension Entity {
  /// Hangs a part of the robot head below this entity.
  ///
  /// Small parts throw no shadow: it would hardly be seen, and costs a second drawing.
  @discardableResult
  func model(
    _ name: String, _ material: Material, castsShadow: Bool = false,
    mesh: (MeshDetail) -> TriangleMesh
  ) -> ModelEntity {
    let model = ModelEntity(name: name, mesh: .robotHeadPart(name, mesh), material: material)
    model.castsShadow = castsShadow
    addChild(model)
    return model
  }

  /// Hangs a part of which there is one on each side; −1 is the viewer's left.
  @discardableResult
  func model(
    _ name: String, _ side: Float, _ material: Material, castsShadow: Bool = false,
    mesh: (MeshDetail) -> TriangleMesh
  ) -> ModelEntity {
    model(
      name + (side < 0 ? "-left" : "-right"), material, castsShadow: castsShadow, mesh: mesh)
  }
}
