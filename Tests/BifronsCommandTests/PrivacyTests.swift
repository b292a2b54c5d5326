import Foundation
import SystemSupport
import Testing

/// A session keeps what it sees to itself: no socket, and no file that was not asked for.
///
/// Watched with strace where it is there and may trace; else in a network of its own with nothing
/// in it, which shows that no network is needed and that no file is left behind.
@Suite(
  .enabled(if: BuiltProgram.path != nil && Privacy.models != nil, "the program or the models miss"))
struct PrivacyTests {
  @Test(
    .enabled(if: Privacy.canTrace, "strace is not there or may not trace; install it"),
    arguments: [
      "Configs/robot-head-demo.yaml --as-fast-as-possible --frames 3",
      "Configs/robot-head-demo.yaml --duration 1",
      "Configs/face-from-video.yaml --set cameras.front.source=simulated --duration 1",
    ])
  func aHeadlessSessionOpensNoSocketAndWritesNoFile(session: String) throws {
    let calls = try Privacy.trace("bifrons run \(session) --headless")
    // The trace is one of this program: it has read its session file.
    #expect(calls.contains { $0.contains("openat") && $0.contains("Configs/") })
    #expect(calls.filter(Privacy.isSocket).isEmpty)
    #expect(calls.filter(Privacy.changesFiles).isEmpty)
  }

  @Test(.enabled(if: Privacy.canTrace, "strace is not there or may not trace; install it"))
  func onlyTheFilesThatWereAskedForAreWritten() throws {
    let calls = try Privacy.trace(
      "bifrons run Configs/robot-head-demo.yaml --headless --as-fast-as-possible --frames 3 "
        + "--events $D/events.jsonl --summary $D/summary.json")
    #expect(calls.filter(Privacy.isSocket).isEmpty)
    let written = calls.filter(Privacy.changesFiles)
    #expect(written.contains { $0.contains("events.jsonl") })
    #expect(written.contains { $0.contains("summary.json") })
    #expect(
      written.filter { !$0.contains("events.jsonl") && !$0.contains("summary.json") }.isEmpty)
  }

  @Test(.enabled(if: Privacy.canUnshare, "no network namespace may be made here"))
  func aHeadlessSessionNeedsNoNetworkAndLeavesNoFileBehind() throws {
    let outcome = try BuiltProgram.shell(
      """
      D=$(mktemp -d); trap 'rm -rf "$D"' EXIT; mkdir $D/home $D/tmp
      before=$(git status --porcelain 2>/dev/null || true)
      HOME=$D/home TMPDIR=$D/tmp XDG_CACHE_HOME=$D/home/.cache unshare -rn "$BIFRONS" run \\
        Configs/robot-head-demo.yaml --headless --as-fast-as-possible --frames 3 || exit 9
      find $D -mindepth 1 | sort | sed "s|$D/||"
      [ "$before" = "$(git status --porcelain 2>/dev/null || true)" ] || echo changed
      """, environment: ["BIFRONS_MODELS": Privacy.models ?? ""])
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.output == "home\ntmp\n")
  }

  /// The watcher itself: a test that cannot fail shows nothing.
  @Test func theWatcherSeesSocketsAndWrites() {
    #expect(Privacy.isSocket(#"12 socket(AF_INET, SOCK_STREAM, IPPROTO_IP) = 3"#))
    #expect(Privacy.isSocket(#"connect(3, {sa_family=AF_UNIX, sun_path="/run/x"}, 9) = 0"#))
    #expect(!Privacy.isSocket(#"12 openat(AT_FDCWD, "socket", O_RDONLY) = 3"#))
    #expect(Privacy.changesFiles(#"9 openat(AT_FDCWD, "a", O_WRONLY|O_CREAT, 0666) = 3"#))
    #expect(Privacy.changesFiles(#"9 openat(AT_FDCWD, "a", O_RDWR) = 3"#))
    #expect(Privacy.changesFiles(#"9 mkdir("/root/.cache", 0700) = 0"#))
    #expect(Privacy.changesFiles(#"9 unlink("a") = 0"#))
    #expect(!Privacy.changesFiles(#"9 openat(AT_FDCWD, "a", O_RDONLY|O_CLOEXEC) = 3"#))
    #expect(!Privacy.changesFiles(#"9 openat(AT_FDCWD, "/dev/null", O_RDWR) = 3"#))
    #expect(!Privacy.changesFiles(#"9 <... openat resumed>) = 3"#))
  }
}

/// How a program is watched.
private enum Privacy {
  static let models = try? ModelStore().folder
  static let canTrace = (try? BuiltProgram.shell("strace -o /dev/null true").status) == 0
  static let canUnshare = (try? BuiltProgram.shell("unshare -rn true").status) == 0

  /// Calls that open connections, and those that make, change or remove files.
  private static let fileCalls = [
    "creat", "mkdir", "mkdirat", "rename", "renameat", "renameat2", "unlink", "unlinkat", "link",
    "linkat", "symlink", "symlinkat", "truncate", "mknod", "mknodat",
  ]

  /// Runs a line with `bifrons` under strace, all its threads and children; `$D` is a folder.
  ///
  /// - Returns: the traced calls, one a line.
  static func trace(_ line: String) throws -> [String] {
    let calls = (["%network", "open", "openat"] + fileCalls).joined(separator: ",")
    let outcome = try BuiltProgram.shell(
      """
      D=$(mktemp -d); trap 'rm -rf "$D"' EXIT
      BIFRONS="strace -f -o $D/trace -e trace=\(calls) $BIFRONS"
      \(line) >&2 || exit 9
      cat $D/trace
      """, environment: ["BIFRONS_MODELS": models ?? "", "BIFRONS_DISPLAY": "none"])
    #expect(outcome.status == 0, "\(outcome.messages)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  /// The call's name: the trace has the thread's number before it.
  private static func name(_ call: String) -> Substring {
    call.prefix { $0 != "(" }.split(separator: " ").last ?? ""
  }

  /// True for every call about sockets.
  static func isSocket(_ call: String) -> Bool {
    ["socket", "socketpair", "connect", "bind", "listen", "sendto", "sendmsg", "accept4"]
      .contains(String(name(call)))
  }

  /// True for a call that makes, changes or removes a file.
  static func changesFiles(_ call: String) -> Bool {
    let name = String(name(call))
    if fileCalls.contains(name) { return true }
    guard name == "open" || name == "openat", !call.contains("\"/dev/null\"") else { return false }
    return ["O_WRONLY", "O_RDWR", "O_CREAT"].contains { call.contains($0) }
  }
}
