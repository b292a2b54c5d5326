import SpatialMath

extension WorldMapReader {
  static func points(
    _ r: inout ByteReader, _ content: WorldMapContent
  ) throws(WorldMapProblem) -> [WorldMapContent.Point] {
    var points: [WorldMapContent.Point] = []
    var identifiers: Set<UInt64> = []
    // The last point that each keyframe sees.
    var seen = [Int](repeating: -1, count: content.keyframes.count)
    for i in 0..<(try r.count(1...WorldMapFile.mostPoints, "points")) {
      let start = r.position
      let point = try point(i, &r, content, &seen)
      guard point.sights.contains(where: { $0.keyframe == point.anchor }) else {
        throw r.problem("point \(i) is not seen where its depth is counted from", at: start)
      }
      guard (1...content.lastIdentifier).contains(point.identifier),
        identifiers.insert(point.identifier).inserted
      else { throw r.problem("point \(i) has the identifier \(point.identifier)", at: start) }
      points.append(point)
    }
    try r.finish()
    return points
  }

  private static func point(
    _ index: Int, _ r: inout ByteReader, _ content: WorldMapContent, _ seen: inout [Int]
  ) throws(WorldMapProblem) -> WorldMapContent.Point {
    let keyframes = content.keyframes.count
    let identifier = try r.integer(UInt64.self)
    let position = try r.vector3("a point's place")
    let anchor = try r.count(0...keyframes - 1, "as a point's keyframe")
    let inverseDepth = try r.number("a point's guessed inverse depth", 1e-6...1e6)
    let sigma = try r.number("a point's relative sigma", 0...10)
    let searches = Int(try r.integer(UInt32.self))
    let finds = Int(try r.integer(UInt32.self))
    var sights: [WorldMapContent.Sight] = []
    for _ in 0..<(try r.count(1...keyframes, "sights of a point")) {
      let keyframe = try r.count(0...keyframes - 1, "as a sight's keyframe")
      let pixel = try r.vector2("a sight's pixel")
      let lens = content.lenses[content.keyframes[keyframe].lens]
      let isInside =
        (0...Double(lens.width - 1)).contains(pixel.x)
        && (0...Double(lens.height - 1)).contains(pixel.y)
      guard isInside, seen[keyframe] != index else {
        throw r.problem("a sight outside the picture, or two in one")
      }
      seen[keyframe] = index
      sights.append(.init(keyframe: keyframe, pixel: pixel))
    }
    var descriptors: [SIMD4<UInt64>] = []
    for _ in 0..<(try r.count(0...WorldMapFile.mostDescriptors, "descriptors of a point")) {
      descriptors.append(
        SIMD4(try r.integer(), try r.integer(), try r.integer(), try r.integer()))
    }
    return .init(
      identifier: identifier, position: position, anchor: anchor,
      anchorInverseDepth: inverseDepth, depthSigma: sigma, searches: searches,
      finds: min(finds, searches), sights: sights, descriptors: descriptors)
  }

  static func anchors(_ r: inout ByteReader) throws(WorldMapProblem) -> [Anchor] {
    var anchors: [Anchor] = []
    var identifiers: Set<AnchorIdentifier> = []
    for i in 0..<(try r.count(0...WorldMapFile.mostAnchors, "anchors")) {
      let start = r.position
      let kind = try r.text(atMost: WorldMapFile.mostNameBytes, "an anchor's kind")
      let identifier = try r.word({ AnchorIdentifier($0) }, "identifier")
      guard identifiers.insert(identifier).inserted else {
        throw r.problem("anchor \(i) has another one's identifier", at: start)
      }
      let transform = try r.pose("the place of anchor \(i)")
      switch kind {
      case "point":
        let isNamed = try r.integer(UInt8.self) == 1
        let name = try r.text(atMost: WorldMapFile.mostNameBytes, "an anchor's name")
        anchors.append(
          .point(
            PointAnchor(
              identifier: identifier, transform: transform, name: isNamed ? name : nil)))
      case "plane": anchors.append(.plane(try plane(&r, identifier, transform)))
      default: throw r.problem("anchor \(i) is of the unknown kind '\(kind)'", at: start)
      }
    }
    try r.finish()
    return anchors
  }

  private static func plane(
    _ r: inout ByteReader, _ identifier: AnchorIdentifier, _ transform: Pose
  ) throws(WorldMapProblem) -> PlaneAnchor {
    let alignment = try r.word(PlaneAnchor.Alignment.init(rawValue:), "alignment")
    let classification = try r.word(PlaneAnchor.Classification.init(rawValue:), "class of planes")
    let center = try r.vector3("a plane's centre")
    let extent = PlaneAnchor.Extent(
      width: try r.number("a plane's width", 0...1e6),
      height: try r.number("a plane's height", 0...1e6),
      rotationOnYAxis: try r.number("a plane's turn", -10...10))
    var boundary: [Vector3] = []
    for _ in 0..<(try r.count(3...WorldMapFile.mostCorners, "corners of a plane")) {
      boundary.append(try r.vector3("a plane's corner"))
    }
    return PlaneAnchor(
      identifier: identifier, transform: transform, alignment: alignment, center: center,
      extent: extent, boundary: boundary, classification: classification)
  }
}
