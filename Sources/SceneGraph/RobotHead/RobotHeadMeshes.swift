import SpatialMath
import Synchronization

extension MeshResource {
  /// The robot head's shapes, made once: all heads share them, and a renderer uploads them once.
  private static let robotHeadParts = Mutex<[String: MeshResource]>([:])

  /// The shape of a part, made when it is first asked for.
  static func robotHeadPart(
    _ key: String, _ make: @autoclosure () -> TriangleMesh
  ) -> MeshResource {
    robotHeadParts.withLock { parts in
      if let known = parts[key] { return known }
      let made = MeshResource(make())
      parts[key] = made
      return made
    }
  }
}

extension Entity {
  /// Hangs a part of the robot head below this entity.
  @discardableResult
  func model(
    _ name: String, _ mesh: @autoclosure () -> TriangleMesh, _ material: Material
  ) -> ModelEntity {
    let model = ModelEntity(name: name, mesh: .robotHeadPart(name, mesh()), material: material)
    addChild(model)
    return model
  }

  /// Hangs a part of which there is one on each side; −1 is the viewer's left.
  @discardableResult
  func model(
    _ name: String, _ side: Float, _ mesh: @autoclosure () -> TriangleMesh, _ material: Material
  ) -> ModelEntity {
    model(name + (side < 0 ? "-left" : "-right"), mesh(), material)
  }
}
