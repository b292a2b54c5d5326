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
    Self.markTwins(&devices)
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

  /// Finds a camera again that had another number before: by maker, model and serial number, and
  /// where those are not enough by its socket.
  func find(sameAs known: VideoDeviceDescription) -> VideoDeviceDescription? {
    guard known.usbIdentifier != nil else { return devices.first { $0.path == known.path } }
    let alike = devices.filter {
      $0.usbIdentifier == known.usbIdentifier && $0.serial == known.serial
        && $0.name == known.name && ($0.isUsable == known.isUsable)
    }
    return alike.first { $0.bus == known.bus } ?? (alike.count == 1 ? alike.first : nil)
  }

  /// Cameras before others, then by socket, then by number.
  private static func order(_ device: VideoDeviceDescription) -> (Int, String, Int) {
    let number = Int(device.path.drop { !$0.isNumber }) ?? 0
    return (device.isUsable ? 0 : 1, device.byPath ?? "~", number)
  }

  private static func markTwins(_ devices: inout [VideoDeviceDescription]) {
    func identity(_ device: VideoDeviceDescription) -> String? {
      guard device.isUsable, let usb = device.usbIdentifier else { return nil }
      return "\(usb) \(device.serial ?? "")"
    }
    let identities = devices.map(identity)
    for index in devices.indices {
      guard let own = identities[index] else { continue }
      devices[index].hasTwin = identities.count { $0 == own } > 1
    }
  }
}
