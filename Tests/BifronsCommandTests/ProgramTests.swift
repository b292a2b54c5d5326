import BifronsCommand
import Foundation
import SystemSupport
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
    ("bifrons evaluate pace a b", 2, "'pace' cannot be evaluated; say face or world"),
    ("bifrons evaluate face none.jsonl none.jsonl", 4, "none.jsonl: cannot be read"),
    ("bifrons evaluate face a b --max ate", 2, "'ate' is not a limit; write name=number"),
    ("bifrons benchmark pace", 2, "'pace' cannot be measured"),
    ("bifrons benchmark world", 2, "world needs a folder of pictures, or --simulated"),
    ("bifrons benchmark face a.mp4 --simulated", 2, "--simulated is for world"),
    ("bifrons benchmark session x", 2, "'x' is one word too many; session has no input"),
    ("bifrons evaluate face a b --up 0,0,1", 2, "--up is for the world"),
    ("bifrons evaluate world a b --up 0,0,1,x", 2, "--up takes three numbers"),
    ("bifrons evaluate world a b --up nan,0,1", 2, "--up takes three numbers"),
    (
      "bifrons run Configs/face-live.yaml --events $'\\xff.jsonl'", 2, "is not UTF-8 text; rename"
    ),
    ("bifrons inspect nowhere.glb", 4, "nowhere.glb: no such file"),
    ("bifrons inspect LICENSE", 4, "not a model that can be read"),
    ("bifrons inspect Configs", 4, "not a plain file"),
    (
      "bifrons validate Configs/emoji.yaml --set behaviours[0].entity=noes", 3,
      "nothing in scene has the name 'noes'; did you mean 'nose'?"
    ),
    ("bifrons capabilities --set a=b", 2, "--set needs --config"),
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

  /// Material for bad input, made in a folder `$D` before the line runs.
  private static let material = """
    D=$(mktemp -d); trap 'rm -rf $D' EXIT
    mkdir $D/empty $D/pictures $D/models
    picture() { printf 'P5\\n%s %s\\n255\\n' $2 $3; head -c $(($2 * $3)) /dev/zero; }
    for i in 1 2 4; do picture x 32 24 > $D/pictures/$i.pgm; done
    picture x 48 24 > $D/pictures/3.pgm
    face="bifrons run Configs/face-from-video.yaml --headless --as-fast-as-possible"
    world="bifrons run Configs/world-from-images.yaml --headless --as-fast-as-possible"

    """

  @Test(arguments: [
    ("$face --set cameras.front.path=$D/none.mp4", 4, "none.mp4: no such file"),
    ("$face --set cameras.front.path=LICENSE", 4, "LICENSE: "),
    ("$face --set cameras.front.path=$D/empty", 4, "empty: is a folder, not a "),
    ("$world --set cameras.rear.path=$D/empty", 4, "empty: "),
    ("$world --set cameras.rear.path=$D/none", 4, "none: "),
    ("$world --set cameras.rear.path=$D/pictures", 4, "3.pgm: "),
    (
      "BIFRONS_MODELS=$D/none $face --set cameras.front.path=x", 5,
      "the face models are not installed (looked in"
    ),
    (
      "BIFRONS_MODELS=$D/models $face --set cameras.front.path=x", 5,
      "libLiteRt.so: the model file is missing or cannot be read; run Tools/setup"
    ),
    (
      "$face --set cameras.front.path=x --events $D/none/e.jsonl", 6,
      "none/e.jsonl: the folder"
    ),
    ("head -c 5000 Configs/models/head.glb > $D/a.glb; bifrons inspect $D/a.glb", 4, "cut off"),
    ("printf 'PK\\3\\4' > $D/a.usdz; bifrons inspect $D/a.usdz", 4, "export it as glTF binary"),
    (
      "sed s,models/head.glb,$D/none.glb, Configs/morph-head-on-face.yaml > $D/a.yaml; "
        + "bifrons run $D/a.yaml --headless --picture $D/a.png", 3, "none.glb: no such file"
    ),
    ("$face --set cameras.front.path=x --video $D/film.avi", 6, "the name must end in .mp4"),
    (
      "__EGL_VENDOR_LIBRARY_DIRS=$D/empty $world --set cameras.rear.path=$D/pictures "
        + "--picture $D/a.png", 7, "no OpenGL 3.3"
    ),
  ])
  func badInputHasAMessageAndAStatus(line: String, status: Int32, message: String) throws {
    let outcome = try BuiltProgram.shell(Self.material + line)
    #expect(outcome.status == status, "\(outcome.messages)")
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
    #expect(outcome.output.isEmpty)
  }

  // The face models are installed by Tools/setup; a copy of them is tampered with here.
  @Test(.enabled(if: models != nil)) func modelsWithAWrongHashAreRefused() throws {
    let outcome = try BuiltProgram.shell(
      Self.material + """
        ln -s '\(Self.models ?? "")'/* $D/models/
        rm $D/models/face_detector.tflite; echo tampered > $D/models/face_detector.tflite
        BIFRONS_MODELS=$D/models $face --set cameras.front.path=x
        """)
    #expect(outcome.status == 5)
    #expect(outcome.messages.contains("face_detector.tflite: not the pinned model (sha256 "))
    #expect(outcome.messages.contains("delete it and run Tools/setup"))
  }

  private static let models = try? ModelStore().folder

  /// A folder `$D/long` of 20 s of small pictures, and the world session on it.
  private static let longMaterial =
    material + """
      mkdir $D/long
      for i in $(seq 100 699); do ln -s ../pictures/1.pgm $D/long/$i.pgm; done
      live="$BIFRONS run Configs/world-from-images.yaml --headless --set cameras.rear.path=$D/long"

      """

  @Test(arguments: ["INT", "TERM"])
  func aSignalStopsInOrderWithFilesClosed(signal: String) throws {
    let outcome = try BuiltProgram.shell(
      Self.longMaterial + """
        $live --events $D/e.jsonl --summary $D/s.json &
        until grep -q '"event":"frame"' $D/e.jsonl 2>/dev/null; do sleep 0.1; done
        kill -\(signal) $!; wait $!; echo "status $?"
        tail -n 1 $D/e.jsonl; grep -c '"frames":' $D/s.json
        """)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "status 0", "\(outcome.messages)")
    #expect(lines.dropFirst().first?.hasPrefix(#"{"event":"stopped","#) == true)
    #expect(lines.last == "1")
    #expect(outcome.messages.contains("stopping; once more to stop at once"))
  }

  @Test func aReaderThatGoesAwayEndsTheProgramQuietly() throws {
    let outcome = try BuiltProgram.shell(
      Self.longMaterial + """
        set -o pipefail
        $live --quiet --as-fast-as-possible --events - | head -n 2; echo "status $?"
        """)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.last == "status 0")
    #expect(outcome.messages.isEmpty)
  }

  @Test func theSameInputGivesTheSameEvents() throws {
    let outcome = try BuiltProgram.shell(
      Self.longMaterial + """
        for i in 1 2; do $live --quiet --as-fast-as-possible --frames 50 --events $D/$i.jsonl; done
        cmp $D/1.jsonl $D/2.jsonl && grep -c '"event":"frame"' $D/1.jsonl
        """)
    #expect(outcome.output == "50\n")
    #expect(outcome.messages.isEmpty)
  }

  @Test func everyReadyConfigurationIsValid() throws {
    let outcome = try BuiltProgram.shell(
      "for f in Configs/*.yaml; do bifrons validate $f || exit; done")
    #expect(outcome.status == 0, "\(outcome.messages)")
  }
}
