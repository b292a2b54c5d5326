import DeviceCapabilities
import Foundation
import SessionTesting
import Testing

@Suite struct DoctorTests {
  /// A machine on which all is well.
  private func healthy() -> Doctor {
    var camera = DeviceListing.Device(
      kind: "color-camera", usable: true, reason: "a colour camera", missing: [])
    (camera.node, camera.name) = ("/dev/video0", "Webcam")
    return Doctor(
      facts: MachineFacts(
        cameras: [], faceModels: .present("face models in /models"),
        graphics: .present("AMD Radeon"), display: .present("DISPLAY=:0"), processorName: "CPU",
        processorCount: 4, memoryBytes: 8 << 30,
        speed: ProcessorSpeed(faceMilliseconds: 6, worldMilliseconds: 11)),
      surroundings: Surroundings(missingPackages: [], membership: .member("video")),
      devices: [camera])
  }

  private func check(_ doctor: Doctor, _ subject: String) throws -> HealthCheck {
    try #require(doctor.report().checks.first { $0.subject.hasPrefix(subject) })
  }

  @Test func aWellMachineHasNothingToDo() {
    let report = healthy().report()
    #expect(report.isHealthy)
    #expect(report.checks.allSatisfy { $0.level == .ok && $0.remedy == nil })
    #expect(report.text().hasSuffix("\nAll is well.\n"))
  }

  @Test func missingModelsFailAndMissingPackagesWarn() throws {
    var doctor = healthy()
    doctor.facts.faceModels = .missing("the face models are not installed")
    doctor.surroundings.missingPackages = ["libyuv-dev"]
    #expect(try check(doctor, "models").level == .fail)
    let packages = try check(doctor, "packages")
    #expect(packages.level == .warn && packages.finding == "not installed: libyuv-dev")
    #expect(!doctor.report().isHealthy)
    #expect(doctor.report().text().hasSuffix("\n1 failure, 1 warning.\n"))
  }

  @Test func drawingOnTheProcessorIsAWarning() throws {
    var doctor = healthy()
    doctor.facts.graphics = .present("llvmpipe (LLVM 15.0.6, 256 bits)")
    #expect(try check(doctor, "OpenGL").level == .warn)
    doctor.facts.graphics = .missing("no EGL")
    #expect(try check(doctor, "OpenGL").level == .fail)
  }

  @Test(arguments: [(6.0, 11.0, HealthCheck.Level.ok), (60, 80, .warn), (300, 400, .fail)])
  func theProcessorIsJudgedByWhatItMeasured(
    face: Double, world: Double, level: HealthCheck.Level
  ) throws {
    var doctor = healthy()
    doctor.facts.speed = ProcessorSpeed(faceMilliseconds: face, worldMilliseconds: world)
    #expect(try check(doctor, "processor").level == level)
    doctor.facts.speed = nil
    #expect(try check(doctor, "processor").level == .fail)
  }

  @Test func aCameraInUseNamesItsHolder() throws {
    var doctor = healthy()
    doctor.holders = ["/dev/video0": ["cheese (pid 12)"]]
    let camera = try check(doctor, "/dev/video0")
    #expect(camera.level == .warn && camera.finding == "in use by cheese (pid 12)")
    #expect(doctor.report().isHealthy)
  }

  @Test func aForbiddenCameraSaysWhichGroupIsWanted() throws {
    var doctor = healthy()
    (doctor.devices[0].usable, doctor.devices[0].reason) = (nil, "no permission")
    doctor.facts.system.forbiddenVideoNodes = ["/dev/video0"]
    doctor.facts.system.videoGroup = "video"
    doctor.surroundings.membership = .missing("video")
    for subject in ["/dev/video0", "group"] {
      let found = try check(doctor, subject)
      #expect(found.level == .fail)
      #expect(found.remedy == "sudo usermod -aG video $USER, then log in again")
    }
    doctor.surroundings.membership = .afterNextLogin("video")
    #expect(try check(doctor, "group").remedy?.contains("newgrp video") == true)
  }

  @Test func noCameraIsAWarningAndABareSensorToo() throws {
    var doctor = healthy()
    doctor.devices[0].usable = false
    doctor.devices[0].kind = "bare-sensor"
    #expect(try check(doctor, "/dev/video0").level == .warn)
    #expect(try check(doctor, "cameras").finding == "none can be used")
    doctor.devices = []
    #expect(try check(doctor, "cameras").finding == "none is connected")
    #expect(doctor.report().isHealthy)
  }

  @Test func anEmptyContainerSaysHowToPassCamerasIn() throws {
    var doctor = healthy()
    doctor.surroundings.sandbox = .container("docker")
    #expect(try check(doctor, "sandbox").level == .ok)
    doctor.devices = []
    let sandbox = try check(doctor, "sandbox")
    #expect(sandbox.level == .warn && sandbox.remedy?.contains("--device /dev/video0") == true)
  }

  @Test func aCameraWithoutADriverFails() throws {
    var doctor = healthy()
    doctor.surroundings.unclaimedCameras = ["1-2:1.0"]
    #expect(try check(doctor, "USB 1-2:1.0").level == .fail)
  }

  @Test func thePageKeepsTo80ColumnsAndPaintsOnlyWhenAsked() {
    var doctor = healthy()
    doctor.tableProblems = [String(repeating: "a long word ", count: 20)]
    doctor.facts.display = .missing("no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
    for line in doctor.report().text().split(separator: "\n") { #expect(line.count <= 80) }
    #expect(!doctor.report().text().contains("\u{1B}"))
    #expect(doctor.report().text(isColored: true).contains("\u{1B}[33mwarn\u{1B}[0m"))
  }
}

@Suite struct SurroundingsInspectorTests {
  private func look(
    _ files: [String: String], environment: [String: String] = [:], packages: String? = nil,
    user: UserIdentity = UserIdentity(name: "me", number: 1000, groups: [1000])
  ) throws -> Surroundings {
    let folder = try TemporaryFolder()
    for (path, text) in files {
      let file = URL(fileURLWithPath: folder.file(path))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return SurroundingsInspector(root: folder.path, environment: environment).surroundings(
      packageList: packages.map { folder.file($0) }, user: user)
  }

  @Test func packagesAreComparedWithWhatDpkgHas() throws {
    let status = """
      Package: libyaml-dev
      Status: install ok installed

      Package: libyuv-dev
      Status: deinstall ok config-files

      """
    let list = "# needed\nlibyaml-dev\nlibyuv-dev\nxvfb\n"
    let found = try look(["var/lib/dpkg/status": status, "list": list], packages: "list")
    #expect(found.missingPackages == ["libyuv-dev", "xvfb"])
    #expect(try look(["list": list], packages: "list").missingPackages == nil)
    #expect(try look(["var/lib/dpkg/status": status]).missingPackages == nil)
  }

  @Test func boxesAreKnownByTheirMarks() throws {
    #expect(try look([:]).sandbox == nil)
    #expect(try look([".flatpak-info": ""]).sandbox == .flatpak)
    #expect(try look([:], environment: ["SNAP": "/snap/x"]).sandbox == .snap)
    #expect(try look([".dockerenv": ""]).sandbox == .container("docker"))
    #expect(try look([:], environment: ["container": "lxc"]).sandbox == .container("lxc"))
  }

  @Test func membershipIsThatOfTheProcess() throws {
    let groups = ["etc/group": "root:x:0:\nvideo:x:44:you,me\n"]
    func membership(_ user: UserIdentity) throws -> Surroundings.Membership {
      try look(groups, user: user).membership
    }
    let me = UserIdentity(name: "me", number: 1000, groups: [1000])
    #expect(try membership(me) == .afterNextLogin("video"))
    #expect(try membership(.init(name: "me", number: 1000, groups: [44])) == .member("video"))
    #expect(try membership(.init(name: "he", number: 1001, groups: [1001])) == .missing("video"))
    #expect(try membership(.init(name: "root", number: 0, groups: [0])) == .notNeeded)
  }

  @Test func aUSBCameraWithoutADriverIsFound() throws {
    let device = "sys/bus/usb/devices/1-2:1.0"
    let interface = ["\(device)/bInterfaceClass": "0e\n", "\(device)/bInterfaceSubClass": "01\n"]
    #expect(try look(interface).unclaimedCameras == ["1-2:1.0"])
    let taken = interface.merging(["\(device)/driver/module": ""]) { $1 }
    #expect(try look(taken).unclaimedCameras == [])
  }
}
