import BifronsCommand
import Foundation
import Testing

/// The built program from outside: statuses, messages, and what goes where.
///
/// Left out where only this target was built, and the program is not there.
@Suite(.enabled(if: BuiltProgram.path != nil)) struct ProgramTests {
  @Test func helpAndVersionAreEverywhere() throws {
    let help = try BuiltProgram.shell("bifrons --help")
    #expect(help.status == 0)
    #expect(help.output.contains("exit status:\n  0  all went well"))
    #expect(help.messages.isEmpty)
    #expect(try BuiltProgram.shell("bifrons --version").output.hasPrefix("bifrons 0."))
    for line in help.output.split(separator: "\n") where line.hasPrefix("  ") {
      let words = line.split(separator: " ")
      guard let name = words.first, words.count > 2, Int(name) == nil else { continue }
      let outcome = try BuiltProgram.shell("bifrons \(name) --help")
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("usage: bifrons \(name)"), "\(name)")
      #expect(outcome.output.contains("examples:\n  bifrons \(name)"), "\(name)")
    }
  }

  @Test(arguments: [
    ("bifrons", 2, "usage: bifrons COMMAND"),
    ("bifrons rnu x", 2, "unknown command 'rnu'; did you mean 'run'?"),
    ("bifrons run x --headles", 2, "unknown option '--headles'; did you mean '--headless'?"),
    ("bifrons run", 2, "CONFIG is missing"),
    ("bifrons run x --frames 0", 2, "--frames takes a whole number above 0, found '0'"),
    ("bifrons run x --frames 1 --duration 1", 2, "--duration and --frames exclude each other"),
    ("bifrons validate nowhere.yaml", 3, "nowhere.yaml: there is no such file"),
    ("bifrons validate LICENSE", 3, "LICENSE:"),
    (
      "bifrons validate Configs/face-live.yaml --set session.sede=1", 3,
      "--set session.sede: unknown key 'sede' in session; did you mean 'seed'?"
    ),
    (
      "bifrons run Configs/face-from-video.yaml --headless", 3,
      "cameras.front.path is missing: name the video file"
    ),
  ])
  func whatIsNotUnderstoodHasAMessageAndAStatus(line: String, status: Int32, message: String)
    throws
  {
    let outcome = try BuiltProgram.shell(line)
    #expect(outcome.status == status)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
    #expect(outcome.output.isEmpty)
  }

  @Test func everyReadyConfigurationIsValid() throws {
    let outcome = try BuiltProgram.shell(
      "for f in Configs/*.yaml; do bifrons validate $f || exit; done")
    #expect(outcome.status == 0, "\(outcome.messages)")
  }
}
