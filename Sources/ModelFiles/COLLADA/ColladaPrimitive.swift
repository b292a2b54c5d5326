/// How a geometry lists its polygons.
enum ColladaPrimitive: String {
  case triangles, polylist, polygons
  case fans = "trifans"
  case strips = "tristrips"

  /// The corners of each polygon; a corner is `stride` indices.
  func polygons(
    _ element: MarkupElement, stride: Int, budget: inout ModelBudget
  ) throws(ModelFault) -> [[ArraySlice<Int>]] {
    var result: [[ArraySlice<Int>]] = []
    let counts = self == .polylist ? try element.child("vcount")?.indices() ?? [] : []
    if element.child("ph") != nil {
      throw element.fault("polygons with holes cannot be read; triangulate them in the editor")
    }
    for list in element.children("p") {
      let indices = try list.indices()
      guard indices.count % stride == 0 else {
        throw list.fault("\(indices.count) indices cannot be shared out to corners of \(stride)")
      }
      // A fan or strip makes three indices of each corner.
      try budget.take(indices: indices.count / stride * 3)
      let corners = Swift.stride(from: 0, to: indices.count, by: stride).map {
        indices[$0..<$0 + stride]
      }
      switch self {
      case .triangles:
        result += try Self.cut(corners, by: repeatElement(3, count: corners.count / 3), list)
      case .polylist: result += try Self.cut(corners, by: counts, list)
      case .polygons, .fans: result.append(corners)
      case .strips: result += Self.strip(corners)
      }
    }
    return result
  }

  private static func cut(
    _ corners: [ArraySlice<Int>], by counts: some Sequence<Int>, _ list: MarkupElement
  ) throws(ModelFault) -> [[ArraySlice<Int>]] {
    var result: [[ArraySlice<Int>]] = []
    var start = 0
    for count in counts {
      guard count <= corners.count - start else {
        throw list.fault("its polygons want more corners than the \(corners.count) there are")
      }
      result.append(Array(corners[start..<start + count]))
      start += count
    }
    guard start == corners.count else {
      throw list.fault("\(corners.count - start) of its corners belong to no polygon")
    }
    return result
  }

  private static func strip(_ corners: [ArraySlice<Int>]) -> [[ArraySlice<Int>]] {
    guard corners.count >= 3 else { return [] }
    return (0..<corners.count - 2).map { i in
      i % 2 == 0
        ? [corners[i], corners[i + 1], corners[i + 2]]
        : [corners[i + 1], corners[i], corners[i + 2]]
    }
  }
}
