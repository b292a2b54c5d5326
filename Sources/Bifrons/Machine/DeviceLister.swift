import CameraCapture
import DeviceCapabilities
import SessionCore

/// Classifies video nodes, those of this machine and those of a dump, by the same rules.
package enum DeviceLister {
  /// The nodes of this machine, cameras first; opens each for a moment.
  package static func live() -> DeviceListing {
    let table = DeviceTableStore.load().table
    let devices = VideoDeviceList().devices.map { listed($0, table) }
    return DeviceListing(devices: devices, nothing: "no video device is connected")
  }

  /// The nodes that a text tells of: the output of `v4l2-ctl --all --list-formats-ext`, or parts of
  /// it, with whatever stands around it.
  package static func dumped(_ text: String) -> DeviceListing {
    let table = DeviceTableStore.load().table
    let devices = DumpReader.nodes(in: text).map { listed($0, table) }
    return DeviceListing(devices: devices, nothing: "it has no output of v4l2-ctl")
  }

  private static func listed(
    _ node: VideoDeviceDescription, _ table: DeviceTable
  ) -> DeviceListing.Device {
    let isKnown = node.kind != .unknown
    var device = DeviceListing.Device(
      kind: node.kind.rawValue, usable: isKnown ? node.isUsable : nil,
      reason: node.obstacle ?? "a colour camera",
      missing: isKnown ? [] : [node.isForbidden ? "permission" : "a node that opens"])
    (device.node, device.path, device.name) = (node.path, node.stableName, node.name)
    (device.driver, device.bus, device.usb) = (node.driver, node.bus, node.usbIdentifier)
    device.formats = node.offers().map(DeviceListing.Device.Format.init)
    refine(&device, node.facts(formats: node.modes()), table)
    return device
  }

  private static func listed(_ node: DumpedNode, _ table: DeviceTable) -> DeviceListing.Device {
    let verdict = node.verdict
    var device = DeviceListing.Device(
      kind: verdict.kind.rawValue, usable: verdict.isUsable, reason: verdict.reason,
      missing: verdict.missing)
    (device.node, device.name) = (node.path, node.card)
    (device.driver, device.bus, device.usb) = (node.driver, node.bus, node.usbIdentifier)
    device.formats = node.formats?.map(DeviceListing.Device.Format.init)
    let camera = MachineFacts.Camera(
      name: node.card ?? "", path: node.path ?? "",
      usb: node.usbIdentifier.flatMap { USBIdentifier($0) }, driver: node.driver,
      pixelFormats: (node.codes ?? []).map(\.description), formats: node.modes)
    refine(&device, camera, table)
    return device
  }

  /// What the device table and the name say besides: an infrared camera may call its pictures YUYV.
  private static func refine(
    _ device: inout DeviceListing.Device, _ camera: MachineFacts.Camera, _ table: DeviceTable
  ) {
    device.row = table.row(for: camera.identity)?.name
    let mayBeCamera = device.usable == true || device.usable == nil && !camera.pixelFormats.isEmpty
    guard mayBeCamera,
      let refusal = VideoNodeClass.refusal(name: camera.name, hint: table.hint(for: camera))
    else { return }
    device.kind = VideoNodeClass.Kind.infraredCamera.rawValue
    (device.usable, device.reason, device.missing) = (false, refusal, [])
  }
}

extension DeviceListing.Device.Format {
  /// Some cameras name their largest size twice, first and in its place.
  fileprivate init(_ format: OfferedFormat) {
    let sizes = format.sizes.reduce(into: [Size]()) { sizes, size in
      let next = Size(width: size.width, height: size.height, rates: size.rates)
      if !sizes.contains(next) { sizes.append(next) }
    }
    self.init(pixelFormat: format.code.description, isRead: format.isRead, sizes: sizes)
  }
}
