import Testing

/// World maps on the command line.
@Suite struct WorldMapCommandTests {
  /// A folder of pictures in `$D`, made before the line runs.
  private static let material = """
    D=$(mktemp -d); trap 'rm -rf $D' EXIT
    mkdir $D/pictures
    for i in 1 2; do
      { printf 'P5\\n32 24\\n255\\n'; head -c 768 /dev/zero; } > $D/pictures/$i.pgm
    done
    face="bifrons run Configs/face-from-video.yaml --headless --as-fast-as-possible"
    world="bifrons run Configs/world-from-images.yaml --headless --as-fast-as-possible"

    """

  @Test(arguments: [
    ("bifrons inspect-map $D/none", 4, "none: no such file; name a world map's file"),
    ("bifrons inspect-map LICENSE", 4, "LICENSE: no world map that can be used: the header"),
    (
      "$world --set cameras.rear.path=$D/pictures --set session.initial-world-map=LICENSE", 4,
      "LICENSE: no world map that can be used"
    ),
    (
      "$world --set cameras.rear.path=$D/pictures --save-map -", 6,
      "a world map needs a file; name one"
    ),
    ("$world --set cameras.rear.path=$D/pictures --save-map $D/map", 1, "no world map to save yet"),
  ])
  func aBadMapHasAMessageAndAStatus(line: String, status: Int32, message: String) throws {
    let outcome = try BuiltProgram.shell(Self.material + line)
    #expect(outcome.status == status, "\(outcome.messages)")
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
    #expect(outcome.output.isEmpty)
  }
}
