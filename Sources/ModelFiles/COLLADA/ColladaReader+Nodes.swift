import Foundation
import SpatialMath

extension ColladaReader {
  /// Reads a node and what is below it; the place in `document.nodes`.
  mutating func readNode(_ element: MarkupElement, depth: Int) throws(ModelFault) -> Int {
    // Nodes may stand in many places, also in themselves: what that costs is bounded.
    guard depth < 256 else { throw element.fault("nodes are nested more than 256 deep") }
    try budget.check(document.nodes.count, budget.limits.entries, "nodes")
    let index = document.nodes.count
    var node = ModelDocument.Node()
    node.name = element.attributes["name"] ?? element.attributes["id"] ?? ""
    node.setPlace(try place(element))
    document.nodes.append(node)
    for name in ["sid", "id", "name"] {
      if let word = element.attributes[name], joints[word] == nil { joints[word] = index }
    }
    for instance in element.children where instance.name.hasPrefix("instance_") {
      try readInstance(instance, at: index, depth: depth)
    }
    for child in element.children("node") {
      let place = try readNode(child, depth: depth + 1)
      document.nodes[index].children.append(place)
    }
    return index
  }

  private mutating func readInstance(
    _ instance: MarkupElement, at index: Int, depth: Int
  ) throws(ModelFault) {
    switch instance.name {
    case "instance_geometry":
      let geometry = try element("url", of: instance, named: "geometry")
      try hang(geometry, instance, at: index)
    case "instance_controller":
      let controller = try element("url", of: instance, named: "controller")
      let place = try hang(controller, instance, at: index)
      if controller.child("skin") != nil {
        openSkins.append(OpenSkin(node: place, controller: controller))
      }
    case "instance_node":
      let node = try element("url", of: instance, named: "node")
      let place = try readNode(node, depth: depth + 1)
      document.nodes[index].children.append(place)
    default: note("cameras and lights are left out")
    }
  }

  /// Hangs a shape on a node, or below it where one hangs there already; the node it hangs on.
  @discardableResult private mutating func hang(
    _ shape: MarkupElement, _ instance: MarkupElement, at index: Int
  ) throws(ModelFault) -> Int {
    let mesh = try mesh(shape, instance)
    guard document.nodes[index].mesh != nil else {
      document.nodes[index].mesh = mesh
      return index
    }
    document.nodes[index].children.append(document.nodes.count)
    document.nodes.append(ModelDocument.Node(mesh: mesh))
    return document.nodes.count - 1
  }

  /// The product of a node's transforms, in the order they stand in.
  private func place(_ element: MarkupElement) throws(ModelFault) -> Matrix4x4 {
    var result = Matrix4x4.identity
    for step in element.children {
      guard let matrix = try transform(step) else { continue }
      result = result * matrix
    }
    guard result.elements.allSatisfy({ $0.isFinite && abs($0) < 1e9 }) else {
      throw element.fault("the node's place is out of range")
    }
    return result
  }

  private func transform(_ step: MarkupElement) throws(ModelFault) -> Matrix4x4? {
    let counts = ["matrix": 16, "translate": 3, "rotate": 4, "scale": 3, "lookat": 9, "skew": 7]
    guard let count = counts[step.name] else { return nil }
    let n = try step.numbers(Double.self)
    guard n.count == count else { throw step.fault("<\(step.name)> takes \(count) numbers") }
    switch step.name {
    case "matrix": return Matrix4x4(elements: n)?.transpose
    case "translate": return Matrix4x4(linear: .identity, translation: Vector3(n[0], n[1], n[2]))
    case "scale": return Matrix4x4(linear: Matrix3x3(diagonal: Vector3(n[0], n[1], n[2])))
    case "rotate":
      let axis = Vector3(n[0], n[1], n[2])
      guard axis.length > 1e-9 else { return nil }
      return Matrix4x4(linear: Quaternion(angle: n[3] * .pi / 180, axis: axis).matrix)
    default:
      throw step.fault("<\(step.name)> cannot be read; apply the node's transform in the editor")
    }
  }

  /// Ties the skins of nodes to their joints, which have all been read by now.
  mutating func readSkins() throws(ModelFault) {
    for open in openSkins {
      guard let element = open.controller.child("skin") else { continue }
      let list = try skinJoints(element)
      var skin = ModelDocument.Skin()
      for (name, matrix) in list {
        guard let joint = joints[name] else {
          throw element.fault("the skin follows a joint '\(name.prefix(60))' that no node has")
        }
        skin.joints.append(joint)
        skin.inverseBindMatrices.append(matrix)
      }
      document.nodes[open.node].skin = document.skins.count
      document.skins.append(skin)
    }
  }
}
