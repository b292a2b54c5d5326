import ConfigurationFiles
import Testing
import YAMLDocuments

/// The messages that people meet, word by word.
@Suite struct ConfigurationMessagesTests {
  private let world = """
    version: 1
    session:
      configuration: world
      planes-detection: [horizontal]
    cameras:
      rear: { source: v4l2 }
    """

  @Test func anUnknownKeyNamesTheNearestOne() {
    #expect(
      complaint(world)
        == "folder/session.yaml:4:3: unknown key 'planes-detection' in session; "
        + "did you mean 'plane-detection'?")
  }

  @Test(arguments: [
    (
      "version: 1\nsession: { configuration: face }\nrate: 30\ncameras: { front: { source: v4l2 } }",
      "3:1: unknown key 'rate'; it belongs in cameras.ROLE"
    ),
    (
      "version: 2\nsession: { configuration: face }\ncameras: { front: { source: v4l2 } }",
      "1:10: version is out of range: it takes a whole number equal to 1, found '2'"
    ),
    (
      "version: 1\nsession: { configuration: wrold }\ncameras: { rear: { source: v4l2 } }",
      "2:27: session.configuration takes world or face, found 'wrold'; did you mean 'world'?"
    ),
    (
      "version: 1\nsession: {}\ncameras: { rear: { source: v4l2 } }",
      "2:10: session.configuration is missing; it takes world or face"
    ),
    (
      "version: 1\nsession: { configuration: face, light-estimation: yes }\n"
        + "cameras: { front: { source: v4l2 } }",
      "2:51: session.light-estimation takes true or false, found 'yes'; write true"
    ),
    (
      "version: 1\nsession: { configuration: face }\ncameras: { front: { source: v4l2, rate: fast } }",
      "3:41: cameras.front.rate takes a number from 1 to 240 (Hz), found 'fast'"
    ),
    (
      "version: 1\nsession: { configuration: face }\ncameras: { front: { source: v4l2, rate: 500 } }",
      "3:41: cameras.front.rate is out of range: it takes a number from 1 to 240 (Hz), found '500'"
    ),
    (
      "version: 1\nsession: { configuration: face }\ncameras: { front: { source: v4l2, rate: '30' } }",
      "3:41: cameras.front.rate takes a number from 1 to 240 (Hz), found the text '30'; "
        + "remove the quotes"
    ),
    (
      "version: 1\nsession: { configuration: face }\ncameras: { front: { source: v4l2, size: big } }",
      "3:41: cameras.front.size takes a size such as 640x480, each side from 16 to 8192 (pixels), "
        + "found 'big'"
    ),
    (
      "version: 1\nsession: { configuration: world, plane-detection: horizontal }\n"
        + "cameras: { rear: { source: v4l2 } }",
      "2:51: session.plane-detection takes a list of horizontal or vertical, found 'horizontal'; "
        + "write [horizontal]"
    ),
    (
      "version: 1\nsession: { configuration: face, audio: true }\n"
        + "cameras: { front: { source: v4l2 } }",
      "2:33: session.audio is not available in this version; remove it"
    ),
    (
      "version: 1\nsession: { configuration: face }\ncameras: { front: { source: v4l2 } }\n"
        + "outputs: { vmc: {} }",
      "4:1: outputs is not available in this version; remove it"
    ),
    (
      "version: 1\nsession: { configuration: face }\ncameras: { front: { source: replay } }",
      "3:29: cameras.front.source: 'replay' cannot be used: not available in this version"
    ),
    (
      "version: 1\nsession: { configuration: world, world-alignment: gravity-and-heading }\n"
        + "cameras: { rear: { source: v4l2 } }",
      "2:51: session.world-alignment: 'gravity-and-heading' cannot be used: it needs a compass, "
        + "which this program does not read"
    ),
    (
      "version: 1\nsession: { configuration: face }\ncameras: { frnt: { source: v4l2 } }",
      "3:12: unknown key 'frnt' in cameras; did you mean 'front'?"
    ),
    ("- 1\n- 2\n", "1:1: a session file takes a mapping, found a list"),
  ])
  func aWrongValueIsNamedWithItsPlace(text: String, message: String) {
    #expect(complaint(text) == "folder/session.yaml:" + message)
  }

  @Test func severalProblemsAreReportedTogether() {
    let message = complaint(
      "version: one\nsession: { configuration: face, sede: 1 }\ncameras: { front: { source: usb } }"
    )
    #expect(
      message == """
        folder/session.yaml:1:10: version takes a whole number equal to 1, found 'one'
        folder/session.yaml:2:33: unknown key 'sede' in session; did you mean 'seed'?
        folder/session.yaml:3:29: cameras.front.source takes v4l2, video, images or simulated, \
        found 'usb'
        """)
  }

  @Test func anEmptyFileNamesWhatIsMissing() {
    #expect(
      complaint("")
        == """
        folder/session.yaml:1:1: version is missing; it takes a whole number equal to 1
        folder/session.yaml:1:1: session is missing; it takes a mapping
        folder/session.yaml:1:1: cameras is missing; it takes a mapping
        """)
  }

  @Test func aMissingFileIsNamed() {
    #expect(throws: ConfigurationError(at: nil, "nowhere.yaml: there is no such file")) {
      try SessionFile.load("nowhere.yaml")
    }
    #expect(throws: ConfigurationError(at: nil, "/tmp: this is a folder, not a file")) {
      try SessionFile.load("/tmp")
    }
  }
}
