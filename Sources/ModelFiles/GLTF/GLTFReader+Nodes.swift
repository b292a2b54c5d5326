import Foundation
import SpatialMath

extension GLTFReader {
  mutating func readNodes() throws(ModelFault) {
    let entries = text.nodes ?? []
    for (index, entry) in entries.enumerated() {
      var node = ModelDocument.Node()
      node.name = entry.name ?? ""
      node.mesh = try place(entry.mesh, in: document.meshes.count, "nodes[\(index)].mesh")
      node.skin = try place(entry.skin, in: text.skins?.count ?? 0, "nodes[\(index)].skin")
      for child in entry.children ?? [] {
        guard let child = try place(child, in: entries.count, "nodes[\(index)].children") else {
          continue
        }
        node.children.append(child)
      }
      try readPlace(entry, into: &node, index: index)
      document.nodes.append(node)
    }
    try checkTree()
    let scenes = text.scenes ?? []
    let shown = try place(text.scene ?? (scenes.isEmpty ? nil : 0), in: scenes.count, "scene")
    if let shown {
      for root in scenes[shown].nodes ?? [] {
        if let root = try place(root, in: entries.count, "scenes[\(shown)].nodes") {
          document.roots.append(root)
        }
      }
    } else {
      let children = Set(document.nodes.flatMap(\.children))
      document.roots = document.nodes.indices.filter { !children.contains($0) }
    }
    if entries.isEmpty, !document.meshes.isEmpty { throw ModelFault("it has shapes but no nodes") }
  }

  private func readPlace(
    _ entry: GLTFText.Node, into node: inout ModelDocument.Node, index: Int
  ) throws(ModelFault) {
    func numbers(
      _ list: [Double]?, _ count: Int, _ name: String
    ) throws(ModelFault) -> [Double]? {
      guard let list else { return nil }
      guard list.count == count, list.allSatisfy({ $0.isFinite && abs($0) < 1e9 }) else {
        throw ModelFault("nodes[\(index)].\(name) takes \(count) numbers")
      }
      return list
    }
    if let m = try numbers(entry.matrix, 16, "matrix") {
      if let matrix = Matrix4x4(elements: m) { node.setPlace(matrix) }
      return
    }
    if let t = try numbers(entry.translation, 3, "translation") {
      node.translation = Vector3(t[0], t[1], t[2])
    }
    if let s = try numbers(entry.scale, 3, "scale") { node.scale = Vector3(s[0], s[1], s[2]) }
    if let q = try numbers(entry.rotation, 4, "rotation") {
      let length = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).squareRoot()
      guard length > 1e-6 else { throw ModelFault("nodes[\(index)].rotation is no rotation") }
      node.rotation = Quaternion(
        imaginary: Vector3(q[0], q[1], q[2]) / length, real: q[3] / length)
    }
  }

  /// Every node has one parent at most, and none is below itself.
  private func checkTree() throws(ModelFault) {
    var parents = [Int?](repeating: nil, count: document.nodes.count)
    for (index, node) in document.nodes.enumerated() {
      for child in node.children {
        guard parents[child] == nil else {
          throw ModelFault("nodes[\(child)] hangs below two nodes")
        }
        parents[child] = index
      }
    }
    // With one parent each, a node that no root leads to is in a ring.
    var depth = [Int](repeating: -1, count: parents.count)
    var open = parents.indices.filter { parents[$0] == nil }
    for root in open { depth[root] = 0 }
    while let index = open.popLast() {
      for child in document.nodes[index].children {
        depth[child] = depth[index] + 1
        // Trees are walked by functions that call themselves.
        guard depth[child] < 256 else { throw ModelFault("nodes are nested more than 256 deep") }
        open.append(child)
      }
    }
    if let ring = depth.firstIndex(of: -1) { throw ModelFault("nodes[\(ring)] is below itself") }
  }

  mutating func readSkins() throws(ModelFault) {
    for (index, entry) in (text.skins ?? []).enumerated() {
      var skin = ModelDocument.Skin()
      for joint in entry.joints {
        guard let joint = try place(joint, in: document.nodes.count, "skins[\(index)].joints")
        else { continue }
        skin.joints.append(joint)
      }
      guard !skin.joints.isEmpty, skin.joints.count <= 4096 else {
        throw ModelFault("skins[\(index)] has \(skin.joints.count) joints")
      }
      if let matrices = entry.inverseBindMatrices {
        let flat = try accessors.floats(matrices, parts: 16)
        guard flat.count / 16 >= skin.joints.count else {
          throw ModelFault("skins[\(index)] has fewer matrices than joints")
        }
        skin.inverseBindMatrices = skin.joints.indices.map { Matrix4x4(flat, at: 16 * $0) }
      } else {
        skin.inverseBindMatrices = skin.joints.map { _ in .identity }
      }
      document.skins.append(skin)
    }
    for (index, node) in document.nodes.enumerated() {
      guard let skin = node.skin, let mesh = node.mesh else { continue }
      let count = document.skins[skin].joints.count
      for part in document.meshes[mesh].parts {
        guard part.joints.allSatisfy({ $0.max() < count }) else {
          throw ModelFault("nodes[\(index)]: its vertices follow joints that skins[\(skin)] lacks")
        }
      }
    }
  }

  mutating func readAnimations() throws(ModelFault) {
    for (index, entry) in (text.animations ?? []).enumerated() {
      var animation = ModelDocument.Animation()
      animation.name = entry.name ?? "animation \(index)"
      for (number, channel) in (entry.channels ?? []).enumerated() {
        let place = "animations[\(index)].channels[\(number)]"
        guard let path = ModelDocument.Animation.Path(rawValue: channel.target.path),
          let node = try self.place(channel.target.node, in: document.nodes.count, place)
        else { continue }
        let samplers = entry.samplers ?? []
        guard samplers.indices.contains(channel.sampler) else {
          throw ModelFault("\(place): there is no samplers[\(channel.sampler)]")
        }
        animation.channels.append(
          try self.channel(samplers[channel.sampler], node, path, place: place))
      }
      document.animations.append(animation)
    }
  }

  private mutating func channel(
    _ sampler: GLTFText.Animation.Sampler, _ node: Int, _ path: ModelDocument.Animation.Path,
    place: String
  ) throws(ModelFault) -> ModelDocument.Animation.Channel {
    let times = try accessors.floats(sampler.input, parts: 1)
    guard !times.isEmpty, zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) else {
      throw ModelFault("\(place): its times do not rise")
    }
    try budget.take(moved: times.count)
    let interpolation =
      sampler.interpolation.flatMap(ModelDocument.Animation.Interpolation.init) ?? .linear
    let parts: Int
    let width: Int
    switch path {
    case .translation, .scale: (parts, width) = (3, 3)
    case .rotation: (parts, width) = (4, 4)
    case .weights:
      let mesh = document.nodes[node].mesh.map { document.meshes[$0] }
      (parts, width) = (1, mesh?.targetNames.count ?? 0)
    }
    let values = try accessors.floats(sampler.output, parts: parts)
    let factor = interpolation == .cubicSpline ? 3 : 1
    guard values.count == times.count * width * factor else {
      throw ModelFault("\(place) has \(values.count) numbers for \(times.count) times")
    }
    return .init(
      node: node, path: path, interpolation: interpolation, times: times, values: values)
  }
}

extension Matrix4x4 {
  /// Sixteen numbers of a list, column by column.
  fileprivate init(_ flat: [Float], at start: Int) {
    func column(_ c: Int) -> Vector4 {
      let i = start + 4 * c
      return Vector4(Double(flat[i]), Double(flat[i + 1]), Double(flat[i + 2]), Double(flat[i + 3]))
    }
    self.init(columns: column(0), column(1), column(2), column(3))
  }
}
