import CameraCapture
import Testing

@Suite struct DumpReaderTests {
  /// What the tool prints about a webcam, shortened.
  private static let webcam = """
    Driver Info:
    \tDriver name      : uvcvideo
    \tCard type        : Some Webcam (0c45:6366)
    \tBus info         : usb-0000:00:14.0-5
    \tDriver version   : 6.1.0
    \tCapabilities     : 0x84a00001
    \t\tVideo Capture
    \t\tMetadata Capture
    \t\tStreaming
    \t\tExtended Pix Format
    \t\tDevice Capabilities
    \tDevice Caps      : 0x04200001
    \t\tVideo Capture
    \t\tStreaming
    \t\tExtended Pix Format
    Media Driver Info:
    \tDriver name      : another
    \tModel            : Another
    \tBus info         : elsewhere
    Format Video Capture:
    \tWidth/Height      : 640/480
    \tPixel Format      : 'YUYV' (YUYV 4:2:2)
    Streaming Parameters Video Capture:
    \tCapabilities     : timeperframe
    \tFrames per second: 30.000 (30/1)

    """
  private static let formats = """
    ioctl: VIDIOC_ENUM_FMT
    \tType: Video Capture

    \t[0]: 'MJPG' (Motion-JPEG, compressed)
    \t\tSize: Discrete 640x480
    \t\t\tInterval: Discrete 0.033s (30.000 fps)
    \t\t\tInterval: Discrete 0.067s (15.000 fps)
    \t\tSize: Stepwise 32x32 - 1920x1920 with step 2/2
    \t[1]: 'Y16 ' (16-bit Greyscale)

    """

  private func only(_ text: String) throws -> DumpedNode {
    let nodes = DumpReader.nodes(in: text)
    #expect(nodes.count == 1)
    return try #require(nodes.first)
  }

  @Test func aWholeDumpIsRead() throws {
    let node = try only(Self.webcam + Self.formats)
    #expect(node.driver == "uvcvideo" && node.card == "Some Webcam (0c45:6366)")
    #expect(node.bus == "usb-0000:00:14.0-5" && node.usbIdentifier == "0c45:6366")
    #expect(node.currentCode?.description == "YUYV")
    #expect(node.currentSize == .init(width: 640, height: 480, rates: [30]))
    #expect(node.formats?.map(\.code.description) == ["MJPG", "Y16"])
    #expect(node.formats?.first?.sizes == [.init(width: 640, height: 480, rates: [30, 15])])
    #expect(node.verdict.isUsable == true && node.verdict.kind == .colorCamera)
    #expect(node.verdict.missing == [])
  }

  @Test(arguments: [
    "> ", "    ", ">> ", "| ",
  ])
  func quotingAndBlanksChangeNothing(prefix: String) throws {
    let text = Self.webcam + Self.formats
    let quoted = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { prefix + $0 }.joined(separator: "\r\n")
    #expect(try only(quoted) == only(text))
  }

  @Test func partsMayComeInAnyOrder() throws {
    #expect(
      try only(Self.formats + Self.webcam).verdict == only(Self.webcam + Self.formats).verdict)
  }

  @Test func commandsAndColorsAroundTheTextNameTheNode() throws {
    let node = try only(
      "\u{1B}[32muser@host:~$\u{1B}[0m v4l2-ctl -d 3 --all\n\(Self.webcam)"
        + "user@host:~$ v4l2-ctl --device=/dev/video3 --list-formats-ext\n\(Self.formats)"
        + "user@host:~$ echo hello\nhello\n")
    #expect(node.path == "/dev/video3")
    #expect(node.formats?.count == 2 && node.driver == "uvcvideo")
  }

  @Test func severalDevicesAreToldApart() {
    let sensor = Self.webcam.replacing("0x04200001", with: "0x04a00000")
    // With headings, and without.
    for (first, second) in [("=== /dev/video0 ===\n", "=== /dev/video1 ===\n"), ("", "")] {
      let nodes = DumpReader.nodes(
        in: first + Self.webcam + Self.formats + second + sensor + Self.formats)
      #expect(nodes.map(\.verdict.kind) == [.colorCamera, .metadata])
      #expect(nodes.map(\.path) == (first.isEmpty ? [nil, nil] : ["/dev/video0", "/dev/video1"]))
    }
  }

  @Test func commandsMayGoRoundTheDevicesTwice() {
    let nodes = DumpReader.nodes(
      in: "/dev/video0\n\(Self.webcam)/dev/video2\n\(Self.webcam)"
        + "/dev/video0\n\(Self.formats)/dev/video2\n\(Self.formats)")
    #expect(nodes.map(\.path) == ["/dev/video0", "/dev/video2"])
    #expect(nodes.allSatisfy { $0.formats?.count == 2 && $0.driver == "uvcvideo" })
  }

  @Test func aListThatIsPrintedTwiceIsOneNodes() throws {
    let names = Self.formats.split(separator: "\n").filter {
      !$0.contains("S") && !$0.contains("val")
    }
    .joined(separator: "\n")
    let node = try only(Self.webcam + names + "\n" + Self.formats)
    #expect(node.formats?.first?.sizes.isEmpty == false)
  }

  @Test func whatOtherProgramsCallCapabilitiesIsNoDump() {
    let text = """
      Driver                   : usbccgp.sys (Version: 10.0.19041.4474)
      Capabilities             : 0x94 (Removable, UniqueID, SurpriseRemovalOK)
      bFunctionClass           : 0x0E (Video)
      """
    #expect(DumpReader.nodes(in: text).isEmpty)
  }

  @Test func aListOfDevicesIsNoDump() {
    let text = """
      $ v4l2-ctl --list-devices
      USB2.0 Camera: USB2.0 Camera (usb-3f980000.usb-1.4):
      \t/dev/video0
      \t/dev/video1
      """
    #expect(DumpReader.nodes(in: text).isEmpty)
    #expect(DumpReader.nodes(in: "").isEmpty)
    #expect(DumpReader.nodes(in: "v4l2src device=/dev/video0 ! autovideosink").isEmpty)
  }

  // MARK: - Verdicts

  private func verdict(
    caps: String = "0x84200001", own: String? = "0x04200001", driver: String = "uvcvideo",
    formats: [String]?
  ) throws -> DumpedNode.Verdict {
    var text =
      "Driver Info:\n Driver name : \(driver)\n Card type : Thing\n Capabilities : \(caps)\n"
    if let own { text += " Device Caps : \(own)\n" }
    if let formats {
      text += "ioctl: VIDIOC_ENUM_FMT\n Type: Video Capture\n"
      for (index, name) in formats.enumerated() { text += " [\(index)]: '\(name)' (words)\n" }
    }
    return try only(text).verdict
  }

  @Test(arguments: [
    (["YUYV"], VideoNodeClass.Kind.colorCamera), (["GREY"], .infraredCamera),
    (["GREY", "Y8I "], .infraredCamera), (["Z16 "], .depthCamera), (["H264"], .unreadable),
    ([], .unreadable), (["BG10", "pBAA"], .bareSensor), (["GREY", "MJPG"], .colorCamera),
  ])
  func formatsTellWhatACaptureNodeIs(formats: [String], kind: VideoNodeClass.Kind) throws {
    let verdict = try verdict(formats: formats)
    #expect(verdict.kind == kind)
    #expect(verdict.isUsable == (kind == .colorCamera))
    #expect(verdict.missing == [])
  }

  @Test(arguments: [
    ("0x04a00000", "uvcvideo", VideoNodeClass.Kind.metadata),
    ("0x08a00000", "rkisp_v5", .metadata), ("0x04204000", "bcm2835-codec", .codec),
    ("0x04208000", "rockchip-iep", .codec), ("0x04003000", "s5p-mfc", .codec),
    ("0x04200001", "bcm2835-isp", .imageProcessor), ("0x04201000", "rkisp_v5", .imageProcessor),
    ("0x25200001", "unicam", .bareSensor), ("0x04200002", "vivid", .output),
    ("0x05200002", "v4l2 loopback", .idleLoopback), ("0x05200003", "v4l2 loopback", .colorCamera),
    ("0x00200001", "ancient", .unreadable),
  ])
  func abilitiesAndDriverTellWhatIsNoCamera(
    own: String, driver: String, kind: VideoNodeClass.Kind
  ) throws {
    let verdict = try verdict(own: own, driver: driver, formats: ["YUYV"])
    #expect(verdict.kind == kind, "\(verdict.reason)")
    #expect(verdict.isUsable == (kind == .colorCamera))
  }

  @Test func flagsOfTheDeviceCountWhereAllItsNodesDoTheSame() throws {
    // Before Linux 3.4 there are no others.
    #expect(try verdict(caps: "0x05000001", own: nil, formats: ["YUYV"]).isUsable == true)
    #expect(try verdict(caps: "0x84200001", own: nil, formats: ["YUYV"]).isUsable == true)
    // Camera and metadata: this could be either node.
    let either = try verdict(caps: "0x84a00001", own: nil, formats: ["YUYV"])
    #expect(either.isUsable == nil && either.missing.count == 1)
  }

  @Test func whatIsMissingIsNamed() throws {
    let none = try verdict(formats: nil)
    #expect(none.isUsable == nil)
    #expect(none.missing == ["pixel formats (v4l2-ctl --list-formats-ext)"])
    let list = try only(Self.formats).verdict
    #expect(list.isUsable == nil)
    #expect(list.missing == ["capabilities (Driver Info of v4l2-ctl --all)"])
    let name = try only("Card type : Thing").verdict
    #expect(name.isUsable == nil && name.missing.count == 2)
  }

  @Test func theFormatInUseIsEnoughForColor() throws {
    #expect(try only(Self.webcam).verdict.isUsable == true)
    let grey = try only(Self.webcam.replacing("'YUYV'", with: "'GREY'")).verdict
    #expect(grey.isUsable == nil && grey.missing.count == 1)
  }

  @Test func aNodeThatWasNotOpenedCannotBeTold() throws {
    let node = try only("$ v4l2-ctl -d 0 --all\nFailed to open /dev/video0: Permission denied\n")
    #expect(node.path == "/dev/video0")
    #expect(node.verdict.isUsable == nil)
    #expect(node.verdict.reason == "it could not be opened: Permission denied")
  }

  @Test func aClosedShutterIsMentioned() throws {
    let control = "  privacy 0x009a0910 (bool) : default=0 value=1 flags=read-only\n"
    #expect(
      try only(Self.webcam + control).verdict.reason == "a colour camera; its shutter is closed")
  }
}
