import CameraCapture
import ImageProcessing
import SessionCore
import Testing

@Suite struct CameraFormatsTests {
  static func camera(
    _ code: FourCharacterCode, isMultiplanar: Bool = false, bus: String = "usb-1", padding: Int = 0
  ) -> FakeVideoSystem {
    var camera = FakeVideoSystem.Camera()
    camera.modes = [(code, 64, 48, 30)]
    camera.bytesPerLinePadding = padding
    camera.capability.bus = bus
    if isMultiplanar {
      (camera.capability.isCapture, camera.capability.isMultiplanarCapture) = (false, true)
    }
    return FakeVideoSystem(["/dev/video0": camera])
  }

  /// What the fake camera painted at a place of a memory.
  static func painted(_ offset: Int, of first: UInt8) -> UInt8 {
    first &+ UInt8(truncatingIfNeeded: offset % 97)
  }

  @Test func aMultiplanarDeviceWithOnePieceOfMemoryIsLeasedLikeAnyOther() throws {
    let fake = Self.camera(.nv12, isMultiplanar: true, padding: 32)
    let source = try VideoDeviceSourceTests.started(fake)
    let frame = try VideoDeviceSourceTests.frame(of: source)
    #expect(frame.pixels.format == .nv12)
    #expect(frame.pixels.planes.map(\.stride) == [96, 96])
    #expect(frame.pixels.planes[1].base - frame.pixels.planes[0].base == 96 * 48)
    #expect(fake.mappedBases.contains(frame.pixels.planes[0].base))
    source.stop()
  }

  @Test(arguments: [
    (FourCharacterCode("NM12"), PixelFormat.nv12, [0, 1]),
    (FourCharacterCode("YM12"), .yuv420, [0, 1, 2]),
    (FourCharacterCode("YM21"), .yuv420, [0, 2, 1]),
    (FourCharacterCode("YM16"), .yuv422, [0, 1, 2]),
  ])
  func planesInMemoriesOfTheirOwnAreReadWhereTheyAre(
    code: FourCharacterCode, format: PixelFormat, order: [Int]
  ) throws {
    let fake = Self.camera(code, isMultiplanar: true)
    let source = try VideoDeviceSourceTests.started(fake)
    var frame: CameraFrame? = try VideoDeviceSourceTests.frame(of: source)
    let pixels = try #require(frame?.pixels)
    #expect(pixels.format == format)
    // The buffer's memories, in the driver's order.
    let buffers = fake.locked { $0.nodes["/dev/video0"]?.memory ?? [] }
    let memories = try #require(
      buffers.first { $0[0].baseAddress.map { UnsafeRawPointer($0) } == pixels.planes[0].base })
    #expect(memories.count == order.count)
    #expect(
      pixels.planes.map { Optional($0.base) }
        == order.map { memories[$0].baseAddress.map { UnsafeRawPointer($0) } })
    source.stop()
    #expect(fake.locked { $0.mappedCount } == order.count, "the lease keeps all its memories")
    frame = nil
    _ = frame
    #expect(fake.locked { $0.mappedCount } <= order.count)
  }

  @Test func aShortPlaneIsADamagedPicture() throws {
    let fake = Self.camera(FourCharacterCode("NM12"), isMultiplanar: true)
    fake.locked { $0.script = [.good, .good, .good, .short, .good] }
    let source = try VideoDeviceSourceTests.started(fake)
    while source.statistics.captured < 2 { _ = try VideoDeviceSourceTests.frame(of: source) }
    #expect(source.statistics.corrupt == 1)
  }

  @Test(arguments: [
    (FourCharacterCode("UYVY"), PixelFormat.yuv422), (FourCharacterCode("YVYU"), .yuv422),
    (FourCharacterCode("NV21"), .yuv420), (FourCharacterCode("NV16"), .yuv422),
    (FourCharacterCode("BGR3"), .rgb8), (FourCharacterCode("XR24"), .rgb8),
    (FourCharacterCode("RGBP"), .rgb8),
  ])
  func otherLayoutsAreRearranged(code: FourCharacterCode, format: PixelFormat) throws {
    let fake = Self.camera(code)
    let source = try VideoDeviceSourceTests.started(fake)
    let frames = try (0..<6).map { _ in try VideoDeviceSourceTests.frame(of: source) }
    #expect(frames.allSatisfy { $0.pixels.format == format })
    #expect(
      Set(frames.map(\.pixels.planes[0].base)).isDisjoint(with: fake.mappedBases),
      "the driver has its buffers back at once")
  }

  @Test func packedChromaKeepsItsPlace() throws {
    let source = try VideoDeviceSourceTests.started(Self.camera(.uyvy))
    let pixels = try VideoDeviceSourceTests.frame(of: source).pixels
    // U Y V Y: byte 1 is the first pixel's brightness; bytes count on from the picture's number.
    let first = pixels.planes[1].base.load(as: UInt8.self)
    #expect(pixels.planes[0].base.load(as: UInt8.self) == Self.painted(1, of: first))
    #expect(pixels.planes[2].base.load(as: UInt8.self) == Self.painted(2, of: first))
    #expect(
      pixels.planes[0].base.load(fromByteOffset: 1, as: UInt8.self) == Self.painted(3, of: first))
  }

  @Test func aBareSensorIsReadOnUSBAndRefusedElsewhere() throws {
    let code = FourCharacterCode("BA81")
    let source = try VideoDeviceSourceTests.started(Self.camera(code))
    #expect(try VideoDeviceSourceTests.frame(of: source).pixels.format == .rgb8)
    let error = try CameraFaultsTests.startError(Self.camera(code, bus: "platform:csi"))
    #expect(error.message.contains("a bare sensor (raw Bayer): it needs libcamera or PipeWire"))
  }

  @Test func aFormatThatIsAskedForIsTheOnlyOne() throws {
    let fake = FakeVideoSystem()
    let error = try #require(throws: SessionError.self) {
      try VideoDeviceSourceTests.source(fake, preference: .only(.uyvy)).start(
        origin: .zero, pacing: .realTime)
    }
    #expect(
      error.message == "/dev/video0: the camera has no UYVY pictures but YUYV, MJPG; choose one of "
        + "them as pixel-format, or automatic")
    #expect(fake.locked { $0.openCount } <= 1, "only the wake-up is open")
  }

  @Test func colourComesBeforeSpeedAndGreyOnlyWhenNothingElseIsThere() throws {
    var camera = FakeVideoSystem.Camera()
    camera.modes = [(.grey, 64, 48, 30), (.motionJPEG, 64, 48, 30), (.uyvy, 64, 48, 30)]
    let fake = FakeVideoSystem(["/dev/video0": camera])
    _ = try VideoDeviceSourceTests.started(fake)
    #expect(fake.calls("setFormat") == ["setFormat UYVY 64x48"])
  }

  @Test func anInfraredCameraRunsWhenItIsNamed() throws {
    let source = try VideoDeviceSourceTests.started(Self.camera(.grey))
    let frame = try VideoDeviceSourceTests.frame(of: source)
    #expect(frame.pixels.format == .gray8 && frame.pixels.encoding == .jpeg)
    #expect(source.notices == ["/dev/video0: an infrared camera: grey pictures only"])
  }

  @Test(arguments: [ColorRangeChoice.full, .limited, .automatic], [false, true])
  func theRangeOfColoursCanBeInsistedOn(choice: ColorRangeChoice, isJPEG: Bool) throws {
    let source = try VideoDeviceSourceTests.started(FakeVideoSystem()) {
      $0.colorRange = choice
      $0.preference = isJPEG ? .mjpeg : .only(.yuyv)
    }
    let encoding = try VideoDeviceSourceTests.frame(of: source).pixels.encoding
    #expect(encoding.isFullRange == (choice == .full || choice == .automatic && isJPEG))
  }

  @Test func aDriverThatGivesNoStrideIsNotBelieved() throws {
    let fake = Self.camera(.yuyv, padding: -128)
    let source = VideoDeviceSourceTests.source(fake)
    // Rows of 0 bytes: the picture would not fit its memory.
    #expect(throws: SessionError.self) { try source.start(origin: .zero, pacing: .realTime) }
    #expect(fake.locked { $0.mappedCount } == 0)
  }
}
