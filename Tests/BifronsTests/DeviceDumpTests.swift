import Bifrons
import DeviceCapabilities
import Foundation
import Testing

/// Real output of v4l2-ctl, from machines and webcams that are not here.
private enum Dumps {
  static let folder: URL = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let named = ProcessInfo.processInfo.environment["BIFRONS_TEST_DATA"]
    let data =
      named.map { URL(fileURLWithPath: $0) } ?? root.appendingPathComponent("../shared/data")
    return data.appendingPathComponent("cameras/v4l2_dumps").standardized
  }()
  static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".txt") }.sorted()

  /// What each device of each file is, in the order of the text: kind, and whether it is usable.
  static let expected: [String: [(kind: String, usable: Bool?)]] = {
    let camera = ("color-camera", Bool?(true))
    let unknown = ("unknown", Bool?.none)
    func no(_ kind: String) -> (String, Bool?) { (kind, false) }
    return [
      "btt-pi2_video0_rkisp_mainpath": [no("image-processor")],
      "btt-pi2_video10_3DO_USB_CAMERA_3DO_USB_CAMERA": [no("metadata")],
      "btt-pi2_video2_rkisp_rawwr0": [no("image-processor")],
      "btt-pi2_video3_rkisp_rawwr2": [no("image-processor")],
      "btt-pi2_video7_rkisp_statistics": [no("metadata")],
      "btt-pi2_video8_rkisp_input_params": [no("metadata")],
      "btt-pi_video0_C922_Pro_Stream_Webcam": [camera],
      "btt-pi_video1_C922_Pro_Stream_Webcam": [no("metadata")],
      // It calls its grey pictures YUYV; the table knows its size.
      "dell_integrated_webcam_hd_ir": [no("infrared-camera")],
      "hp_truevision_hd": [camera],
      "laptop_integrated_camera_privacy": [camera],
      "logitech_c270_046d_0825_2014": [camera],
      "logitech_c920_petminion": [camera],
      "macbook_facetime_hd": [camera],
      // Cut off before formats and the node's own abilities.
      "microsoft_lifecam_studio": [unknown],
      "orangepi4lts_video1_rockchip_iep": [no("codec")],
      "orangepi4lts_video2_rockchip_rk3399_vpu_enc": [no("codec")],
      // Prose only.
      "raspi-webrtc_README": [],
      // The second node gives H.264 only.
      "raspi-webrtc_usbcam-arducam-1080p": [camera, no("unreadable")],
      "raspi4_video0_unicam": [no("bare-sensor")],
      "raspi4_video10_bcm2835_codec_decode": [no("codec")],
      "raspi4_video12_bcm2835_codec_isp": [no("codec")],
      "raspi4_video14_bcm2835_isp": [no("image-processor")],
      "raspi4_video16_bcm2835_isp": [no("metadata")],
      "raspi4_video18_bcm2835_codec_image_fx": [no("codec")],
      "raspi4_video21_bcm2835_isp": [no("image-processor")],
      "raspi4_video22_bcm2835_isp": [no("image-processor")],
      "raspi4_video2_Webcam_Webcam": [camera],
      "raspi4_video31_bcm2835_codec_encode_image": [no("codec")],
      // Depth, data, infrared, data, and a node of which the heading is all there is.
      "realsense_d435_six_nodes_excerpt": [
        no("depth-camera"), unknown, no("infrared-camera"), unknown, unknown,
      ],
      // Formats without abilities: a codec could list the same.
      "rfcar_usb2_camera": [unknown],
      "rockpi4se_video3_rockchip_rk3399_vpu_enc": [no("codec")],
      "sensors3140_720p60_mjpg": [unknown],
      "vimicro_altair": [camera],
    ]
  }()
}

/// Left out where the test data is not there.
@Suite(.enabled(if: !Dumps.names.isEmpty)) struct DeviceDumpTests {
  @Test(arguments: Dumps.names)
  func aRealDumpIsClassified(file: String) throws {
    let text = try String(contentsOf: Dumps.folder.appendingPathComponent(file), encoding: .utf8)
    let expected = try #require(Dumps.expected[String(file.dropLast(4))], "add it to the table")
    let devices = DeviceLister.dumped(text).devices
    #expect(devices.map(\.kind) == expected.map(\.kind), "\(devices)")
    #expect(devices.map(\.usable) == expected.map(\.usable))
    for device in devices {
      #expect(!device.reason.isEmpty)
      #expect((device.usable == nil) == !device.missing.isEmpty)
    }
  }

  @Test func theAnswerForAFileIsThatOfItsBestNode() throws {
    func usable(_ file: String) throws -> Bool? {
      let url = Dumps.folder.appendingPathComponent(file)
      return DeviceLister.dumped(try String(contentsOf: url, encoding: .utf8)).usable
    }
    #expect(try usable("raspi-webrtc_usbcam-arducam-1080p.txt") == true)
    #expect(try usable("raspi4_video10_bcm2835_codec_decode.txt") == false)
    #expect(try usable("realsense_d435_six_nodes_excerpt.txt") == nil)
    #expect(try usable("raspi-webrtc_README.txt") == nil)
  }

  @Test func modesOfADumpAreThoseOfTheCamera() throws {
    let url = Dumps.folder.appendingPathComponent("logitech_c920_petminion.txt")
    let device = try #require(
      DeviceLister.dumped(try String(contentsOf: url, encoding: .utf8)).devices.first)
    #expect(device.row == "Logitech C920")
    #expect(device.formats?.map(\.pixelFormat) == ["YUYV", "H264", "MJPG"])
    #expect(
      device.formats?.last?.sizes.contains { $0.width == 1920 && $0.rates.contains(30) } == true)
  }

  @Test func theObjectSaysNullForWhatIsNotKnown() throws {
    let json = try DeviceLister.dumped("Card type : Thing").json()
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["usable"] is NSNull)
    let device = try #require((object["devices"] as? [[String: Any]])?.first)
    #expect(device["usable"] is NSNull && device["name"] as? String == "Thing")
    #expect((device["missing"] as? [String])?.count == 2)
  }

  @Test func theListForPeopleKeepsTo80Columns() throws {
    for file in Dumps.names {
      let url = Dumps.folder.appendingPathComponent(file)
      let listing = DeviceLister.dumped(try String(contentsOf: url, encoding: .utf8))
      for line in listing.text(withFormats: true).split(separator: "\n") {
        #expect(line.count <= 80, "\(file): \(line)")
      }
    }
  }
}
