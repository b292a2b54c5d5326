import Foundation

/// What a model may cost; a file that asks for more is refused.
package struct ModelLimits: Sendable {
  /// Bytes of the file and of each file that it names.
  package var fileBytes = 256 << 20
  /// Bytes of a glTF's text.
  package var textBytes = 64 << 20
  /// Nodes, meshes, accessors and the like, each.
  package var entries = 100_000
  /// Vertices of all shapes.
  package var vertices = 4_000_000
  /// Indices of all shapes.
  package var indices = 24_000_000
  /// Parts of shapes that are drawn, each as often as nodes show it.
  package var drawnParts = 4096
  /// Morph targets of a shape.
  package var targets = 1024
  /// Vertices moved by all targets together.
  package var movedVertices = 40_000_000
  /// Bytes of all pictures of a scene, unpacked: graphics memory takes a third more.
  package var pictureBytes = 512 << 20
  /// Seconds of reading.
  package var seconds = 30.0

  package init() {}
}

/// Counts what a model has cost so far.
struct ModelBudget {
  let limits: ModelLimits
  private let start = DispatchTime.now().uptimeNanoseconds
  private var vertices = 0, indices = 0, moved = 0

  init(_ limits: ModelLimits) { self.limits = limits }

  /// Call it now and then.
  func checkTime() throws(ModelFault) {
    let spent = Double(DispatchTime.now().uptimeNanoseconds - start) * 1e-9
    if spent > limits.seconds {
      throw ModelFault("takes longer than \(Int(limits.seconds)) s to read; simplify the model")
    }
  }

  mutating func take(vertices count: Int) throws(ModelFault) {
    vertices += count
    try check(vertices, limits.vertices, "vertices")
  }

  mutating func take(indices count: Int) throws(ModelFault) {
    indices += count
    try check(indices, limits.indices, "indices")
  }

  mutating func take(moved count: Int) throws(ModelFault) {
    moved += count
    try check(moved, limits.movedVertices, "vertices moved by morph targets")
  }

  func check(_ count: Int, _ most: Int, _ what: String) throws(ModelFault) {
    if count > most {
      throw ModelFault("more than \(most) \(what); simplify the model")
    }
    try checkTime()
  }
}
