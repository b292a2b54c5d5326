import ImageProcessing
import SessionCore
import SpatialMath

/// Another source with its pictures turned or flipped, and the lens with them.
///
/// Every picture is written anew, on the thread that calls `next`: 0.2 CPU ms for 640 × 480 4:2:2.
package final class OrientedSource: FrameSource {
  private let source: any FrameSource
  private let orientation: PictureOrientation
  private let lens: @Sendable (_ format: CameraFormat) -> CameraIntrinsics
  private let rotator = PictureRotator()

  /// Wraps a source that has not started.
  ///
  /// - Parameters:
  ///   - source: where pictures come from.
  ///   - orientation: how they are turned.
  ///   - intrinsics: the lens as the configuration gives it for turned pictures; when it is unknown
  ///     there, or a calibration, which is made with the camera's own pictures, the source's is
  ///     turned with the pictures.
  ///   - askedSize: the size of unturned pictures that focal lengths were given for; nil for
  ///     whatever size the source has.
  package init(
    _ source: any FrameSource, orientation: PictureOrientation,
    intrinsics: IntrinsicsSpecification, askedSize: PictureSize? = nil
  ) {
    self.source = source
    self.orientation = orientation
    lens = { format in
      let turned = orientation.applied(width: format.width, height: format.height)
      switch intrinsics {
      case .unknown, .calibrated: return orientation.applied(to: format.intrinsics)
      case .horizontalFieldOfView, .explicit: break
      }
      guard case .explicit = intrinsics, let askedSize else {
        return intrinsics.resolved(width: turned.width, height: turned.height)
      }
      let asked = orientation.applied(width: askedSize.width, height: askedSize.height)
      return intrinsics.resolved(width: asked.width, height: asked.height)
        .scaled(width: turned.width, height: turned.height)
    }
  }

  /// The source's role.
  package var role: CameraRole { source.role }
  /// The source's counters.
  package var statistics: FrameSourceStatistics { source.statistics }
  /// What the source has to say.
  package var notices: [String] { source.notices }

  /// The source's format, turned.
  package var format: CameraFormat {
    var format = source.format
    format.intrinsics = lens(format)
    (format.width, format.height) = orientation.applied(
      width: format.width, height: format.height)
    return format
  }

  /// Starts the source.
  package func start(origin: Timestamp, pacing: Pacing) throws(SessionError) {
    try source.start(origin: origin, pacing: pacing)
  }

  /// The source's next event, a picture turned.
  package func next() throws(SessionError) -> FrameSourceEvent {
    let event = try source.next()
    guard case .frame(var frame) = event else { return event }
    frame.intrinsics = lens(source.format)
    frame.pixels = rotator.oriented(frame.pixels, orientation)
    return .frame(frame)
  }

  /// Stops the source.
  package func stop() { source.stop() }
}
