import SessionCore
import SoftwareRendering
import SpatialMath

/// A flat print of the simulated room whose picture can serve as a reference image.
struct RoomPrint {
  /// A name.
  var name: String
  /// Room from image anchor: +X right, +Z down along the print, +Y out of it.
  var roomFromPrint: Pose
  /// Width and height, metres.
  var size: SIMD2<Float>
  var paint: RoomBuilder.Paint

  /// The prints of a room: the props among them first, then four posters on the back wall, a
  /// magazine, and a box's front.
  static func all(seed: UInt64, props: Set<RoomProp>) -> [RoomPrint] {
    let added = RoomProp.allCases.filter(props.contains).compactMap {
      $0.print(seed: seed &* 1000 &+ 900)
    }
    return added + posters(seed: seed) + things(seed: seed)
  }

  private static func posters(seed: UInt64) -> [RoomPrint] {
    let z = RoomMeasures.low.z + RoomShell.posterThickness
    return RoomShell.backPosters.enumerated().map { i, item in
      RoomPrint(
        name: "poster-\(i + 1)",
        roomFromPrint: upright(
          .init(position: SIMD3(item.x, item.bottom + item.height / 2, z)), .zero),
        size: SIMD2(item.width, item.height), paint: RoomShell.backPoster(i, seed: seed &* 1000))
    }
  }

  private static func things(seed: UInt64) -> [RoomPrint] {
    let objects = seed &* 1000 &+ 600
    let magazine = RoomObjects.magazinePlace
    let box = RoomObjects.boxPlace
    return [
      RoomPrint(
        name: "magazine",
        roomFromPrint: level(magazine, SIMD3(0, RoomObjects.magazineSize.y, 0)),
        size: SIMD2(RoomObjects.magazineSize.x, RoomObjects.magazineSize.z),
        paint: RoomPrints.cover(seed: objects &+ 80)),
      RoomPrint(
        name: "box",
        roomFromPrint: upright(box, SIMD3(0, RoomObjects.boxSize.y / 2, RoomObjects.boxSize.z / 2)),
        size: SIMD2(RoomObjects.boxSize.x, RoomObjects.boxSize.y),
        paint: RoomPrints.cover(seed: objects &+ 90)),
    ]
  }

  private static func level(_ place: RoomBuilder.Place, _ center: SIMD3<Float>) -> Pose {
    Pose(
      rotation: Quaternion(angle: place.yaw, axis: Vector3(0, 1, 0)),
      translation: Vector3(place.point(center)))
  }

  private static func upright(_ place: RoomBuilder.Place, _ center: SIMD3<Float>) -> Pose {
    var pose = level(place, center)
    // +Y out of the wall is the place's +Z, +Z down is its −Y.
    pose.rotation = pose.rotation * Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0))
    return pose
  }

  /// The print's picture, as a scanner would see it, its longer side so many pixels long.
  func reference(longerSide: Int) throws(SessionError) -> ReferenceImage {
    var canvas = Canvas(size: size, density: Float(longerSide) / size.max())
    paint(&canvas)
    // Packed colours have their luma in the lowest byte.
    let luma = PackedColor.withEncoder { encoder in
      canvas.texels.map { UInt8(truncatingIfNeeded: encoder.encode($0)) }
    }
    return try ReferenceImage(
      luma: luma, width: canvas.width, height: canvas.height, physicalWidth: Double(size.x),
      name: name)
  }
}

extension SimulatedRoom {
  /// The room's prints as reference images, by name.
  package static func referenceImages(
    seed: UInt64, props: Set<RoomProp> = [], longerSide: Int = 500
  ) throws(SessionError) -> [ReferenceImage] {
    var images: [ReferenceImage] = []
    for print in RoomPrint.all(seed: seed, props: props) {
      images.append(try print.reference(longerSide: longerSide))
    }
    return images
  }

  /// The room's prints as image anchors of a world, with identifiers drawn by a seed.
  static func images(
    worldFromRoom: Pose, seed: UInt64, props: Set<RoomProp>
  ) -> [ImageAnchor] {
    var generator = SeededGenerator(seed: seed ^ 0x1A6E)
    return RoomPrint.all(seed: seed, props: props).compactMap { print in
      guard let reference = try? print.reference(longerSide: 16) else { return nil }
      return ImageAnchor(
        identifier: AnchorIdentifier(using: &generator),
        transform: worldFromRoom * print.roomFromPrint, referenceImage: reference)
    }
  }
}
