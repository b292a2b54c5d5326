import CameraCapture
import ConfigurationFiles
import DeviceCapabilities
import SessionCore

/// V4L2 devices for roles.
extension SessionBuilder {
  /// Chooses a device for every V4L2 camera, never one device twice.
  static func chooseDevices(
    _ file: SessionFile
  ) throws(LaunchError) -> (devices: CameraChoice, lenses: DeviceLenses) {
    let wanted = file.cameras.filter { $0.value.source == .v4l2 }.mapValues(\.device)
    guard !wanted.isEmpty else { return (CameraChoice(), DeviceLenses()) }
    let list = VideoDeviceList()
    let table = DeviceTableStore.load().table
    let devices = try chooseDevices(file, wanted, list, table)
    return (devices, DeviceLenses(devices.names, list, table))
  }

  private static func chooseDevices(
    _ file: SessionFile, _ wanted: [CameraRole: String], _ list: VideoDeviceList,
    _ table: DeviceTable
  ) throws(LaunchError) -> CameraChoice {
    let remembered = file.cameraMemory.map { CameraMemory(path: $0).names } ?? [:]
    func assign(_ wanted: [CameraRole: String]) throws(SessionError) -> CameraChoice {
      try list.assign(wanted, remembered: remembered) { table.hint(for: $0) }
    }
    do throws(SessionError) {
      return try assign(wanted)
    } catch {
      // With `fallback: single-camera` one camera is enough, the leading one if it is there.
      if file.fallback == .singleCamera, wanted.count > 1 {
        if let choice = try? assign(wanted.filter { $0.key != .depth }) { return choice }
        for role in file.configuration.roles {
          if let device = wanted[role], let choice = try? assign([role: device]) { return choice }
        }
      }
      throw .session(error)
    }
  }
}

extension DeviceTable {
  /// What the table knows about a device that a choice between cameras depends on.
  func hint(for device: VideoDeviceDescription) -> CameraHint? {
    // A camera's sizes are asked only where a sibling could be taken for it.
    let hasSibling = row(for: device.identity)?.cameras.contains { $0.stream == .infrared }
    return hint(for: device.facts(formats: hasSibling == true ? device.modes() : []))
  }

  /// What the table knows about a camera that a choice between cameras depends on; nil for nothing.
  package func hint(for camera: MachineFacts.Camera) -> CameraHint? {
    guard let row = row(for: camera.identity) else { return nil }
    let facing: CameraHint.Facing =
      switch row.colorCameras.first?.facing {
      case .front: .front
      case .rear: .rear
      case .either, nil: .either
      }
    return CameraHint(
      facing: facing, isInfrared: stream(of: camera) == .infrared,
      source: "the device table (\(row.name))")
  }
}

extension VideoDeviceDescription {
  /// What the device table is asked.
  var identity: CameraIdentity {
    CameraIdentity(usb: usbIdentifier.flatMap { USBIdentifier($0) }, card: name, driver: driver)
  }

  /// What capability reports are told.
  func facts(
    formats: [SupportedVideoFormat], role: CameraRole? = nil
  ) -> MachineFacts.Camera {
    MachineFacts.Camera(
      name: name, path: stableName, refusal: obstacle, usb: identity.usb, driver: driver,
      pixelFormats: self.formats.map(\.description), formats: formats, role: role)
  }
}
