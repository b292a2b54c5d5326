import Glibc
import SessionCore

/// A video node of this machine: what it is, and why it is no camera if it is none.
package struct VideoDeviceDescription: Sendable, Equatable {
  /// The node, `/dev/video0` for example; changes from plug to plug.
  package var path: String
  /// The device's name.
  package var name: String
  /// The driver's name.
  package var driver: String
  /// The link that names the device by maker, model and serial number.
  package var byIdentifier: String?
  /// The link that names the socket it is plugged into.
  package var byPath: String?
  /// Whether another node has the same maker, model and serial number, so that only the socket
  /// tells them apart.
  package var hasTwin = false
  /// Maker and model on USB, `046d:0825` for example.
  package var usbIdentifier: String?
  /// The serial number on USB; many cameras have none.
  package var serial: String?
  /// Where it is plugged in, in the driver's words.
  package var bus = ""
  /// The device that the node belongs to, which may have several; nil when not known.
  package var hardware: String?
  /// Whether it is built into the machine, as far as the kernel knows; nil when it does not say.
  package var isBuiltIn: Bool?
  /// The pixel formats in the driver's order.
  package var formats: [FourCharacterCode]
  /// What it is.
  package var kind = VideoNodeClass.Kind.unknown
  /// What speaks against taking it as a camera without being told to; nil when nothing does.
  package var obstacle: String?
  /// Whether it could not be opened for want of permission.
  package var isForbidden = false

  /// Whether the obstacle is only that its pictures are grey, so that it can be asked for by name.
  package var isInfrared: Bool { kind == .infraredCamera }

  /// Whether people who look for a camera should hear of it.
  var isWorthMentioning: Bool { kind != .metadata && kind != .imageProcessor }

  /// Whether it can be used as a camera without being asked for by name.
  package var isUsable: Bool { obstacle == nil }

  /// The name to put into a configuration: what stays the same from plug to plug.
  package var stableName: String {
    if let byIdentifier, !hasTwin { return byIdentifier }
    return byPath ?? byIdentifier ?? path
  }

  /// Asks a node.
  init(path: String, system: any VideoDeviceSystem) {
    self.path = path
    let folder = "/sys/class/video4linux/" + path.split(separator: "/").suffix(1).joined()
    name = system.text(of: folder + "/name") ?? path
    (driver, formats) = ("", [])
    if let vendor = system.text(of: folder + "/device/../idVendor"),
      let product = system.text(of: folder + "/device/../idProduct")
    {
      usbIdentifier = "\(vendor):\(product)"
    }
    serial = system.text(of: folder + "/device/../serial")
    hardware = usbIdentifier == nil ? nil : system.destination(of: folder + "/device/..")
    // What the firmware says about the socket (Documentation/ABI/testing/sysfs-bus-usb).
    switch system.text(of: folder + "/device/../removable") {
    case "fixed": isBuiltIn = true
    case "removable": isBuiltIn = false
    default: isBuiltIn = nil
    }
    do throws(SystemCallError) {
      let device = try VideoDevice(path: path, system: system)
      defer { device.close() }
      (name, driver, bus) = (
        device.capability.card, device.capability.driver, device.capability.bus
      )
      let part = VideoNodeClass.byAbilities(device.capability)
      if part == nil { formats = device.pixelFormats() }
      let found = part ?? VideoNodeClass.byFormats(formats, of: device.capability)
      (kind, obstacle) = (found.kind, found.obstacle)
    } catch {
      isForbidden = error.code == EACCES || error.code == EPERM
      obstacle =
        isForbidden
        ? "no permission: add yourself to the group `video`" : "cannot be opened: \(error.text)"
    }
  }
}
