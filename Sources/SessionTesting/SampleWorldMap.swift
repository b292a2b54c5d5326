import SessionCore
import SpatialMath

extension Samples {
  /// A small world map that is whole: four keyframes of 32 × 24 pixels, forty points, two anchors.
  ///
  /// Its numbers are drawn from the seed.
  package static func worldMap(seed: UInt64 = 1, anchors: [Anchor]? = nil) -> WorldMap {
    var draw = SeededGenerator(seed: seed)
    func vector() -> Vector3 {
      Vector3(draw.uniform(-1...1), draw.uniform(-1...1), draw.uniform(-1...1))
    }
    let lenses = [
      CameraIntrinsics(width: 32, height: 24, horizontalFieldOfView: 1),
      CameraIntrinsics(
        width: 32, height: 24, fx: 30, fy: 31, cx: 15.5, cy: 12.25,
        distortion: .init(k1: -0.2, k2: 0.05, p1: 0.001, p2: -0.002, k3: 0.003)),
    ]
    let keyframes = (0..<4).map { i in
      let bytes = (0..<32 * 24).map { UInt8(truncatingIfNeeded: $0 % 32 * 5 + $0 / 32 * (i + 1)) }
      return WorldMapContent.Keyframe(
        cameraFromMap: Pose(rotation: Quaternion(rotationVector: vector()), translation: vector()),
        lens: i % 2, picture: GrayPicture(width: 32, height: 24, bytes: bytes))
    }
    let points = (0..<40).map { i in
      WorldMapContent.Point(
        identifier: UInt64(3 * i + 1), position: vector(), anchor: i % 4,
        anchorInverseDepth: draw.uniform(0.2...2), depthSigma: draw.uniform(0.001...0.3),
        searches: i + 2, finds: i,
        sights: (0..<3).map {
          .init(
            keyframe: (i + $0) % 4,
            pixel: Vector2(draw.uniform(0...31), draw.uniform(0...23)))
        },
        descriptors: (0..<i % 3).map { _ in
          SIMD4(draw.next(), draw.next(), draw.next(), draw.next())
        })
    }
    let content = WorldMapContent(
      frame: .init(
        worldFromMap: Pose(rotation: Quaternion(rotationVector: vector()), translation: vector()),
        scale: 1.25, up: Vector3(0, 1, 0), isUpCertain: true, scaleSource: .cameraHeight,
        gravitySource: .dominantPlane),
      focalLength: 30, lastIdentifier: 200, lenses: lenses, keyframes: keyframes, points: points)
    let place = PointAnchor(
      identifier: AnchorIdentifier(using: &draw), transform: Pose(translation: vector()),
      name: "the lamp ✓")
    let table = PlaneAnchor(
      identifier: AnchorIdentifier(using: &draw), transform: Pose(translation: vector()),
      alignment: .horizontal, center: Vector3(0.1, 0, 0.2),
      extent: .init(width: 1, height: 0.6, rotationOnYAxis: 0.3),
      boundary: [Vector3(-0.5, 0, -0.3), Vector3(-0.5, 0, 0.3), Vector3(0.5, 0, 0.3)],
      classification: .table)
    return WorldMap(content: content, anchors: anchors ?? [.point(place), .plane(table)])
  }
}
