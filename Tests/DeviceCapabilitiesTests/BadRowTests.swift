import DeviceCapabilities
import Testing

/// What is said about rows that are wrong.
@Suite struct BadRowTests {
  private static let good = """
    version: 1
    name: Camera
    kind: webcam
    matches: [{ usb: "1234:abcd" }]
    sources: [me]

    """

  /// A row with one line put in place of another.
  private static func row(_ line: String, for old: String) -> String {
    good.split(separator: "\n").map { $0.hasPrefix(old) ? line : String($0) }
      .joined(separator: "\n")
  }

  @Test func theSampleIsGood() {
    let (table, problems) = read(Self.good)
    #expect(problems == [])
    #expect(table.rows.map(\.name) == ["Camera"])
  }

  @Test(arguments: [
    ("version: 2", "version", "a.yaml:1:10: version takes a whole number from 1 to 1, found '2'"),
    ("", "name", "a.yaml:1:1: name is missing; it takes a text"),
    ("naem: Camera", "name", "a.yaml:2:1: unknown key 'naem'; did you mean 'name'?"),
    (
      "kind: webcan", "kind",
      "a.yaml:3:7: kind takes one of phone, tablet, laptop, board, webcam, depth-camera, "
        + "virtual-camera, camera-bridge, unknown-webcam, found 'webcan'; did you mean 'webcam'?"
    ),
    (
      "matches: [{ usb: 046d }]", "matches",
      "a.yaml:4:18: matches[0].usb takes a vendor and a product as lsusb prints them, "
        + "\"046d:082d\"; found '046d'"
    ),
    (
      "matches: [{}]", "matches",
      "a.yaml:4:11: matches[0] needs one of usb, card, driver, vendor, product"
    ),
    (
      "matches: [{ card: A, product: B }]", "matches",
      "a.yaml:4:11: matches[0] mixes a camera (usb, card, driver) with a machine (vendor, "
        + "product); write two items"
    ),
    (
      "matches: []", "matches",
      "a.yaml:4:10: matches is missing; it takes a list of ways to recognise the device"
    ),
    (
      "sources: []", "sources", "a.yaml:5:10: sources takes a list of texts, found a list"
    ),
    (
      "sensors: [microfone]\nsources: [me]", "sources",
      "a.yaml:5:10: sensors takes words of microphone, accelerometer, gyroscope, light-sensor, "
        + "structured-light, lidar; found 'microfone'; did you mean 'microphone'?"
    ),
    (
      "cameras: [{ stream: color, facing: front, formats: { MJPEG: {} } }]\nsources: [me]",
      "sources",
      "a.yaml:5:61: cameras[0].formats.MJPEG is no pixel format: V4L2's have four letters, such "
        + "as MJPG and YUYV"
    ),
    (
      "cameras: [{ stream: color, facing: front, formats: { MJPG: { 640: [30] } } }]\nsources: [me]",
      "sources",
      "a.yaml:5:67: cameras[0].formats.MJPG.640 is no picture size; write it as 640x480"
    ),
    (
      "cameras: [{ stream: color, facing: front, formats: { MJPG: { 640x480: 30 } } }]\nsources: [me]",
      "sources",
      "a.yaml:5:71: cameras[0].formats.MJPG.640x480 takes a list of rates in pictures a second, "
        + "such as [30, 15], found '30'"
    ),
    (
      "cameras: [{ stream: color, facing: front, lens: { fields-of-view: [{ aspect: wide, "
        + "horizontal-degrees: 60, basis: published, source: me }] } }]\nsources: [me]", "sources",
      "a.yaml:5:78: cameras[0].lens.fields-of-view[0].aspect takes width and height such as "
        + "\"16:9\", found 'wide'"
    ),
    (
      "cameras: [{ stream: color, facing: front, lens: { fields-of-view: [{ aspect: \"16:9\", "
        + "horizontal-degrees: 600, basis: published, source: me }] } }]\nsources: [me]", "sources",
      "a.yaml:5:106: cameras[0].lens.fields-of-view[0].horizontal-degrees takes a number from 5.0 "
        + "to 175.0, found '600'"
    ),
    (
      "supports: { face-traking: yes }\nsources: [me]", "sources",
      "a.yaml:5:13: unknown capability 'face-traking'; did you mean 'face-tracking'?"
    ),
    (
      "supports: { depth: no }\nsources: [me]", "sources",
      "a.yaml:5:20: supports.depth: a 'no' needs its reason: write { answer: no, reason: … }"
    ),
    (
      "supports: { depth: true }\nsources: [me]", "sources",
      "a.yaml:5:20: supports.depth takes one of yes, no, limited, unknown, found 'true'"
    ),
  ])
  func aSlipIsNamedWithItsPlace(line: String, old: String, message: String) {
    let (table, problems) = read(Self.row(line, for: old))
    #expect(problems.map(\.description).contains(message), "\(problems)")
    #expect(table.rows.isEmpty)
  }

  @Test func allSlipsOfARowAreNamedAtOnce() {
    let text = Self.row("kind: webcan", for: "kind").replacingOccurrences(of: "name", with: "naem")
    #expect(read(text).problems.count == 3)
  }

  private static func apple(_ facts: String, _ supports: String) -> String {
    "version: 1\nname: iPhone 7\nkind: phone\napple: { \(facts) }\n"
      + "supports: { \(supports) }\nsources: [me]\n"
  }

  @Test(arguments: [
    (
      "processor: A10, true-depth-camera: false, listed: true", "world-tracking: yes",
      "apple contradicts the rule (it has no TrueDepth camera, and its processor is an A10; the "
        + "rule asks for a TrueDepth camera or an A12); write contradicts-rule: true"
    ),
    (
      "processor: A12, true-depth-camera: true, listed: true, contradicts-rule: true",
      "world-tracking: yes", "apple does not contradict the rule; remove contradicts-rule"
    ),
    (
      "processor: A11, true-depth-camera: true, listed: true", "both-cameras: yes",
      "supports both-cameras says 'yes', but the row's own facts give 'no'"
    ),
    (
      "processor: M1, true-depth-camera: true, listed: true", "world-tracking: yes",
      "apple.processor takes a name such as A11 or A12X, found 'M1'"
    ),
  ])
  func aReferenceRowMustFollowTheRuleOrSayThatItDoesNot(
    facts: String, supports: String, message: String
  ) {
    let problems = read(Self.apple(facts, supports)).problems.map(\.message)
    #expect(problems == [message])
  }

  // MARK: - Two rows

  private static func other(_ name: String, _ match: String) -> String {
    row("matches: [\(match)]", for: "matches")
      .replacingOccurrences(of: "name: Camera", with: "name: \(name)")
  }

  @Test(arguments: [
    ("{ usb: \"1234:ABCD\" }", "{ usb: \"1234:abcd\" }"),
    ("{ card: \"HD Cam*\" }", "{ card: \"hd ca*m*\" }"),
    ("{ product: \"X *\" }", "{ product: \"X 1\" }"),
  ])
  func twoRowsForOneDeviceAreRefused(first: String, second: String) {
    let (table, problems) = read(Self.other("One", first), Self.other("Two", second))
    let isSame = !problems.isEmpty
    // The third pair differs in what it says: the exact name wins and both rows stand.
    #expect(isSame == !first.contains("product"))
    if isSame {
      #expect(
        problems.map(\.description) == [
          "b.yaml:4:11: matches the same devices as a.yaml:4:11 (One); add a card name or another "
            + "key to one of them"
        ])
      #expect(table.rows.map(\.name) == ["One"])
    }
  }

  @Test func theRowThatSaysMoreWins() {
    let (table, problems) = read(
      Self.other("Any", "{ usb: \"1234:abcd\" }"),
      Self.other("Exact", "{ usb: \"1234:abcd\", card: \"HD*\" }"),
      Self.other("Driver", "{ driver: uvcvideo }"))
    #expect(problems == [])
    func name(_ card: String, _ usb: String) -> String? {
      table.row(
        for: CameraIdentity(usb: USBIdentifier(usb), card: card, driver: "uvcvideo"))?.name
    }
    #expect(name("HD Cam", "1234:abcd") == "Exact")
    #expect(name("SD Cam", "1234:abcd") == "Any")
    #expect(name("HD Cam", "1234:0000") == "Driver")
  }

  @Test func oneNameBelongsToOneRow() {
    let problems = read(Self.good, Self.other("CAMERA", "{ card: C }")).problems
    #expect(
      problems.map(\.description) == [
        "b.yaml:1:1: the name 'CAMERA' already belongs to a.yaml:1:1 (Camera)"
      ])
  }

  @Test func aBadRowDoesNotTakeTheTableAway() {
    let (table, problems) = read("not: [yaml", Self.good)
    #expect(problems.count == 1)
    #expect(problems[0].description.hasPrefix("a.yaml:"))
    #expect(table.rows.map(\.name) == ["Camera"])
  }
}
