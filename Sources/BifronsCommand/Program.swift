import Bifrons
import ConfigurationFiles
import Foundation
import YAMLDocuments

/// The program: finds the command, runs it, turns every end into a status.
enum Program {
  /// The version that `--version` says.
  static let version = "0.1.0"

  /// Lines about a session file at most: one slip in a long file can be behind thousands.
  private static let mostProblems = 20

  /// Runs a command line without the program's own name.
  static func run(_ arguments: [String]) -> ExitStatus {
    let status = answer(arguments)
    guard let reason = Console.lostResult else { return status }
    Console.say("bifrons: \(reason)")
    return .output
  }

  private static func answer(_ arguments: [String]) -> ExitStatus {
    // A reader that goes away (`--events - | head`) is an error of one write, not the end of us;
    // nor is a file that has become as large as `ulimit -f` allows.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    guard let name = arguments.first else {
      Console.say(help)
      return .usage
    }
    if ["--help", "-h", "help"].contains(name) {
      Console.result(help)
      return .success
    }
    if name == "--version" {
      Console.result("bifrons \(version)\n")
      return .success
    }
    guard let command = Command.all.first(where: { $0.description.name == name }) else {
      let names = Command.all.map(\.description.name)
      let kind = name.hasPrefix("-") ? "option" : "command"
      Console.say(
        "bifrons: unknown \(kind) '\(name)'\(Spelling.suggestion(for: name, among: names))")
      Console.say("`bifrons --help` lists the commands")
      return .usage
    }
    return run(command, Array(arguments.dropFirst()))
  }

  /// Ends the process.
  ///
  /// At once: `exit` would take down the libraries' global state under threads that still run,
  /// such as the graphics driver's, and now and then one of them would crash. All outputs are
  /// closed by now.
  static func end(_ status: ExitStatus) -> Never {
    fflush(nil)
    _exit(status.rawValue)
  }

  private static func run(_ command: Command, _ arguments: [String]) -> ExitStatus {
    let name = command.description.name
    do {
      let parsed = try ParsedArguments(arguments, for: command.description)
      if parsed.wantsHelp {
        Console.result(command.description.help)
      } else if parsed.wantsVersion {
        Console.result("bifrons \(version)\n")
      } else {
        try command.run(parsed)
      }
      return .success
    } catch let error as UsageError {
      Console.say("bifrons \(name): \(error.message)")
      Console.say("\(command.description.usage); `bifrons \(name) --help` says more")
      return .usage
    } catch let failure as CommandFailure {
      if let message = failure.message { Console.say("bifrons \(name): \(message)") }
      return failure.status
    } catch let error as ConfigurationError {
      for problem in error.problems.prefix(mostProblems) {
        Console.say("bifrons \(name): \(problem)")
      }
      let rest = error.problems.count - mostProblems
      if rest > 0 { Console.say("bifrons \(name): \(rest) more like these") }
      return .configuration
    } catch let error as LaunchError {
      for line in error.description.split(separator: "\n") {
        Console.say("bifrons \(name): \(line)")
      }
      return ExitStatus(error)
    } catch {
      Console.say("bifrons \(name): \(error)")
      return .failed
    }
  }

  /// What `bifrons --help` prints.
  static var help: String {
    """
    bifrons: face and world tracking with two cameras

    usage: bifrons COMMAND [options]

    commands:
    \(CommandDescription.columns(Command.all.map { ($0.description.name, $0.description.summary) }))
    `bifrons COMMAND --help` explains a command; `bifrons --version` says the version.
    Results go to standard output, words for people to standard error.

    exit status:
    \(CommandDescription.columns(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) }))
    """
  }
}
