import SpatialMath

/// Writes a world map as a file's bytes.
struct WorldMapWriter {
  private(set) var bytes: [UInt8]

  /// Writes it all.
  init(_ map: WorldMap) {
    let content = map.content
    var body = ByteWriter()
    body.put(section: .frame, Self.frame(content))
    body.put(section: .lenses, Self.lenses(content.lenses))
    body.put(section: .keyframes, Self.keyframes(content.keyframes))
    body.put(section: .points, Self.points(content.points))
    body.put(section: .anchors, Self.anchors(map.anchors))
    var file = ByteWriter()
    file.put(raw: WorldMapFile.signature)
    file.put(WorldMapFile.version)
    file.put(UInt64(WorldMapFile.headerLength + body.bytes.count))
    file.put(raw: body.bytes)
    bytes = file.bytes
  }

  private static func frame(_ content: WorldMapContent) -> ByteWriter {
    var w = ByteWriter()
    let frame = content.frame
    w.put(frame.worldFromMap)
    w.put(frame.scale)
    w.put(frame.up)
    w.put(UInt8(frame.isUpCertain ? 1 : 0))
    w.put(frame.scaleSource.rawValue)
    w.put(frame.gravitySource.rawValue)
    w.put(content.focalLength)
    w.put(content.lastIdentifier)
    return w
  }

  private static func lenses(_ lenses: [CameraIntrinsics]) -> ByteWriter {
    var w = ByteWriter()
    w.put(UInt32(lenses.count))
    for lens in lenses {
      w.put(UInt32(lens.width))
      w.put(UInt32(lens.height))
      for value in [lens.fx, lens.fy, lens.cx, lens.cy] + lens.distortion.openCVOrder {
        w.put(value)
      }
    }
    return w
  }

  private static func keyframes(_ keyframes: [WorldMapContent.Keyframe]) -> ByteWriter {
    var w = ByteWriter()
    w.put(UInt32(keyframes.count))
    for keyframe in keyframes {
      w.put(keyframe.cameraFromMap)
      w.put(UInt32(keyframe.lens))
      w.put(counted: GrayPictureCodec.pack(keyframe.picture))
    }
    return w
  }

  private static func points(_ points: [WorldMapContent.Point]) -> ByteWriter {
    var w = ByteWriter()
    w.put(UInt32(points.count))
    for point in points {
      w.put(point.identifier)
      w.put(point.position)
      w.put(UInt32(point.anchor))
      w.put(point.anchorInverseDepth)
      w.put(point.depthSigma)
      w.put(UInt32(clamping: point.searches))
      w.put(UInt32(clamping: point.finds))
      w.put(UInt32(point.sights.count))
      for sight in point.sights {
        w.put(UInt32(sight.keyframe))
        w.put(sight.pixel)
      }
      w.put(UInt32(point.descriptors.count))
      for d in point.descriptors { for i in 0..<4 { w.put(d[i]) } }
    }
    return w
  }

  private static func anchors(_ all: [Anchor]) -> ByteWriter {
    var w = ByteWriter()
    let anchors = all.filter(\.isSaved).prefix(WorldMapFile.mostAnchors)
    w.put(UInt32(anchors.count))
    for anchor in anchors {
      w.put(anchor.kind)
      w.put(anchor.identifier.description)
      w.put(anchor.transform)
      switch anchor {
      case .point(let point):
        w.put(UInt8(point.name == nil ? 0 : 1))
        w.put(shortened(point.name ?? ""))
      case .plane(let plane): put(plane, to: &w)
      default: break
      }
    }
    return w
  }

  /// A name as far as a file takes it.
  private static func shortened(_ name: String) -> String {
    var short = name
    while short.utf8.count > WorldMapFile.mostNameBytes { short.removeLast() }
    return short
  }

  private static func put(_ plane: PlaneAnchor, to w: inout ByteWriter) {
    w.put(plane.alignment.rawValue)
    w.put(plane.classification.rawValue)
    w.put(plane.center)
    w.put(plane.extent.width)
    w.put(plane.extent.height)
    w.put(plane.extent.rotationOnYAxis)
    w.put(UInt32(plane.boundary.count))
    for corner in plane.boundary { w.put(corner) }
  }
}

extension Anchor {
  /// Whether a map file keeps it: places and planes.
  var isSaved: Bool {
    switch self {
    case .point: true
    case .plane(let plane): (3...WorldMapFile.mostCorners).contains(plane.boundary.count)
    default: false
    }
  }
}

extension ByteWriter {
  fileprivate mutating func put(section: WorldMapFile.Section, _ content: ByteWriter) {
    put(raw: section.rawValue.utf8)
    put(UInt64(content.bytes.count))
    put(raw: content.bytes)
    put(Checksum.crc32(content.bytes[...]))
  }
}
