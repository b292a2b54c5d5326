import COpenCVTracking
import ImageProcessing
import SessionCore
import SpatialMath

/// A reference image as it is searched for and followed: corners with descriptors, and patches.
///
/// Print space: metres, the origin in the print's middle, +X to its right, +Y down along it, +Z into
/// the wall, as a camera before it has its axes. Immutable.
package struct ReferencePattern: Sendable {
  /// The picture at one size.
  struct Copy: Sendable {
    let pyramid: ImagePyramid
    /// Metres a pixel.
    let scale: Double
    let size: Vector2
    /// Pixels of corners spread over the picture, for patches.
    let patches: [Vector2]

    /// A pixel of the copy in print space.
    func point(_ pixel: Vector2) -> Vector3 {
      let p = (pixel + Vector2(repeating: 0.5) - size / 2) * scale
      return Vector3(p.x, p.y, 0)
    }
  }

  /// What was asked for.
  package let image: ReferenceImage
  /// The largest first.
  let copies: [Copy]
  /// Described corners in print space; one corner may have several, at several sizes.
  let corners: [Vector2]
  let descriptors: [BinaryDescriptor]

  /// The longer sides of the copies in pixels: with five sizes of descriptors on each they cover
  /// prints that are 90 pixels wide up to as wide as the camera's picture.
  private static let longerSides = [400, 180]
  private static let patches = 80
  /// Descriptors bear a tilt of 30° or so: more are taken from the picture as it looks tilted by 55°,
  /// about either axis.
  private static let tilted = 0.57, tiltedSide = 280.0
  private static let cornersPerView = 300, sizes = 5

  /// Prepares a reference image.
  ///
  /// - Throws: `SessionError.invalidReferenceImage` for one that cannot be tracked, with the reason.
  package init(_ image: ReferenceImage) throws(SessionError) {
    self.image = image
    let full = LumaPicture(width: image.width, height: image.height, pixels: image.luma)
    var copies: [Copy] = []
    for side in Self.longerSides {
      copies.append(try Self.copy(of: full, longerSide: side, width: image.physicalSize.x))
    }
    self.copies = copies
    var described = try Described(image.physicalSize)
    for copy in copies {
      if let level = copy.pyramid.levels.first { try described.add(level) }
    }
    let longer = Double(max(full.width, full.height))
    let scale = min(1, Self.tiltedSide / longer)
    for (x, y) in [(scale, scale * Self.tilted), (scale * Self.tilted, scale)] {
      let view = full.shrunk(
        to: max(1, Int(Double(full.width) * x)), by: max(1, Int(Double(full.height) * y)))
      try described.add(view)
    }
    (corners, descriptors) = (described.corners, described.descriptors)
    try ReferenceImageJudge.check(self, full)
  }

  /// Collects described corners of views of the picture.
  private struct Described {
    private let size: Vector2
    private let extractor: DescriptorExtractor
    var corners: [Vector2] = []
    var descriptors: [BinaryDescriptor] = []

    init(_ size: Vector2) throws(SessionError) {
      self.size = size
      extractor = try DescriptorExtractor(corners: cornersPerView, sizes: ReferencePattern.sizes)
    }

    mutating func add(_ view: LumaPicture) throws(SessionError) {
      let pyramid = try ImagePyramid(view.buffer, parameters: TrackingParameters())
      if let level = pyramid.levels.first { try add(level) }
    }

    mutating func add(_ level: bifrons_luma) throws(SessionError) {
      let found = try extractor.detect(in: level)
      let pixels = Vector2(Double(level.width), Double(level.height))
      corners += found.pixels.map { ($0 + Vector2(repeating: 0.5)) / pixels * size - size / 2 }
      descriptors += found.descriptors
    }
  }

  private static func copy(
    of full: LumaPicture, longerSide: Int, width: Double
  ) throws(SessionError) -> Copy {
    let small = full.shrunk(longerSide: longerSide)
    let parameters = TrackingParameters()
    let pyramid = try ImagePyramid(small.buffer, parameters: parameters).imagesOnly()
    var detector = CornerDetector(parameters: parameters)
    var patches: [Vector2] = []
    if let level = pyramid.levels.first {
      patches = try detector.detect(
        in: level, taken: [], wanted: Self.patches, crowded: Self.patches)
    }
    return Copy(
      pyramid: pyramid, scale: width / Double(small.width),
      size: Vector2(Double(small.width), Double(small.height)), patches: patches)
  }
}

extension RigidMotion {
  /// Image anchor from print space: +Y out of the print instead of +Z into the wall.
  static let anchorFromPrint = RigidMotion(
    rotation: Matrix3x3(rows: Vector3(1, 0, 0), Vector3(0, 0, -1), Vector3(0, 1, 0)))
}
