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
