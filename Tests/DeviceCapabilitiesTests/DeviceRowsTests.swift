import DeviceCapabilities
import Foundation
import SessionCore
import SessionTesting
import Testing

/// The rows that the package ships.
@Suite struct DeviceRowsTests {
  private static let linuxRows = deviceTable.rows.filter { $0.apple == nil }
  private static let cameraRows = linuxRows.filter { row in
    row.matches.contains(where: \.isForCameras)
  }

  @Test func everyFileIsARow() {
    let (table, problems) = DeviceTable.read(folder: deviceFolder)
    #expect(problems.map(\.description) == [])
    #expect(table.rows.count { $0.apple == nil } >= 30)
    #expect(throws: Never.self) { try DeviceTable.load(folder: deviceFolder) }
  }

  /// A camera that fits a condition and says nothing else.
  private static func sample(_ condition: MatchCondition) -> CameraIdentity {
    func filled(_ pattern: NamePattern?) -> String? {
      pattern.map { $0.text.replacingOccurrences(of: "*", with: "") }
    }
    return CameraIdentity(
      usb: condition.usb, card: filled(condition.card) ?? "", driver: filled(condition.driver))
  }

  @Test(arguments: cameraRows)
  func aRowIsFoundByEachOfItsOwnWaysAndByNoOther(row: DeviceRow) {
    for condition in row.matches where condition.isForCameras {
      let camera = Self.sample(condition)
      #expect(deviceTable.row(for: camera)?.name == row.name, "\(condition.place)")
      for other in Self.cameraRows where other.name != row.name {
        let intruder = other.matches.first { $0.matches(camera) }
        #expect(intruder == nil, "\(other.name) takes the cameras of \(row.name)")
      }
    }
  }

  @Test func aStrangerHasNoRow() {
    #expect(deviceTable.row(for: Sample.stranger.identity) == nil)
    #expect(deviceTable.unknownWebcam?.name == "Unknown webcam")
  }

  @Test func sharedNumbersAreToldApartByTheName() {
    func name(_ card: String) -> String? {
      deviceTable.row(for: CameraIdentity(usb: USBIdentifier("0c45:6340"), card: card))?.name
    }
    #expect(name("Trust Webcam: Trust Webcam") == "Trust Webcam")
    #expect(name("USB 2.0 Camera: USB Camera") == "Canyon CNE-CWC2")
    #expect(name("Something else") == nil)
  }

  @Test(arguments: linuxRows)
  func aRowSaysWhereItsFactsComeFrom(row: DeviceRow) {
    #expect(!row.sources.isEmpty)
    #expect(!row.supports.isEmpty)
    for view in row.cameras.flatMap({ $0.lens?.fieldsOfView ?? [] }) {
      #expect(!view.source.isEmpty)
    }
  }

  // MARK: - Against real recordings

  private static let dumps = "cameras/v4l2_dumps"

  /// Which row knows the camera of a real `v4l2-ctl` listing.
  @Test(
    .enabled(if: TestData.has(dumps), "the recorded v4l2-ctl listings are not here"),
    arguments: [
      ("btt-pi2_video0_rkisp_mainpath", "Rockchip RK356x board"),
      ("btt-pi2_video10_3DO_USB_CAMERA_3DO_USB_CAMERA", "3DO USB Camera"),
      ("btt-pi_video0_C922_Pro_Stream_Webcam", "Logitech C922"),
      ("dell_integrated_webcam_hd_ir", "Dell Latitude with infrared camera"),
      ("hp_truevision_hd", "HP laptop with Truevision HD"),
      ("laptop_integrated_camera_privacy", "Laptop with Integrated Camera"),
      ("logitech_c920_petminion", "Logitech C920"),
      ("macbook_facetime_hd", "MacBook with FaceTime HD camera"),
      ("microsoft_lifecam_studio", "Microsoft LifeCam Studio"),
      ("orangepi4lts_video1_rockchip_iep", "Rockchip RK3399 board"),
      ("orangepi4lts_video2_rockchip_rk3399_vpu_enc", "Rockchip RK3399 board"),
      ("raspi4_video0_unicam", "Raspberry Pi 4"),
      ("raspi4_video10_bcm2835_codec_decode", "Raspberry Pi 4"),
      ("raspi4_video14_bcm2835_isp", "Raspberry Pi 4"),
      ("raspi4_video2_Webcam_Webcam", "Webcam QHD"),
      ("realsense_d435_six_nodes_excerpt", "Intel RealSense D435"),
      ("vimicro_altair", "Vimicro Altair"),
    ])
  func aRealListingFindsItsRow(file: String, name: String) throws {
    let dump = try Dump(file)
    let camera = CameraIdentity(card: dump.card, driver: dump.driver)
    #expect(deviceTable.row(for: camera)?.name == name)
  }

  @Test(
    .enabled(if: TestData.has(dumps), "the recorded v4l2-ctl listings are not here"),
    arguments: [
      ("btt-pi_video0_C922_Pro_Stream_Webcam", "Logitech C922"),
      ("logitech_c920_petminion", "Logitech C920"),
      ("raspi4_video2_Webcam_Webcam", "Webcam QHD"),
    ])
  func formatsAndRatesAreThoseOfTheListing(file: String, name: String) throws {
    let color = try #require(deviceRow(name)?.colorCameras.first)
    #expect(Set(color.videoFormats) == (try Dump(file)).formats)
  }

  @Test(.enabled(if: TestData.has("cameras/calibrations"), "the calibrations are not here"))
  func anglesAgreeWithTheCalibrations() throws {
    struct File: Decodable {
      struct Entry: Decodable {
        var usb: String?
        var size: [Int]
        var hfov_deg: Double
      }
      var calibrations: [Entry]
    }
    let path = TestData.path("cameras/calibrations/webcam_calibrations.json")
    let data = try #require(FileManager.default.contents(atPath: path))
    let entries = try JSONDecoder().decode(File.self, from: data).calibrations
    // The rows round to a tenth and take the middle of several units.
    let tolerance = 0.25
    var compared = 0
    for entry in entries {
      guard let usb = entry.usb.flatMap({ USBIdentifier($0) }) else { continue }
      let lens = try #require(
        deviceTable.intrinsics(
          usbVendor: usb.vendor, product: usb.product, width: entry.size[0],
          height: entry.size[1]), "\(usb)")
      guard case .horizontalFieldOfView(let angle) = lens else { continue }
      #expect(abs(angle * 180 / .pi - entry.hfov_deg) < tolerance, "\(usb) \(entry.size)")
      compared += 1
    }
    #expect(compared == 7)
  }
}

/// What this suite reads out of a `v4l2-ctl` listing.
private struct Dump {
  var card = ""
  var driver: String?
  var formats: Set<SupportedVideoFormat> = []

  init(_ name: String) throws {
    let text = try String(
      contentsOfFile: TestData.path("cameras/v4l2_dumps/\(name).txt"), encoding: .utf8)
    var fourCC = ""
    var size = PictureSize(width: 0, height: 0)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if card.isEmpty, line.contains("Card type"), let colon = line.firstIndex(of: ":") {
        card = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      } else if driver == nil, line.contains("Driver name"), let colon = line.firstIndex(of: ":") {
        driver = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      } else if let quote = line.firstIndex(of: "'"), line.contains("]: '") {
        fourCC = String(line[line.index(after: quote)...].prefix(4))
      } else if line.contains("Size: Discrete"), let last = words.last {
        let sides = last.split(separator: "x").compactMap { Int($0) }
        size = PictureSize(width: sides[0], height: sides[1])
      } else if line.contains("fps)"), let open = line.lastIndex(of: "("),
        let rate = Double(line[line.index(after: open)...].prefix { $0 != " " })
      {
        formats.insert(SupportedVideoFormat(size: size, rate: rate, pixelFormat: fourCC))
      }
    }
  }
}
