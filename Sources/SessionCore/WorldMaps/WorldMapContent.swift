import SpatialMath

/// What a tracker knows of a place, as plain values: what a map file holds besides the anchors.
///
/// Map space is the tracker's own: vision axes (+X right, +Y down, +Z forward) of its first
/// keyframe, in a unit of its own. Indices count from 0.
package struct WorldMapContent: Sendable, Equatable {
  /// How world space lies on map space.
  package struct Frame: Sendable, Equatable {
    /// World from map, without size.
    package var worldFromMap: Pose
    /// Metres a map unit.
    package var scale: Double
    /// Against gravity in world space; of unit length.
    package var up: Vector3
    /// Whether up comes from more than a young map's surfaces.
    package var isUpCertain: Bool
    /// Where the size and up come from.
    package var scaleSource: ScaleSource
    package var gravitySource: GravitySource

    /// Creates a frame.
    package init(
      worldFromMap: Pose, scale: Double, up: Vector3, isUpCertain: Bool, scaleSource: ScaleSource,
      gravitySource: GravitySource
    ) {
      self.worldFromMap = worldFromMap
      self.scale = scale
      self.up = up
      self.isUpCertain = isUpCertain
      self.scaleSource = scaleSource
      self.gravitySource = gravitySource
    }

    /// A point of the map in the world.
    package func world(_ p: Vector3) -> Vector3 { worldFromMap.act(p * scale) }
  }

  /// A picture with its place.
  package struct Keyframe: Sendable, Equatable {
    /// Vision camera from map, map units.
    package var cameraFromMap: Pose
    /// Which of `lenses`.
    package var lens: Int
    /// What was seen.
    package var picture: GrayPicture

    /// Creates a keyframe.
    package init(cameraFromMap: Pose, lens: Int, picture: GrayPicture) {
      self.cameraFromMap = cameraFromMap
      self.lens = lens
      self.picture = picture
    }
  }

  /// One sight of a point.
  package struct Sight: Sendable, Equatable {
    /// Which of `keyframes`.
    package var keyframe: Int
    /// Where in its picture; whole numbers at pixel centres.
    package var pixel: Vector2

    /// Creates a sight.
    package init(keyframe: Int, pixel: Vector2) {
      self.keyframe = keyframe
      self.pixel = pixel
    }
  }

  /// A point of the place.
  package struct Point: Sendable, Equatable {
    /// Stable, never 0.
    package var identifier: UInt64
    /// In map space.
    package var position: Vector3
    /// The keyframe from which its depth is counted: one of its sights.
    package var anchor: Int
    /// The guess of the inverse depth there, per map unit.
    package var anchorInverseDepth: Double
    /// The relative sigma of the depth.
    package var depthSigma: Double
    /// How often it was searched for, and found.
    package var searches: Int, finds: Int
    /// In at most one each keyframe.
    package var sights: [Sight]
    /// ORB descriptors, 256 bits each, at two sizes from up to three views; none until described.
    package var descriptors: [SIMD4<UInt64>]

    /// Creates a point.
    package init(
      identifier: UInt64, position: Vector3, anchor: Int, anchorInverseDepth: Double,
      depthSigma: Double, searches: Int, finds: Int, sights: [Sight],
      descriptors: [SIMD4<UInt64>]
    ) {
      self.identifier = identifier
      self.position = position
      self.anchor = anchor
      self.anchorInverseDepth = anchorInverseDepth
      self.depthSigma = depthSigma
      self.searches = searches
      self.finds = finds
      self.sights = sights
      self.descriptors = descriptors
    }
  }

  /// How world space lies on it.
  package var frame: Frame
  /// Pixels a unit of an image point, by which residuals are weighed.
  package var focalLength: Double
  /// No point had a larger identifier.
  package var lastIdentifier: UInt64
  /// The lenses of the keyframes.
  package var lenses: [CameraIntrinsics]
  /// The oldest first.
  package var keyframes: [Keyframe]
  package var points: [Point]

  /// Below this relative sigma a point's depth is well known.
  package static let wellKnown = 0.1
  /// A map with fewer keyframes is not worth coming back to.
  package static let leastKeyframes = 4

  /// Creates content.
  package init(
    frame: Frame, focalLength: Double, lastIdentifier: UInt64, lenses: [CameraIntrinsics],
    keyframes: [Keyframe], points: [Point]
  ) {
    self.frame = frame
    self.focalLength = focalLength
    self.lastIdentifier = lastIdentifier
    self.lenses = lenses
    self.keyframes = keyframes
    self.points = points
  }
}

/// Luma in memory, rows tightly packed.
package struct GrayPicture: Sendable, Equatable {
  /// Pixels.
  package let width: Int, height: Int
  /// `width * height` bytes, row by row.
  package let bytes: [UInt8]

  /// Wraps luma.
  package init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height, "\(width)×\(height) pixels")
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}
