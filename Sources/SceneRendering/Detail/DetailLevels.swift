import Foundation
import SceneGraph
import SpatialMath

/// Draws small what is small: shapes whose triangles are hardly larger than pixels get fewer of them.
///
/// What a shape is drawn with depends on the pictures drawn so far and on nothing else, so the same
/// frames give the same pictures.
package final class DetailLevels {
  private struct Entry {
    weak var source: MeshResource?
    var revision: Int
    /// Nil until the shape was worth it.
    var levels: [MeshResource?]?
  }

  private var entries: [UInt64: Entry] = [:]
  private var frame = 0
  private var budget = 0

  /// Knows nothing yet.
  package init() {}

  /// How far a surface may move, pixels: half a pixel and more show at smooth edges.
  private static let allowedPixels = 0.5
  /// Pixels a triangle: those that are larger cost less than the pixels they cover.
  private static let densePixels = 14.0
  /// Smaller shapes have nothing to spare, larger ones would take seconds.
  private static let usefulTriangles = 200...200_000
  /// How far the surface moves at the finest level, as a part of the shape's radius; each further one
  /// doubles it.
  private static let finest = 0.001
  private static let levelCount = 7
  /// Triangles that are simplified in one picture, some 250 ms; a larger shape is done alone.
  private static let picturesBudget = 100_000
  /// A level with hardly less than the one before is not worth its memory.
  private static let leastGain = 0.8
  /// How often it looks for what nobody has any more.
  private static let period = 10

  /// The number of shapes that have simpler ones.
  package var count: Int { entries.count { $0.value.levels != nil } }

  /// Counts a frame and lets go of what nobody has any more.
  package func beginFrame() {
    frame += 1
    budget = Self.picturesBudget
    guard frame % Self.period == 0 else { return }
    entries = entries.filter { $0.value.source != nil }
  }

  /// The simplest shape that looks the same where a length of 1 is so many pixels.
  package func shape(_ mesh: MeshResource, pixelsPerUnit: Double) -> MeshResource {
    let triangles = mesh.mesh.indices.count / 3
    guard Self.usefulTriangles.contains(triangles) else { return mesh }
    let radius = mesh.bounds.extents.length / 2
    // Half of the triangles are seen, on a disc as large as the shape.
    let pixels = Double.pi * (radius * pixelsPerUnit) * (radius * pixelsPerUnit)
    guard pixels < Self.densePixels * Double(triangles) / 2 else { return mesh }
    let known = entries[mesh.identifier]
    var entry = known ?? Entry(source: mesh, revision: mesh.revision)
    if entry.revision != mesh.revision { entry = Entry(source: mesh, revision: mesh.revision) }
    if known?.revision != mesh.revision, mesh.revision > 0 {
      // A shape that is another one in each picture is not worth it.
      entries[mesh.identifier] = entry
      return mesh
    }
    if entry.levels == nil {
      guard budget == Self.picturesBudget || triangles <= budget else { return mesh }
      budget = max(0, budget - triangles)
      entry.levels = Self.levels(of: mesh, radius: radius)
      entries[mesh.identifier] = entry
    }
    let allowed = Self.allowedPixels / max(radius * pixelsPerUnit, 1e-6)
    let level = Int(floor(log2(allowed / Self.finest)))
    guard level >= 0, let levels = entry.levels else { return mesh }
    return levels[min(level, Self.levelCount - 1)] ?? mesh
  }

  private static func levels(of mesh: MeshResource, radius: Double) -> [MeshResource?] {
    var simplifier = MeshSimplifier(mesh.mesh)
    var last: MeshResource?
    var triangles = Double(mesh.mesh.indices.count)
    return (0..<levelCount).map { level in
      simplifier.simplify(within: Float(radius * finest * Double(1 << level)))
      let left = Double(simplifier.indices.count)
      if left > 0, left < leastGain * triangles {
        triangles = left
        last = MeshResource(simplifier.mesh)
      }
      return last
    }
  }
}
