import CameraCapture
import Foundation
import SessionCore
import SpatialMath
import Testing

/// What tests in the camera rig share: `Tools/camera-rig`, a kernel with real drivers in qemu.
enum CameraRig {
  /// Whether this is the rig.
  static let isHere = EmulatedCamera.isPossible
  /// Pictures that carry their numbers, 640 × 480.
  static let clip = "/tmp/pattern.mjpeg"
  /// vivid's devices with the single-planar interface.
  static let virtualNodes = ["/dev/video0", "/dev/video1"]
  /// vivid's device with the multi-planar interface only.
  static let multiplanarNode = "/dev/video2"
  static let loopbackNode = "/dev/video10"

  /// Plugs in the camera that most tests use.
  static func front(clip: String = clip) throws -> EmulatedCamera {
    try EmulatedCamera(port: 0, name: "Front Cam", serial: "F1", clip: clip)
  }

  /// Plugs in two cameras, which can be told apart.
  static func pair() throws -> [EmulatedCamera] {
    try [front(), EmulatedCamera(port: 1, name: "Rear Cam", serial: "R1", clip: clip)]
  }

  static func source(
    _ device: String, timing: VideoDeviceTiming = VideoDeviceTiming(),
    change: (inout VideoDeviceOptions) -> Void = { _ in }
  ) -> VideoDeviceSource {
    var options = VideoDeviceOptions(device: device)
    change(&options)
    return VideoDeviceSource(role: .front, options: options, timing: timing)
  }

  static func started(
    _ device: String, timing: VideoDeviceTiming = VideoDeviceTiming(),
    change: (inout VideoDeviceOptions) -> Void = { _ in }
  ) throws -> VideoDeviceSource {
    let source = source(device, timing: timing, change: change)
    try source.start(origin: .zero, pacing: .realTime)
    return source
  }

  static func startError(
    _ device: String, change: (inout VideoDeviceOptions) -> Void = { _ in }
  ) throws -> SessionError {
    try #require(throws: SessionError.self) { _ = try started(device, change: change) }
  }

  static func frames(_ source: VideoDeviceSource, _ count: Int) throws -> [CameraFrame] {
    try (0..<count).map { _ in
      let event = try source.next()
      guard case .frame(let frame) = event else {
        throw SessionError(.sensorFailed, "\(event) instead of a frame")
      }
      return frame
    }
  }

  /// Reads on until the camera stops, and says why it did.
  static func interruption(_ source: VideoDeviceSource) throws -> String {
    guard case .interrupted(let reason) = try VideoDeviceSourceTests.event(of: source) else {
      throw SessionError(.sensorFailed, "not interrupted")
    }
    return reason
  }

  /// Waits until the camera delivers again.
  static func resume(_ source: VideoDeviceSource) throws {
    guard case .resumed = try source.next() else {
      throw SessionError(.sensorFailed, "not resumed")
    }
    _ = try frames(source, 2)
  }

  /// Presses one of vivid's buttons, or sets a setting.
  static func set(_ node: String, _ setting: String) throws {
    try ChildProcess(["v4l2-ctl", "-d", node, "-c", setting]).waitUntilExit()
  }

  /// Waits until an emulated camera has read its commands; on a busy machine that takes a while.
  static func letObey() { Thread.sleep(forTimeInterval: 1) }

  /// A setting's value, read through a descriptor of its own.
  static func value(_ control: VideoControl, of device: String) throws -> Int32 {
    let system = LinuxVideoDeviceSystem()
    let descriptor = try system.open(device)
    defer { system.close(descriptor) }
    return try system.value(VideoNode(descriptor: descriptor), control)
  }

  /// Waits for something to become true.
  static func wait(seconds: Double = 120, until condition: () -> Bool) throws {
    for _ in 0..<Int(seconds / 0.05) {
      if condition() { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    throw SessionError(.sensorFailed, "waited in vain")
  }

  /// Writes the pattern clip anew with each of its JPEG pictures changed.
  static func changedClip(_ path: String, _ change: ([UInt8]) -> [UInt8]) throws -> String {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: clip)))
    var (result, start): ([UInt8], Int) = ([], 0)
    for index in bytes.indices.dropLast() where bytes[index] == 0xFF {
      if bytes[index + 1] == 0xD8 { start = index }
      if bytes[index + 1] == 0xD9 { result += change(Array(bytes[start..<index + 2])) }
    }
    try Data(result).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A v4l2loopback's producer, running.
  static func producer() throws -> ChildProcess {
    let child = try ChildProcess([
      "v4l2-ctl", "-d", loopbackNode, "-x", "width=640,height=480,pixelformat=YUYV",
      "--stream-out-mmap",
    ])
    try wait { VideoDeviceList().find(loopbackNode)?.isUsable == true }
    return child
  }
}
