import ConfigurationFiles
import Foundation
import SessionCore
import SpatialMath
import Testing
import YAMLDocuments

@Suite struct UserProfileTests {
  /// Angles are written to a hundredth of a degree.
  private static let angleTolerance = 0.006 * Double.pi / 180

  private let profile = UserProfile(
    restFace: (0..<600).map { UInt8($0 % 251) },
    ranges: [.eyeBlinkLeft: 0.05...0.8, .jawOpen: 0...0.75],
    straightPose: EulerAngles(pitch: 0.1, yaw: -0.05, roll: 0.02),
    leftGazeOffset: Vector2(0.03, -0.02), rightGazeOffset: Vector2(-0.04, 0.01),
    screenCalibration: GazeCalibration(
      xAxis: Vector2(1.5, 0), yAxis: Vector2(0.1, 2), offset: Vector2(-0.25, 0.5), residual: 0.08))

  /// A millionth of a metre more than half the file's unit.
  private static let placeTolerance: Float = 6e-6

  @Test func aMeshComesBackAndOlderProfilesHaveNone() throws {
    var kept = profile
    kept.restGeometry = FaceGeometry(
      vertices: (0..<FaceGeometry.vertexCount).map {
        SIMD3(Float($0) * 1e-4 - 0.06, 0.09 - Float($0) * 1.3e-4, Float($0 % 97) * 1e-3)
      })
    let read = try UserProfile(text: Array(kept.text.utf8), path: "mia.yaml")
    let mesh = try #require(read.restGeometry)
    for (a, b) in zip(mesh.vertices, try #require(kept.restGeometry).vertices) {
      for axis in 0..<3 { #expect(abs(a[axis] - b[axis]) < Self.placeTolerance) }
    }
    #expect(read.restFace == profile.restFace)
    #expect(try UserProfile(text: Array(profile.text.utf8), path: "mia.yaml").restGeometry == nil)
  }

  @Test func aDamagedMeshIsNoticed() {
    var kept = profile
    kept.restGeometry = FaceGeometry(
      vertices: Array(repeating: SIMD3(0.01, 0, 0), count: FaceGeometry.vertexCount))
    #expect(
      complaint(kept.text.replacing("6AMAAAAA6AM", with: "6AMAAAAA6BM")).contains("rest-mesh"))
    let short = UserProfile.checksum([1, 2, 3])
    let lines = kept.text.split(separator: "\n").map { line in
      line.hasPrefix("rest-mesh-check:")
        ? "rest-mesh-check: \(short)"
        : line.hasPrefix("rest-mesh:") ? "rest-mesh: AQID" : String(line)
    }
    #expect(complaint(lines.joined(separator: "\n")).contains("1220 vertices"))
  }

  private func complaint(_ text: String) -> String {
    do {
      _ = try UserProfile(text: Array(text.utf8), path: "mia.yaml")
      return ""
    } catch { return error.description }
  }

  private func temporaryStore() -> UserProfileStore {
    UserProfileStore(folder: NSTemporaryDirectory() + "bifrons-users-\(UUID().uuidString)")
  }

  @Test func aProfileComesBackAsItWasWritten() throws {
    let read = try UserProfile(text: Array(profile.text.utf8), path: "mia.yaml")
    #expect(read.restFace == profile.restFace)
    #expect(read.ranges == profile.ranges)
    #expect(read.screenCalibration == profile.screenCalibration)
    #expect(abs(read.straightPose.pitch - profile.straightPose.pitch) < Self.angleTolerance)
    #expect((read.leftGazeOffset - profile.leftGazeOffset).length < Self.angleTolerance)
    #expect((read.rightGazeOffset - profile.rightGazeOffset).length < Self.angleTolerance)
  }

  @Test func aChangedLetterOfTheFaceIsNoticedWithItsPlace() {
    var lines = profile.text.split(separator: "\n").map(String.init)
    let last = lines.count - 1
    lines[last] = lines[last].replacing("rest-face: AAEC", with: "rest-face: AAED")
    let message = complaint(lines.joined(separator: "\n"))
    #expect(message.contains("mia.yaml:\(last + 1):"))
    #expect(message.contains("damaged") && message.contains("bifrons calibrate face"))
  }

  @Test func aFileThatWasCutOffIsNoticed() {
    let text = profile.text
    #expect(complaint(String(text.prefix(text.count - 40))).contains("damaged"))
    #expect(complaint(String(text.prefix(74))).contains("is missing"))
    #expect(complaint("").contains("bifrons calibrate face"))
  }

  @Test(arguments: [
    ("version: 1", "version: 2", "version 2; this program reads 1"),
    ("jawOpen", "jawOpne", "jawOpen"),
    ("[0.050, 0.800]", "[0.800, 0.050]", "the lower one"),
    ("[0.050, 0.800]", "[0.05, 8]", "from 0 to 1"),
    ("[-0.250000, 0.500000]", "far", "offset takes 2 numbers"),
  ])
  func whatIsWrongIsNamed(_ old: String, _ new: String, _ message: String) {
    let text = profile.text.replacing(old, with: new)
    #expect(text != profile.text)
    #expect(complaint(text).contains(message), "\(complaint(text))")
  }

  @Test func aStoreKeepsAProfileForItsUserAlone() throws {
    let store = temporaryStore()
    defer { try? FileManager.default.removeItem(atPath: store.folder) }
    try store.save(profile, of: "mia")
    #expect(try store.profile(of: "mia").restFace == profile.restFace)
    let attributes = try FileManager.default.attributesOfItem(atPath: store.path(of: "mia"))
    #expect(attributes[.posixPermissions] as? NSNumber == 0o600)
    #expect(store.names == ["mia"])
  }

  @Test func anUnknownUserIsToldTheNearestName() throws {
    let store = temporaryStore()
    defer { try? FileManager.default.removeItem(atPath: store.folder) }
    try store.save(profile, of: "mia")
    let error = #expect(throws: ConfigurationError.self) { try store.profile(of: "mai") }
    let message = try #require(error).description
    #expect(message.contains("'mia'") && message.contains("calibrate face --user mai"))
  }

  @Test(arguments: ["", "../mia", ".mia", "a/b", String(repeating: "a", count: 65)])
  func namesThatAreNoFilesAreRefused(_ name: String) {
    #expect(!UserProfileStore.isName(name))
    #expect(throws: ConfigurationError.self) { try temporaryStore().save(profile, of: name) }
  }

  @Test func profilesLieInTheDataFolder() throws {
    #expect(
      try UserProfileStore(environment: ["XDG_DATA_HOME": "/d", "HOME": "/h"]).folder
        == "/d/bifrons/users")
    #expect(
      try UserProfileStore(environment: ["XDG_DATA_HOME": "d", "HOME": "/h"]).folder
        == "/h/.local/share/bifrons/users")
    #expect(throws: ConfigurationError.self) { try UserProfileStore(environment: [:]) }
  }
}

@Suite struct ScreenSettingsTests {
  private func text(_ screen: String) -> String { smallest + "screen: { \(screen) }\n" }

  @Test func aScreenHangsBelowTheCameraUnlessItsPoseIsGiven() throws {
    #expect(try load(smallest).screen == nil)
    let below = try #require(try load(text("size: [0.5, 0.3], below-camera: 0.02")).screen?.screen)
    #expect((below.cameraFromScreen.translation - Vector3(0, -0.17, 0)).length < 1e-9)
    let beside = try #require(
      try load(text("front-from-screen: { translation: [0.4, 0, 0] }")).screen?.screen)
    #expect(beside.cameraFromScreen.translation == Vector3(0.4, 0, 0))
    #expect(
      (beside.cameraFromScreen.rotation.act(Vector3(0, 0, 1)) - Vector3(0, 0, -1)).length < 1e-9)
  }

  @Test func whatALookDoesIsConfigured() throws {
    let pointer = try #require(
      try load(text("dwell-time: 2, dwell-radius: 0.1, edge: 0.2, scroll-speed: 1")).screen?.pointer
    )
    #expect(pointer.dwellTime == 2 && pointer.dwellRadius == 0.1)
    #expect(pointer.edge == 0.2 && pointer.scrollSpeed == 1)
  }

  @Test func twoPlacesForOneScreenAreRefused() {
    let both = text("below-camera: 0.1, front-from-screen: { translation: [0, 0, 0] }")
    #expect(complaint(both).contains("give one"))
  }

  @Test func usersAndScreensNeedAFace() throws {
    let world = """
      version: 1
      session: { configuration: world, user: mia }
      cameras: { rear: { source: v4l2 } }
      screen: { edge: 0.2 }

      """
    #expect(complaint(world).contains("session.user: this session tracks no face"))
    #expect(complaint(world).contains("screen: this session tracks no face"))
    let face = smallest.replacing("configuration: face", with: "configuration: face, user: mia")
    #expect(try load(face).user?.name == "mia")
  }
}
