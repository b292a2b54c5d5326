import CameraCapture
import DeviceCapabilities
import Foundation
import SystemSupport

/// Finds out what this machine has.
package enum MachineInspector {
  /// The video devices, those that cannot be used too.
  package static func cameras() -> [MachineFacts.Camera] {
    VideoDeviceList().devices.map {
      MachineFacts.Camera(name: $0.name, path: $0.stableName, refusal: $0.obstacle)
    }
  }

  /// The processor's name as the kernel gives it.
  static func processorName() -> String? {
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

  /// Whether a window could open.
  package static func display(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> MachineFacts.Part {
    for name in ["WAYLAND_DISPLAY", "DISPLAY"] {
      if let value = environment[name], !value.isEmpty { return .present("\(name)=\(value)") }
    }
    return .missing("no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
  }
}
