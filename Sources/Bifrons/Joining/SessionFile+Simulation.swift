import ConfigurationFiles
import SessionCore

extension SessionFile {
  /// Pictures a second that a weak machine can draw in real time.
  ///
  /// A simulated pair costs some 110 ms of CPU time a picture with trackers and window: two
  /// processors do that 15 times a second, not 30.
  private static let weakMachineRate = 15.0
  /// From so many processors on, both simulated cameras keep 30 pictures a second.
  private static let strongMachine = 4

  /// The same session with simulated cameras that this machine can draw in real time, said by a
  /// notice where that changes anything.
  ///
  /// In lock-step nothing changes: there every picture is drawn, however long it takes.
  package func adapted(to pacing: Pacing, processors: Int) -> SessionFile {
    guard pacing == .realTime, processors < Self.strongMachine else { return self }
    var file = self
    for (role, camera) in cameras
    where camera.source == .simulated && camera.rate > Self.weakMachineRate {
      file.cameras[role]?.rate = Self.weakMachineRate
    }
    if file != self {
      let rate = Int(Self.weakMachineRate)
      file.notices.append(
        "simulated cameras run at \(rate) pictures a second here: \(processors) "
          + "\(processors == 1 ? "processor draws" : "processors draw") no more in real time")
    }
    return file
  }
}
