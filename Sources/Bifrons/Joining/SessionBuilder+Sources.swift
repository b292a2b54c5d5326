import CameraCapture
import ConfigurationFiles
import SessionCore
import SessionRuntime

/// Sources by kind: the place to add another one.
extension SessionBuilder {
  func makeSource(_ role: CameraRole) throws(SessionError) -> any FrameSource {
    guard let camera = file.cameras[role] else {
      throw SessionError(
        .sensorUnavailable, "\(file.path): cameras.\(role.rawValue) is missing; add it")
    }
    switch camera.source {
    case .v4l2:
      guard let device = devices[role] else {
        throw SessionError(
          .sensorUnavailable,
          "cameras.\(role.rawValue): no second camera is there; plug one in")
      }
      return VideoDeviceSource(
        role: role, options: videoDevice(camera, device),
        lens: { [lenses] in lenses.lens(role, $0, $1) })
    case .video:
      return VideoFileSource(
        role: role, path: camera.path ?? "", intrinsics: camera.intrinsics)
    case .images:
      return PictureFolderSource(
        role: role, folder: camera.path ?? "", rate: camera.rate,
        timestampsFile: camera.timestamps, intrinsics: camera.intrinsics)
    case .simulated where role == .rear:
      return SimulatedRearCamera(simulatedRear(camera))
    case .simulated:
      guard let models else {
        throw SessionError(.sensorUnavailable, "the simulated front camera needs the models")
      }
      return try SimulatedFrontCamera(simulatedFront(camera), models: models)
    }
  }

  /// What a person should know about a camera that runs: another size, a lower rate.
  static func notices(_ session: Session, _ role: CameraRole) -> [String] {
    (session.source(of: role) as? VideoDeviceSource)?.notices ?? []
  }

  /// Chooses a device for every V4L2 camera, never one device twice.
  static func chooseDevices(
    _ file: SessionFile
  ) throws(LaunchError) -> (devices: [CameraRole: String], lenses: DeviceLenses) {
    let wanted = file.cameras.filter { $0.value.source == .v4l2 }.mapValues(\.device)
    guard !wanted.isEmpty else { return ([:], DeviceLenses()) }
    let list = VideoDeviceList()
    let devices = try chooseDevices(file, wanted, list)
    return (devices, DeviceLenses(file, devices, list))
  }

  private static func chooseDevices(
    _ file: SessionFile, _ wanted: [CameraRole: String], _ list: VideoDeviceList
  ) throws(LaunchError) -> [CameraRole: String] {
    do throws(SessionError) {
      return try list.assign(wanted)
    } catch {
      // With `fallback: single-camera` the leading camera is enough.
      let primary = file.configuration.primaryRole
      guard file.fallback == .singleCamera, wanted.count > 1, let device = wanted[primary] else {
        throw .session(error)
      }
      do throws(SessionError) {
        return try list.assign([primary: device])
      } catch {
        throw .session(error)
      }
    }
  }

  private func videoDevice(
    _ camera: CameraSettings, _ device: String
  ) -> VideoDeviceOptions {
    VideoDeviceOptions(
      device: device, width: camera.size.width,
      height: camera.size.height, rate: camera.rate,
      preference: .init(rawValue: camera.pixelFormat.rawValue) ?? .automatic,
      intrinsics: camera.intrinsics, powerLineFrequency: camera.powerLineFrequency)
  }

  private func simulatedFront(_ camera: CameraSettings) -> SimulatedFrontCamera.Options {
    var options = SimulatedFrontCamera.Options()
    options.width = camera.size.width
    options.height = camera.size.height
    options.rate = camera.rate
    options.seed = file.seed
    let lens = camera.intrinsics.resolved(width: camera.size.width, height: camera.size.height)
    options.horizontalFieldOfView = lens.horizontalFieldOfView
    if let performance = camera.performance {
      options.acting = .recorded(path: performance.path, rate: performance.rate)
    }
    return options
  }

  private func simulatedRear(_ camera: CameraSettings) -> SimulatedRearCamera.Options {
    var options = SimulatedRearCamera.Options()
    options.width = camera.size.width
    options.height = camera.size.height
    options.rate = camera.rate
    options.seed = file.seed
    let lens = camera.intrinsics.resolved(width: camera.size.width, height: camera.size.height)
    options.horizontalFieldOfView = lens.horizontalFieldOfView
    return options
  }
}
