import SessionCore
import SpatialMath
import Synchronization

/// Another source whose pictures carry what a sensor fixed to the camera has measured.
package final class InertialFrameSource: FrameSource {
  private let source: any FrameSource
  private let sensor: InertialSensor
  private let isReadable = Atomic(true)

  /// How far back a picture's samples reach, seconds: longer than pictures are ever dropped for.
  private static let reach = 0.5

  /// Wraps a source that has not started.
  package init(_ source: any FrameSource, sensor: InertialSensor) {
    self.source = source
    self.sensor = sensor
  }

  /// The source's role.
  package var role: CameraRole { source.role }
  /// The source's format.
  package var format: CameraFormat { source.format }
  /// The source's counters.
  package var statistics: FrameSourceStatistics { source.statistics }
  /// What the source has to say, and that nothing can be read from the sensor.
  package var notices: [String] {
    guard !isReadable.load(ordering: .relaxed) else { return source.notices }
    return source.notices + [
      "world.accelerometer: the device is there, but nothing can be read from it; try `cat "
        + "in_accel_x_raw` in its folder, or name another one"
    ]
  }

  /// Starts the source once the sensor has told something, so that the first picture knows up.
  package func start(origin: Timestamp, pacing: Pacing) throws(SessionError) {
    isReadable.store(sensor.waitForReading(), ordering: .relaxed)
    try source.start(origin: origin, pacing: pacing)
  }

  /// The source's next event, a picture with the sensor's samples.
  package func next() throws(SessionError) -> FrameSourceEvent {
    let event = try source.next()
    guard case .frame(var frame) = event else { return event }
    frame.inertialSamples = sensor.samples(
      since: frame.timestamp.advanced(bySeconds: -Self.reach))
    return .frame(frame)
  }

  /// Stops the source.
  package func stop() { source.stop() }
}
