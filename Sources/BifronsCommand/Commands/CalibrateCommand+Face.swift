import Bifrons
import ConfigurationFiles
import SessionCore

extension Command {
  /// `bifrons calibrate face`: learns a user's face and keeps it in the user's data folder.
  static func calibrateFace(_ arguments: ParsedArguments) throws {
    let supply = try pictureSupply(arguments)
    guard let name = arguments.value("--user") else {
      throw UsageError("--user is missing: whose face it is, for session.user")
    }
    guard UserProfileStore.isName(name) else {
      throw UsageError("--user '\(name)' is no name: letters, digits, - _ and .")
    }
    var durations = FaceCalibrator.Durations()
    durations.rest = try arguments.positiveNumber("--rest-seconds") ?? durations.rest
    durations.range = try arguments.positiveNumber("--range-seconds") ?? durations.range
    do {
      let store = try UserProfileStore()
      let profile = try learn(try FaceCalibrator(supply: supply, durations: durations))
      var result = profile
      result.screenCalibration = (try? store.profile(of: name))?.screenCalibration
      do { try store.save(result, of: name) } catch {
        throw CommandFailure(.output, error.description)
      }
      for line in describe(profile) { Console.say(line) }
      Console.say("written: \(store.path(of: name)); use it with --set session.user=\(name)")
    } catch let error as FaceCalibrationError {
      throw CommandFailure(.failed, error.description)
    }
  }

  private static func learn(_ calibrator: FaceCalibrator) throws -> UserProfile {
    let signals = StopSignals { calibrator.stop() }
    defer { withExtendedLifetime(signals) {} }
    let meter = HintLine()
    var shown: FaceCalibrator.Phase?
    let profile = try calibrator.run { phase, share, isSeen in
      if phase != shown {
        shown = phase
        meter.say(
          phase == .rest
            ? "look straight into the camera, the face at rest"
            : "now move all of the face as far as it goes: lids, brows, cheeks, jaw, lips, tongue")
      }
      meter.hint(isSeen ? "\(Int(share * 100)) %" : "no face is seen")
    }
    meter.end()
    for notice in calibrator.notices { Console.say(notice) }
    return profile
  }

  private static func describe(_ profile: UserProfile) -> [String] {
    func degrees(_ radians: Double) -> Double { (radians * 1800 / .pi).rounded() / 10 }
    let names = BlendShapeLocation.allCases.filter { profile.ranges[$0] != nil }.map(\.rawValue)
    return [
      "looking straight, the head is turned by \(degrees(profile.straightPose.yaw)) degrees, "
        + "tilted by \(degrees(profile.straightPose.pitch))",
      "the eyes are off by (\(degrees(profile.leftGazeOffset.x)), "
        + "\(degrees(profile.leftGazeOffset.y))) and (\(degrees(profile.rightGazeOffset.x)), "
        + "\(degrees(profile.rightGazeOffset.y))) degrees",
      "ranges of \(names.count) of 52 coefficients" + (names.isEmpty ? "" : ": ")
        + names.joined(separator: ", "),
    ]
  }
}
