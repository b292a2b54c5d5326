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
  /// The pixel formats in the driver's order.
  package var formats: [FourCharacterCode]
  /// Why it cannot be used as a camera; nil when it can.
  package var obstacle: String?
  /// Whether it could not be opened for want of permission.
  package var isForbidden = false

  /// Whether it can be used as a camera.
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
    do throws(SystemCallError) {
      let device = try VideoDevice(path: path, system: system)
      defer { device.close() }
      let capability = try device.capability()
      (name, driver) = (capability.card, capability.driver)
      if capability.isCapture { formats = device.pixelFormats() }
      obstacle = Self.obstacle(capability, formats)
    } catch {
      isForbidden = error.code == EACCES || error.code == EPERM
      obstacle =
        isForbidden
        ? "no permission: add yourself to the group `video`" : "cannot be opened: \(error.text)"
    }
  }

  /// Why a node with these abilities is no camera of ours.
  static func obstacle(
    _ capability: VideoCapability, _ formats: [FourCharacterCode]
  ) -> String? {
    if capability.isMetadata { return "a camera's metadata, not its picture" }
    if capability.isMemoryToMemory { return "a codec, not a camera" }
    if !capability.isCapture {
      if capability.isMultiplanarCapture {
        return "multi-planar buffers, as image processors have them: relay it through v4l2loopback"
      }
      if capability.driver.contains("loopback") {
        return "a loopback without a producer: start the program that feeds it"
      }
      return capability.isOutput ? "an output, not a camera" : "captures no pictures"
    }
    if !capability.isStreaming { return "cannot stream" }
    if formats.contains(where: { $0.pixelFormat != nil }) { return nil }
    return obstacle(formats)
  }

  /// Why none of the formats is of use.
  private static func obstacle(_ formats: [FourCharacterCode]) -> String {
    let names = formats.map(\.description)
    if formats.isEmpty { return "offers no picture format" }
    // Grey of 8 to 16 bits; Z16 is depth.
    if names.allSatisfy({ ["GREY", "Y10", "Y12", "Y16", "Y8I", "Y12I", "Y8"].contains($0) }) {
      return "an infrared camera: grey pictures only"
    }
    if names.allSatisfy({ ["Z16", "INZI", "CNF4"].contains($0) }) {
      return "a depth camera: no colour pictures"
    }
    // Bayer patterns: BA81, GBRG, GRBG, RGGB and their packed forms BG10, pBAA …
    let bayer = ["BA81", "BG", "GB", "GR", "RG", "pB", "pG", "pg", "pR", "ip3"]
    if names.allSatisfy({ name in bayer.contains { name.hasPrefix($0) } }) {
      return "a bare sensor (raw Bayer): it needs libcamera or PipeWire; relay it through "
        + "v4l2loopback"
    }
    return "none of its formats is read (\(names.joined(separator: ", ")))"
  }
}
