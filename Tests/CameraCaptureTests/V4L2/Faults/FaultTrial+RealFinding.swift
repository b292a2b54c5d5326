import CameraCapture
import Foundation
import SessionCore
import SystemSupport
import Testing

/// Faults of finding and opening a camera, on real drivers.
extension FaultTrial {
  static let realFinding: [FaultTrial] = [
    realNumbers, realTwins, realMetadata, realInfrared, realBusy, realForbidden, realProducer,
    realLateRights,
  ]

  private static let realNumbers = FaultTrial(
    1, "two USB webcams, plugged in in one order, then in the other"
  ) {
    let front = try CameraRig.front()
    let rear = try EmulatedCamera(port: 1, name: "Rear Cam", serial: "R1", clip: CameraRig.clip)
    let before = try VideoDeviceList().assign([.front: "auto", .rear: "auto"])
    front.unplug()
    rear.unplug()
    try rear.plug()
    try front.plug()
    let after = try VideoDeviceList().assign([.front: "auto", .rear: "auto"])
    #expect(after.names == before.names)
    #expect(after.names == [.front: front.link, .rear: rear.link])
    return Outcome(
      ["front", "rear"].compactMap { role in
        // What was passed over are vivid's devices.
        CameraRole(rawValue: role).flatMap { after.notices[$0]?.first }?
          .split(separator: ";").first.map(String.init)
      })
  }

  private static let realTwins = FaultTrial(2, "two USB webcams with one name and serial number") {
    let (first, second) = try (
      EmulatedCamera(port: 0, name: "Twin", serial: "T", clip: CameraRig.clip),
      EmulatedCamera(port: 1, name: "Twin", serial: "T", clip: CameraRig.clip)
    )
    let names = try VideoDeviceList().assign([.front: "auto", .rear: "auto"]).names
    #expect(Set(names.values) == [first.socket, second.socket])
    let both = try names.sorted { $0.value < $1.value }.map { try CameraRig.started($0.value) }
    for source in both { _ = try CameraRig.frames(source, 2) }
    both.forEach { $0.stop() }
    return Outcome([], "both run, as \(names.values.sorted().joined(separator: " and "))")
  }

  private static let realMetadata = FaultTrial(3, "uvcvideo's second node, named") {
    let camera = try CameraRig.front()
    let list = VideoDeviceList()
    let metadata = list.devices.first {
      $0.kind == .metadata && $0.usbIdentifier == list.find(camera.link)?.usbIdentifier
    }
    let error = try CameraRig.startError(try #require(metadata?.path))
    return Outcome(error.message.split(separator: " (").prefix(1).joined())
  }

  private static let realInfrared = FaultTrial(4, "a USB webcam with GREY only, and another one") {
    let grey = try EmulatedCamera(
      port: 1, name: "A IR", serial: "I1", clip: CameraRig.clip, isGrey: true)
    let color = try CameraRig.front()
    let names = try VideoDeviceList().assign([.front: "auto"]).names
    #expect(names == [.front: color.link])
    let source = try CameraRig.started(grey.link)
    #expect(try CameraRig.frames(source, 2)[1].pixels.format == .gray8)
    source.stop()
    return Outcome(source.notices, "auto took the other one")
  }

  private static let realBusy = FaultTrial(18, "v4l2-ctl streams from the webcam") {
    let camera = try CameraRig.front()
    let pictures = "/tmp/held.mjpeg"
    let other = try ChildProcess([
      "v4l2-ctl", "-d", camera.link, "--stream-mmap", "--stream-to=\(pictures)",
    ])
    try CameraRig.wait {
      let size = try? FileManager.default.attributesOfItem(atPath: pictures)[.size] as? Int
      return (size ?? 0) > 0
    }
    let error = try CameraRig.startError(camera.link)
    withExtendedLifetime(other) {}
    return Outcome(error.message)
  }

  private static let realForbidden = FaultTrial(19, "another user than root, outside of the group")
  {
    let camera = try CameraRig.front()
    #expect(seteuid(65534) == 0)
    defer { seteuid(0) }
    let error = try CameraRig.startError(camera.link)
    #expect(error.code == .cameraUnauthorized)
    return Outcome(error.message)
  }

  private static let realProducer = FaultTrial(
    29, "v4l2loopback without a producer, with one, and killed"
  ) {
    let error = try CameraRig.startError(CameraRig.loopbackNode)
    var producer: ChildProcess? = try CameraRig.producer()
    let source = try CameraRig.started(CameraRig.loopbackNode)
    _ = try CameraRig.frames(source, 2)
    producer = nil
    let reason = try CameraRig.interruption(source)
    producer = try CameraRig.producer()
    try CameraRig.resume(source)
    source.stop()
    withExtendedLifetime(producer) {}
    return Outcome([error.message.split(separator: " (").prefix(1).joined(), reason], "resumed")
  }

  private static let realLateRights = FaultTrial(
    31, "a webcam comes back, and its node may be opened only after a second"
  ) {
    let camera = try CameraRig.front()
    let source = try CameraRig.started(camera.link)
    _ = try CameraRig.frames(source, 2)
    camera.unplug()
    let reason = try CameraRig.interruption(source)
    try camera.plug()
    #expect(seteuid(65534) == 0)
    let udev = DedicatedThread(name: "udev") {
      Thread.sleep(forTimeInterval: 1.5)
      seteuid(0)
    }
    try CameraRig.resume(source)
    udev.join()
    source.stop()
    return Outcome(reason, "resumed")
  }
}
