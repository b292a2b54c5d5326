import Foundation
import Testing

/// Makes every fault of `Configs/CAMERA-FAULTS.md`.
@Suite struct CameraFaultTableTests {
  @Test(.enabled(if: !FaultReport.isToBeWritten), arguments: FaultTrial.madeUp)
  func theProgramDoesAndSaysWhatTheReportSays(trial: FaultTrial) throws {
    let row = FaultReport.row(trial, try trial.make())
    #expect(
      try row == FaultReport.row(trial.number, .madeUp), "run Tools/camera-faults to write it anew")
  }

  @Test func everyFaultIsMadeOnce() {
    #expect(FaultTrial.madeUp.map(\.number) == CameraFault.all.map(\.number))
    #expect(CameraFault.all.count == 36)
  }

  // Asked for by Tools/camera-faults.
  @Test(.enabled(if: FaultReport.isToBeWritten && !EmulatedCamera.isPossible))
  func writesTheReport() throws {
    var rows: [Int: String] = [:]
    for trial in FaultTrial.madeUp { rows[trial.number] = FaultReport.row(trial, try trial.make()) }
    try FaultReport.write(rows, .madeUp)
  }
}

extension FaultTrial {
  /// One for each fault, by number.
  static let madeUp = (finding + setup + pictures + ends).sorted { $0.number < $1.number }
}
