import DeviceCapabilities
import SessionCore
import Testing

/// The reference rows: what ARKit does on Apple's devices.
@Suite struct AppleRowsTests {
  /// One expectation: the answers for faces and for both cameras, the faces at once, and whether the
  /// published list contradicts the rule.
  struct Expected: Sendable, CustomTestStringConvertible {
    var name: String
    var face: CapabilityAnswer
    var both: CapabilityAnswer
    var faces: Int
    var contradicts: Bool
    init(
      _ name: String, face: CapabilityAnswer = .yes, both: CapabilityAnswer, faces: Int = 3,
      contradicts: Bool = false
    ) {
      self.name = name
      self.face = face
      self.both = both
      self.faces = faces
      self.contradicts = contradicts
    }
    var testDescription: String { name }
  }

  static let expected = [
    Expected("iPhone 8", face: .no, both: .no, faces: 0),
    Expected("iPhone X", both: .no, faces: 1),
    Expected("iPhone XR", both: .yes), Expected("iPhone XS", both: .yes),
    Expected("iPhone XS Max", both: .yes), Expected("iPhone 11", both: .yes),
    Expected("iPhone 11 Pro", both: .yes), Expected("iPhone 11 Pro Max", both: .yes),
    Expected("iPhone SE (2nd generation)", both: .yes, faces: 1),
    Expected("iPhone 12 mini", both: .yes), Expected("iPhone 12", both: .yes),
    Expected("iPhone 12 Pro", both: .yes), Expected("iPhone 12 Pro Max", both: .yes),
    Expected(
      "iPad Pro 12.9-inch (1st generation)", face: .no, both: .no, faces: 0, contradicts: true),
    Expected(
      "iPad Pro 12.9-inch (2nd generation)", face: .no, both: .no, faces: 0, contradicts: true),
    Expected("iPad Pro 12.9-inch (3rd generation)", both: .yes),
    Expected("iPad Pro 12.9-inch (4th generation)", both: .yes),
    Expected("iPad Pro 11-inch", both: .yes),
    Expected("iPad Pro 10.5-inch", face: .no, both: .no, faces: 0, contradicts: true),
    Expected("iPad Pro 9.7-inch", face: .no, both: .no, faces: 0, contradicts: true),
  ]

  @Test(arguments: expected)
  func aRowFollowsTheRule(expected: Expected) throws {
    let row = try #require(deviceRow(expected.name))
    let report = DeviceReport(row: row)
    #expect(report.verdict(.faceTracking)?.answer == expected.face)
    #expect(report.verdict(.bothCameras)?.answer == expected.both)
    #expect(report.answer == expected.both)
    #expect(report.supportedNumberOfTrackedFaces == expected.faces)
    #expect(row.apple?.contradictsRule == expected.contradicts)
    #expect(row.apple?.isMarkedAsContradiction == expected.contradicts)
  }

  @Test func thereAreNoOthers() {
    let names = deviceTable.rows.filter { $0.apple != nil }.map(\.name)
    #expect(Set(names) == Set(Self.expected.map(\.name)))
  }

  @Test(arguments: expected)
  func theListNamesAllButTheKnownNo(expected: Expected) {
    #expect(deviceRow(expected.name)?.apple?.isListed == (expected.name != "iPhone 8"))
  }

  @Test(arguments: [
    ("iphonex", "iPhone X"), ("iPhone Xr", "iPhone XR"), ("IPHONE XS MAX", "iPhone XS Max"),
    ("iPhone SE2", "iPhone SE (2nd generation)"), ("iPhone 12mini", "iPhone 12 mini"),
    ("iPad Pro 12.9英寸第3代", "iPad Pro 12.9-inch (3rd generation)"),
    ("iPad Pro 11英寸", "iPad Pro 11-inch"), ("iPad Pro 9.7英寸", "iPad Pro 9.7-inch"),
    ("ipad pro 10.5", "iPad Pro 10.5-inch"),
  ])
  func namesMatchWithoutRegardToCaseAndSpaces(written: String, name: String) {
    #expect(deviceRow(written)?.name == name)
  }

  @Test func anUnknownNameGetsTheNearestOnes() {
    #expect(
      deviceTable.row(named: "iPhone 13")
        == .unknown(nearest: ["iPhone 11", "iPhone 12", "iPhone X"]))
    #expect(
      deviceTable.row(named: "logitec c92")
        == .unknown(nearest: ["Logitech C920", "Logitech C922", "Logitech C270"]))
    #expect(deviceTable.row(named: "XR") == .unknown(nearest: ["iPhone XR"]))
    #expect(deviceTable.row(named: "toaster") == .unknown(nearest: []))
    #expect(deviceTable.row(named: "") == .unknown(nearest: []))
  }

  @Test func theRefusalOfAnIPhoneXNamesItsProcessorAndTheRule() throws {
    let row = try #require(deviceRow("iPhone X"))
    let verdict = try #require(DeviceReport(row: row).verdict(.bothCameras))
    #expect(verdict.reasons == ["it has an A11; the rule asks for an A12 and iOS 13"])
    #expect(verdict.answer.exitStatus == 1)
  }

  @Test func aContradictionIsSaidInWords() throws {
    let report = DeviceReport(row: try #require(deviceRow("iPad Pro 9.7-inch")))
    #expect(
      report.verdict(.faceTracking)?.reasons == [
        "it has no TrueDepth camera, and its processor is an A9X; the rule asks for a TrueDepth "
          + "camera or an A12",
        "the published list of devices says yes: it contradicts the rule, which counts",
      ])
    #expect(try report.json().contains("\"contradictsRule\" : true"))
  }
}
