import Foundation
import SessionCore
import SpatialMath
import SystemSupport

/// Tells which way is up by an accelerometer that is fixed to a camera.
///
/// A thread of its own reads it 50 times a second; what a hand adds is averaged over a quarter of a
/// second, and readings far from gravity's size count nothing. Thread-safe.
package final class Accelerometer: Sendable {
  private struct State: Sendable {
    var mean: Vector3?
    var isStopped = false
  }

  private let state = Monitor(State())
  private let thread: DedicatedThread
  private let device: IIODevice
  private let cameraFromDevice: Quaternion

  /// m/s²; readings that differ by more than this share come from a shaken device.
  private static let gravity = 9.81, mostShare = 0.25
  /// Seconds between readings, and those over which they are averaged.
  private static let interval = 0.02, average = 0.25
  /// How long the first reading is waited for, seconds.
  private static let patience = 0.5

  /// Starts to read a device.
  ///
  /// - Parameters:
  ///   - device: an accelerometer.
  ///   - cameraFromDevice: turns the device's axes (+X right, +Y up, +Z out of the screen) into the
  ///     camera's (+X right, +Y up, −Z forward); none for a rear camera that is held as the screen is.
  /// - Throws: `SessionError.sensorUnavailable` when the system gives no thread.
  package init(
    _ device: IIODevice, cameraFromDevice: Quaternion = .identity
  ) throws(SessionError) {
    self.device = device
    self.cameraFromDevice = cameraFromDevice
    let state = state
    do throws(DedicatedThreadError) {
      thread = try DedicatedThread(ifPossible: "bifrons.accel") { Self.watch(device, state) }
    } catch {
      throw SessionError(.sensorUnavailable, error.description)
    }
  }

  deinit {
    state.withLock { $0.isStopped = true }
    thread.join()
  }

  /// The unit vector against gravity in the camera's axes, as it is now; nil where nothing could be
  /// read.
  ///
  /// Drivers disagree on the sign of gravity: of both directions it is the one that fits a camera
  /// that is held level, tilted, or looking down, not upside down.
  package func up() -> Vector3? {
    let mean = state.wait(atMost: Self.patience) { $0.mean.map { $0 } }
    guard let mean else { return nil }
    let up = cameraFromDevice.act(mean).normalized
    return up.y + up.z < 0 ? -up : up
  }

  private static func watch(_ device: IIODevice, _ state: Monitor<State>) {
    let share = interval / average
    while true {
      let reading = device.read()
      let isStopped = state.withLock { s in
        if let reading, abs(reading.length / gravity - 1) < mostShare {
          s.mean = s.mean.map { $0 + (reading - $0) * share } ?? reading
        }
        return s.isStopped
      }
      if isStopped { return }
      let stopped: Bool? = state.wait(atMost: interval) { $0.isStopped ? true : nil }
      if stopped == true { return }
    }
  }
}
