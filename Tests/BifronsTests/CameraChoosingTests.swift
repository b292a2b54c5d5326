import Bifrons
import CameraCapture
import DeviceCapabilities
import Foundation
import SessionCore
import Testing

@Suite struct CameraChoosingTests {
  /// The table as it is installed.
  static let table = DeviceTableStore.load().table

  static func camera(
    _ name: String, usb: String, sizes: [PictureSize] = [], pixelFormat: String = "YUYV"
  ) -> MachineFacts.Camera {
    MachineFacts.Camera(
      name: name, path: "/dev/video0", usb: USBIdentifier(usb), driver: "uvcvideo",
      pixelFormats: [pixelFormat],
      formats: sizes.map { SupportedVideoFormat(size: $0, rate: 30, pixelFormat: pixelFormat) })
  }

  @Test func aWebcamOfTheTableIsPointedByPeople() throws {
    let hint = try #require(
      Self.table.hint(for: Self.camera("HD Pro Webcam C920", usb: "046d:082d")))
    #expect(hint.facing == .either && !hint.isInfrared)
    #expect(hint.source.hasPrefix("the device table ("))
  }

  @Test func anUnknownWebcamGetsNoHint() {
    #expect(Self.table.hint(for: Self.camera("No Such Thing", usb: "1209:0001")) == nil)
  }

  @Test func aLaptopsInfraredSiblingIsKnownByItsSizes() throws {
    // Some call their grey pictures YUYV: every row with an infrared stream that lists its sizes.
    let rows = Self.table.rows.filter { row in
      row.matches.contains(where: \.isForCameras)
        && row.cameras.contains {
          $0.stream == .infrared && $0.formats.contains { !$0.modes.isEmpty }
        }
    }
    try #require(!rows.isEmpty)
    for row in rows {
      guard let condition = row.matches.first(where: { $0.usb != nil }),
        let infrared = row.cameras.first(where: { $0.stream == .infrared })
      else { continue }
      let sizes = infrared.formats.flatMap { $0.modes.map(\.size) }
      let name = row.name
      let camera = Self.camera(name, usb: try #require(condition.usb).description, sizes: sizes)
      // A name that the condition asks for cannot be made up here.
      guard let hint = Self.table.hint(for: camera) else { continue }
      #expect(hint.isInfrared, "\(name)")
    }
  }

  private func withMemory(_ body: (CameraMemory) throws -> Void) rethrows {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "bifrons-\(UUID().uuidString).json"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(CameraMemory(path: path))
  }

  @Test func rolesAreKeptFromTimeToTime() {
    withMemory { memory in
      #expect(memory.names.isEmpty)
      memory.note(.front, "/dev/v4l/by-id/a")
      memory.note(.rear, "/dev/v4l/by-id/b")
      #expect(
        CameraMemory(path: memory.path).names == [
          .front: "/dev/v4l/by-id/a", .rear: "/dev/v4l/by-id/b",
        ])
      // A camera that has changed its role is no longer kept for the old one.
      memory.note(.rear, "/dev/v4l/by-id/a")
      #expect(memory.names == [.rear: "/dev/v4l/by-id/a"])
    }
  }

  @Test func aFileThatIsNoneCountsAsEmpty() throws {
    try withMemory { memory in
      try Data("[1, 2".utf8).write(to: URL(fileURLWithPath: memory.path))
      #expect(memory.names.isEmpty)
      memory.note(.front, "x")
      #expect(memory.names == [.front: "x"])
    }
    // Nowhere to write: nothing happens.
    CameraMemory(path: "/no/such/folder/file").note(.front, "x")
  }
}
