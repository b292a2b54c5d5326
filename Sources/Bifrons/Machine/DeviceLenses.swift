import CameraCapture
import ConfigurationFiles
import DeviceCapabilities
import SessionCore

/// The lenses of V4L2 cameras whose session file says nothing about them, from the device table.
struct DeviceLenses: Sendable {
  private var identities: [CameraRole: CameraIdentity] = [:]
  private var table = DeviceTable(rows: [])

  /// Looks up nothing: cameras of files, simulated ones, and those whose lens is given.
  init() {}

  /// Notes who the chosen cameras are; reads the table only when a lens is wanted.
  init(_ file: SessionFile, _ devices: [CameraRole: String], _ list: VideoDeviceList) {
    for (role, name) in devices where file.cameras[role]?.intrinsics == .unknown {
      guard let device = list.find(name) else { continue }
      identities[role] = device.identity
    }
    if !identities.isEmpty { table = DeviceTableStore.load().table }
  }

  /// The lens for pictures of a size; nil where it is not known.
  func lens(
    _ role: CameraRole, _ width: Int, _ height: Int
  ) -> (specification: IntrinsicsSpecification, source: String)? {
    guard let identity = identities[role],
      let lens = table.lens(for: identity, width: width, height: height)
    else { return nil }
    let degrees = (lens.horizontalFieldOfView * 1800 / .pi).rounded() / 10
    return (
      lens.specification,
      "\(degrees) degrees across, \(lens.view.basis.rawValue), by the device table (\(lens.device))"
    )
  }
}

extension VideoDeviceDescription {
  /// What the device table is asked.
  var identity: CameraIdentity {
    CameraIdentity(usb: usbIdentifier.flatMap { USBIdentifier($0) }, card: name, driver: driver)
  }
}
