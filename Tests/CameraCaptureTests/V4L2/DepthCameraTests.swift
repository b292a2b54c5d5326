import CameraCapture
import Foundation
import SessionCore
import SessionTesting
import SpatialMath
import Testing

@Suite struct DepthCameraTests {
  /// A colour node and a depth node of one device.
  private static func system(padding: Int = 0) -> FakeVideoSystem {
    var depth = FakeVideoSystem.Camera("Depth Cam")
    depth.modes = [(.depth16, 64, 48, 30)]
    depth.bytesPerLinePadding = padding
    return FakeVideoSystem(["/dev/video0": depth, "/dev/video2": FakeVideoSystem.Camera("Webcam")])
  }

  private static func source(
    _ system: FakeVideoSystem, device: String = "auto", role: CameraRole = .depth
  ) -> VideoDeviceSource {
    VideoDeviceSource(
      role: role,
      options: VideoDeviceOptions(
        device: device, width: 64, height: 48,
        preference: role == .depth ? .only(.depth16) : .automatic),
      system: system)
  }

  @Test func aZ16StreamIsDeliveredAsItCame() throws {
    let fake = Self.system(padding: 16)
    let source = Self.source(fake)
    try source.start(origin: .zero, pacing: .realTime)
    guard case .frame(let frame) = try source.next() else {
      Issue.record("no picture came")
      return
    }
    #expect(frame.role == .depth && frame.pixels.format == .depth16)
    #expect(frame.pixels.planes.map(\.stride) == [64 * 2 + 16])
    // A lease on the driver's own memory.
    #expect(fake.mappedBases.contains(frame.pixels.planes[0].base))
    source.stop()
  }

  /// Distances up to ten metres in millimetres would be nearly black as brightness.
  @Test func nearThingsAreNoDarkness() throws {
    let fake = Self.system()
    fake.locked {
      $0.script = Array(repeating: .black, count: 40)
      $0.isLockStep = true
    }
    let source = Self.source(fake)
    try source.start(origin: .zero, pacing: .realTime)
    for _ in 0..<2 {
      guard case .frame = try source.next() else {
        Issue.record("no picture came")
        return
      }
    }
    #expect(source.statistics.droppedByUs == 0)
    source.stop()
  }

  @Test func autoTakesTheDepthCameraForDepthOnly() throws {
    let list = VideoDeviceList(system: Self.system())
    #expect(list.find("/dev/video0")?.kind == .depthCamera)
    let choice = try list.assign([.depth: "auto", .rear: "auto"])
    #expect(choice.names == [.depth: "/dev/video0", .rear: "/dev/video2"])
  }

  @Test func aColorCameraIsNoDepthCameraAndTheOtherWayRound() {
    let list = VideoDeviceList(system: Self.system())
    let noDepth = #expect(throws: SessionError.self) { try list.assign([.depth: "/dev/video2"]) }
    #expect(noDepth?.message.contains("no depth camera (a colour camera)") == true)
    let noColor = #expect(throws: SessionError.self) { try list.assign([.front: "/dev/video0"]) }
    #expect(noColor?.message.contains("a depth camera (cameras.depth)") == true)
    let none = VideoDeviceList(system: FakeVideoSystem(["/dev/video2": .init("Webcam")]))
    let missing = #expect(throws: SessionError.self) { try none.assign([.depth: "auto"]) }
    #expect(missing?.message.contains("no depth camera is there") == true)
  }
}

@Suite struct DepthFolderTests {
  /// A portable graymap of 16 bits.
  private func graymap(_ values: [UInt16], width: Int, height: Int) -> [UInt8] {
    Array("P5\n\(width) \(height)\n65535\n".utf8)
      + values.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  @Test func greyPicturesOf16BitsAreDistances() throws {
    let folder = try TemporaryFolder()
    for index in 0..<3 {
      let values = (0..<12).map { UInt16(1000 * (index + 1) + $0 * 257) }
      try Data(graymap(values, width: 4, height: 3))
        .write(to: URL(fileURLWithPath: folder.file("d\(index).pgm")))
    }
    let source = PictureFolderSource(role: .depth, folder: folder.path, rate: 10)
    try source.start(origin: .zero, pacing: .asFastAsPossible)
    for index in 0..<3 {
      guard case .frame(let frame) = try source.next() else {
        Issue.record("no picture came")
        return
      }
      let depth = CapturedDepthData(
        pixels: frame.pixels, timestamp: frame.timestamp, metresPerUnit: 0.001,
        intrinsics: frame.intrinsics)
      #expect(depth.timestamp.seconds(since: .zero) == Double(index) / 10)
      #expect(depth.distance(x: 1, y: 2) == Double(1000 * (index + 1) + 9 * 257) * 0.001)
    }
    guard case .ended = try source.next() else {
      Issue.record("there are more pictures than files")
      return
    }
  }

  @Test func otherPicturesAreNoDistances() throws {
    let folder = try TemporaryFolder()
    try Data("P5\n2 1\n255\nab".utf8).write(to: URL(fileURLWithPath: folder.file("d.pgm")))
    let source = PictureFolderSource(role: .depth, folder: folder.path)
    let error = #expect(throws: SessionError.self) {
      try source.start(origin: .zero, pacing: .asFastAsPossible)
    }
    #expect(error?.message.contains("not a grey picture of 16 bits") == true)
  }
}
