import ConfigurationFiles
import Foundation
import Testing

@Suite struct ConfigurationKeysTests {
  @Test func everyPathIsThereOnce() {
    let paths = ConfigurationKeys.all.map(\.path)
    #expect(Set(paths).count == paths.count)
  }

  @Test func everyKeyStandsInASection() throws {
    for key in ConfigurationKeys.all where !key.parent.isEmpty {
      var parent = key.parent
      if parent.hasSuffix(".ROLE") { parent = String(parent.dropLast(5)) }
      if parent.hasSuffix("[]") { parent = String(parent.dropLast(2)) }
      #expect(ConfigurationKeys.key(parent) != nil, "\(key.path) has no section")
    }
  }

  @Test func everyDefaultIsAValueOfItsKey() throws {
    // A default is tried by writing it: every key with one is set to it in a session that takes it.
    for key in ConfigurationKeys.all {
      guard let text = key.defaultText else { continue }
      let role = key.path.replacing("ROLE", with: "front").replacing("[]", with: "[0]")
      let message = complaint(smallest, set: ["\(role)=\(text)"])
      #expect(!message.contains("\(role) takes"), "\(message)")
      #expect(!message.contains("\(role) is out of range"), "\(message)")
    }
  }

  @Test func everySummaryIsOneSentence() {
    for key in ConfigurationKeys.all {
      #expect(key.summary.hasSuffix("."), "\(key.path)")
      #expect(!key.summary.contains("\n") && !key.summary.contains("|"), "\(key.path)")
    }
  }

  @Test func theReferenceInConfigsIsUpToDate() throws {
    let file = packageRoot.appendingPathComponent("Configs/README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(
      text == ConfigurationReference.markdown, "run Tools/configuration-reference to write it anew")
  }
}
