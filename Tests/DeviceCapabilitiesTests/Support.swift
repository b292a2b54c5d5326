import DeviceCapabilities
import Foundation
import SessionCore
import YAMLDocuments

/// The package's own rows.
let deviceFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Configs/devices")
  .path

/// The package's own table; a bad row fails `DeviceTableTests`.
let deviceTable = DeviceTable.read(folder: deviceFolder).table

/// A row of the package's table by name.
func deviceRow(_ name: String) -> DeviceRow? {
  if case .found(let row) = deviceTable.row(named: name) { row } else { nil }
}

/// Reads texts as the files `a.yaml`, `b.yaml` and so on.
func read(_ texts: String...) -> (table: DeviceTable, problems: [DocumentError.Problem]) {
  let names = texts.indices.map { "\(["a", "b", "c", "d"][$0]).yaml" }
  return DeviceTable.read(files: names) { path throws(DocumentError) in
    Array(texts[names.firstIndex(of: path) ?? 0].utf8)
  }
}

/// A machine's facts with all parts there; tests change what they are about.
func machine(
  _ cameras: [MachineFacts.Camera], processors: Int = 4,
  speed: ProcessorSpeed? = ProcessorSpeed(faceMilliseconds: 6.1, worldMilliseconds: 11)
) -> MachineFacts {
  MachineFacts(
    cameras: cameras, faceModels: .present("in .deps/models"), graphics: .present("llvmpipe"),
    display: .present("DISPLAY=:0"), processorName: "Test CPU", processorCount: processors,
    memoryBytes: 8 << 30,
    system: SystemFacts(
      machine: MachineIdentity(vendor: "Maker", product: "Model"), kernel: "6.1.0",
      microphones: ["ALC257 Analog"]), speed: speed)
}

/// Cameras as capture would list them.
enum Sample {
  static let c920 = MachineFacts.Camera(
    name: "HD Pro Webcam C920", path: "/dev/v4l/by-id/usb-C920-video-index0",
    usb: USBIdentifier("046d:082d"), driver: "uvcvideo", pixelFormats: ["YUYV", "H264", "MJPG"])
  static let c922 = MachineFacts.Camera(
    name: "C922 Pro Stream Webcam", path: "/dev/v4l/by-id/usb-C922-video-index0",
    usb: USBIdentifier("046d:085c"), driver: "uvcvideo", pixelFormats: ["YUYV", "MJPG"])
  static let stranger = MachineFacts.Camera(
    name: "Nobody's Webcam", path: "/dev/v4l/by-id/usb-Nobody-video-index0",
    usb: USBIdentifier("dead:beef"), driver: "uvcvideo", pixelFormats: ["MJPG"],
    formats: [
      SupportedVideoFormat(
        size: PictureSize(width: 1280, height: 720), rate: 30, pixelFormat: "MJPG"),
      SupportedVideoFormat(
        size: PictureSize(width: 640, height: 480), rate: 30, pixelFormat: "MJPG"),
    ])
  static let laptop = MachineFacts.Camera(
    name: "Integrated_Webcam_HD: Integrate", path: "/dev/v4l/by-path/pci-usb-5-video-index0",
    usb: USBIdentifier("0bda:58f4"), driver: "uvcvideo", pixelFormats: ["MJPG", "YUYV"],
    formats: [
      SupportedVideoFormat(
        size: PictureSize(width: 640, height: 480), rate: 30, pixelFormat: "MJPG"),
      SupportedVideoFormat(
        size: PictureSize(width: 1280, height: 720), rate: 30, pixelFormat: "MJPG"),
    ])
  /// The laptop's infrared camera, which calls its grey pictures YUYV.
  static let infrared = MachineFacts.Camera(
    name: "Integrated_Webcam_HD: Integrate", path: "/dev/video2",
    usb: USBIdentifier("0bda:58f4"), driver: "uvcvideo", pixelFormats: ["YUYV"],
    formats: [
      SupportedVideoFormat(
        size: PictureSize(width: 340, height: 374), rate: 30, pixelFormat: "YUYV")
    ])
  static let metadata = MachineFacts.Camera(
    name: "HD Pro Webcam C920", path: "/dev/video1",
    refusal: "a camera's metadata, not its picture", usb: USBIdentifier("046d:082d"),
    driver: "uvcvideo")
  static func ipu6(_ number: Int) -> MachineFacts.Camera {
    MachineFacts.Camera(
      name: "ipu6", path: "/dev/video\(number)",
      refusal: "a bare sensor (raw Bayer): it needs libcamera or PipeWire; relay it through "
        + "v4l2loopback", driver: "isys", pixelFormats: ["BG12"])
  }
  static let realsense = MachineFacts.Camera(
    name: "Intel(R) RealSense(TM) Depth Ca", path: "/dev/video0",
    refusal: "a depth camera: no colour pictures", usb: USBIdentifier("8086:0b07"),
    driver: "uvcvideo", pixelFormats: ["Z16"])
}
