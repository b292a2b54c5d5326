import CameraCapture
import DeviceCapabilities
import Foundation
import SystemSupport

/// Looks at this machine for `bifrons doctor`.
package enum MachineDoctor {
  /// Looks at everything; opens each video device for a moment, starts OpenGL off screen, and runs
  /// the trackers for about two seconds when this processor has not been measured.
  ///
  /// - Parameters:
  ///   - version: the program's version.
  ///   - isFresh: measure the processor even when a result is kept.
  ///   - announce: called before the measurement, when there is one.
  /// - Returns: the report.
  package static func examine(
    version: String, isFresh: Bool = false, announce: () -> Void = {}
  ) -> HealthReport {
    var facts = MachineInspector.facts()
    facts.speed = MachineInspector.speed(
      of: facts, version: version, isFresh: isFresh, announce: announce)
    let devices = DeviceLister.live().devices
    let system = LinuxVideoDeviceSystem()
    var holders: [String: [String]] = [:]
    for node in devices.compactMap(\.node) { holders[node] = system.holders(of: node) }
    return Doctor(
      facts: facts,
      surroundings: SurroundingsInspector().surroundings(packageList: packageList()),
      devices: devices, holders: holders, tableProblems: DeviceTableStore.load().problems
    ).report()
  }

  /// `Tools/packages.txt` of a checkout above the program; nil beside an installed one.
  private static func packageList() -> String? {
    var place = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    while place.path != "/" {
      place.deleteLastPathComponent()
      let file = place.appendingPathComponent("Tools/packages.txt").path
      if FileManager.default.fileExists(atPath: file) { return file }
    }
    return nil
  }
}
