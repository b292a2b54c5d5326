import Foundation

/// Reads what kernel and maker say from a tree of files: `/`, or a test's own.
///
/// Opens no device and no socket. Thread-safe.
package struct SystemInspector: Sendable {
  private let root: String

  /// Begins at a folder that holds `proc`, `sys`, `dev` and `etc`.
  package init(root: String = "") { self.root = root }

  /// Everything that is found.
  package func facts() -> SystemFacts {
    let forbidden = forbiddenVideoNodes()
    return SystemFacts(
      machine: machine(), kernel: text("/proc/sys/kernel/osrelease"),
      forbiddenVideoNodes: forbidden, videoGroup: forbidden.first.flatMap(group),
      motionSensors: motionSensors(), microphones: microphones())
  }

  /// DMI's names on PCs, the device tree's model on boards.
  func machine() -> MachineIdentity? {
    if let product = text("/sys/class/dmi/id/product_name") {
      let vendor = text("/sys/class/dmi/id/sys_vendor")
      return MachineIdentity(vendor: vendor, product: product)
    }
    return text("/proc/device-tree/model").map { MachineIdentity(product: $0) }
  }

  /// Video nodes that this user may not open for reading and writing.
  func forbiddenVideoNodes() -> [String] {
    let prefix = "video"
    let nodes: [String] = names("/dev").filter { $0.hasPrefix(prefix) }
    let numbers: [Int] = nodes.compactMap { Int($0.dropFirst(prefix.count)) }
    return numbers.sorted().map { "/dev/video\($0)" }
      .filter { access(root + $0, R_OK | W_OK) != 0 }
  }

  /// The name of the group that owns a file, by `/etc/group`.
  func group(of path: String) -> String? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: root + path),
      let number = (attributes[.groupOwnerAccountID] as? NSNumber)?.intValue
    else { return nil }
    // name:password:number:members (group(5))
    for line in (text("/etc/group") ?? "").split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count > 2, Int(fields[2]) == number { return String(fields[0]) }
    }
    return nil
  }

  /// Accelerometers and gyroscopes; a device may be both.
  ///
  /// Channel names are of the kernel's `Documentation/ABI/testing/sysfs-bus-iio`.
  func motionSensors() -> [MotionSensor] {
    let folder = "/sys/bus/iio/devices"
    return names(folder).filter { $0.hasPrefix("iio:device") }.sorted().flatMap { device in
      let files = names("\(folder)/\(device)")
      let name = text("\(folder)/\(device)/name") ?? device
      let channels: [(MotionSensor.Kind, String)] = [
        (.accelerometer, "in_accel"), (.gyroscope, "in_anglvel"),
      ]
      return channels.compactMap { kind, prefix in
        files.contains { $0.hasPrefix(prefix) } ? MotionSensor(kind: kind, name: name) : nil
      }
    }
  }

  /// The sound devices that record, by ALSA's `/proc/asound/pcm`; nil when there is no ALSA.
  func microphones() -> [String]? {
    // 00-00: ALC257 Analog : ALC257 Analog : playback 1 : capture 1
    guard let table = text("/proc/asound/pcm") else { return nil }
    return table.split(separator: "\n").compactMap { line in
      guard line.contains(": capture") else { return nil }
      let parts = line.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
      return parts.count > 1 ? parts[1] : nil
    }
  }

  private func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
  }

  /// A small file's text without the ends' blanks and the device tree's final NUL.
  private func text(_ path: String) -> String? {
    guard let data = FileManager.default.contents(atPath: root + path) else { return nil }
    let text = String(decoding: data, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(charactersIn: "\0")))
    return text.isEmpty ? nil : text
  }
}
