import Foundation
import SessionCore
import SpatialMath
import SystemSupport

/// Reads an accelerometer, and a gyroscope where there is one, that are fixed to a camera.
///
/// A thread of its own reads them 100 times a second and keeps the last second. Thread-safe.
package final class InertialSensor: Sendable {
  /// What is read, and how it sits.
  package struct Devices: Sendable {
    package var accelerometer: IIODevice
    package var gyroscope: IIODevice?
    /// Turns the devices' axes (+X right, +Y up, +Z out of the screen) into the camera's (+X right,
    /// +Y up, −Z forward); none for a rear camera that is held as the screen is.
    package var cameraFromDevice: Quaternion

    /// Creates a choice.
    package init(
      accelerometer: IIODevice, gyroscope: IIODevice? = nil,
      cameraFromDevice: Quaternion = .identity
    ) {
      self.accelerometer = accelerometer
      self.gyroscope = gyroscope
      self.cameraFromDevice = cameraFromDevice
    }
  }

  fileprivate struct State: Sendable {
    var samples: [InertialSample] = []
    /// −1 for a driver that tells what pulls, not what is felt; nil until that is known.
    var sign: Double?
    var isStopped = false
  }

  private let state = Monitor(State())
  private let thread: DedicatedThread

  /// Seconds between readings, and those that are kept.
  fileprivate static let interval = 0.01, memory = 1.0
  /// How long the first reading is waited for, seconds.
  private static let patience = 0.5

  /// Starts to read.
  ///
  /// - Throws: `SessionError.sensorUnavailable` when the system gives no thread.
  package init(_ devices: Devices) throws(SessionError) {
    let state = state
    do throws(DedicatedThreadError) {
      thread = try DedicatedThread(ifPossible: "bifrons.accel") { Self.watch(devices, state) }
    } catch {
      throw SessionError(.sensorUnavailable, error.description, isShortOfResources: true)
    }
  }

  deinit {
    state.withLock { $0.isStopped = true }
    thread.join()
  }

  /// Waits until something was read; false where nothing could be, after half a second.
  package func waitForReading() -> Bool {
    state.wait(atMost: Self.patience) { $0.samples.isEmpty ? nil : true } ?? false
  }

  /// The readings of some seconds before a moment, and all later ones.
  package func samples(since moment: Timestamp) -> [InertialSample] {
    state.withLock { $0.samples.filter { $0.timestamp > moment } }
  }

  private static func watch(_ devices: Devices, _ state: Monitor<State>) {
    while true {
      let before = MonotonicClock.now()
      let felt = devices.accelerometer.read()
      let turned = devices.gyroscope?.read()
      // A bus takes its time: the values are from between.
      let now = MonotonicClock.now()
      let middle = before.advanced(bySeconds: now.seconds(since: before) / 2)
      let isStopped = state.withLock { s in
        if let felt {
          s.add(
            devices.cameraFromDevice.act(felt), turned.map(devices.cameraFromDevice.act), at: middle
          )
        }
        return s.isStopped
      }
      if isStopped { return }
      let rest = interval - MonotonicClock.now().seconds(since: before)
      let stopped: Bool? = state.wait(atMost: max(0.001, rest)) { $0.isStopped ? true : nil }
      if stopped == true { return }
    }
  }
}

extension InertialSensor.State {
  /// Keeps a reading in camera axes.
  ///
  /// Drivers disagree on the sign of gravity: of both it is the one that fits a camera that is held
  /// level, tilted, or looking down, not upside down, when it begins.
  fileprivate mutating func add(_ felt: Vector3, _ turned: Vector3?, at time: Timestamp) {
    let sign = self.sign ?? (felt.y + felt.z < 0 ? -1 : 1)
    self.sign = sign
    samples.append(
      InertialSample(timestamp: time, acceleration: felt * sign, angularVelocity: turned))
    let oldest = time.advanced(bySeconds: -InertialSensor.memory)
    if let first = samples.firstIndex(where: { $0.timestamp >= oldest }), first > 16 {
      samples.removeFirst(first)
    }
  }
}
