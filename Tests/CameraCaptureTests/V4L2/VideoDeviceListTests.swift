import CameraCapture
import SessionCore
import Testing

@Suite struct VideoDeviceListTests {
  static func node(
    _ card: String, driver: String = "uvcvideo", formats: [FourCharacterCode] = [.yuyv],
    links: [String] = [], serial: String = "1", change: (inout VideoCapability) -> Void = { _ in }
  ) -> FakeVideoSystem.Camera {
    var camera = FakeVideoSystem.Camera(card, links: links)
    camera.capability.driver = driver
    camera.serial = serial
    camera.modes = formats.map { ($0, 640, 480, 30) }
    change(&camera.capability)
    return camera
  }

  @Test func everyNodeThatIsNoCameraSaysWhy() {
    let list = VideoDeviceList(
      system: FakeVideoSystem([
        "/dev/video0": Self.node("Webcam"),
        "/dev/video1": Self.node("Webcam", formats: []) {
          ($0.isCapture, $0.isMetadata) = (false, true)
        },
        "/dev/video2": Self.node("IR", formats: [FourCharacterCode("GREY")]),
        "/dev/video3": Self.node("codec", driver: "bcm2835-codec") {
          ($0.isCapture, $0.isMemoryToMemory) = (false, true)
        },
        "/dev/video4": Self.node("ipu6", driver: "isys", formats: [FourCharacterCode("BG10")]),
        "/dev/video5": Self.node("Loop", driver: "v4l2 loopback") {
          ($0.isCapture, $0.isOutput) = (false, true)
        },
        "/dev/video6": Self.node("isp", driver: "bcm2835-isp"),
        "/dev/video7": Self.node("Depth", formats: [FourCharacterCode("Z16 ")]),
        "/dev/video8": Self.node("odd", formats: [FourCharacterCode("H264")]),
        "/dev/video9": Self.node("tuner") { $0.isStreaming = false },
      ]))
    #expect(list.cameras.map(\.path) == ["/dev/video0"])
    let parts = [
      "", "metadata", "infrared", "codec", "raw Bayer", "without a producer",
      "image processor",
      "depth camera", "none of its formats is read (H264)", "cannot stream",
    ]
    for (number, part) in parts.enumerated().dropFirst() {
      let device = list.find("/dev/video\(number)")
      #expect(device?.obstacle?.contains(part) == true, "\(number): \(device?.obstacle ?? "")")
    }
  }

  @Test func aCameraIsNamedByWhatStays() {
    let links = ["/dev/v4l/by-id/usb-A_1-video-index0", "/dev/v4l/by-path/pci-usb-0:1-index0"]
    let list = VideoDeviceList(
      system: FakeVideoSystem([
        "/dev/video0": Self.node("A", links: links),
        "/dev/video1": Self.node("B", links: ["/dev/v4l/by-path/pci-usb-0:2-index0"], serial: "2"),
        "/dev/video2": Self.node("C", serial: "3"),
      ]))
    #expect(list.find("/dev/video0")?.stableName == links[0])
    #expect(list.find("/dev/video1")?.stableName == "/dev/v4l/by-path/pci-usb-0:2-index0")
    #expect(list.find("/dev/video2")?.stableName == "/dev/video2")
    #expect(list.find("usb-A_1-video-index0")?.path == "/dev/video0")
    #expect(list.find("pci-usb-0:2-index0")?.path == "/dev/video1")
    #expect(list.find("/dev/video0")?.usbIdentifier == "046d:0825")
  }

  @Test func twoAlikeAreToldApartByTheirSockets() {
    let paths = ["/dev/v4l/by-path/usb-0:1", "/dev/v4l/by-path/usb-0:2"]
    let list = VideoDeviceList(
      system: FakeVideoSystem([
        "/dev/video0": Self.node("A", links: ["/dev/v4l/by-id/usb-A", paths[1]]),
        "/dev/video2": Self.node("A", links: [paths[0]]),
      ]))
    #expect(list.cameras.map(\.stableName) == paths)
  }

  @Test func autoGivesTheFirstSocketToTheRearAndTheSecondToTheFront() throws {
    let paths = ["/dev/v4l/by-path/usb-0:1", "/dev/v4l/by-path/usb-0:2"]
    let list = VideoDeviceList(
      system: FakeVideoSystem([
        "/dev/video0": Self.node("B", links: [paths[1]], serial: "2"),
        "/dev/video4": Self.node("A", links: [paths[0]]),
      ]))
    #expect(
      try list.assign([.front: "auto", .rear: "auto"]).names == [.rear: paths[0], .front: paths[1]])
    #expect(try list.assign([.front: "auto"]).names == [.front: paths[0]])
    #expect(
      try list.assign([.front: "auto", .rear: "/dev/video0"]).names == [
        .rear: paths[1], .front: paths[0],
      ])
  }

  @Test func aCamerasOwnNameDecidesItsRole() throws {
    let list = VideoDeviceList(
      system: FakeVideoSystem([
        "/dev/video0": Self.node("Integrated Camera"),
        "/dev/video2": Self.node("USB 2.0 Camera", serial: "2"),
      ]))
    #expect(
      try list.assign([.front: "auto", .rear: "auto"]).names == [
        .front: "/dev/video0", .rear: "/dev/video2",
      ])
  }

  @Test func oneCameraCannotBeTwo() throws {
    let link = "/dev/v4l/by-id/usb-A"
    let list = VideoDeviceList(
      system: FakeVideoSystem(["/dev/video0": Self.node("A", links: [link])]))
    let error = try #require(throws: SessionError.self) {
      try list.assign([.front: "/dev/video0", .rear: link])
    }
    #expect(error.code == .invalidConfiguration)
    #expect(error.message.contains("cameras.rear and cameras.front are the same camera"))
    let few = try #require(throws: SessionError.self) {
      try list.assign([.front: "auto", .rear: "auto"])
    }
    #expect(few.code == .sensorUnavailable)
    #expect(few.message.hasPrefix("cameras.front: only 1 camera is there"))
  }

  @Test func noCameraAtAllIsSaidWithWhatIsThere() throws {
    let list = VideoDeviceList(
      system: FakeVideoSystem([
        "/dev/video0": Self.node("IR", formats: [FourCharacterCode("GREY")])
      ]))
    let error = try #require(throws: SessionError.self) { try list.assign([.front: "auto"]) }
    #expect(
      error.message == "cameras.front: no camera is there (/dev/video0: an infrared camera: grey "
        + "pictures only); plug one in, or use another source (video, images, simulated)")
  }

  @Test func aCameraSaysItsSizesAndHighestRates() throws {
    let fake = FakeVideoSystem()
    let camera = try #require(VideoDeviceList(system: fake).cameras.first)
    #expect(
      camera.modes(system: fake).map(\.description)
        == ["64x48@30 YUYV", "64x48@60 MJPG", "320x240@60 MJPG"])
    #expect(fake.isClean)
  }
}
