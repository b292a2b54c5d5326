import DeviceCapabilities
import Foundation
import SessionTesting
import Testing

@Suite struct SystemInspectorTests {
  /// A tree of files below a folder of its own.
  private func tree(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in files {
      let file = URL(fileURLWithPath: folder.file(path))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return folder
  }

  @Test func aPCSaysItsMakerAndProduct() throws {
    let folder = try tree([
      "sys/class/dmi/id/sys_vendor": "Dell Inc.\n",
      "sys/class/dmi/id/product_name": "Latitude 7280\n",
      "proc/sys/kernel/osrelease": "6.1.0-18-amd64\n",
    ])
    let facts = SystemInspector(root: folder.path).facts()
    #expect(facts.machine == MachineIdentity(vendor: "Dell Inc.", product: "Latitude 7280"))
    #expect(facts.kernel == "6.1.0-18-amd64")
    #expect(
      facts.machine.flatMap(deviceTable.row(for:))?.name == "Dell Latitude with infrared camera")
  }

  @Test func aBoardSaysItsModel() throws {
    let folder = try tree(["proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0"])
    let machine = SystemInspector(root: folder.path).facts().machine
    #expect(machine?.name == "Raspberry Pi 4 Model B Rev 1.4")
    #expect(machine.flatMap(deviceTable.row(for:))?.name == "Raspberry Pi 4")
  }

  @Test func motionSensorsAreFoundByTheirChannels() throws {
    let folder = try tree([
      "sys/bus/iio/devices/iio:device0/name": "als\n",
      "sys/bus/iio/devices/iio:device0/in_illuminance_raw": "3",
      "sys/bus/iio/devices/iio:device1/name": "bmi160\n",
      "sys/bus/iio/devices/iio:device1/in_accel_x_raw": "1",
      "sys/bus/iio/devices/iio:device1/in_anglvel_x_raw": "1",
      "sys/bus/iio/devices/trigger0/name": "timer",
    ])
    #expect(
      SystemInspector(root: folder.path).facts().motionSensors == [
        MotionSensor(kind: .accelerometer, name: "bmi160"),
        MotionSensor(kind: .gyroscope, name: "bmi160"),
      ])
  }

  @Test func soundDevicesThatRecordAreMicrophones() throws {
    let folder = try tree([
      "proc/asound/pcm": """
      00-00: ALC257 Analog : ALC257 Analog : playback 1 : capture 1
      00-03: HDMI 0 : HDMI 0 : playback 1
      01-00: USB Audio : USB Audio : capture 1
      """
    ])
    #expect(
      SystemInspector(root: folder.path).facts().microphones == ["ALC257 Analog", "USB Audio"])
    let empty = try tree(["proc/asound/pcm": "00-03: HDMI 0 : HDMI 0 : playback 1\n"])
    #expect(SystemInspector(root: empty.path).facts().microphones == [])
    #expect(SystemInspector(root: try tree([:]).path).facts().microphones == nil)
  }

  @Test func nodesThatMayBeOpenedAreNotForbidden() throws {
    let folder = try tree(["dev/video0": "", "dev/video10": "", "dev/video-codec": ""])
    #expect(SystemInspector(root: folder.path).facts().forbiddenVideoNodes == [])
  }

  // The superuser may open everything, so that nothing can be forbidden to it.
  @Test(.enabled(if: getuid() != 0, "runs as root"))
  func nodesThatMayNotBeOpenedAreForbidden() throws {
    let folder = try tree(["dev/video0": "", "dev/video10": "", "dev/video2": ""])
    for name in ["video10", "video2"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0], ofItemAtPath: folder.file("dev/\(name)"))
    }
    #expect(
      SystemInspector(root: folder.path).facts().forbiddenVideoNodes
        == ["/dev/video2", "/dev/video10"])
  }

  @Test func anEmptyTreeSaysNothing() throws {
    #expect(SystemInspector(root: try tree([:]).path).facts() == SystemFacts())
  }
}

@Suite struct ProcessorSelfTestTests {
  private let fast = ProcessorSpeed(faceMilliseconds: 6, worldMilliseconds: 11)

  private func test(_ folder: TemporaryFolder, _ name: String = "CPU") -> ProcessorSelfTest {
    ProcessorSelfTest(
      processorName: name, processorCount: 4, version: "1",
      environment: ["XDG_CACHE_HOME": folder.path])
  }

  @Test func aResultIsMeasuredOnceAndKept() throws {
    let folder = try TemporaryFolder()
    var count = 0
    func measure(_ known: ProcessorSpeed) -> ProcessorSpeed {
      count += 1
      return fast
    }
    #expect(test(folder).speed(measure: measure) == fast)
    #expect(test(folder).speed(measure: measure) == fast)
    #expect(count == 1)
    #expect(FileManager.default.fileExists(atPath: folder.file("bifrons/processor-speed.json")))
    _ = test(folder, "Another").speed(measure: measure)
    #expect(count == 2)
    _ = test(folder).speed(isFresh: true, measure: measure)
    #expect(count == 3)
  }

  @Test func anotherBuildMeasuresAnewAndTakesTheOldOnesPlace() throws {
    let folder = try TemporaryFolder()
    let program = folder.file("program")
    func speed(_ contents: String, _ measured: ProcessorSpeed) throws -> ProcessorSpeed {
      try Data(contents.utf8).write(to: URL(fileURLWithPath: program))
      return ProcessorSelfTest(
        processorName: "CPU", processorCount: 4, version: "1",
        environment: ["XDG_CACHE_HOME": folder.path], program: program
      ).speed { _ in measured }
    }
    let slow = ProcessorSpeed(faceMilliseconds: 60, worldMilliseconds: 110)
    #expect(try speed("first", fast) == fast)
    #expect(try speed("second build", slow) == slow)
    let kept = try String(
      contentsOfFile: folder.file("bifrons/processor-speed.json"), encoding: .utf8)
    #expect(kept.split(separator: "build").count == 2)
  }

  @Test func theMissingHalfOfAResultIsTriedAgain() throws {
    let folder = try TemporaryFolder()
    let half = ProcessorSpeed(faceMilliseconds: nil, worldMilliseconds: 11)
    #expect(test(folder).speed { _ in half } == half)
    let whole = test(folder).speed { known in
      #expect(known == half)
      return fast
    }
    #expect(whole == fast)
  }

  @Test func aDamagedCacheIsMeasuredAnew() throws {
    let folder = try TemporaryFolder()
    _ = test(folder).speed { _ in fast }
    try Data("{".utf8).write(to: URL(fileURLWithPath: folder.file("bifrons/processor-speed.json")))
    let slow = ProcessorSpeed(faceMilliseconds: 60, worldMilliseconds: 110)
    #expect(test(folder).speed { _ in slow } == slow)
    #expect(test(folder).speed { _ in fast } == slow)
  }

  @Test func withoutAPlaceNothingIsKept() {
    let test = ProcessorSelfTest(
      processorName: nil, processorCount: 1, version: "1", environment: [:])
    #expect(test.file == nil)
    #expect(test.speed { _ in fast } == fast)
  }

  @Test func theHomeFolderIsTheFallback() {
    let test = ProcessorSelfTest(
      processorName: nil, processorCount: 1, version: "1",
      environment: ["HOME": "/home/me", "XDG_CACHE_HOME": "not/absolute"])
    #expect(test.file == "/home/me/.cache/bifrons/processor-speed.json")
  }
}
