import CameraCapture
import Foundation
import SessionCore
import SpatialMath
import Testing

/// Cameras that are pulled out and plugged in again, on the real driver: needs the camera rig
/// (`Tools/test-devices`), and is skipped everywhere else.
@Suite(.enabled(if: CameraRig.isHere), .serialized)
struct DeviceReplugTests {
  static let times = 10
  /// Bytes that the process may grow by: what the allocator keeps.
  static let spareMemory = 4 << 20

  /// What a process holds of the system.
  struct Holdings: Equatable, CustomStringConvertible {
    var descriptors: Int
    /// Mappings of video devices.
    var mappings: Int
    var threads: Int

    /// Whether anything has grown; a thread or descriptor that ended meanwhile is no leak.
    func exceeds(_ other: Holdings) -> Bool {
      descriptors > other.descriptors || mappings > other.mappings || threads > other.threads
    }

    static func now() throws -> Holdings {
      func count(_ folder: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder).count
      }
      let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
      return Holdings(
        descriptors: try count("/proc/self/fd"),
        mappings: maps.split(separator: "\n").count { $0.contains("/dev/video") },
        threads: try count("/proc/self/task"))
    }

    var description: String {
      "\(descriptors) descriptors, \(mappings) mappings of devices, \(threads) threads"
    }

    /// Bytes in memory.
    static func residentBytes() throws -> Int {
      let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
        separator: " ")
      return try #require(Int(pages[1])) * 4096
    }
  }

  @Test(arguments: [VideoDeviceOptions.Preference.mjpeg, .only(.yuyv)])
  func tenTimesOutAndInLeavesNothingBehind(preference: VideoDeviceOptions.Preference) throws {
    let camera = try CameraRig.front()
    let source = try CameraRig.started(camera.link) { $0.preference = preference }
    // Not the pictures themselves: they would keep their buffers.
    func numberAndTime() throws -> (number: Int, time: Timestamp) {
      let frame = try CameraRig.frames(source, 1)[0]
      return (frame.sequence, frame.timestamp)
    }
    var last = try numberAndTime()
    func replug() throws {
      camera.unplug()
      #expect(try CameraRig.interruption(source).contains("was unplugged"))
      try camera.plug()
      guard case .resumed = try source.next() else {
        throw SessionError(.sensorFailed, "not resumed")
      }
      let next = try numberAndTime()
      #expect(next.number > last.number && next.time > last.time)
      last = next
    }
    // Once beforehand: what is loaded and allocated at the first time is no growth.
    try replug()
    let (before, bytes) = (try Holdings.now(), try Holdings.residentBytes())
    for _ in 1...Self.times { try replug() }
    let (after, grown) = (try Holdings.now(), try Holdings.residentBytes() - bytes)
    print(
      "replug, \(preference): \(before); after \(Self.times) times \(after), \(grown >> 10) KB more"
    )
    #expect(!after.exceeds(before))
    #expect(grown < Self.spareMemory)
    #expect(source.format.width == 640)
    source.stop()
    #expect(try Holdings.now().mappings == 0)
  }

  @Test func bothAtOnceComeBackAsWhoTheyWere() throws {
    let cameras = try CameraRig.pair()
    let sources = try cameras.map { camera in
      try CameraRig.started(camera.link) { $0.controls.powerLineFrequency = 60 }
    }
    for source in sources { _ = try CameraRig.frames(source, 2) }
    func replugBoth() throws {
      cameras.forEach { $0.unplug() }
      for source in sources { _ = try CameraRig.interruption(source) }
      // In the other order, so that their numbers are exchanged.
      for camera in cameras.reversed() { try camera.plug() }
      for source in sources { try CameraRig.resume(source) }
      #expect(sources.map(\.lastingName) == cameras.map(\.link))
      for camera in cameras {
        #expect(try CameraRig.value(.powerLineFrequency, of: camera.link) == 2)
      }
    }
    try replugBoth()
    let before = try Holdings.now()
    for _ in 1...3 { try replugBoth() }
    let after = try Holdings.now()
    print("replug, both: \(before); after three times \(after)")
    #expect(!after.exceeds(before))
    sources.forEach { $0.stop() }
  }
}
