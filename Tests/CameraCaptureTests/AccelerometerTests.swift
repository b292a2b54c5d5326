import CameraCapture
import Foundation
import SpatialMath
import Testing

/// Accelerometers in a folder that looks as the kernel's does.
struct AccelerometerTests {
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
    let found = try #require(try Accelerometer(device).up())
    #expect(acos(min(1, found.dot(up))) < 1.5 * Self.degree)
  }

  @Test func aShakenDeviceTellsNothing() throws {
    let root = try folder(["iio:device0": accelerometer((0, 2000, 0))])
    defer { remove(root) }
    let device = try #require(IIODevice.all(.acceleration, in: root).first)
    #expect(try Accelerometer(device).up() == nil)
  }
}
