import SpatialMath

extension GLTFReader {
  /// Takes over what VRM says of expressions, and turns VRM 0 round: its people look along −Z.
  mutating func readExpressions() throws(ModelFault) {
    if let vrm = text.extensions?.value?.vrm1?.value {
      let preset = vrm.expressions?.preset ?? [:]
      let custom = vrm.expressions?.custom ?? [:]
      for (name, entry) in preset.merging(custom, uniquingKeysWith: { a, _ in a })
        .sorted(by: { $0.key < $1.key })
      {
        var expression = ModelDocument.Expression(name: name)
        for bind in entry.morphTargetBinds ?? [] {
          guard let node = bind.node, document.nodes.indices.contains(node),
            let mesh = document.nodes[node].mesh
          else { continue }
          add(mesh, bind.index, bind.weight ?? 1, to: &expression)
        }
        document.expressions.append(expression)
      }
    }
    guard let vrm = text.extensions?.value?.vrm0?.value else { return }
    for group in vrm.blendShapeMaster?.blendShapeGroups ?? [] {
      let preset = group.presetName ?? "unknown"
      let name = preset == "unknown" ? group.name ?? preset : preset
      var expression = ModelDocument.Expression(name: name)
      for bind in group.binds ?? [] {
        guard let mesh = bind.mesh else { continue }
        // Percent in this version.
        add(mesh, bind.index, (bind.weight ?? 100) / 100, to: &expression)
      }
      document.expressions.append(expression)
    }
    let turn = ModelDocument.Node(
      name: "turned", children: document.roots,
      rotation: Quaternion(angle: .pi, axis: Vector3(0, 1, 0)))
    document.nodes.append(turn)
    document.roots = [document.nodes.count - 1]
  }

  private func add(
    _ mesh: Int, _ target: Int?, _ weight: Double, to expression: inout ModelDocument.Expression
  ) {
    guard document.meshes.indices.contains(mesh), let target,
      document.meshes[mesh].targetNames.indices.contains(target), weight.isFinite
    else { return }
    expression.binds.append(
      .init(mesh: mesh, target: target, weight: Float(min(1, max(0, weight)))))
  }
}
