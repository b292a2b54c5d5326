import ConfigurationFiles
import ImageProcessing
import MediaFiles
import SessionCore
import WorldTracking

extension ReferenceImage {
  /// Reads a picture to look for.
  ///
  /// - Parameters:
  ///   - path: a PNG, JPEG or other picture; brightness is what counts.
  ///   - physicalWidth: how wide the print is, metres.
  ///   - name: what its anchor is called.
  /// - Throws: `SessionError.fileIOFailed` for a file that is no picture,
  ///   `SessionError.invalidReferenceImage` for a width that cannot be.
  public init(
    contentsOf path: String, physicalWidth: Double, name: String? = nil
  ) throws(SessionError) {
    let picture = try PictureFile.read(path).luma()
    let plane = picture.planes[0]
    var luma: [UInt8] = []
    luma.reserveCapacity(picture.width * picture.height)
    for y in 0..<picture.height {
      luma += UnsafeRawBufferPointer(start: plane.base + y * plane.stride, count: picture.width)
    }
    try self.init(
      luma: luma, width: picture.width, height: picture.height, physicalWidth: physicalWidth,
      name: name)
  }

  /// Says early whether it can be found and followed; takes some 20 ms.
  ///
  /// - Throws: `SessionError.invalidReferenceImage` with the reason: too small, too uniform, too few
  ///   features, features in a corner only, a pattern that repeats itself.
  public func validate() throws(SessionError) { _ = try ReferencePattern(self) }
}

extension SessionFile {
  /// The same file with its reference images read and judged.
  ///
  /// - Throws: `LaunchError.configuration` for a picture that cannot be read or looked for, at its
  ///   place in the file.
  package func withReferenceImages() throws(LaunchError) -> SessionFile {
    guard case .world(var world) = configuration, world.detectionImages.isEmpty else { return self }
    for settings in detectionImages {
      do throws(SessionError) {
        let image = try ReferenceImage(
          contentsOf: settings.path, physicalWidth: settings.width, name: settings.name)
        try image.validate()
        world.detectionImages.append(image)
      } catch {
        throw .configuration(
          ConfigurationError(at: settings.place, "\(error.message) (error \(error.code.rawValue))"))
      }
    }
    var file = self
    file.configuration = .world(world)
    return file
  }
}
