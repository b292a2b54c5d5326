import Foundation
import Testing

/// Makes the faults of `Configs/CAMERA-FAULTS.md` that real drivers can make: needs the camera rig
/// (`Tools/test-devices`), and is skipped everywhere else.
@Suite(.enabled(if: CameraRig.isHere), .serialized)
struct DeviceFaultTests {
  @Test(.enabled(if: !FaultReport.isToBeWritten), arguments: FaultTrial.real)
  func theProgramDoesAndSaysWhatTheReportSays(trial: FaultTrial) throws {
    let row = FaultReport.row(trial, try trial.make(), .real)
    #expect(
      try row == FaultReport.row(trial.number, .real),
      "run Tools/camera-faults --devices to write it anew")
  }

  // Asked for by Tools/camera-faults.
  @Test(.enabled(if: FaultReport.isToBeWritten)) func writesTheReport() throws {
    var rows: [Int: String] = [:]
    for trial in FaultTrial.real {
      rows[trial.number] = FaultReport.row(trial, try trial.make(), .real)
    }
    try FaultReport.write(rows, .real)
  }
}

extension FaultTrial {
  /// Those that need a real driver's help, by number.
  static let real = (realFinding + realSetup + realPictures + realEnds).sorted {
    $0.number < $1.number
  }
}
