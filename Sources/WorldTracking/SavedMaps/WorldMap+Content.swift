import COpenCVTracking
import SessionCore
import SpatialMath

extension WorldMap {
  /// The number of the pictures of a saved map's keyframes: long before the first one.
  private static let longAgo = -1_000_000

  /// Takes up what was saved.
  init(_ saved: WorldMapContent, parameters: TrackingParameters) throws(SessionError) {
    self.init(focalLength: saved.focalLength)
    let lenses = saved.lenses.map { Lens($0) }
    for keyframe in saved.keyframes {
      let picture = keyframe.picture
      let pixels = PixelBuffer.make(
        width: picture.width, height: picture.height, format: .gray8
      ) { planes in planes[0].copyBytes(from: picture.bytes) }
      _ = addKeyframe(
        frame: Self.longAgo, cameraFromMap: RigidMotion(keyframe.cameraFromMap),
        pyramid: try ImagePyramid(pixels, parameters: parameters).imagesOnly(),
        lens: lenses[keyframe.lens])
    }
    for point in saved.points { add(point) }
    resumeIdentifiers(after: saved.lastIdentifier)
  }

  private mutating func add(_ saved: WorldMapContent.Point) {
    func sight(_ s: WorldMapContent.Sight) -> PointObservation {
      PointObservation(
        keyframe: s.keyframe, pixel: s.pixel,
        place: keyframes[s.keyframe].lens.point(at: s.pixel))
    }
    guard let anchor = saved.sights.first(where: { $0.keyframe == saved.anchor }) else { return }
    let slot = addPoint(
      position: saved.position, seenAt: sight(anchor), inverseDepth: saved.anchorInverseDepth,
      sigma: saved.depthSigma)
    for s in saved.sights where s.keyframe != saved.anchor { observe(slot, sight(s)) }
    updatePoint(slot) {
      $0.identifier = saved.identifier
      $0.searches = saved.searches
      $0.finds = saved.finds
      $0.descriptors = saved.descriptors
    }
  }

  /// What is worth saving; nil for a map too young to come back to.
  ///
  /// Points with one sight stay out: their depth is a guess.
  func content(frame: WorldMapContent.Frame) -> WorldMapContent? {
    let slots = keyframes.indices.filter { keyframes[$0].isAlive }
      .sorted { keyframes[$0].serial < keyframes[$1].serial }
    guard slots.count >= WorldMapContent.leastKeyframes else { return nil }
    var index = [Int](repeating: -1, count: keyframes.count)
    var lenses: [CameraIntrinsics] = []
    var saved: [WorldMapContent.Keyframe] = []
    for (i, slot) in slots.enumerated() {
      guard let image = keyframes[slot].pyramid?.levels.first else { return nil }
      let intrinsics = keyframes[slot].lens.intrinsics
      let lens = lenses.firstIndex(of: intrinsics) ?? lenses.count
      if lens == lenses.count { lenses.append(intrinsics) }
      saved.append(
        .init(
          cameraFromMap: keyframes[slot].cameraFromMap.pose, lens: lens,
          picture: GrayPicture(image)))
      index[slot] = i
    }
    let content = points.compactMap { $0.isAlive ? Self.saved($0, index) : nil }
    guard !content.isEmpty else { return nil }
    return WorldMapContent(
      frame: frame, focalLength: focalLength, lastIdentifier: newestIdentifier, lenses: lenses,
      keyframes: saved, points: content)
  }

  private static func saved(_ point: MapPoint, _ index: [Int]) -> WorldMapContent.Point? {
    guard point.observations.count >= 2, index[point.anchor] >= 0 else { return nil }
    return WorldMapContent.Point(
      identifier: point.identifier, position: point.position, anchor: index[point.anchor],
      anchorInverseDepth: point.anchorInverseDepth, depthSigma: point.depthSigma,
      searches: point.searches, finds: point.finds,
      sights: point.observations.map { .init(keyframe: index[$0.keyframe], pixel: $0.pixel) },
      descriptors: point.descriptors)
  }
}

extension RigidMotion {
  /// The motion of a pose.
  init(_ pose: Pose) {
    self.init(rotation: pose.rotation.matrix, translation: pose.translation)
  }
}

extension GrayPicture {
  /// A copy of an image.
  fileprivate init(_ image: bifrons_luma) {
    let (width, height) = (Int(image.width), Int(image.height))
    let bytes = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
      for y in 0..<height {
        let row = UnsafeBufferPointer(
          start: image.base?.advanced(by: y * Int(image.stride)), count: width)
        _ = buffer[(y * width)...].update(fromContentsOf: row)
      }
      count = width * height
    }
    self.init(width: width, height: height, bytes: bytes)
  }
}
