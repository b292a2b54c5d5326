import Bifrons
import ConfigurationFiles
import Foundation
import SessionCore

extension Command {
  /// `bifrons calibrate gaze`: learns where on a screen a user's gaze arrives.
  static func calibrateGaze(_ arguments: ParsedArguments) throws {
    guard let name = arguments.value("--user") else {
      throw UsageError("--user is missing; `bifrons calibrate face --user NAME` comes first")
    }
    guard let path = arguments.value("--config") else {
      throw UsageError("--config is missing: the session file with the front camera and the screen")
    }
    let seconds = try arguments.positiveNumber("--point-seconds") ?? 3
    let store = try UserProfileStore()
    var profile = try store.profile(of: name)
    let file = try SessionFile.load(
      path, overrides: try arguments.overrides() + [ConfigurationOverride("session.user=\(name)")]
    )
    let isLive = file.cameras[.front]?.source == .v4l2
    let calibrator = try GazeCalibrator(
      file, pacing: isLive ? .realTime : .asFastAsPossible, secondsPerPlace: seconds
    ) { place in Console.say("look at the \(place.name) of the screen") }
    let signals = StopSignals { calibrator.stop() }
    defer { withExtendedLifetime(signals) {} }
    guard let (correction, places) = try calibrator.calibrate() else {
      throw CommandFailure(.failed, "the gaze arrived at no place of the screen; sit before it")
    }
    let residual = String(
      format: "%.1f", locale: Locale(identifier: "C"), correction.residual * 100)
    Console.say("\(places) of 9 places; they are met to \(residual) % of the screen")
    guard correction.residual < worstResidual else {
      throw CommandFailure(
        .failed,
        "that is no better than guessing; nothing is written. Look at each place until the next "
          + "is named, nearer to the camera, with light on the face")
    }
    profile.screenCalibration = correction
    try store.save(profile, of: name)
    Console.say("written: \(store.path(of: name))")
  }

  /// Places that lie half a screen from the middle are met to this by a gaze that never moves.
  private static let worstResidual = 0.35
}
