extension Program {
  /// Runs the command line that the system gave.
  ///
  /// Names of files are bytes and need not be text; Swift's own reading would put another character
  /// in the place of what is none, and a file of another name would be written.
  static func run(
    bytes: UnsafePointer<UnsafeMutablePointer<CChar>?>, count: Int
  ) -> ExitStatus {
    var arguments: [String] = []
    for pointer in UnsafeBufferPointer(start: bytes, count: count).dropFirst() {
      guard let pointer else { continue }
      guard let text = String(validatingCString: pointer) else {
        Console.say(
          "bifrons: '\(String(cString: pointer))' is not UTF-8 text; rename the file, "
            + "or reach it through a link with another name")
        return .usage
      }
      arguments.append(text)
    }
    return run(arguments)
  }
}
