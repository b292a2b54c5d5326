import CameraCapture
import ConfigurationFiles
import DeviceCapabilities
import FaceTracking
import Foundation
import SceneRendering
import SessionCore
import SystemSupport

/// Finds out what this machine has.
package enum MachineInspector {
  /// Everything that matters to a session; opens each video device for a moment.
  package static func facts(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> MachineFacts {
    MachineFacts(
      cameras: cameras(), faceModels: faceModels(environment), graphics: graphics(),
      display: display(environment), processorName: processorName(),
      processorCount: ProcessInfo.processInfo.activeProcessorCount,
      memoryBytes: ProcessInfo.processInfo.physicalMemory, system: SystemInspector().facts(),
      abilities: abilities)
  }

  /// What the trackers cost on this processor: kept from the last time, or measured in about two
  /// seconds.
  ///
  /// - Parameters:
  ///   - facts: says which processor it is.
  ///   - version: the program's version.
  ///   - isFresh: measure even when a result is kept.
  ///   - environment: where models and cache are looked for.
  ///   - announce: called before the measurement, when there is one.
  /// - Returns: the speed; nil values where a tracker could not run.
  package static func speed(
    of facts: MachineFacts, version: String, isFresh: Bool,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    announce: () -> Void = {}
  ) -> ProcessorSpeed {
    ProcessorSelfTest(
      processorName: facts.processorName, processorCount: facts.processorCount, version: version,
      environment: environment
    ).speed(isFresh: isFresh) {
      announce()
      return SpeedMeasurement.measure(environment, known: $0)
    }
  }

  /// The video devices, those that cannot be used too.
  package static func cameras() -> [MachineFacts.Camera] {
    let list = VideoDeviceList()
    let roles = roles(list)
    return list.devices.map { device in
      device.facts(
        formats: device.modes(), role: roles.first { $0.value == device.stableName }?.key)
    }
  }

  /// What `device: auto` gives each role when two cameras are there.
  private static func roles(_ list: VideoDeviceList) -> [CameraRole: String] {
    let table = DeviceTableStore.load().table
    let choice = try? list.assign([.front: "auto", .rear: "auto"]) { table.hint(for: $0) }
    return choice?.names ?? [:]
  }

  /// What a session file can ask for: an answer must not promise more.
  private static var abilities: ProgramAbilities {
    func takes(_ word: String, _ path: String) -> Bool {
      switch ConfigurationKeys.key(path)?.type {
      case .words(let words), .sections(let words):
        words.contains { $0.text == word && $0.refusal == nil }
      default: false
      }
    }
    return ProgramAbilities(
      readsDepth: takes("depth", "cameras"),
      // No key of a session file asks for a motion sensor yet.
      usesMotionSensors: false,
      deliversAudio: ConfigurationKeys.key("session.audio")?.isForLater == false,
      findsVerticalPlanes: takes("vertical", "session.plane-detection"))
  }

  /// What a session file asks of a machine.
  package static func needs(of file: SessionFile) -> CapabilityNeeds {
    let live = file.cameras.filter { $0.value.source == .v4l2 && $0.key != .depth }
    var capabilities: [Capability] = file.cameras[.depth]?.source == .v4l2 ? [.depth] : []
    if live.count > 1 {
      capabilities.append(.bothCameras)
    } else if let role = live.keys.first {
      capabilities.append(role == .front ? .faceTracking : .worldTracking)
    }
    if file.configuration.roles.contains(.front), live[.front] == nil {
      capabilities.append(.faceTrackingWithoutCamera)
    }
    if !file.scene.isEmpty { capabilities.append(.drawing) }
    return CapabilityNeeds(
      capabilities: capabilities,
      cameras: live.mapValues { camera in
        // The usual size and rate are asked of every camera, and what comes instead is fine.
        let isUsual = camera.size == PictureSize(width: 640, height: 480) && camera.rate == 30
        return CapabilityNeeds.Camera(
          device: camera.device, size: isUsual ? nil : camera.size,
          rate: isUsual ? nil : camera.rate, hasLens: camera.intrinsics != .unknown)
      })
  }

  /// Whether the models are there, are the pinned ones, and can be loaded.
  private static func faceModels(_ environment: [String: String]) -> MachineFacts.Part {
    do {
      let models = try ModelStore(environment: environment)
      _ = try FaceLandmarkTracker(models: models)
      return .present("face models in \(models.folder)")
    } catch {
      return .missing("\(error)")
    }
  }

  /// Whether OpenGL works off screen.
  private static func graphics() -> MachineFacts.Part {
    do throws(RenderingError) {
      return .present(try OffscreenRenderer().driverName)
    } catch {
      return .missing(error.description)
    }
  }

  /// Whether a window could open.
  package static func display(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> MachineFacts.Part {
    // For demonstrations and tests on a desktop.
    if environment["BIFRONS_DISPLAY"] == "none" {
      return .missing("no display: BIFRONS_DISPLAY is none")
    }
    for name in ["WAYLAND_DISPLAY", "DISPLAY"] {
      if let value = environment[name], !value.isEmpty { return .present("\(name)=\(value)") }
    }
    return .missing("no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
  }

  /// Whether a window could open.
  package static func hasDisplay() -> Bool {
    if case .present = display() { true } else { false }
  }

  /// The processor's name as the kernel gives it.
  private static func processorName() -> String? {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else {
      return nil
    }
    // x86 says "model name", some ARM boards "Model" or "Hardware".
    for key in ["model name", "Model", "Hardware"] {
      for line in text.split(separator: "\n") where line.hasPrefix(key) {
        if let colon = line.firstIndex(of: ":") {
          return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
      }
    }
    return nil
  }
}
