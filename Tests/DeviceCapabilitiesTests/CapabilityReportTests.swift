import DeviceCapabilities
import Foundation
import SessionCore
import Testing

@Suite struct CapabilityReportTests {
  private func report(_ facts: MachineFacts) -> CapabilityReport {
    CapabilityReport(facts: facts, table: deviceTable)
  }

  private func answers(_ report: CapabilityReport) -> [CapabilityAnswer?] {
    [.bothCameras, .faceTracking, .worldTracking, .planes, .tongue]
      .map { report.verdict($0)?.answer }
  }

  // MARK: - Typical machines

  @Test func twoKnownWebcamsDoItAll() throws {
    var facts = machine([Sample.c920, Sample.metadata, Sample.c922])
    facts.abilities.findsVerticalPlanes = true
    let report = report(facts)
    #expect(answers(report) == [.yes, .yes, .yes, .yes, .yes])
    #expect(report.answer.exitStatus == 0)
    #expect(report.roles.areTwo)
    #expect(report.verdict(.faceTracking)?.faces == 3)
    #expect(
      report.verdict(.bothCameras)?.reasons == [
        "front HD Pro Webcam C920, rear C922 Pro Stream Webcam", "30 pictures a second",
      ])
  }

  @Test func aLaptopWithAnInfraredCameraHasOneCamera() {
    let report = report(machine([Sample.laptop, Sample.infrared]))
    #expect(answers(report) == [.no, .yes, .limited, .limited, .yes])
    #expect(
      report.verdict(.bothCameras)?.reasons == [
        "two cameras are needed, and one can be used (Integrated_Webcam_HD: Integrate)",
        "/dev/video2: an infrared camera",
      ])
    #expect(report.verdict(.bothCameras)?.remedies.first == "connect a second webcam")
  }

  @Test func theLaptopsOwnCameraIsTheFrontOne() {
    let report = report(machine([Sample.c920, Sample.laptop]))
    #expect(report.roles.front?.name == Sample.laptop.name)
    #expect(report.roles.rear?.name == Sample.c920.name)
    #expect(report.verdict(.bothCameras)?.answer == .yes)
  }

  @Test func theRolesThatCaptureGaveCount() {
    var (front, rear) = (Sample.c920, Sample.laptop)
    (front.role, rear.role) = (.front, .rear)
    let report = report(machine([rear, front]))
    #expect(report.roles.front?.name == Sample.c920.name)
    #expect(report.roles.rear?.name == Sample.laptop.name)
    #expect(report.verdict(.bothCameras)?.answer == .limited)
  }

  @Test func withoutACameraClipsStillRun() {
    let report = report(machine([]))
    #expect(answers(report) == [.no, .no, .no, .no, .no])
    #expect(report.verdict(.bothCameras)?.reasons == ["no camera is connected"])
    #expect(report.verdict(.videoFormats)?.answer == .no)
    #expect(report.verdict(.faceTrackingWithoutCamera)?.answer == .yes)
    #expect(report.answer.exitStatus == 1)
  }

  @Test func withoutPermissionItNeverSaysNoCamera() {
    var facts = machine([])
    facts.system.forbiddenVideoNodes = ["/dev/video0", "/dev/video1"]
    facts.system.videoGroup = "video"
    let verdict = report(facts).verdict(.faceTracking)
    #expect(verdict?.reasons == ["no permission for /dev/video0, /dev/video1"])
    #expect(verdict?.remedies == ["sudo usermod -aG video $USER, then log in again"])
  }

  @Test func anIPU6LaptopIsToldHowToRelayItsCamera() {
    let report = report(machine((0..<6).map(Sample.ipu6)))
    #expect(answers(report) == [.no, .no, .no, .no, .no])
    let verdict = report.verdict(.faceTracking)
    #expect(verdict?.reasons.first == "no camera can be used")
    #expect(
      verdict?.reasons.last?.hasPrefix("/dev/video0, /dev/video1, /dev/video2 and 3 more") == true)
    #expect(verdict?.remedies.contains { $0.contains("into v4l2loopback") } == true)
  }

  @Test func anIPU6LaptopWithoutNodesIsKnownByItsName() {
    var facts = machine([])
    facts.system.machine = MachineIdentity(vendor: "Dell Inc.", product: "XPS 9320")
    let verdict = report(facts).verdict(.faceTracking)
    #expect(
      verdict?.reasons.last
        == "Laptop with Intel IPU6 camera: its camera is a raw sensor behind Intel's IPU6, which "
        + "needs libcamera")
  }

  @Test func aStrangersLensLimitsTheWorld() {
    let report = report(machine([Sample.c920, Sample.stranger]))
    #expect(answers(report) == [.limited, .yes, .limited, .limited, .yes])
    #expect(
      report.verdict(.worldTracking)?.reasons == [
        "Nobody's Webcam: its lens is not known; 60 degrees across are assumed, so sizes may be off"
      ])
    #expect(report.answer.exitStatus == 0)
  }

  @Test func whatARowSaysAboutItsCameraCounts() {
    let slow = MachineFacts.Camera(
      name: "Vimicro USB Camera (Altair)", path: "/dev/video0", usb: USBIdentifier("0ac8:3450"))
    let report = report(machine([slow]))
    #expect(report.verdict(.worldTracking)?.answer == .no)
    #expect(report.verdict(.faceTracking)?.answer == .limited)
    #expect(report.verdict(.tongue)?.answer == .limited)
    #expect(report.verdict(.videoFormats)?.answer == .limited)
  }

  // MARK: - The processor

  @Test(arguments: [
    // Milliseconds a picture for faces and world, processors, the three answers.
    (6.0, 11.0, 2, CapabilityAnswer.yes, CapabilityAnswer.yes, CapabilityAnswer.yes),
    (60.0, 11.0, 4, .limited, .yes, .limited), (200.0, 11.0, 4, .no, .yes, .no),
    (60.0, 60.0, 1, .limited, .limited, .no), (30.0, 30.0, 1, .yes, .yes, .limited),
    (30.0, 30.0, 2, .yes, .yes, .yes),
  ])
  func theProcessorIsMeasured(
    face: Double, world: Double, processors: Int, faceAnswer: CapabilityAnswer,
    worldAnswer: CapabilityAnswer, bothAnswer: CapabilityAnswer
  ) {
    let speed = ProcessorSpeed(faceMilliseconds: face, worldMilliseconds: world)
    let report = report(machine([Sample.c920, Sample.c922], processors: processors, speed: speed))
    #expect(report.verdict(.faceTracking)?.answer == faceAnswer)
    #expect(report.verdict(.worldTracking)?.answer == worldAnswer)
    #expect(report.verdict(.bothCameras)?.answer == bothAnswer)
  }

  @Test func aWeakProcessorIsToldAsPicturesASecond() {
    let speed = ProcessorSpeed(faceMilliseconds: 70, worldMilliseconds: 11)
    let verdict = report(machine([Sample.c920], speed: speed)).verdict(.faceTracking)
    #expect(
      verdict?.reasons == ["face tracking: about 12 pictures a second on this processor"])
  }

  @Test func whatWasNotMeasuredIsSaid() {
    let verdict = report(machine([Sample.c920], speed: nil)).verdict(.worldTracking)
    #expect(verdict?.answer == .yes)
    #expect(verdict?.reasons.contains("speed not measured") == true)
  }

  // MARK: - Parts

  @Test func missingModelsStopFacesAndNotTheWorld() {
    var facts = machine([Sample.c920, Sample.c922])
    facts.faceModels = .missing("the face models are not installed; run Tools/setup")
    let report = report(facts)
    #expect(answers(report) == [.no, .no, .yes, .limited, .no])
    let verdict = report.verdict(.faceTracking)
    #expect(verdict?.reasons == ["the face models are not installed"])
    #expect(verdict?.remedies == ["run Tools/setup"])
    #expect(report.verdict(.faceTrackingWithoutCamera)?.answer == .no)
  }

  @Test func whatNobodyAskedIsUnknown() {
    var facts = machine([Sample.c920])
    facts.faceModels = .notAsked
    let report = CapabilityReport(facts: facts, table: deviceTable, asked: [.faceTracking])
    #expect(report.answer == .unknown)
    #expect(report.answer.exitStatus == 2)
  }

  @Test func aWindowNeedsADisplayAndOpenGL() {
    var facts = machine([])
    facts.display = .missing("DISPLAY is not set")
    #expect(report(facts).verdict(.viewer)?.reasons == ["DISPLAY is not set"])
    #expect(report(facts).verdict(.drawing)?.answer == .yes)
  }

  @Test func sensorsAreJudgedByWhatThisVersionMakesOfThem() {
    var facts = machine([Sample.c920, Sample.realsense])
    facts.system.motionSensors = [MotionSensor(kind: .accelerometer, name: "bmi160")]
    #expect(
      report(facts).verdict(.motionSensors)?.reasons == [
        "accelerometer bmi160 alone; gyroscope is missing"
      ])
    facts.system.motionSensors.append(MotionSensor(kind: .gyroscope, name: "bmi160"))
    for capability in [Capability.motionSensors, .depth, .audio] {
      #expect(report(facts).verdict(capability)?.answer == .no)
      #expect(report(facts).verdict(capability)?.reasons.first?.contains("this version") == true)
    }
    facts.abilities = ProgramAbilities(
      readsDepth: true, usesMotionSensors: true, deliversAudio: true, findsVerticalPlanes: true)
    for capability in [Capability.motionSensors, .depth, .audio] {
      #expect(report(facts).verdict(capability)?.answer == .yes)
    }
    facts.system.microphones = []
    #expect(report(facts).verdict(.audio)?.reasons == ["no microphone is connected"])
    facts.system.microphones = nil
    #expect(report(facts).verdict(.audio)?.answer == .unknown)
  }

  // MARK: - The page and the object

  private static let machines: [[MachineFacts.Camera]] = [
    [], [Sample.laptop, Sample.infrared], [Sample.c920, Sample.metadata, Sample.stranger],
    (0..<6).map(Sample.ipu6), [Sample.realsense],
  ]

  @Test(arguments: machines)
  func thePageFitsEightyColumns(cameras: [MachineFacts.Camera]) {
    let text = report(machine(cameras)).text()
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 60)
    #expect(!text.contains("\u{1B}"))
  }

  @Test func thePageAnswersFirst() {
    let text = report(machine([Sample.c920])).text()
    #expect(text.hasPrefix("Maker Model, kernel 6.1.0\nTest CPU, 4 processors, 8.0 GB\n"))
    #expect(text.contains("\nFace and world at once: NO\n  two cameras are needed, and one"))
    #expect(text.contains("\n  yes      face tracking           up to 3 faces;"))
    #expect(text.contains("known as Logitech C920; sees 54.5 degrees across (calibrated)"))
  }

  @Test func coloursAreOnlyThereWhenAskedFor() {
    let text = report(machine([Sample.c920])).text(isColored: true)
    #expect(text.contains("Face and world at once: \u{1B}[31mNO\u{1B}[0m\n"))
    #expect(text.contains("  \u{1B}[32myes\u{1B}[0m      face tracking           up to"))
  }

  @Test func theObjectHoldsTheSame() throws {
    let text = try report(machine([Sample.c920, Sample.metadata])).json()
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["answer"] as? String == "no")
    #expect(object["isSupported"] as? Bool == false)
    #expect(object["asked"] as? [String] == ["both-cameras"])
    #expect((object["verdicts"] as? [Any])?.count == Capability.allCases.count)
    let cameras = try #require(object["cameras"] as? [[String: Any]])
    #expect(cameras.map { $0["isUsable"] as? Bool } == [true, false])
    #expect(cameras[0]["row"] as? String == "Logitech C920")
    #expect(cameras[1]["refusal"] as? String == "a camera's metadata, not its picture")
    let machine = try #require(object["machine"] as? [String: Any])
    #expect((machine["processor"] as? [String: Any])?["faceMilliseconds"] as? Double == 6.1)
  }

  @Test(arguments: deviceTable.rows)
  func everyRowHasAPageAndAnObject(row: DeviceRow) throws {
    let report = DeviceReport(row: row)
    #expect(report.text().split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(report.text().contains("\nFace and world at once: "))
    let object = try JSONSerialization.jsonObject(with: Data(try report.json().utf8))
    #expect(
      ((object as? [String: Any])?["device"] as? [String: Any])?["name"] as? String == row.name)
  }
}
