import CameraCapture
import Foundation
import SessionCore
import SystemSupport
import Testing

/// Faults of finding and opening a camera, on made-up drivers.
extension FaultTrial {
  static let finding: [FaultTrial] = [
    exchangedNumbers, twins, metadata, infrared, busy, forbidden, sensorWithoutSoftware,
    absentProducer, lateRights,
  ]

  private static func auto(
    _ nodes: [String: FakeVideoSystem.Camera], _ roles: [CameraRole]
  ) throws -> CameraChoice {
    let wanted = Dictionary(uniqueKeysWithValues: roles.map { ($0, "auto") })
    return try VideoDeviceList(system: FakeVideoSystem(nodes)).assign(wanted)
  }

  private static let exchangedNumbers = FaultTrial(
    1, "two cameras, their numbers exchanged between two starts"
  ) {
    let (a, b) = (
      CameraChoiceTests.camera("Cam A", serial: "7"), CameraChoiceTests.camera("Cam B", serial: "8")
    )
    let first = try auto(["/dev/video0": a, "/dev/video2": b], [.front, .rear])
    let second = try auto(["/dev/video0": b, "/dev/video2": a], [.front, .rear])
    #expect(first.names == second.names && first.names.count == 2)
    return Outcome((second.notices[.rear] ?? []) + (second.notices[.front] ?? []))
  }

  private static let twins = FaultTrial(2, "two cameras of one make without serial numbers") {
    let nodes = [2, 1].map { socket in
      VideoDeviceListTests.node(
        "Twin", links: ["/dev/v4l/by-id/usb-Twin", "/dev/v4l/by-path/usb-0:\(socket)"], serial: "")
    }
    let choice = try auto(["/dev/video0": nodes[0], "/dev/video2": nodes[1]], [.front, .rear])
    #expect(
      choice.names == [.rear: "/dev/v4l/by-path/usb-0:1", .front: "/dev/v4l/by-path/usb-0:2"])
    return Outcome((choice.notices[.rear] ?? []) + (choice.notices[.front] ?? []))
  }

  private static let metadata = FaultTrial(3, "a webcam's second node, named in the configuration")
  {
    let node = VideoDeviceListTests.node("Webcam", formats: []) {
      ($0.isCapture, $0.isMetadata) = (false, true)
    }
    let fake = FakeVideoSystem(["/dev/video0": FakeVideoSystem.Camera(), "/dev/video1": node])
    let error = try CameraFaultsTests.startError(fake, device: "/dev/video1")
    #expect(error.code == .sensorUnavailable)
    return Outcome(error.message)
  }

  private static let infrared = FaultTrial(
    4, "a laptop's colour camera with its infrared sibling before it; then the sibling by name"
  ) {
    let grey = VideoDeviceListTests.node("Integrated Camera", formats: [.grey])
    let color = VideoDeviceListTests.node("Integrated Camera")
    let choice = try auto(["/dev/video0": grey, "/dev/video2": color], [.front])
    #expect(choice.names == [.front: "/dev/video2"])
    let source = try VideoDeviceSourceTests.started(FakeVideoSystem(["/dev/video0": grey])) {
      ($0.width, $0.height) = (640, 480)
    }
    #expect(try VideoDeviceSourceTests.frame(of: source).pixels.format == .gray8)
    return Outcome((choice.notices[.front] ?? []) + source.notices)
  }

  private static let busy = FaultTrial(18, "REQBUFS fails with EBUSY, always") {
    let fake = FakeVideoSystem()
    fake.locked { $0.failures["requestBuffers"] = Array(repeating: EBUSY, count: 20) }
    let error = try CameraFaultsTests.startError(fake)
    #expect(fake.locked { $0.openCount } <= 1)
    return Outcome(error.message, "after \(fake.calls("requestBuffers").count) attempts")
  }

  private static let forbidden = FaultTrial(19, "open fails with EACCES") {
    let fake = FakeVideoSystem()
    fake.locked { $0.failures["open"] = [EACCES, EACCES] }
    let error = try CameraFaultsTests.startError(fake)
    #expect(error.code == .cameraUnauthorized)
    return Outcome(error.message)
  }

  private static let sensorWithoutSoftware = FaultTrial(
    28, "a node of raw Bayer formats; one whose STREAMON fails with EPIPE"
  ) {
    let bayer = CameraFormatsTests.camera(FourCharacterCode("BG10"), bus: "platform:isys")
    let broken = FakeVideoSystem()
    broken.locked { $0.failures["startStreaming"] = [EPIPE] }
    return Outcome([
      try CameraFaultsTests.startError(bayer).message,
      try CameraFaultsTests.startError(broken).message,
    ])
  }

  private static let absentProducer = FaultTrial(
    29, "a loopback without its producer; then with it"
  ) {
    var loopback = FakeVideoSystem.Camera("Loop")
    loopback.capability.driver = "v4l2 loopback"
    (loopback.isOnUSB, loopback.capability.isCapture, loopback.capability.isOutput) = (
      false, false, true
    )
    let fake = FakeVideoSystem(["/dev/video0": loopback])
    let error = try CameraFaultsTests.startError(fake)
    (loopback.capability.isCapture, loopback.capability.isOutput) = (true, false)
    fake.plug(loopback, at: "/dev/video0")
    fake.locked { $0.isLockStep = true }
    let source = try VideoDeviceSourceTests.started(fake)
    _ = try frames(source, 2)
    return Outcome(error.message, "with the producer: \(counters(source))")
  }

  private static let lateRights = FaultTrial(
    31, "a camera comes back, and open fails with EACCES three times"
  ) {
    let camera = FakeVideoSystem.Camera(links: [CameraFaultsTests.byIdentifier])
    let fake = FakeVideoSystem(["/dev/video0": camera])
    let source = try VideoDeviceSourceTests.started(fake)
    fake.unplug("/dev/video0")
    let reason = try CameraReplugTests.interrupt(source)
    fake.locked { $0.failures["open"] = [EACCES, EACCES, EACCES] }
    fake.plug(camera, at: "/dev/video1")
    try CameraReplugTests.resume(source)
    #expect(fake.locked { $0.failures["open"] } == [])
    _ = try VideoDeviceSourceTests.frame(of: source)
    return Outcome(reason, "resumed at the fourth attempt")
  }
}
