import CameraCapture
import ConfigurationFiles
import SessionCore
import SpatialMath
import WorldTracking

extension SessionBuilder {
  func makeWorldTracker(
    _ configuration: SessionConfiguration
  ) throws(SessionError) -> any WorldTracker {
    var options = WorldTrackingOptions()
    switch file.world.scale {
    case .arbitrary: options.scale = .arbitrary
    case .cameraHeight(let metres): options.scale = .cameraHeight(metres)
    case .tag(let width, let number): options.scale = .known(.tag(width: width, number: number))
    case .sheet(let sheet): options.scale = .known(.sheet(sheet.known))
    case .initialDepth(let metres): options.scale = .initialDepth(metres)
    case .inertial: options.scale = .inertial
    }
    options.initialGravity = file.world.attitude.map { .init(pitch: $0.pitch, roll: $0.roll) }
    if case .world(let world) = configuration {
      options.worldAlignment = world.worldAlignment
      options.planeDetection = world.planeDetection
    }
    options.mapping = pacing == .asFastAsPossible ? .lockStep : .background
    options.seed = file.seed
    options.isLightEstimationEnabled = configuration.isLightEstimationEnabled
    return KeyframeWorldTracker(options: options)
  }

  /// The rear camera with the samples of the accelerometer that is fixed to it, where one is named.
  func withSensor(_ source: any FrameSource) throws(SessionError) -> any FrameSource {
    guard source.role == .rear, let settings = file.world.accelerometer else { return source }
    return InertialFrameSource(source, sensor: try Self.sensor(settings))
  }

  private static func sensor(
    _ settings: WorldSettings.Accelerometer
  ) throws(SessionError) -> InertialSensor {
    let folder = settings.folder ?? IIODevice.systemFolder
    let devices = IIODevice.all(.acceleration, in: folder)
    guard
      let device = devices.first(where: { settings.device == "auto" || $0.name == settings.device })
    else {
      let names = devices.map(\.name).joined(separator: ", ")
      let which = settings.device == "auto" ? "no accelerometer" : "no '\(settings.device)'"
      throw SessionError(
        .sensorUnavailable,
        "world.accelerometer: there is \(which) in \(folder)"
          + (names.isEmpty ? "" : " (but \(names))") + "; name another one, or remove the key")
    }
    // A camera turned clockwise sees the screen's axes turned the other way.
    let turn = Quaternion(
      angle: Double(settings.quarterTurns) * .pi / 2, axis: Vector3(0, 0, 1))
    // Of the same chip where there is one.
    let gyroscopes = IIODevice.all(.angularVelocity, in: folder)
    let gyroscope = gyroscopes.first { $0.label == device.label } ?? gyroscopes.first
    return try InertialSensor(
      .init(accelerometer: device, gyroscope: gyroscope, cameraFromDevice: turn))
  }
}

extension WorldSettings.Sheet {
  /// What the tracker is told.
  fileprivate var known: KnownSize.Sheet {
    switch self {
    case .a4: .a4
    case .letter: .letter
    case .card: .card
    }
  }
}
