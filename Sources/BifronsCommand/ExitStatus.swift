/// How the program ends; the only place where statuses are given.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  case failed = 1
  case usage = 2
  case configuration = 3
  case input = 4
  case models = 5
  case output = 6
  case graphics = 7

  /// One line for `bifrons --help`.
  var meaning: String {
    switch self {
    case .success: "all went well; `capabilities`: yes"
    case .failed:
      "failed while running; `capabilities`: no; `doctor`, `evaluate`: not well"
    case .usage: "the command line was not understood; `capabilities`: cannot tell"
    case .configuration: "a session file is missing or wrong, or its parts do not fit"
    case .input: "a camera, a film, a model or a folder of pictures cannot be used"
    case .models: "the face models are missing or are not the right ones"
    case .output: "a file cannot be written"
    case .graphics: "there is no OpenGL, or no display for a window"
    }
  }
}

/// A command's end that is not success: what to say and which status to give.
struct CommandFailure: Error {
  var status: ExitStatus
  /// What to say on standard error; nil when all has been said.
  var message: String?

  init(_ status: ExitStatus, _ message: String?) {
    self.status = status
    self.message = message
  }
}
