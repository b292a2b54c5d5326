import CameraCapture
import SessionCore
import Testing

@Suite struct CameraChoiceTests {
  static func camera(
    _ name: String, serial: String? = "1", removable: String? = nil, isOnUSB: Bool = true,
    driver: String = "uvcvideo", formats: [FourCharacterCode] = [.yuyv]
  ) -> FakeVideoSystem.Camera {
    let words = name.replacing(" ", with: "_")
    var camera = FakeVideoSystem.Camera(
      name, links: isOnUSB ? ["/dev/v4l/by-id/usb-\(words)_\(serial ?? "")-video-index0"] : [])
    camera.serial = serial
    camera.removable = removable
    camera.isOnUSB = isOnUSB
    camera.capability.driver = driver
    camera.modes = formats.map { ($0, 640, 480, 30) }
    return camera
  }

  static func choice(
    _ nodes: [String: FakeVideoSystem.Camera], roles: [CameraRole] = [.front, .rear],
    remembered: [CameraRole: String] = [:],
    hint: (VideoDeviceDescription) -> CameraHint? = { _ in nil }
  ) throws -> (paths: [CameraRole: String], notices: [CameraRole: [String]]) {
    let list = VideoDeviceList(system: FakeVideoSystem(nodes))
    let wanted = Dictionary(uniqueKeysWithValues: roles.map { ($0, "auto") })
    let choice = try list.assign(wanted, remembered: remembered, hint: hint)
    return (choice.names.compactMapValues { list.find($0)?.path }, choice.notices)
  }

  static func link(_ camera: FakeVideoSystem.Camera) -> String { camera.links[0] }

  @Test(arguments: [false, true])
  func theSameCamerasGetTheSameRolesWhateverTheirNumbers(areSwapped: Bool) throws {
    let numbers = areSwapped ? ["/dev/video2", "/dev/video0"] : ["/dev/video0", "/dev/video2"]
    let (a, b) = (Self.camera("A", serial: "7"), Self.camera("B", serial: "8"))
    let (paths, notices) = try Self.choice([numbers[0]: a, numbers[1]: b])
    #expect(paths == [.rear: numbers[0], .front: numbers[1]])
    #expect(notices[.rear] == ["auto took A (\(Self.link(a)))"])
  }

  @Test func theTablesWordCountsMost() throws {
    let nodes = [
      "/dev/video0": Self.camera("Front of House Cam", serial: "7"),
      "/dev/video2": Self.camera("X", serial: "8"),
    ]
    let (paths, notices) = try Self.choice(nodes) {
      CameraHint(facing: $0.name == "X" ? .front : .rear, source: "the table (\($0.name))")
    }
    #expect(paths == [.front: "/dev/video2", .rear: "/dev/video0"])
    #expect(notices[.front]?[0].hasSuffix(": the table (X) says that it watches the user") == true)
  }

  @Test func whatIsBuiltInWatchesTheUserAndWhatIsPluggedInTheWorld() throws {
    let nodes = [
      "/dev/video0": Self.camera("A Webcam", serial: "7", removable: "fixed"),
      "/dev/video2": Self.camera("B Webcam", serial: "8", removable: "removable"),
    ]
    let (paths, notices) = try Self.choice(nodes)
    #expect(paths == [.front: "/dev/video0", .rear: "/dev/video2"])
    #expect(notices[.front]?[0].hasSuffix(": it is built in") == true)
    #expect(try Self.choice(nodes, roles: [.rear]).paths == [.rear: "/dev/video2"])
    #expect(try Self.choice(nodes, roles: [.front]).paths == [.front: "/dev/video0"])
  }

  @Test func camerasOnUSBComeBeforeBoardsAndBoardsBeforeLoopbacks() throws {
    let usb = Self.camera("U", serial: "7")
    let board = Self.camera("B", isOnUSB: false, driver: "bm2835 mmal")
    let loopback = Self.camera("A", isOnUSB: false, driver: "v4l2 loopback")
    let all = ["/dev/video0": loopback, "/dev/video1": board, "/dev/video2": usb]
    #expect(try Self.choice(all).paths == [.rear: "/dev/video2", .front: "/dev/video1"])
    #expect(
      try Self.choice(["/dev/video0": loopback], roles: [.front]).paths == [.front: "/dev/video0"])
  }

  @Test func infraredSiblingsArePassedOverAndSaid() throws {
    let color = Self.camera("Integrated Camera", serial: "7")
    let grey = Self.camera("Integrated Camera G", serial: "7", formats: [.grey])
    let named = Self.camera("Integrated IR Camera", serial: "7")
    let known = Self.camera("Integrated Camera K", serial: "7")
    let rear = Self.camera("Webcam", serial: "8")
    let (paths, notices) = try Self.choice([
      "/dev/video0": grey, "/dev/video2": named, "/dev/video4": known, "/dev/video6": color,
      "/dev/video8": rear,
    ]) {
      CameraHint(
        facing: $0.name == "Webcam" ? .either : .front, isInfrared: $0.name.hasSuffix("K"),
        source: "the table")
    }
    #expect(paths == [.front: "/dev/video6", .rear: "/dev/video8"])
    let notice = try #require(notices[.front]?.first)
    for part in [
      "Integrated Camera G, /dev/video0 (an infrared camera: grey pictures only)",
      "Integrated IR Camera, /dev/video2 (an infrared camera, by its name)",
      "Integrated Camera K, /dev/video4 (an infrared camera, by the table)",
    ] { #expect(notice.contains(part), "\(notice)") }
  }

  @Test func metadataIsNotWorthWordsAndASpareCameraIs() throws {
    var metadata = Self.camera("Webcam", serial: "7")
    (metadata.capability.isCapture, metadata.capability.isMetadata) = (false, true)
    let (_, notices) = try Self.choice(
      [
        "/dev/video0": Self.camera("Webcam", serial: "7"), "/dev/video1": metadata,
        "/dev/video2": Self.camera("Spare", serial: "9"),
      ], roles: [.front])
    let notice = try #require(notices[.front]?.first)
    #expect(notice.hasSuffix("; passed over: Webcam, /dev/video0 (not needed)"), "\(notice)")
  }

  @Test func whoHadTheRoleTheLastTimeHasItAgain() throws {
    let cameras = ["A", "B", "C"].map { Self.camera($0, serial: $0) }
    let nodes = [
      "/dev/video0": cameras[0], "/dev/video2": cameras[1], "/dev/video4": cameras[2],
    ]
    let both = try Self.choice(
      nodes, remembered: [.rear: Self.link(cameras[2]), .front: Self.link(cameras[0])])
    #expect(both.paths == [.rear: "/dev/video4", .front: "/dev/video0"])
    #expect(both.notices[.rear]?[0].contains(": it was the rear camera the last time") == true)
    // What is kept for another role is not taken while there is something else.
    #expect(
      try Self.choice(nodes, remembered: [.front: Self.link(cameras[0])]).paths == [
        .rear: "/dev/video2", .front: "/dev/video0",
      ])
    // Who is not there is not waited for.
    #expect(
      try Self.choice(nodes, remembered: [.rear: "/dev/v4l/by-id/gone"]).paths == [
        .rear: "/dev/video0", .front: "/dev/video2",
      ])
  }

  @Test func twoRolesNeverShareADevice() throws {
    let camera = Self.camera("A")
    let error = try #require(throws: SessionError.self) {
      try Self.choice(
        ["/dev/video0": camera],
        remembered: [
          .front: Self.link(camera), .rear: Self.link(camera),
        ])
    }
    #expect(error.message.hasPrefix("cameras.front: only 1 camera is there"))
  }

  @Test func aLostCameraWithoutLinksIsFoundByWhoItIs() throws {
    let camera = FakeVideoSystem.Camera("Webcam")
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try VideoDeviceSourceTests.started(fake)
    #expect(source.lastingName == "/dev/video0")
    fake.unplug("/dev/video0")
    _ = try VideoDeviceSourceTests.event(of: source)
    var other = FakeVideoSystem.Camera("Other")
    other.serial = "2"
    fake.plug(other, at: "/dev/video0")
    fake.plug(camera, at: "/dev/video3")
    guard case .resumed = try source.next() else {
      throw SessionError(.sensorFailed, "not resumed")
    }
    #expect(fake.locked { $0.nodes["/dev/video3"]?.isStreaming } == true)
    #expect(fake.locked { $0.nodes["/dev/video0"]?.isStreaming } == false)
  }
}
