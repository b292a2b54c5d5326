import DeviceCapabilities
import Foundation
import SessionCore
import SessionTesting
import Testing

@Suite struct DeviceTableTests {
  // MARK: - Lenses

  /// A quarter of a degree: rows give tenths.
  private static let tolerance = 0.25

  private func degrees(_ usb: String, _ width: Int, _ height: Int) -> Double? {
    guard let usb = USBIdentifier(usb),
      case .horizontalFieldOfView(let angle)? = deviceTable.intrinsics(
        usbVendor: usb.vendor, product: usb.product, width: width, height: height)
    else { return nil }
    return angle * 180 / .pi
  }

  @Test(arguments: [
    (640, 480, 54.5), (800, 600, 54.5), (1280, 720, 69.3), (1920, 1080, 69.3), (864, 480, 69.3),
    (1600, 896, 69.3),
  ])
  func theAngleBelongsToTheAspectRatio(width: Int, height: Int, expected: Double) throws {
    let found = try #require(degrees("046d:082d", width, height))
    #expect(abs(found - expected) < Self.tolerance)
  }

  @Test func anUnlistedRatioFollowsFromTheSameHeight() throws {
    // 11:9 has the height of 4:3: tan(x / 2) = tan(54.5 / 2) · (11/9) / (4/3).
    let found = try #require(degrees("046d:082d", 352, 288))
    #expect(abs(found - 50.55) < Self.tolerance)
    // The C270 keeps its width.
    #expect(abs(try #require(degrees("046d:0825", 352, 288)) - 47.9) < Self.tolerance)
  }

  @Test func whatIsNotKnownIsNotGuessed() {
    #expect(degrees("dead:beef", 640, 480) == nil)
    // The C310 is known in 16:9 only, and its row does not say what other ratios do.
    #expect(degrees("046d:081b", 640, 480) == nil)
    #expect(degrees("046d:081b", 640, 360) != nil)
    // The Brio's view is a setting.
    #expect(degrees("046d:085e", 1280, 720) == nil)
    #expect(degrees("046d:082d", 0, 480) == nil)
  }

  @Test func anAnswerSaysWhereItComesFrom() throws {
    let lens = try #require(
      deviceTable.lens(for: Sample.c922.identity, width: 1280, height: 720))
    #expect(lens.device == "Logitech C922")
    #expect(lens.view.basis == .published)
    #expect(lens.view.source.hasPrefix("Logitech"))
  }

  @Test func theLensFitsACameraSource() throws {
    let lens = try #require(
      deviceTable.intrinsics(usbVendor: 0x046d, product: 0x082d, width: 640, height: 480))
    let intrinsics = lens.resolved(width: 640, height: 480)
    // The calibration's focal length is 622.0 pixels.
    #expect(abs(intrinsics.fx - 622.0) < 2)
  }

  @Test func anInfraredCameraThatSaysYUYVIsKnownByItsSizes() {
    #expect(deviceTable.stream(of: Sample.infrared) == .infrared)
    #expect(deviceTable.stream(of: Sample.laptop) == .color)
    #expect(deviceTable.stream(of: Sample.realsense) == .depth)
    #expect(deviceTable.stream(of: Sample.stranger) == .color)
  }

  // MARK: - Where it lies

  @Test func theFolderIsNamedInstalledOrOfACheckout() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    func make(_ path: String) throws {
      try files.createDirectory(
        atPath: folder.file(path), withIntermediateDirectories: true)
    }
    func find(_ environment: [String: String] = [:], from working: String = "/") -> String? {
      DeviceTable.folder(
        environment: environment, program: folder.file("prefix/bin/bifrons"),
        workingFolder: working)
    }
    try make("prefix/bin")
    _ = files.createFile(atPath: folder.file("prefix/bin/bifrons"), contents: nil)
    #expect(find() == nil)
    try make("checkout/Configs/devices")
    try make("checkout/deep/down")
    #expect(
      find(from: folder.file("checkout/deep/down")) == folder.file("checkout/Configs/devices"))
    try make("prefix/share/bifrons/devices")
    #expect(
      find(from: folder.file("checkout/deep/down"))
        == folder.file("prefix/share/bifrons/devices"))
    #expect(find(["BIFRONS_DEVICES": "/else/where"]) == "/else/where")
  }

  @Test func aFolderThatIsNotThereIsSaid() {
    let (table, problems) = DeviceTable.read(folder: "/no/such/folder")
    #expect(table.rows.isEmpty)
    #expect(
      problems.map(\.description) == [
        "/no/such/folder: there is no such folder of device rows; check BIFRONS_DEVICES"
      ])
  }
}

@Suite struct NamePatternTests {
  @Test(arguments: [
    ("HD Pro Webcam C920*", "HD Pro Webcam C920", true), ("hd*c920", "HD Pro Webcam C920", true),
    ("*", "", true), ("", "", true), ("", "x", false), ("a*b*c", "aXXbYYc", true),
    ("a*b*c", "aXXbYY", false), ("C920", "C9200", false), ("a*", "*", false),
  ])
  func aStarStandsForAnyText(pattern: String, name: String, fits: Bool) {
    #expect(NamePattern(pattern).matches(name) == fits)
  }

  @Test(arguments: [
    ("a*", "*b", true), ("a*", "b*", false), ("abc", "abc", true), ("a*c", "ab*", true),
    ("Intel*", "intel ipu3*", true), ("x", "x*y", false),
  ])
  func twoPatternsOverlapWhenANameFitsBoth(first: String, second: String, overlap: Bool) {
    #expect(NamePattern(first).overlaps(NamePattern(second)) == overlap)
    #expect(NamePattern(second).overlaps(NamePattern(first)) == overlap)
  }
}

@Suite struct USBIdentifierTests {
  @Test func numbersAreReadAsLsusbPrintsThem() {
    #expect(USBIdentifier("046D:082d") == USBIdentifier(vendor: 0x046d, product: 0x082d))
    #expect(USBIdentifier("000a:000b")?.description == "000a:000b")
  }

  @Test(arguments: ["", "046d", "046d:82d", "046d:082d:1", "046g:082d", "0x46:082d", "+46d:082d"])
  func anythingElseIsRefused(text: String) { #expect(USBIdentifier(text) == nil) }

  // A working folder that was removed has an empty name.
  @Test func whereNothingIsInstalledThereIsNoFolder() {
    #expect(
      DeviceTable.folder(environment: [:], program: "/nowhere/bifrons", workingFolder: "") == nil)
  }
}
