import CameraCapture
import Foundation
import SpatialMath
import Testing

/// Accelerometers in a folder that looks as the kernel's does.
struct InertialSensorTests {
  private static let degree = Double.pi / 180

  /// Writes a device's attributes; returns the folder of devices.
  private func folder(_ devices: [String: [String: String]]) throws -> String {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(
      "bifrons-iio-\(UUID().uuidString)")
    for (device, attributes) in devices {
      let folder = root.appendingPathComponent(device)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in attributes {
        try Data("\(text)\n".utf8).write(to: folder.appendingPathComponent(name))
      }
    }
    return root.path
  }

  private func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }

  private func accelerometer(
    _ raw: (Int, Int, Int), scale: String = "0.009806", _ more: [String: String] = [:]
  ) -> [String: String] {
    [
      "name": "cros-ec-accel", "in_accel_x_raw": "\(raw.0)", "in_accel_y_raw": "\(raw.1)",
      "in_accel_z_raw": "\(raw.2)", "in_accel_scale": scale,
    ].merging(more) { $1 }
  }

  @Test func rawValuesAreScaledAndTurnedIntoTheDevicesAxes() throws {
    let root = try folder([
      "iio:device0": ["name": "adc", "in_voltage0_raw": "12"],
      "iio:device3": accelerometer(
        (0, -1000, 0), ["in_accel_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1"]),
    ])
    defer { remove(root) }
    let devices = IIODevice.all(.acceleration, in: root)
    #expect(devices.map(\.name) == ["cros-ec-accel"])
    let value = try #require(devices[0].read())
    #expect((value - Vector3(-9.806, 0, 0)).length < 1e-9)
  }

  @Test func eachAxisMayHaveItsOwnScaleAndOffset() throws {
    let root = try folder([
      "iio:device0": accelerometer(
        (100, 200, 300), scale: "1",
        ["in_accel_x_scale": "0.5", "in_accel_z_offset": "-100", "in_accel_offset": "10"])
    ])
    defer { remove(root) }
    let value = try #require(IIODevice.all(.acceleration, in: root).first?.read())
    #expect(value == Vector3(55, 210, 200))
  }

  @Test func theDisplaysSensorComesBeforeTheBases() throws {
    let root = try folder([
      "iio:device0": accelerometer((0, 0, 1000), ["label": "accel-base"]),
      "iio:device1": accelerometer((0, 0, 1000), ["label": "accel-display"]),
    ])
    defer { remove(root) }
    let labels = IIODevice.all(.acceleration, in: root).map(\.label)
    #expect(labels == ["accel-display", "accel-base"])
  }

  @Test func brokenFilesAreNoDevice() throws {
    let root = try folder([
      "iio:device0": accelerometer((0, 0, 1000)).merging(["in_accel_x_raw": "nan"]) { $1 },
      "iio:device1": ["in_accel_x_raw": "1"], "trigger0": accelerometer((1, 2, 3)),
    ])
    defer { remove(root) }
    #expect(IIODevice.all(.acceleration, in: root).isEmpty)
    #expect(IIODevice.all(.acceleration, in: root + "/none").isEmpty)
  }

  @Test func aGyroscopeIsReadInRadians() throws {
    let root = try folder([
      "iio:device0": [
        "name": "gyro", "in_anglvel_x_raw": "1000", "in_anglvel_y_raw": "0",
        "in_anglvel_z_raw": "-500", "in_anglvel_scale": "0.001065",
      ]
    ])
    defer { remove(root) }
    let value = try #require(IIODevice.all(.angularVelocity, in: root).first?.read())
    #expect((value - Vector3(1.065, 0, -0.5325)).length < 1e-9)
  }

  /// Noise of 2 % of gravity on each axis, and both signs that drivers use.
  @Test(arguments: [1.0, -1.0], [0.0, -30, -60, -90])
  func upIsKnownToADegree(sign: Double, pitch: Double) throws {
    let up = EulerAngles(pitch: pitch * Self.degree, yaw: 0, roll: 0.1).rotation.inverse.act(
      Vector3(0, 1, 0))
    let raw = up * (sign * 1000)
    let root = try folder([
      "iio:device0": accelerometer((Int(raw.x) + 12, Int(raw.y) - 9, Int(raw.z) + 5))
    ])
    defer { remove(root) }
    let device = try #require(IIODevice.all(.acceleration, in: root).first)
    let sensor = try InertialSensor(.init(accelerometer: device))
    #expect(sensor.waitForReading())
    let sample = try #require(sensor.samples(since: .zero).first)
    let cosine = sample.acceleration.normalized.dot(up)
    #expect(acos(min(1, cosine)) < 1.5 * Self.degree)
    #expect(sample.angularVelocity == nil)
  }

  @Test func readingsComeAHundredTimesASecondWithTheGyroscopes() throws {
    let root = try folder([
      "iio:device0": accelerometer((1000, 0, 0)),
      "iio:device1": [
        "name": "gyro", "in_anglvel_x_raw": "100", "in_anglvel_y_raw": "0",
        "in_anglvel_z_raw": "0", "in_anglvel_scale": "0.001",
      ],
    ])
    defer { remove(root) }
    let sensor = try InertialSensor(
      .init(
        accelerometer: try #require(IIODevice.all(.acceleration, in: root).first),
        gyroscope: IIODevice.all(.angularVelocity, in: root).first,
        cameraFromDevice: Quaternion(angle: .pi / 2, axis: Vector3(0, 0, 1))))
    #expect(sensor.waitForReading())
    Thread.sleep(forTimeInterval: 0.3)
    let samples = sensor.samples(since: .zero)
    // A machine full of tests lets some fall out.
    #expect((3...40).contains(samples.count))
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
    let last = try #require(samples.last)
    #expect((last.acceleration - Vector3(0, 9.806, 0)).length < 1e-6)
    #expect((try #require(last.angularVelocity) - Vector3(0, 0.1, 0)).length < 1e-9)
    let later = sensor.samples(since: samples[1].timestamp)
    #expect(later.first?.timestamp == samples[2].timestamp)
  }

  @Test func aDeviceThatCannotBeReadGivesNothing() throws {
    let root = try folder(["iio:device0": accelerometer((0, 1000, 0))])
    let device = try #require(IIODevice.all(.acceleration, in: root).first)
    remove(root)
    let sensor = try InertialSensor(.init(accelerometer: device))
    #expect(!sensor.waitForReading())
    #expect(sensor.samples(since: .zero).isEmpty)
  }
}
