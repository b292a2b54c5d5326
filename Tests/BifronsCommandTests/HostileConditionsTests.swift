import BifronsCommand
import Foundation
import SystemSupport
import Testing

/// The built program where things go against it: what it reads and writes stays whole, and it ends
/// with a message and a status of its own.
///
/// Left out where only this target was built, and the program is not there.
@Suite(.enabled(if: BuiltProgram.path != nil)) struct HostileConditionsTests {
  /// A folder `$D` with four pictures, and the world session on them.
  private static let material = """
    D=$(mktemp -d); trap 'rm -rf $D' EXIT
    mkdir $D/pictures $D/empty
    picture() { printf 'P5\\n%s %s\\n255\\n' $1 $2; head -c $(($1 * $2)) /dev/zero; }
    for i in 1 2 3 4; do picture 32 24 > $D/pictures/$i.pgm; done
    cp Configs/world-from-images.yaml $D/session.yaml
    world="$BIFRONS run $D/session.yaml --headless --set cameras.rear.path=$D/pictures"
    fast="$world --as-fast-as-possible"
    timed() { echo "$fast --set cameras.rear.timestamps=$D/times.txt"; }

    """

  /// Runs lines after the material.
  private func shell(_ lines: String) throws -> BuiltProgram.Outcome {
    try BuiltProgram.shell(Self.material + lines)
  }

  // MARK: - What is there already

  @Test(arguments: [
    ("--events $D/session.yaml", "the session file"),
    ("--summary $D/link.yaml", "the session file"),
    ("--events $D/hard.yaml", "the session file"),
    ("--picture $D/pictures/2.png", "cameras.rear.path"),
    ("--set cameras.rear.timestamps=$D/times.txt --events $D/times.txt", "cameras.rear.timestamps"),
    (
      "--set cameras.rear.intrinsics=$D/lens.yaml --summary $D/lens.yaml",
      "cameras.rear.intrinsics"
    ),
  ])
  func whatTheSessionReadsIsNeverWritten(options: String, key: String) throws {
    let outcome = try shell(
      """
      ln -s session.yaml $D/link.yaml; ln $D/session.yaml $D/hard.yaml
      seq 1 4 > $D/times.txt; echo 'horizontal-fov-degrees: 60' > $D/lens.yaml
      cp $D/pictures/2.pgm $D/pictures/2.png
      find $D -type f -exec sha256sum {} + | sort > /tmp/before.$$
      $fast \(options); status=$?
      find $D -type f -exec sha256sum {} + | sort | cmp - /tmp/before.$$ && echo whole
      rm /tmp/before.$$; exit $status
      """)
    #expect(outcome.status == 6, "\(outcome.messages)")
    #expect(outcome.messages.contains("the session reads"))
    #expect(outcome.messages.contains("(\(key))"), "\(outcome.messages)")
    #expect(outcome.output == "whole\n")
  }

  // The face models are not needed: the film is looked at before them.
  @Test func aFilmIsNotWrittenOverTheFilmThatIsRead() throws {
    let outcome = try shell(
      """
      echo film > $D/a.mp4; ln -s a.mp4 $D/b.mp4
      $BIFRONS run Configs/face-from-video.yaml --headless --set cameras.front.path=$D/a.mp4 \
        --video $D/b.mp4; status=$?; cat $D/a.mp4; exit $status
      """)
    #expect(outcome.status == 6 && outcome.output == "film\n")
    #expect(outcome.messages.contains("the session reads this file (cameras.front.path)"))
  }

  @Test func twoNamesOfOneFileAreOnePlace() throws {
    let outcome = try shell(
      "touch $D/a; ln $D/a $D/b; $fast --events $D/a --summary $D/b")
    #expect(outcome.status == 6)
    #expect(outcome.messages.contains("two outputs cannot go to one place"))
  }

  @Test func aLaunchThatFailsSparesWhatAnEarlierOneWrote() throws {
    let outcome = try shell(
      """
      echo earlier > $D/events.jsonl
      __EGL_VENDOR_LIBRARY_FILENAMES=/nowhere $fast --events $D/events.jsonl --picture $D/a.png
      status=$?; cat $D/events.jsonl; exit $status
      """)
    #expect(outcome.status == 7, "\(outcome.messages)")
    #expect(outcome.output == "earlier\n")
  }

  // MARK: - What the system gives

  @Test func closedDescriptorsAreNotTakenForFiles() throws {
    let outcome = try shell(
      """
      $fast --events $D/e.jsonl --summary $D/s.json <&- >&- 2>&-; echo $?
      $fast --events $D/whole.jsonl --quiet; cmp $D/e.jsonl $D/whole.jsonl; wc -l < $D/s.json
      """)
    #expect(outcome.output == "0\n1\n", "\(outcome.output)")
    let closed = try shell("$fast --events - >&-")
    #expect(closed.status == 6)
    #expect(closed.messages.contains("standard output: it is closed; name a file instead"))
  }

  /// Bytes of address space that are plenty for the program and soon gone in an endless loop.
  private static let memoryLimit = 8_000_000

  @Test(arguments: ["capabilities --device 'iPhone X'", "run $D/session.yaml --headless"])
  func aRemovedWorkingFolderIsSurvived(command: String) throws {
    let outcome = try shell(
      """
      ulimit -v \(Self.memoryLimit); unset BIFRONS_MODELS
      cd $D/empty; rmdir $D/empty
      timeout 60 $BIFRONS \(command)
      """)
    #expect([1, 2, 3].contains(outcome.status), "\(outcome.status) \(outcome.messages)")
  }

  @Test(arguments: [
    ("keys > /dev/full", 6, "standard output: cannot be written: No space left on device"),
    ("--help >&-", 6, "standard output: it is closed"),
    ("capabilities --device 'iPhone X' > /dev/full", 6, "standard output: cannot be written"),
    // Nobody wanted more: no fault.
    ("keys | true", 0, ""),
  ])
  func aResultThatIsLostIsAFault(command: String, status: Int32, message: String) throws {
    let outcome = try shell("set -o pipefail; $BIFRONS \(command)")
    #expect(outcome.status == status, "\(outcome.messages)")
    #expect(message.isEmpty ? outcome.messages.isEmpty : outcome.messages.contains(message))
  }

  // Kilobytes of address space: too few for threads, too few for pictures, just enough. Below some
  // 310 MB the loader cannot map the libraries, and says so itself before the program begins.
  @Test(.enabled(if: (try? ModelStore()) != nil), arguments: [350_000, 450_000, 600_000, 900_000])
  func littleMemoryEndsWithWords(limit: Int) throws {
    let outcome = try shell(
      """
      ulimit -v \(limit)
      timeout 120 $BIFRONS run Configs/robot-head-demo.yaml --headless --quiet --frames 2 \
        --as-fast-as-possible
      """)
    // 5 where it is the models that there is too little memory for.
    #expect([0, 1, 5].contains(outcome.status), "\(outcome.status) \(outcome.messages)")
    let explains = ["raise the limit", "raise it"].contains(where: outcome.messages.contains)
    #expect(outcome.status == 0 || explains, "\(outcome.messages)")
  }

  // The simulated person's head is one of the models that Tools/setup installs.
  @Test(.enabled(if: (try? ModelStore()) != nil)) func aFilmOnAFullDiskIsAFileThatCannotBeWritten()
    throws
  {
    let outcome = try shell(
      "ln -s /dev/full $D/a.mp4; $BIFRONS benchmark film --frames 2 --output $D/a.mp4")
    #expect(outcome.status == 6, "\(outcome.messages)")
    #expect(outcome.messages.contains("a.mp4: the disk is full; free some space"))
  }

  // A disk that fills up in the middle: a small one in memory, in a name space of its own.
  @Test(
    .enabled(if: (try? ModelStore()) != nil && canMount, "no file system may be mounted here"),
    arguments: ["mp4", "mkv"])
  func aDiskThatFillsUpEndsAFilmInOrderAndWhatWasFilmedPlays(ending: String) throws {
    let outcome = try shell(
      """
      export D BIFRONS
      unshare -rm bash -c 'mount -t tmpfs -o size=600k disk $D/pictures &&
        $BIFRONS run Configs/robot-head-demo.yaml --headless --as-fast-as-possible --frames 120 \\
          --quiet --video $D/pictures/a.\(ending); echo $?
        cp $D/pictures/a.\(ending) $D/a.\(ending)'
      \(Self.counting(ending))
      """)
    #expect(outcome.output.hasPrefix("6\n"), "\(outcome.output) \(outcome.messages)")
    #expect(outcome.messages.contains("a.\(ending): the disk is full; free some space"))
    #expect(Self.pictures(outcome) >= 15, "\(outcome.output) \(outcome.messages)")
  }

  // A film of a killed program: at most the last second is lost.
  @Test(.enabled(if: (try? ModelStore()) != nil), arguments: ["mp4", "mkv"])
  func aFilmOfAKilledRunHoldsWhatWasFilmed(ending: String) throws {
    let outcome = try shell(
      """
      $BIFRONS run Configs/robot-head-demo.yaml --headless --as-fast-as-possible --quiet \\
        --video $D/a.\(ending) & P=$!
      for i in $(seq 900); do
        [ "$(stat -c %s $D/a.\(ending) 2>/dev/null || echo 0)" -gt 300000 ] && break; sleep 0.1
      done
      kill -KILL $P; wait $P 2>/dev/null; echo $?
      \(Self.counting(ending))
      """)
    #expect(outcome.output.hasPrefix("137\n"), "\(outcome.output) \(outcome.messages)")
    #expect(Self.pictures(outcome) >= 15, "\(outcome.output) \(outcome.messages)")
  }

  /// Lines that play the film `$D/a.ENDING` and print how many pictures it has.
  private static func counting(_ ending: String) -> String {
    """
    printf '%s\\n' 'version: 1' 'session: { configuration: face }' \\
      "cameras: { front: { source: video, path: $D/a.\(ending) } }" > $D/again.yaml
    timeout 200 $BIFRONS run $D/again.yaml --headless --as-fast-as-possible --quiet \\
      --summary $D/s.json && grep -o '"captured":[0-9]*' $D/s.json
    """
  }

  /// What `counting` printed.
  private static func pictures(_ outcome: BuiltProgram.Outcome) -> Int {
    outcome.output.split(separator: "\n").last?.split(separator: ":").last
      .flatMap { Int($0) } ?? 0
  }

  /// Whether a file system may be mounted in a name space of one's own.
  private static let canMount: Bool = {
    let outcome = try? BuiltProgram.shell("unshare -rm mount -t tmpfs disk /mnt")
    return outcome?.status == 0
  }()

  /// From one free descriptor to plenty for a folder of pictures.
  @Test(arguments: 4...9) func fewDescriptorsAreNoCrash(count: Int) throws {
    let outcome = try shell("ulimit -n \(count); timeout 60 $fast")
    #expect(outcome.status < 8, "\(outcome.messages)")
  }

  @Test func whoIgnoresHangUpsGoesOn() throws {
    let outcome = try shell(
      """
      for i in $(seq 100 699); do ln -s 1.pgm $D/pictures/$i.pgm; done
      frames() { grep -c '"event":"frame"' $D/e.jsonl 2>/dev/null || true; }
      (trap '' HUP; exec $world --events $D/e.jsonl) & P=$!
      until [ "$(frames)" -gt 0 ] 2>/dev/null; do sleep 0.1; done
      kill -HUP $P; sleep 0.5; before=$(frames)
      for i in $(seq 50); do sleep 0.1; [ $(frames) -gt $((before + 5)) ] && break; done
      [ $(frames) -gt $((before + 5)) ] && echo goes on
      kill -TERM $P; wait $P; echo $?
      """)
    #expect(outcome.output == "goes on\n0\n", "\(outcome.messages)")
  }

  // The first signal waits for the events to be taken, which is never.
  @Test func aSecondSignalEndsAtOnceWhateverTheFirstWaitsFor() throws {
    let outcome = try shell(
      """
      for i in $(seq 100 699); do ln -s 1.pgm $D/pictures/$i.pgm; done
      mkfifo $D/pipe; sleep 60 3< $D/pipe & R=$!
      exec 4> $D/pipe; $fast --events $D/pipe 2> $D/words & P=$!
      sleep 2; kill -TERM $P
      until grep -q 'once more to stop at once' $D/words; do sleep 0.1; done
      kill -TERM $P; for i in $(seq 50); do kill -0 $P 2>/dev/null || break; sleep 0.1; done
      kill -KILL $P 2>/dev/null; wait $P; echo $?; kill $R
      """)
    #expect(outcome.output == "143\n", "\(outcome.messages)")
  }

  @Test(arguments: ["--events", "--summary"]) func aPipeTakesLinesWhenSomebodyReads(
    option: String
  ) throws {
    let outcome = try shell(
      """
      mkfifo $D/pipe; timeout 20 $fast \(option) $D/pipe; echo $?
      timeout 20 cat $D/pipe | grep -cE '"event":"frame"|"frames"' &
      exec 4> $D/pipe; timeout 20 $fast \(option) $D/pipe --quiet; echo $?; exec 4>&-; wait
      """)
    let count = option == "--events" ? 4 : 1
    #expect(outcome.output.hasPrefix("6\n0\n"), "\(outcome.messages)")
    #expect(outcome.messages.contains("start what reads from the pipe first"))
    #expect(outcome.output.hasSuffix("\(option == "--events" ? count + 1 : count)\n"))
  }

  @Test(arguments: ["--video $D/a.mp4", "--picture $D/a.png"]) func aPipeTakesNoFilm(
    option: String
  ) throws {
    let outcome = try shell("mkfifo $D/a.mp4 $D/a.png; timeout 20 $fast \(option)")
    #expect(outcome.status == 6, "\(outcome.messages)")
    #expect(outcome.messages.contains("this is a pipe; name a file"))
  }

  @Test func aFileThatMayNotGrowIsAMessage() throws {
    // Through a pipe: the messages' own file may not grow either.
    let outcome = try shell(
      "(ulimit -f 0; $fast --events $D/e.jsonl) 2>&1 | cat >&2; exit ${PIPESTATUS[0]}")
    #expect(outcome.status == 6, "\(outcome.messages)")
    #expect(outcome.messages.contains("e.jsonl: cannot be written: File too large"))
  }

  // MARK: - Times

  @Test(arguments: [
    ("0 1 2 1e10", ":4: the time 1e10 is years after the first one; write seconds"),
    ("0 1 2 1e300", ":4: the time 1e300 is years after"),
    ("0 1e-12 2e-12 3e-12", ":2: the time 1e-12 is not after the one before"),
    ("0 1 2 nan", ":4: `nan` is not a time"),
  ])
  func timesThatCannotBeAreRefused(times: String, message: String) throws {
    let outcome = try shell("printf '%s\\n' \(times) > $D/times.txt; $(timed)")
    #expect(outcome.status == 4, "\(outcome.messages)")
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test func onlyFilesThatWereWrittenAreSaidToBe() throws {
    let outcome = try shell(
      """
      mkfifo $D/times.txt
      $(timed) --video $D/a.mp4 --picture $D/a.png --events $D/e.jsonl & P=$!
      sleep 2; kill -TERM $P; sleep 1; printf '%s\\n' 0 1 2 3 > $D/times.txt; wait $P; echo $?
      ls $D/*.mp4 $D/*.png 2>/dev/null; wc -l < $D/e.jsonl
      """)
    #expect(outcome.output == "0\n1\n", "\(outcome.output)")
    #expect(outcome.messages.contains("/a.png not written"), "\(outcome.messages)")
    #expect(outcome.messages.contains("no picture came: "))
    #expect(outcome.messages.contains("/e.jsonl\n"))
  }

  @Test func aFilmLeavesOutAnHourWithoutAPicture() throws {
    let outcome = try shell(
      """
      printf '%s\\n' 0 0.04 0.08 3600 > $D/times.txt
      timeout 60 $(timed) --video $D/a.mp4
      """)
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.messages.contains("4 frames in 3600.0 s of session time"))
    #expect(outcome.messages.contains("the film leaves out 3590 s in which no picture came"))
  }

  @Test func secondsEndAlsoWhenNoPictureComes() throws {
    let outcome = try shell(
      """
      printf '%s\\n' 0 0.04 0.08 3600 > $D/times.txt
      timeout 60 $world --set cameras.rear.timestamps=$D/times.txt --duration 1 --quiet \
        --events $D/e.jsonl
      echo $?; tail -n 1 $D/e.jsonl | grep -c '"event":"stopped"'
      """)
    #expect(outcome.output == "0\n1\n", "\(outcome.messages)")
  }

  // MARK: - Pictures

  @Test func whatIsNamedLikeAPictureAndIsNoneIsIgnored() throws {
    let outcome = try shell(
      """
      mkdir $D/pictures/0.png; mkfifo $D/pictures/9.jpg
      timeout 60 $fast --quiet --events - | grep -c '"event":"frame"'
      """)
    #expect(outcome.output == "4\n", "\(outcome.messages)")
  }

  @Test func theOtherOutputsAreEndedInOrderWhenOneFails() throws {
    let outcome = try shell(
      """
      for i in 1 2 3 4; do picture 8 8 > $D/pictures/$i.pgm; done
      $fast --video $D/a.mp4 --events $D/e.jsonl; status=$?
      tail -n 1 $D/e.jsonl | grep -c '"event":"stopped"'; exit $status
      """)
    #expect(outcome.status == 6 && outcome.output == "1\n", "\(outcome.messages)")
    #expect(outcome.messages.contains("the pictures are 8x8; a video needs 16x16"))
  }

  // MARK: - Words

  @Test func thousandsOfSlipsAreNotAllToldAndATabIsNamed() throws {
    let outcome = try shell(
      """
      seq -f 'key%g: 1' 5000 > $D/session.yaml; $BIFRONS validate $D/session.yaml
      printf 'session:\\n\\tseed: 1\\n' > $D/session.yaml; $BIFRONS validate $D/session.yaml
      """)
    #expect(outcome.status == 3)
    let lines = outcome.messages.split(separator: "\n")
    #expect(lines.count == 22, "\(lines.count)")
    #expect(lines[20].hasSuffix("more like these"))
    #expect(lines[21].contains(":2:1: not YAML"))
    #expect(lines[21].hasSuffix("a tab stands here, indent with spaces"), "\(lines[21])")
  }

  @Test func quotedTextDoesNotSteerTheTerminal() throws {
    let outcome = try shell(
      """
      printf 'version: "\\\\e[31mred\\\\u202e"\\n' > $D/session.yaml
      $BIFRONS validate $D/session.yaml
      """)
    #expect(outcome.status == 3)
    #expect(outcome.messages.contains(#"found the text '\u{1B}[31mred\u{202E}'"#))
  }

  @Test func controlsAreSpelledOut() {
    #expect("plain\tö\n".withVisibleControls == "plain\tö\n")
    #expect("\u{1B}[2J\u{0}\u{85}\r".withVisibleControls == #"\u{1B}[2J\u{0}\u{85}\u{D}"#)
    #expect("e\u{301}\u{202E}".withVisibleControls == "e\u{301}" + #"\u{202E}"#)
  }
}
