import ModelFiles
import SceneGraph
import SessionCore

/// What a model holds, in lines for people.
package struct ModelReport: Sendable {
  /// The lines.
  package let lines: [String]

  /// Reads a model with its pictures.
  ///
  /// - Throws: `ModelFileError`.
  package init(_ path: String) throws(ModelFileError) {
    let document = try ModelFile.read(path)
    let model = try ModelLoader().model(path)
    let bounds = model.visualBounds(relativeTo: model)
    var lines = ["\(path): \(document.format.rawValue)"]
    let e = bounds.extents
    lines.append(
      "size: \(Self.metres(e.x)) × \(Self.metres(e.y)) × \(Self.metres(e.z)) m (width, height, depth)"
    )
    lines.append(
      "nodes: \(document.nodes.count), meshes: \(document.meshes.count), vertices: "
        + "\(document.vertexCount), triangles: \(document.triangleCount)")
    lines.append(
      "materials: \(document.surfaces.count), pictures: \(document.pictures.count), skins: "
        + "\(document.skins.count)")
    for animation in document.animations {
      lines.append(
        "animation '\(animation.name)': \(animation.channels.count) channels, "
          + "\(Self.metres(animation.duration)) s")
    }
    for mesh in document.meshes where !mesh.targetNames.isEmpty {
      lines.append("mesh '\(mesh.name)': \(mesh.targetNames.count) morph targets")
    }
    if !document.expressions.isEmpty {
      lines.append("expressions: " + document.expressions.map(\.name).joined(separator: ", "))
    }
    let bound = model.boundLocations
    lines.append("blend shapes bound: \(bound.count) of 52")
    if !bound.isEmpty, bound.count < 52 {
      let missing = BlendShapeLocation.allCases.filter { !bound.contains($0) }
      lines.append("not bound: " + missing.map(\.rawValue).joined(separator: ", "))
    }
    let others = Set(document.meshes.flatMap(\.targetNames)).filter {
      BlendShapeLocation(anySpelling: $0) == nil
    }
    if !others.isEmpty {
      lines.append("other targets: " + others.sorted().joined(separator: ", "))
    }
    lines += document.notices.map { "note: \($0)" }
    self.lines = lines
  }

  private static func metres(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return String(rounded)
  }
}
