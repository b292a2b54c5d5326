import Bifrons
import Calibration
import ConfigurationFiles
import Foundation
import SessionCore
import SpatialMath
import YAMLDocuments

extension Command {
  /// `bifrons calibrate WHAT`.
  static let calibrate = Command(
    description: CommandDescription(
      "calibrate", operands: ["WHAT"],
      summary: "Calibrate a lens (intrinsics), how two cameras sit (rig), or a user (face, gaze).",
      discussion: """
        calibrate board       writes a board to print, as SVG
        calibrate intrinsics  finds a camera's lens from views of a board: at every edge of the
                              picture, near and far, tilted by 30 to 45 degrees to all sides
        calibrate rig         finds how the front camera sits to the rear one. They do not see the
                              same thing, so each looks at a board of its own; the boards stay
                              where they are while the cameras, fixed to each other, are turned and
                              tilted between them
        calibrate face        learns a user's face: at rest and looking into the camera for some
                              seconds, then moving as far as it goes. It is kept in
                              $XDG_DATA_HOME/bifrons/users for the key session.user
        calibrate gaze        learns where on the screen of a session file (section screen) the
                              user's gaze arrives: nine places are named, one after the other

        Pictures come from a V4L2 camera, held still for each view, or from a folder or a video.
        The result is refused when it is not good enough, with what to do. Intrinsics are written
        as ROS's camera_info YAML for the key cameras.ROLE.calibration, a rig as the section rig of
        a session file. Ctrl-C ends the collection of views.
        """,
      options: [
        OptionDescription(
          "--board", "BOARD",
          "chessboard:9x6:25 (inner corners, mm; the default) or apriltag:6x4:40:12."),
        OptionDescription("--output", "FILE", "Where the result goes; - is standard output."),
        OptionDescription("--images", "FOLDER", "intrinsics, face: pictures instead of a camera."),
        OptionDescription("--video", "FILE", "intrinsics, face: a video instead of a camera."),
        OptionDescription("--device", "NAME", "intrinsics, face: the camera; auto is the default."),
        OptionDescription("--user", "NAME", "face, gaze: whose profile to write."),
        OptionDescription("--rest-seconds", "S", "face: how long the face rests; 3 by default."),
        OptionDescription(
          "--range-seconds", "S", "face: how long a live face moves; 20 by default."),
        OptionDescription(
          "--config", "FILE", "gaze: the session file with the front camera and the screen."),
        OptionDescription("--point-seconds", "S", "gaze: how long each place is; 3 by default."),
        OptionDescription("--size", "WxH", "The picture size of cameras; 640x480 by default."),
        OptionDescription("--name", "NAME", "intrinsics: the camera's name in the file."),
        OptionDescription("--views", "N", "Views of a live camera; 20 by default."),
        .set,
        OptionDescription("--front", "SOURCE", "rig: a folder, a video file, auto or a device."),
        OptionDescription("--rear", "SOURCE", "rig: the same for the rear camera."),
        OptionDescription("--front-calibration", "FILE", "rig: the front camera's lens."),
        OptionDescription("--rear-calibration", "FILE", "rig: the rear camera's lens."),
      ],
      examples: [
        "bifrons calibrate board --board chessboard:9x6:25 --output board.svg",
        "bifrons calibrate intrinsics --device /dev/video0 --size 1280x720 --output front.yaml",
        "bifrons calibrate face --user mia",
        "bifrons calibrate gaze --user mia --config Configs/gaze.yaml",
        "bifrons calibrate rig --front f/ --rear r/ --front-calibration f.yaml "
          + "--rear-calibration r.yaml --output rig.yaml",
      ])
  ) { arguments in
    do {
      let board = try CalibrationBoard(arguments.value("--board") ?? "chessboard:9x6:25")
      switch arguments.operands[0] {
      case "face": try calibrateFace(arguments)
      case "gaze": try calibrateGaze(arguments)
      case "board": try write(BoardSheet(board: board).svg, arguments)
      case "intrinsics": try calibrateLens(board, arguments)
      case "rig": try calibrateRig(board, arguments)
      case let word:
        throw UsageError(
          "WHAT is board, intrinsics, rig, face or gaze, found '\(word)'"
            + Spelling.suggestion(
              for: word, among: ["board", "intrinsics", "rig", "face", "gaze"]))
      }
    } catch let error as CalibrationError {
      if case .badBoard(let text) = error { throw UsageError(text) }
      throw CommandFailure(.failed, error.description)
    } catch let error as SessionError {
      throw CommandFailure(.input, error.message)
    }
  }

  // MARK: - Intrinsics

  private static func calibrateLens(
    _ board: CalibrationBoard, _ arguments: ParsedArguments
  ) throws {
    let supply = try pictureSupply(arguments)
    let output = try outputPath(arguments)
    let calibrator = LensCalibrator(
      board: board, supply: supply, wanted: try arguments.positiveInteger("--views") ?? 20)
    let signals = StopSignals { calibrator.stop() }
    defer { withExtendedLifetime(signals) {} }
    let meter = HintLine()
    let (lens, pictures) = try calibrator.run { progress in
      switch progress {
      case .taken(let count, let coverage):
        meter.say("view \(count), \(Int(coverage * 100)) % of the picture covered")
      case .hint(let text): meter.hint(text)
      }
    }
    meter.end()
    for notice in calibrator.notices { Console.say(notice) }
    for line in describe(lens, pictures) { Console.say(line) }
    let name = arguments.value("--name") ?? "camera"
    try write(
      CalibrationFile(intrinsics: lens.intrinsics, cameraName: name).rosText, to: output)
  }

  private static func describe(_ lens: LensCalibration, _ pictures: Int) -> [String] {
    let i = lens.intrinsics
    let d = lens.deviations
    func text(_ value: Double, _ digits: Int = 2) -> String {
      String(format: "%.\(digits)f", locale: Locale(identifier: "C"), value)
    }
    return [
      "\(pictures) pictures, \(lens.usedViews) views used, \(lens.rejectedViews) left out",
      "covered: \(Int(lens.coverage * 100)) % of the picture; tilted up to "
        + "\(Int(lens.largestTilt * 180 / .pi)) degrees",
      "reprojection error: \(text(lens.error, 3)) pixels",
      "fx \(text(i.fx)) ± \(text(d[0])), fy \(text(i.fy)) ± \(text(d[1])), "
        + "cx \(text(i.cx)) ± \(text(d[2])), cy \(text(i.cy)) ± \(text(d[3]))",
      "sees \(text(i.horizontalFieldOfView * 180 / .pi, 1)) degrees across at "
        + "\(i.width)x\(i.height)",
    ]
  }

  /// Where the pictures come from: a folder, a video, or a camera.
  static func pictureSupply(_ arguments: ParsedArguments) throws -> PictureSupply {
    for (first, second) in [
      ("--images", "--video"), ("--images", "--device"), ("--video", "--device"),
    ] {
      try arguments.exclude(first, second)
    }
    return
      if let folder = arguments.value("--images")
    {
      .folder(folder)
    } else if let video = arguments.value("--video") {
      .video(video)
    } else {
      .camera(arguments.value("--device") ?? "auto", try size(arguments))
    }
  }

  // MARK: - Rig

  private static func calibrateRig(
    _ board: CalibrationBoard, _ arguments: ParsedArguments
  ) throws {
    let size = try size(arguments)
    func supply(_ option: String) throws -> PictureSupply {
      guard let text = arguments.value(option) else {
        throw UsageError("\(option) is missing: a folder, a video file, auto or a device")
      }
      if text == "auto" || text.hasPrefix("/dev/") { return .camera(text, size) }
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: text, isDirectory: &isFolder)
      return isThere && isFolder.boolValue ? .folder(text) : .video(text)
    }
    func lens(_ option: String) throws -> CameraIntrinsics {
      guard let path = arguments.value(option) else {
        throw UsageError("\(option) is missing; `bifrons calibrate intrinsics` makes one")
      }
      return try CalibrationFile(path: path).intrinsics
    }
    let (front, rear) = (try supply("--front"), try supply("--rear"))
    if front.isLive != rear.isLive {
      throw UsageError("--front and --rear are both live or both recorded")
    }
    if front == rear, front != .camera("auto", size) {
      throw UsageError("--front and --rear are the same; a rig has two cameras")
    }
    let lenses = (try lens("--front-calibration"), try lens("--rear-calibration"))
    let output = try outputPath(arguments)
    let calibrator = try RigCalibrator(
      board: board, front: front, rear: rear, wanted: try arguments.positiveInteger("--views") ?? 20
    )
    let signals = StopSignals { calibrator.stop() }
    defer { withExtendedLifetime(signals) {} }
    let meter = HintLine()
    let (rig, pairs) = try calibrator.run(frontLens: lenses.0, rearLens: lenses.1) { text in
      if text.hasPrefix("moment") { meter.say(text) } else { meter.hint(text) }
    }
    meter.end()
    Console.say(
      "\(pairs) pairs of pictures, \(rig.usedMoments) moments used, \(rig.rejectedMoments) left out"
    )
    Console.say(
      String(
        format: "reprojection error: %.3f pixels; turn ± %.2f degrees, place ± %.1f mm",
        locale: Locale(identifier: "C"), rig.error, rig.turnDeviation * 180 / .pi,
        rig.placeDeviation * 1000))
    try write(rigSection(rig.rearFromFront), to: output)
  }

  /// The section of a session file.
  private static func rigSection(_ pose: Pose) -> String {
    let turn = pose.rotation.rotationVector
    let axis = turn.length > 1e-9 ? turn.normalized : Vector3(0, 1, 0)
    func list(_ v: Vector3) -> String {
      "["
        + [v.x, v.y, v.z].map { String(format: "%.6f", locale: Locale(identifier: "C"), $0) }
        .joined(separator: ", ") + "]"
    }
    let degrees = String(
      format: "%.4f", locale: Locale(identifier: "C"), turn.length * 180 / .pi)
    return "rig:\n  rear-from-front:\n    rotation: { axis: \(list(axis)), degrees: \(degrees) }\n"
      + "    translation: \(list(pose.translation))\n"
  }

  // MARK: - Options and output

  private static func size(_ arguments: ParsedArguments) throws -> PictureSize {
    guard let text = arguments.value("--size") else { return PictureSize(width: 640, height: 480) }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (16...8192).contains(width), (16...8192).contains(height)
    else { throw UsageError("--size takes a size such as 640x480, found '\(text)'") }
    return PictureSize(width: width, height: height)
  }

  /// Checked before anybody holds up a board.
  private static func outputPath(_ arguments: ParsedArguments) throws -> String {
    guard let path = arguments.value("--output") else {
      throw UsageError("--output is missing: the file to write, or - for standard output")
    }
    do {
      try OutputCheck.check(path)
    } catch {
      throw CommandFailure(.output, error.description)
    }
    return path
  }

  private static func write(_ text: String, _ arguments: ParsedArguments) throws {
    try write(text, to: try outputPath(arguments))
  }

  private static func write(_ text: String, to path: String) throws {
    if path == "-" {
      Console.result(text)
      return
    }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandFailure(.output, "\(path): cannot be written: \(error.localizedDescription)")
    }
    Console.say("written: \(path)")
  }
}

/// Words for a person who holds a board: lines that stay, and a line that changes, on a terminal.
final class HintLine {
  private var last = ""

  /// Says something that stays.
  func say(_ text: String) {
    end()
    Console.say(text)
  }

  /// Says what to do, once until something else is to be done.
  func hint(_ text: String) {
    guard Console.isTerminal, text != last else { return }
    last = text
    Console.progress(text)
  }

  /// Removes the line that changes.
  func end() {
    if !last.isEmpty { Console.progress("") }
    last = ""
  }
}
