import Glibc
import SessionCore

/// The video nodes of this machine, cameras and others.
package struct VideoDeviceList: Sendable {
  /// All nodes, cameras first, each group by the socket it is plugged into, which stays.
  package let devices: [VideoDeviceDescription]
  private let system: any VideoDeviceSystem

  private static let linkFolders = ["/dev/v4l/by-id", "/dev/v4l/by-path"]

  /// Looks at every node; opens each for a moment.
  package init(system: any VideoDeviceSystem = LinuxVideoDeviceSystem()) {
    self.system = system
    let names = system.names(in: "/sys/class/video4linux").filter { $0.hasPrefix("video") }
    var devices = names.map { VideoDeviceDescription(path: "/dev/" + $0, system: system) }
    for folder in Self.linkFolders {
      for name in system.names(in: folder).sorted() {
        let link = "\(folder)/\(name)"
        guard let node = system.destination(of: link),
          let index = devices.firstIndex(where: { $0.path == node })
        else { continue }
        if folder.hasSuffix("by-id") {
          devices[index].byIdentifier = link
        } else if devices[index].byPath == nil {
          // Newer udev makes a second link, `…-usbv2-…`, which sorts later.
          devices[index].byPath = link
        }
      }
    }
    Self.markTwins(&devices, system)
    self.devices = devices.sorted { Self.order($0) < Self.order($1) }
  }

  /// The cameras.
  package var cameras: [VideoDeviceDescription] { devices.filter(\.isUsable) }

  /// Finds a node by what a configuration says: a path or a link's name.
  package func find(_ name: String) -> VideoDeviceDescription? {
    let candidates = name.hasPrefix("/") ? [name] : Self.linkFolders.map { "\($0)/\(name)" }
    for candidate in candidates {
      guard let node = system.destination(of: candidate) else { continue }
      if let found = devices.first(where: { $0.path == node }) { return found }
    }
    return nil
  }

  /// Chooses a camera for every role: the ones that are named, and for `auto` what is left, never
  /// one camera twice.
  ///
  /// A camera whose own name says front or rear goes there; else the first socket is the rear
  /// camera's.
  ///
  /// - Parameter wanted: `auto`, a path or a link's name for each role.
  /// - Returns: a name for each role that stays the same from plug to plug.
  /// - Throws: `SessionError`: a camera that is not there or no camera, too few of them, one camera
  ///   for two roles.
  package func assign(
    _ wanted: [CameraRole: String]
  ) throws(SessionError) -> [CameraRole: String] {
    var chosen: [CameraRole: VideoDeviceDescription] = [:]
    for (role, name) in wanted.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where name != "auto" {
      let device = try named(name)
      if let other = chosen.first(where: { $0.value.path == device.path }) {
        throw SessionError(
          .invalidConfiguration,
          "\(name): cameras.\(role.rawValue) and cameras.\(other.key.rawValue) are the same camera"
            + " (\(device.path)); `bifrons devices` lists the cameras that are there")
      }
      chosen[role] = device
    }
    for role in [CameraRole.rear, .front, .depth] where wanted[role] == "auto" {
      let taken = Set(chosen.values.map(\.path))
      let left = cameras.filter { !taken.contains($0.path) }
      guard let device = Self.best(of: left, for: role) else {
        throw tooFew(role, taken: chosen.count)
      }
      chosen[role] = device
    }
    return chosen.mapValues(\.stableName)
  }

  private func named(_ name: String) throws(SessionError) -> VideoDeviceDescription {
    guard let device = find(name) else {
      throw SessionError(
        .sensorUnavailable,
        "\(name): no camera there; plug it in, or choose one that `bifrons devices` lists"
          + summary(of: cameras.map(\.stableName)))
    }
    if device.isForbidden {
      throw VideoDeviceFailure.sessionError(
        SystemCallError(EACCES), at: .open, path: name, request: "", holders: [])
    }
    if let obstacle = device.obstacle {
      throw SessionError(
        .sensorUnavailable,
        "\(name): \(obstacle); choose one that `bifrons devices` lists"
          + summary(of: cameras.map(\.stableName)))
    }
    return device
  }

  private func tooFew(_ role: CameraRole, taken: Int) -> SessionError {
    if devices.contains(where: \.isForbidden) {
      return VideoDeviceFailure.sessionError(
        SystemCallError(EACCES), at: .open, path: "cameras.\(role.rawValue).device", request: "",
        holders: [])
    }
    let found =
      cameras.isEmpty ? "no camera is there" : "only \(cameras.count) camera is there"
    let reasons = devices.compactMap { device in device.obstacle.map { "\(device.path): \($0)" } }
    return SessionError(
      .sensorUnavailable,
      "cameras.\(role.rawValue): \(found)\(summary(of: reasons)); plug one in, or use another "
        + "source (video, images, simulated)")
  }

  private func summary(of parts: [String]) -> String {
    parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
  }

  private static func best(
    of devices: [VideoDeviceDescription], for role: CameraRole
  ) -> VideoDeviceDescription? {
    func says(_ device: VideoDeviceDescription, _ words: [String]) -> Bool {
      let name = device.name.lowercased()
      return words.contains { name.contains($0) }
    }
    let front = ["front", "integrated", "internal", "facetime", "user-facing"]
    let rear = ["rear", "back", "world"]
    let (own, other) = role == .front ? (front, rear) : (rear, front)
    return devices.first { says($0, own) } ?? devices.first { !says($0, other) } ?? devices.first
  }

  /// Cameras before others, then by socket, then by number.
  private static func order(_ device: VideoDeviceDescription) -> (Int, String, Int) {
    let number = Int(device.path.drop { !$0.isNumber }) ?? 0
    return (device.isUsable ? 0 : 1, device.byPath ?? "~", number)
  }

  private static func markTwins(
    _ devices: inout [VideoDeviceDescription], _ system: any VideoDeviceSystem
  ) {
    func identity(_ device: VideoDeviceDescription) -> String? {
      guard device.isUsable, let usb = device.usbIdentifier else { return nil }
      let folder = "/sys/class/video4linux/" + device.path.split(separator: "/").suffix(1).joined()
      return "\(usb) \(system.text(of: folder + "/device/../serial") ?? "")"
    }
    let identities = devices.map(identity)
    for index in devices.indices {
      guard let own = identities[index] else { continue }
      devices[index].hasTwin = identities.count { $0 == own } > 1
    }
  }
}
