import Foundation

/// A USB webcam that the rig's `uvcsim` plugs into the running kernel.
///
/// Only inside the camera rig. One thread at a time.
final class EmulatedCamera {
  /// The link under `/dev/v4l/by-id`.
  let link: String
  /// The link under `/dev/v4l/by-path`.
  let socket: String
  private let arguments: [String]
  private let countFile: String
  private var child: ChildProcess?

  /// Whether this is the camera rig.
  static let isPossible = ProcessInfo.processInfo.environment["IN_RIG"] == "1"

  /// Plugs a camera into a port of the virtual host controller and waits for its node.
  init(port: Int, name: String, serial: String, clip: String, isGrey: Bool = false) throws {
    arguments =
      ["uvcsim", "\(port)", name, serial, clip, "640", "480", "30"] + (isGrey ? ["grey"] : [])
    countFile = "/tmp/sent.\(port)"
    socket = "/dev/v4l/by-path/platform-vhci_hcd.0-usb-0:\(port + 1):1.0-video-index0"
    let words = name.replacingOccurrences(of: " ", with: "_")
    link = "/dev/v4l/by-id/usb-Bifrons_test_rig_\(words)_\(serial)-video-index0"
    try plug()
  }

  deinit { unplug() }

  /// Plugs the camera in, again after `unplug`; the port may be busy with the last one for a while.
  func plug() throws {
    for _ in 0..<20 {
      let started = try ChildProcess(arguments)
      if waitUntil(seconds: 60, { isPresent || !started.isRunning }), started.isRunning {
        child = started
        return
      }
      Thread.sleep(forTimeInterval: 0.2)
    }
    throw CocoaError(.fileNoSuchFile)
  }

  /// Pulls the plug, and waits until the camera's socket is empty.
  func unplug() {
    child = nil
    _ = waitUntil(seconds: 60) { !FileManager.default.fileExists(atPath: socket) }
  }

  /// Gives the camera a command of `uvcsim`.
  func send(_ command: String) { child?.write(command + "\n") }

  /// How many pictures it has sent in whole since its stream began, by its own count.
  func sentCount() throws -> Int {
    try? FileManager.default.removeItem(atPath: countFile)
    send("count \(countFile)")
    guard waitUntil(seconds: 60, { FileManager.default.fileExists(atPath: countFile) }),
      let count = Int(
        try String(contentsOfFile: countFile, encoding: .utf8).trimmingCharacters(in: .newlines))
    else { throw CocoaError(.fileReadUnknown) }
    return count
  }

  private var isPresent: Bool {
    [link, socket].allSatisfy(FileManager.default.fileExists(atPath:))
  }

  private func waitUntil(seconds: Double, _ condition: () -> Bool) -> Bool {
    for _ in 0..<Int(seconds / 0.05) {
      if condition() { return true }
      Thread.sleep(forTimeInterval: 0.05)
    }
    return false
  }
}

/// A program whose standard input we hold; ends with the object.
///
/// `Foundation.Process` waits through a run loop that needs more of a system than the rig has.
final class ChildProcess {
  private let identifier: pid_t
  private let input: Int32
  private var hasEnded = false
  /// Its status as `waitpid` gives it.
  private(set) var status: Int32 = 0

  /// Starts a program found in PATH.
  init(_ arguments: [String]) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addclose(&actions, ends[1])
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words = arguments.map { strdup($0) } + [nil]
    var identifier: pid_t = 0
    let result = posix_spawnp(&identifier, arguments[0], &actions, nil, &words, environ)
    words.forEach { free($0) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[0])
    self.identifier = identifier
    input = ends[1]
    guard result == 0 else {
      hasEnded = true
      throw CocoaError(.fileNoSuchFile)
    }
  }

  deinit {
    if !hasEnded { kill(identifier, SIGKILL) }
    waitUntilExit()
    close(input)
  }

  /// Whether it still runs.
  var isRunning: Bool {
    if !hasEnded, waitpid(identifier, nil, WNOHANG) != 0 { hasEnded = true }
    return !hasEnded
  }

  /// Waits for its end.
  func waitUntilExit() {
    if !hasEnded { waitpid(identifier, &status, 0) }
    hasEnded = true
  }

  /// Writes to its standard input.
  func write(_ text: String) {
    guard isRunning else { return }
    _ = text.utf8.withContiguousStorageIfAvailable { Glibc.write(input, $0.baseAddress, $0.count) }
  }
}
