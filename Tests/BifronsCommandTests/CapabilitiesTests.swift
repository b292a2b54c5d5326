import Foundation
import Testing

/// `bifrons capabilities` from outside.
///
/// Left out where only this target was built, and the program is not there.
@Suite(.enabled(if: BuiltProgram.path != nil)) struct CapabilitiesTests {
  @Test(arguments: [
    ("iPhone X", 1, "it has an A11; the rule asks for an A12 and iOS 13"),
    ("iphone12", 0, "Face and world at once: YES"),
    ("iPhone SE2", 0, "1 face at once; it has an A13"),
    ("iPhone 8", 1, "no       face tracking"),
    ("iPad Pro 9.7英寸", 1, "it contradicts the rule"),
    ("c920", 1, "connect a second webcam"),
  ])
  func aDeviceIsAnsweredByItsRow(name: String, status: Int32, text: String) throws {
    let outcome = try BuiltProgram.shell("bifrons capabilities --device '\(name)'")
    #expect(outcome.status == status)
    let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(text.split(separator: " ").joined(separator: " ")), "\(outcome.output)")
    #expect(outcome.messages.isEmpty)
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test func anUnknownDeviceCannotBeTold() throws {
    let outcome = try BuiltProgram.shell("bifrons capabilities --device 'iPhone 13'")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.messages
        == "bifrons capabilities: the device table does not know 'iPhone 13'; near: iPhone 11, "
        + "iPhone 12, iPhone X\n")
  }

  @Test func theObjectOfADeviceSaysWhatContradictsTheRule() throws {
    let outcome = try BuiltProgram.shell("bifrons capabilities --device 'iPad Pro 10.5' --json")
    #expect(outcome.status == 1)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let device = (object as? [String: Any])?["device"] as? [String: Any]
    #expect(device?["contradictsRule"] as? Bool == true)
    #expect(device?["isListed"] as? Bool == true)
  }

  @Test func theListNamesEveryRow() throws {
    let outcome = try BuiltProgram.shell("bifrons capabilities --list")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\nLogitech C920  "))
    #expect(outcome.output.split(separator: "\n").count > 50)
  }

  @Test func aBadRowIsNamedAndTheOthersStillAnswer() throws {
    let outcome = try BuiltProgram.shell(
      """
      folder=$(mktemp -d); cp Configs/devices/apple/iphone-12.yaml $folder/
      sed 's/^kind: phone/kind: fone/' Configs/devices/apple/iphone-x.yaml > $folder/x.yaml
      BIFRONS_DEVICES=$folder bifrons capabilities --device 'iPhone 12'; status=$?
      rm -r $folder; exit $status
      """)
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("/x.yaml:5:7: kind takes one of phone, tablet,"))
  }
}

/// `bifrons devices` and `bifrons doctor` from outside.
@Suite(.enabled(if: BuiltProgram.path != nil)) struct DevicesTests {
  private static let dump = """
    Driver Info:
    \tDriver name : uvcvideo
    \tCard type : Webcam
    \tCapabilities : 0x84200001
    \tDevice Caps : 0x04200001
    ioctl: VIDIOC_ENUM_FMT
    \tType: Video Capture
    \t[0]: 'MJPG' (Motion-JPEG)
    \t\tSize: Discrete 640x480
    \t\t\tInterval: Discrete 0.033s (30.000 fps)
    """

  @Test func aDumpIsClassifiedFromStandardInput() throws {
    let outcome = try BuiltProgram.shell(
      "bifrons devices --from-dump - --formats <<'END'\n\(Self.dump)\nEND")
    #expect(outcome.status == 0 && outcome.messages.isEmpty)
    #expect(outcome.output.contains("camera       a colour camera"))
    #expect(outcome.output.contains("MJPG         640x480 at 30"))
  }

  @Test func aMissingDumpIsAnInputError() throws {
    let outcome = try BuiltProgram.shell("bifrons devices --from-dump /no/such/file")
    #expect(outcome.status == 4)
    #expect(outcome.messages == "bifrons devices: /no/such/file: there is no such file\n")
  }

  @Test func proseIsNoDump() throws {
    let outcome = try BuiltProgram.shell("bifrons devices --from-dump README.md --json")
    #expect(outcome.status == 0)
    #expect(outcome.messages == "bifrons devices: README.md: it has no output of v4l2-ctl\n")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    #expect((object as? [String: Any])?["usable"] is NSNull)
  }

  @Test func theDoctorsStatusSaysWhetherAnythingFailed() throws {
    let outcome = try BuiltProgram.shell(
      "XDG_CACHE_HOME=$(mktemp -d) BIFRONS_MODELS=/no/such/folder bifrons doctor --json")
    #expect(outcome.status == 1)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let checks = (object as? [String: Any])?["checks"] as? [[String: Any]] ?? []
    let models = checks.first { $0["subject"] as? String == "models" }
    #expect(models?["level"] as? String == "fail")
    #expect(models?["remedy"] != nil)
  }
}

/// `bifrons calibrate` from outside; what it computes is tested where it is computed.
@Suite(.enabled(if: BuiltProgram.path != nil)) struct CalibrateTests {
  @Test func aBoardIsDrawn() throws {
    let outcome = try BuiltProgram.shell(
      "bifrons calibrate board --board apriltag:6x4:40:12 --output -")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("<svg ") && outcome.output.contains("apriltag:6x4:40:12"))
  }

  @Test(arguments: [
    ("intrinsics", "--output is missing"),
    ("lens --output -", "WHAT is board, intrinsics, rig, face or gaze"),
    ("rig --output -", "--front is missing"),
    ("board --output - --board circles:3", "'circles:3' is no board"),
    ("intrinsics --output - --images a --video b", "exclude each other"),
    ("intrinsics --output - --size big", "--size takes a size such as 640x480"),
    ("rig --output - --front auto --rear clip.mp4", "both live or both recorded"),
  ])
  func whatIsNotUnderstoodIsSaid(arguments: String, words: String) throws {
    let outcome = try BuiltProgram.shell("bifrons calibrate \(arguments)")
    #expect(outcome.status == 2)
    #expect(outcome.messages.contains(words), "\(outcome.messages)")
  }

  @Test func aMissingFolderIsAnInputErrorAndPicturesWithoutABoardAreRefused() throws {
    let missing = try BuiltProgram.shell(
      "bifrons calibrate intrinsics --images /no/such --output -")
    #expect(missing.status == 4)
    let none = try BuiltProgram.shell(
      """
      D=$(mktemp -d); cp Configs/pictures/robot-head-demo.jpg $D
      bifrons calibrate intrinsics --images $D --output -; status=$?; rm -r $D; exit $status
      """)
    #expect(none.status == 1 && none.output.isEmpty)
    #expect(none.messages.contains("no view shows the board, and 8 are needed"))
  }
}

/// `bifrons capabilities --json` where there is nothing to report on.
@Suite(.enabled(if: BuiltProgram.path != nil)) struct CapabilitiesDocumentTests {
  private func object(_ outcome: BuiltProgram.Outcome) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
  }

  @Test func anUnknownDeviceIsAnObjectWithTheNearestNames() throws {
    let outcome = try BuiltProgram.shell("bifrons capabilities --device 'iPhone 13' --json")
    #expect(outcome.status == 2)
    let object = try object(outcome)
    #expect(object?["answer"] as? String == "unknown")
    #expect((object?["nearest"] as? [String])?.contains("iPhone 12") == true)
  }

  @Test func theListIsAnObjectToo() throws {
    let outcome = try BuiltProgram.shell("bifrons capabilities --list --json")
    let devices = try object(outcome)?["devices"] as? [[String: Any]]
    #expect((devices?.count ?? 0) > 50)
  }

  @Test func noLineIsLongerThan80Columns() throws {
    let outcome = try BuiltProgram.shell(
      "XDG_CACHE_HOME=$(mktemp -d) BIFRONS_MODELS=/no/such/"
        + String(repeating: "long/", count: 30) + "folder bifrons capabilities")
    for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }
}
