/// Which pictures to look for in the world, and how.
public struct ImageDetection: Sendable, Equatable {
  /// The pictures; none turns the search off.
  public var images: [ReferenceImage] = []
  /// How many of them are followed from picture to picture.
  ///
  /// The others are looked at again every now and then.
  public var maximumNumberOfTrackedImages = 0
  /// Whether each print's true size is measured.
  public var isScaleEstimationEnabled = false

  /// Looks for nothing.
  public init() {}

  /// The most images that can be followed at once.
  public static let supportedNumberOfTrackedImages = 4
}
