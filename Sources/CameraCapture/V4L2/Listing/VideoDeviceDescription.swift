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
  /// What speaks against taking it as a camera without being told to; nil when nothing does.
  package var obstacle: String?
  /// Whether the obstacle is only that its pictures are grey, so that it can be asked for by name.
  package var isInfrared = false
  /// Whether it gives a camera's metadata.
  package var isMetadata = false
  /// Whether it could not be opened for want of permission.
  package var isForbidden = false

  /// Whether people who look for a camera should hear of it.
  var isWorthMentioning: Bool { !isMetadata && !driver.hasSuffix("-isp") }

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
      isMetadata = device.capability.isMetadata
      obstacle = Self.obstacle(device.capability)
      guard obstacle == nil else { return }
      formats = device.pixelFormats()
      obstacle = Self.obstacle(formats, device.capability)
      isInfrared = obstacle == Self.infrared
    } catch {
      isForbidden = error.code == EACCES || error.code == EPERM
      obstacle =
        isForbidden
        ? "no permission: add yourself to the group `video`" : "cannot be opened: \(error.text)"
    }
  }

  private static let infrared = "an infrared camera: grey pictures only"

  /// Why a node with these abilities is no camera, whatever its formats are.
  static func obstacle(_ capability: VideoCapability) -> String? {
    if capability.isMetadata { return "a camera's metadata, not its picture" }
    if capability.isMemoryToMemory { return "a codec, not a camera" }
    if capability.driver.hasSuffix("-isp") { return "an image processor, not a camera" }
    if !capability.isCapture, !capability.isMultiplanarCapture {
      if capability.driver.contains("loopback") {
        return "a loopback without a producer: start the program that feeds it"
      }
      return capability.isOutput ? "an output, not a camera" : "captures no pictures"
    }
    return capability.isStreaming ? nil : "cannot stream"
  }

  /// Why none of the formats is of use.
  private static func obstacle(
    _ formats: [FourCharacterCode], _ capability: VideoCapability
  ) -> String? {
    let readable = formats.filter { VideoNegotiation.reads($0, of: capability) }
    if readable.contains(where: { $0.layout?.isGrey == false }) { return nil }
    let names = formats.map(\.description)
    if formats.isEmpty { return "offers no picture format" }
    // Grey of 8 to 16 bits, also of two sensors in one picture; Z16 is depth.
    let greys = ["GREY", "Y8", "Y10", "Y12", "Y14", "Y16", "Y8I", "Y12I", "Y10B", "Y10P"]
    if names.allSatisfy(greys.contains) { return infrared }
    if names.allSatisfy({ ["Z16", "INZI", "CNF4"].contains($0) }) {
      return "a depth camera: no colour pictures"
    }
    // Bayer patterns: BA81, GBRG, GRBG, RGGB and their packed forms BG10, pBAA …
    let bayer = ["BA81", "BG", "GB", "GR", "RG", "pB", "pG", "pg", "pR", "ip3"]
    if names.allSatisfy({ name in bayer.contains { name.hasPrefix($0) } }) {
      return "a bare sensor (raw Bayer): it needs libcamera or PipeWire; relay it through "
        + "v4l2loopback"
    }
    return readable.isEmpty
      ? "none of its formats is read (\(names.joined(separator: ", ")))" : infrared
  }
}
