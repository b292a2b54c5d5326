import Foundation
import SceneGraph
import SpatialMath

/// Splits large triangles, so that a lens can bend them: only corners are bent.
final class MeshRefiner {
  private struct Entry {
    var revision: Int
    /// The longest edge in the shape's own unit.
    var longestEdge: Double
    var finer: [Int: MeshResource] = [:]
    var lastUse = 0
  }

  private var entries: [UInt64: Entry] = [:]
  private var frame = 0

  /// Pixels: an edge this long is bent by 0.2 pixels in its middle where a strong lens (k1 = −0.35)
  /// bends most.
  private static let longestEdge = 24.0
  /// Shapes with more triangles have small ones; beyond it splitting would cost more than it shows.
  private static let mostTriangles = 80_000
  private static let deepest = 6
  /// Ten seconds at 30 frames a second.
  private static let patience = 300

  /// Counts a frame and lets go of what has not been drawn.
  func beginFrame() {
    frame += 1
    guard frame % Self.patience == 0 else { return }
    entries = entries.filter { frame - $0.value.lastUse < Self.patience }
  }

  /// The shape with triangles that are small where a length of 1 is so many pixels.
  func refined(_ mesh: MeshResource, pixelsPerUnit: Double) -> MeshResource {
    var entry = entries[mesh.identifier] ?? Entry(revision: -1, longestEdge: 0)
    defer { entries[mesh.identifier] = entry }
    entry.lastUse = frame
    let isNew = entry.revision != mesh.revision
    if isNew {
      entry.revision = mesh.revision
      entry.longestEdge = Self.longestEdge(of: mesh.mesh)
    }
    let pixels = entry.longestEdge * pixelsPerUnit
    guard pixels > Self.longestEdge else { return mesh }
    var level = min(Self.deepest, Int(log2(pixels / Self.longestEdge).rounded(.up)))
    let triangles = mesh.mesh.indices.count / 3
    while level > 0, triangles << (2 * level) > Self.mostTriangles { level -= 1 }
    guard level > 0 else { return mesh }
    if !isNew, let known = entry.finer[level] { return known }
    var shape = mesh.mesh
    for _ in 0..<level { shape = shape.split() }
    let made = entry.finer[level]?.replaced(by: shape) ?? MeshResource(shape)
    if isNew { entry.finer = [:] }
    entry.finer[level] = made
    return made
  }

  private static func longestEdge(of mesh: TriangleMesh) -> Double {
    var longest: Float = 0
    for i in stride(from: 0, to: mesh.indices.count - 2, by: 3) {
      let a = mesh.positions[Int(mesh.indices[i])]
      let b = mesh.positions[Int(mesh.indices[i + 1])]
      let c = mesh.positions[Int(mesh.indices[i + 2])]
      longest = max(longest, (a - b).lengthSquared, (b - c).lengthSquared, (c - a).lengthSquared)
    }
    return Double(longest.squareRoot())
  }
}

extension TriangleMesh {
  /// The same surface with four triangles for each one.
  func split() -> TriangleMesh {
    var result = self
    result.indices.removeAll(keepingCapacity: true)
    result.indices.reserveCapacity(indices.count * 4)
    var middles: [UInt64: UInt32] = [:]
    let hasNormals = normals.count == positions.count
    let hasTexels = textureCoordinates.count == positions.count
    func middle(_ a: UInt32, _ b: UInt32) -> UInt32 {
      let key = UInt64(min(a, b)) << 32 | UInt64(max(a, b))
      if let known = middles[key] { return known }
      let (i, j) = (Int(a), Int(b))
      let index = UInt32(result.positions.count)
      result.positions.append((positions[i] + positions[j]) / 2)
      if hasNormals { result.normals.append((normals[i] + normals[j]).normalized) }
      if hasTexels {
        result.textureCoordinates.append((textureCoordinates[i] + textureCoordinates[j]) / 2)
      }
      middles[key] = index
      return index
    }
    for i in stride(from: 0, to: indices.count - 2, by: 3) {
      let (a, b, c) = (indices[i], indices[i + 1], indices[i + 2])
      let (u, v, w) = (middle(a, b), middle(b, c), middle(c, a))
      result.indices += [a, u, w, u, b, v, w, v, c, u, v, w]
    }
    return result
  }
}
