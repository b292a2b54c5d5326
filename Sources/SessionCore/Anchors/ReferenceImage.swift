import SpatialMath

/// A flat picture of the real world to look for: a poster, a cover, a label.
///
/// Immutable, thread-safe.
public struct ReferenceImage: Sendable, Equatable {
  /// A name for the program's own use; the anchor carries it.
  public var name: String?
  /// Width and height of the print in metres.
  public let physicalSize: Vector2
  /// The picture's size in pixels.
  public let width: Int, height: Int
  /// The picture's brightness, row after row, the top one first.
  public let luma: [UInt8]

  /// The widths that a print may have, metres.
  public static let widths = 0.01...20.0

  /// Creates a reference image from its brightness.
  ///
  /// - Parameters:
  ///   - luma: `width` × `height` values, row after row, the top one first.
  ///   - width: the picture's width in pixels.
  ///   - height: the picture's height in pixels.
  ///   - physicalWidth: how wide the print is, metres; its height follows from the picture.
  ///   - name: what its anchor is called.
  /// - Throws: `SessionError.invalidReferenceImage` for a width out of `widths`, and for a picture
  ///   of another size than said. Whether it can be tracked is judged when a session runs.
  public init(
    luma: [UInt8], width: Int, height: Int, physicalWidth: Double, name: String? = nil
  ) throws(SessionError) {
    let title = Self.title(name)
    guard Self.widths.contains(physicalWidth) else {
      throw SessionError(
        .invalidReferenceImage,
        "\(title): a print \(physicalWidth) m wide cannot be; give its width in metres, from "
          + "\(Self.widths.lowerBound) to \(Self.widths.upperBound)")
    }
    guard width > 0, height > 0, luma.count == width * height else {
      throw SessionError(
        .invalidReferenceImage,
        "\(title): \(luma.count) pixels are not a picture of \(width)×\(height)")
    }
    self.name = name
    self.width = width
    self.height = height
    self.luma = luma
    physicalSize = Vector2(physicalWidth, physicalWidth * Double(height) / Double(width))
  }

  /// What messages call a reference image.
  static func title(_ name: String?) -> String {
    name.map { "reference image '\($0)'" } ?? "a reference image without a name"
  }

  /// What messages call it.
  public var title: String { Self.title(name) }
}

/// A reference image that was found in the world.
///
/// Image space: the origin in the print's middle, +X to its right, +Z down along it, +Y out of it
/// towards whoever looks at it.
public struct ImageAnchor: Sendable, Equatable {
  /// The identity; it survives a loss.
  public var identifier: AnchorIdentifier
  /// World from image.
  public var transform: Pose
  /// What was found.
  public var referenceImage: ReferenceImage
  /// Whether it is seen now; while not, the anchor stays where it was seen last.
  public var isTracked: Bool
  /// The print's true size over `ReferenceImage.physicalSize`; 1 unless
  /// `automaticImageScaleEstimationEnabled` and the camera has moved enough to tell.
  public var estimatedScaleFactor: Double

  /// Creates an anchor.
  public init(
    identifier: AnchorIdentifier, transform: Pose, referenceImage: ReferenceImage,
    isTracked: Bool = true, estimatedScaleFactor: Double = 1
  ) {
    self.identifier = identifier
    self.transform = transform
    self.referenceImage = referenceImage
    self.isTracked = isTracked
    self.estimatedScaleFactor = estimatedScaleFactor
  }

  /// The reference image's name.
  public var name: String? { referenceImage.name }
}
