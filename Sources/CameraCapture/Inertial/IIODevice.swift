import Foundation
import SessionCore
import SpatialMath

/// An accelerometer or gyroscope of the kernel's industrial I/O system, read through sysfs.
///
/// Each reading opens the attributes anew, as sysfs wants it: 30 µs an axis. Immutable, thread-safe.
package struct IIODevice: Sendable, Equatable {
  /// What a device measures.
  package enum Kind: String, Sendable {
    /// m/s².
    case acceleration = "in_accel"
    /// rad/s.
    case angularVelocity = "in_anglvel"
  }

  /// The kernel's folder of devices.
  package static let systemFolder = "/sys/bus/iio/devices"

  /// The device's folder.
  package let folder: String
  /// What the driver calls it.
  package let name: String
  /// Where it sits, as the driver tells: `accel-display`, `accel-base`; nil for nothing.
  package let label: String?
  /// What is read.
  package let kind: Kind
  private let scale: Vector3
  private let offset: Vector3
  /// The device's axes (+X right, +Y up, +Z out of the screen) from the chip's.
  private let mount: Matrix3x3

  private static let axes = ["x", "y", "z"]

  /// The devices that measure something, those of the display first, then by their names.
  package static func all(_ kind: Kind, in folder: String = systemFolder) -> [IIODevice] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return entries.filter { $0.hasPrefix("iio:device") }.sorted()
      .compactMap { IIODevice(kind, folder: "\(folder)/\($0)") }
      .sorted { ($0.rank, $0.folder) < ($1.rank, $1.folder) }
  }

  private var rank: Int { label?.contains("display") == true ? 0 : label == nil ? 1 : 2 }

  /// Reads what does not change; nil where the folder has no such channels.
  package init?(_ kind: Kind, folder: String) {
    guard Self.axes.allSatisfy({ Self.number("\(folder)/\(kind.rawValue)_\($0)_raw") != nil })
    else { return nil }
    self.folder = folder
    self.kind = kind
    name = Self.text("\(folder)/name") ?? "unknown"
    label = Self.text("\(folder)/label") ?? Self.text("\(folder)/location")
    scale = Self.perAxis(folder, kind, "scale", otherwise: 1)
    offset = Self.perAxis(folder, kind, "offset", otherwise: 0)
    mount =
      ["mount_matrix", "\(kind.rawValue)_mount_matrix", "in_mount_matrix"].lazy
      .compactMap { Self.text("\(folder)/\($0)") }.compactMap(Self.matrix).first ?? .identity
  }

  /// The present value in the device's axes; nil when it cannot be read.
  package func read() -> Vector3? {
    var values: [Double] = []
    for axis in Self.axes {
      guard let value = Self.number("\(folder)/\(kind.rawValue)_\(axis)_raw") else { return nil }
      values.append(value)
    }
    return mount * ((Vector3(values[0], values[1], values[2]) + offset) * scale)
  }

  /// A setting of each axis, or one for all of them.
  private static func perAxis(
    _ folder: String, _ kind: Kind, _ name: String, otherwise: Double
  ) -> Vector3 {
    let common = number("\(folder)/\(kind.rawValue)_\(name)") ?? otherwise
    let own = axes.map { number("\(folder)/\(kind.rawValue)_\($0)_\(name)") ?? common }
    return Vector3(own[0], own[1], own[2])
  }

  /// `1, 0, 0; 0, 1, 0; 0, 0, 1`; nil for what is no rotation or reflection.
  static func matrix(_ text: String) -> Matrix3x3? {
    let numbers = text.split { ",; \t\n".contains($0) }.compactMap { Double($0) }
    guard numbers.count == 9, numbers.allSatisfy(\.isFinite) else { return nil }
    let m = Matrix3x3(
      rows: Vector3(numbers[0], numbers[1], numbers[2]),
      Vector3(numbers[3], numbers[4], numbers[5]), Vector3(numbers[6], numbers[7], numbers[8]))
    return abs(abs(m.determinant) - 1) < 0.05 ? m : nil
  }

  private static func number(_ path: String) -> Double? {
    text(path).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func text(_ path: String) -> String? {
    guard let data = FileManager.default.contents(atPath: path), data.count < 4096 else {
      return nil
    }
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }
}
