import CameraCapture
import ConfigurationFiles
import SessionCore
import SessionRuntime
import SimulatedCameras

/// Sources by kind: the place to add another one.
extension SessionBuilder {
  func makeSource(_ role: CameraRole) throws(SessionError) -> any FrameSource {
    guard let camera = file.cameras[role] else {
      throw SessionError(
        .sensorUnavailable, "\(file.path): cameras.\(role.rawValue) is missing; add it")
    }
    let source = try makeUnturnedSource(role, camera)
    if camera.orientation.isNeutral { return try withSensor(source) }
    return try withSensor(
      OrientedSource(
        source, orientation: camera.orientation, intrinsics: camera.intrinsics,
        askedSize: camera.source == .v4l2 ? camera.size : nil))
  }

  private func makeUnturnedSource(
    _ role: CameraRole, _ camera: CameraSettings
  ) throws(SessionError) -> any FrameSource {
    switch camera.source {
    case .v4l2: return try makeVideoDevice(role, camera)
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

  private func makeVideoDevice(
    _ role: CameraRole, _ camera: CameraSettings
  ) throws(SessionError) -> VideoDeviceSource {
    guard let device = devices.names[role] else {
      throw SessionError(
        .sensorUnavailable,
        "cameras.\(role.rawValue): no \(role == .depth ? "depth" : "second") camera is there; plug "
          + "one in")
    }
    var options = VideoDeviceOptions(
      device: device, width: camera.size.width, height: camera.size.height, rate: camera.rate,
      preference: camera.pixelFormat.preference, intrinsics: camera.intrinsics)
    (options.minimumWidth, options.minimumHeight) = (
      camera.minimumSize.width, camera.minimumSize.height
    )
    if role == .depth { options.preference = .only(.depth16) }
    options.minimumRate = camera.minimumRate
    options.colorRange = camera.colorRange
    options.controls = camera.controls
    let memory = file.cameraMemory.map(CameraMemory.init)
    return VideoDeviceSource(
      role: role, options: options, lens: { [lenses] in lenses.lens(role, $0, $1) },
      notices: devices.notices[role] ?? []
    ) { name in memory?.note(role, name) }
  }

  /// What a person should know about a camera that runs: another size, a lower rate.
  static func notices(_ session: Session, _ role: CameraRole) -> [String] {
    session.source(of: role)?.notices ?? []
  }

  private func simulatedFront(_ camera: CameraSettings) -> SimulatedFrontCamera.Options {
    var options = SimulatedFrontCamera.Options()
    options.width = camera.size.width
    options.height = camera.size.height
    options.rate = camera.rate
    options.seed = file.seed
    let lens = camera.intrinsics.resolved(width: camera.size.width, height: camera.size.height)
    options.horizontalFieldOfView = lens.horizontalFieldOfView
    // The camera's right is the user's left.
    options.looks = camera.looks.map {
      SimulatedLook(point: Vector3(-$0.place.x, $0.place.y, 0), seconds: $0.seconds)
    }
    options.acts = camera.acts.compactMap { act in
      SimulatedAct.Kind(rawValue: act.word).map {
        SimulatedAct($0, seconds: act.seconds, strength: act.strength)
      }
    }
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
    options.distortion = lens.distortion
    options.motion = camera.motion.simulated
    options.props = Set(camera.props.map(\.simulated))
    options.hasInertialSensor = file.world.scale == .inertial && file.world.accelerometer == nil
    return options
  }
}

extension CameraSettings.Motion {
  /// What the simulation is told.
  fileprivate var simulated: CameraMotion {
    switch self {
    case .scan: .scan
    case .figureEight: .figureEight
    case .walk: .walk
    case .rotationStart: .rotationStart
    case .fastTurn: .fastTurn
    case .blankStretch: .blankStretch
    case .exposureStep: .exposureStep
    case .circle: .circle
    case .scattered: .scattered
    case .passers: .passers
    case .hardships: .hardships
    }
  }
}

extension CameraSettings.Prop {
  /// What the simulation is told.
  fileprivate var simulated: RoomProp {
    switch self {
    case .picture: .picture
    case .postcard: .postcard
    case .tag: .tag
    case .sheet: .sheet
    case .card: .card
    }
  }
}

extension CameraSettings.PixelFormatChoice {
  /// What capture is told.
  fileprivate var preference: VideoDeviceOptions.Preference {
    switch self {
    case .automatic: .automatic
    case .mjpeg: .mjpeg
    case .yuyv: .only(.yuyv)
    case .uyvy: .only(.uyvy)
    case .nv12: .only(.nv12)
    case .yu12: .only(.yuv420)
    case .grey: .only(.grey)
    }
  }
}
