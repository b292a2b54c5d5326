import CameraCapture
import DeviceCapabilities
import SessionCore

/// What the device table knows about the lenses and shutters of V4L2 cameras.
struct DeviceLenses: Sendable {
  private var identities: [CameraRole: CameraIdentity] = [:]
  private var table = DeviceTable(rows: [])

  /// Looks up nothing: cameras of files and simulated ones.
  init() {}

  /// Notes who the chosen cameras are.
  init(_ devices: [CameraRole: String], _ list: VideoDeviceList, _ table: DeviceTable) {
    for (role, name) in devices {
      identities[role] = list.find(name)?.identity
    }
    self.table = table
  }

  /// The lens for pictures of a size; nil where nothing is known.
  func lens(_ role: CameraRole, _ width: Int, _ height: Int) -> VideoDeviceLens? {
    guard let identity = identities[role] else { return nil }
    let readout = table.row(for: identity)?.colorCameras.compactMap(\.lens?.readout).first
    guard let lens = table.lens(for: identity, width: width, height: height) else {
      return readout.map { VideoDeviceLens(specification: .unknown, readout: $0) }
    }
    let degrees = (lens.horizontalFieldOfView * 1800 / .pi).rounded() / 10
    return VideoDeviceLens(
      specification: lens.specification, readout: readout,
      source: "\(degrees) degrees across, \(lens.view.basis.rawValue), by the device table "
        + "(\(lens.device))")
  }
}
