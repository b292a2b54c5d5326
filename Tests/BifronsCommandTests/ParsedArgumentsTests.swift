import BifronsCommand
import Testing

@Suite struct ParsedArgumentsTests {
  private let command = CommandDescription(
    "run", operands: ["CONFIG"], summary: "",
    options: [
      OptionDescription(switch: "--headless", ""), OptionDescription("--events", "FILE", ""),
      OptionDescription("--set", "key.path=value", repeatable: true, ""),
      OptionDescription("--frames", "N", ""),
    ], examples: [])

  private func complaint(_ arguments: [String]) -> String {
    do {
      _ = try ParsedArguments(arguments, for: command)
      return ""
    } catch { return error.message }
  }

  @Test func valuesFollowOrAreJoined() throws {
    let parsed = try ParsedArguments(
      ["c.yaml", "--events", "-", "--set=a.b={x: 1}", "--set", "c=d", "--headless"], for: command)
    #expect(parsed.operands == ["c.yaml"])
    #expect(parsed.value("--events") == "-")
    #expect(parsed.all("--set") == ["a.b={x: 1}", "c=d"])
    #expect(parsed.has("--headless"))
    #expect(!parsed.has("--frames"))
  }

  @Test func wordsAfterTwoHyphensAreNoOptions() throws {
    #expect(try ParsedArguments(["--", "--headless"], for: command).operands == ["--headless"])
  }

  @Test(arguments: [
    (["c", "--headles"], "unknown option '--headles'; did you mean '--headless'?"),
    (["c", "-x"], "unknown option '-x'"),
    (["c", "--events"], "--events needs a value: --events FILE"),
    (["c", "--events", "--headless"], "--events needs a value: --events FILE"),
    (["c", "--events", "a", "--events", "b"], "--events is given twice"),
    (["c", "--headless=yes"], "--headless takes no value"),
    ([], "CONFIG is missing"),
    (["c", "d"], "'d' is one word too many"),
  ])
  func whatIsNotUnderstoodIsNamed(arguments: [String], message: String) {
    #expect(complaint(arguments) == message)
  }

  @Test func aWordInBracketsMayBeLeftOut() throws {
    let command = CommandDescription(
      "benchmark", operands: ["WHAT", "[INPUT]"], summary: "", examples: [])
    #expect(try ParsedArguments(["face"], for: command).operands == ["face"])
    #expect(try ParsedArguments(["face", "a"], for: command).operands == ["face", "a"])
    #expect(throws: UsageError("WHAT is missing")) { try ParsedArguments([], for: command) }
  }

  @Test func helpIsGivenWhateverElseIsWrong() throws {
    #expect(try ParsedArguments(["--nonsense", "--help"], for: command).wantsHelp)
    #expect(try ParsedArguments(["--version"], for: command).wantsVersion)
  }

  @Test(arguments: ["0", "-1", "many", "1.5", ""])
  func aCountIsAWholeNumberAboveZero(text: String) throws {
    let parsed = try ParsedArguments(["c", "--frames=\(text)"], for: command)
    #expect(throws: UsageError("--frames takes a whole number above 0, found '\(text)'")) {
      try parsed.positiveInteger("--frames")
    }
  }

  @Test func helpNamesEveryOptionAndExample() {
    let command = CommandDescription(
      "run", operands: ["CONFIG"], summary: "Run it.",
      options: [OptionDescription("--events", "FILE", "Write events.")],
      examples: ["bifrons run c.yaml"])
    #expect(
      command.help == """
        Run it.

        usage: bifrons run CONFIG [options]

        options:
          --events FILE  Write events.
          --help         Say this and end.
          --version      Say the version and end.

        examples:
          bifrons run c.yaml

        """)
  }
}
