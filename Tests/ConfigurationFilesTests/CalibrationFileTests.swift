import ConfigurationFiles
import Foundation
import SessionCore
import SpatialMath
import Testing

/// What ROS's camera_calibration writes.
private let rosFile = """
  image_width: 640
  image_height: 480
  camera_name: head_camera
  camera_matrix:
    rows: 3
    cols: 3
    data: [602.5, 0., 319.5, 0., 601.25, 239.5, 0., 0., 1.]
  distortion_model: plumb_bob
  distortion_coefficients:
    rows: 1
    cols: 5
    data: [0.1, -0.2, 0.001, -0.002, 0.05]
  rectification_matrix:
    rows: 3
    cols: 3
    data: [1, 0, 0, 0, 1, 0, 0, 0, 1]
  projection_matrix:
    rows: 3
    cols: 4
    data: [602.5, 0, 319.5, 0, 0, 601.25, 239.5, 0, 0, 0, 1, 0]
  """

/// What OpenCV's calibration sample writes.
private let openCVFile = """
  %YAML:1.0
  ---
  calibration_time: "Mon 30 Nov 2026 08:00:00"
  nframes: 20
  image_width: 640
  image_height: 480
  board_width: 9
  flags: 0
  camera_matrix: !!opencv-matrix
     rows: 3
     cols: 3
     dt: d
     data: [ 6.0250000000000000e+02, 0., 3.1950000000000000e+02, 0.,
         6.0125000000000000e+02, 2.3950000000000000e+02, 0., 0., 1. ]
  distortion_coefficients: !!opencv-matrix
     rows: 5
     cols: 1
     dt: d
     data: [ 1.0e-01, -2.0e-01, 1.0e-03, -2.0e-03, 5.0e-02 ]
  avg_reprojection_error: 2.4e-01
  """

@Suite struct CalibrationFileTests {
  private func read(_ text: String) throws -> CalibrationFile {
    try CalibrationFile(path: "lens.yaml") { _ throws(ConfigurationError) in Array(text.utf8) }
  }

  private func message(_ text: String) -> String {
    do {
      _ = try read(text)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [rosFile, openCVFile, rosFile.replacing("\n", with: "\r\n")])
  func bothKindsOfFilesGiveTheSameLens(text: String) throws {
    let lens = try read(text).intrinsics
    // Pixels are counted from centres there, from the corner here.
    #expect(
      lens
        == CameraIntrinsics(
          width: 640, height: 480, fx: 602.5, fy: 601.25, cx: 320, cy: 240,
          distortion: .init(k1: 0.1, k2: -0.2, p1: 0.001, p2: -0.002, k3: 0.05)))
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let file = CalibrationFile(
      intrinsics: CameraIntrinsics(
        width: 1280, height: 720, fx: 911.25, fy: 910.5, cx: 640.25, cy: 355.5,
        distortion: .init(k1: -0.125, k2: 0.0625, p1: 0.0005, p2: -0.00025)),
      cameraName: "the \"front\" one")
    #expect(try read(file.rosText) == file)
  }

  @Test func theLensIsScaledToOtherSizesAndCutToOtherShapes() throws {
    let wide = CameraIntrinsics(width: 1280, height: 720, fx: 900, fy: 900, cx: 650, cy: 350)
    let half = IntrinsicsSpecification.calibrated(wide).resolved(width: 640, height: 360)
    #expect((half.fx, half.cx, half.cy) == (450, 325, 175))
    // 4:3 out of 16:9: the sides are cut off, the height stays.
    let narrow = IntrinsicsSpecification.calibrated(wide).resolved(width: 640, height: 480)
    #expect((narrow.fx, narrow.fy) == (600, 600))
    #expect(abs(narrow.cx - (320 + 10 * 480.0 / 720)) < 1e-9)
    #expect(abs(narrow.cy - 350 * 480.0 / 720) < 1e-9)
    #expect(abs(narrow.verticalFieldOfView - wide.verticalFieldOfView) < 1e-9)
    // 16:9 out of 4:3: top and bottom are cut off, the width stays.
    let flat = narrow.fitted(width: 640, height: 360)
    #expect(flat.fx == 600 && abs(flat.cy - (narrow.cy - 60)) < 1e-9)
  }

  @Test func aRationalModelIsCarriedOver() throws {
    let rational = rosFile.replacing("plumb_bob", with: "rational_polynomial")
      .replacing("cols: 5", with: "cols: 8")
      .replacing(
        "[0.1, -0.2, 0.001, -0.002, 0.05]",
        with: "[0.3, -0.1, 0.001, -0.002, 0.02, 0.2, 0.05, 0.01]")
    let lens = try read(rational).intrinsics
    // The same place for a ray near the edge, by the rational formula.
    let n = Vector2(0.45, 0.3)
    let r2 = n.lengthSquared
    let radial =
      (1 + r2 * (0.3 + r2 * (-0.1 + r2 * 0.02))) / (1 + r2 * (0.2 + r2 * (0.05 + r2 * 0.01)))
    let expected = Vector2(
      n.x * radial + 2 * 0.001 * n.x * n.y - 0.002 * (r2 + 2 * n.x * n.x),
      n.y * radial + 0.001 * (r2 + 2 * n.y * n.y) - 2 * 0.002 * n.x * n.y)
    #expect(((lens.distorted(n) - expected) * lens.fx).length < 0.5)
  }

  @Test func aWideFishEyeIsRefusedWithTheReason() {
    let fishEye = rosFile.replacing("plumb_bob", with: "equidistant")
      .replacing("[0.1, -0.2, 0.001, -0.002, 0.05]", with: "[0.02, 0.01, 0.0, 0.0]")
    #expect(
      message(fishEye.replacing("602.5", with: "220.5").replacing("601.25", with: "220.5"))
        .contains("cannot be carried over"))
    // A narrow one is as good as any lens.
    #expect(message(fishEye) == "")
  }

  @Test(arguments: [
    ("image_width: 640\n", "", "lens.yaml:1:1: image_width is missing"),
    ("image_width: 640", "image_width: much", "lens.yaml:1:14: image_width takes a whole number"),
    ("0., 0., 1.]", "0., 0.]", "camera_matrix takes a list of 9 numbers, found 8"),
    ("602.5, 0., 319.5", "-602.5, 0., 319.5", "the focal lengths -602.5 and 601.25"),
    ("319.5, 0., 601.25", "919.5, 0., 601.25", "lies outside of the picture (640x480)"),
    ("plumb_bob", "division", "lens.yaml:8"),
    ("-0.002, 0.05]", "-0.002, 0.05, 0.1]", "6 distortion coefficients do not fit"),
    ("0.001,", "much,", "distortion_coefficients takes a list of up to 14 numbers"),
  ])
  func aSlipIsNamedWithItsPlace(old: String, new: String, expected: String) {
    let text = message(rosFile.replacing(old, with: new))
    if expected == "lens.yaml:8" {
      #expect(text.contains("the lens model 'division' is not known"), "\(text)")
    } else {
      #expect(text.contains(expected), "\(text)")
    }
  }

  @Test func noCalibrationIsRefused() {
    #expect(message("[1, 2]").contains("a calibration takes a mapping"))
    #expect(message("%YAML:1.0\n---\n: :\n").contains("lens.yaml:"))
  }
}

@Suite struct CalibrationKeyTests {
  private func session(_ lens: String, source: String = "video") throws -> SessionFile {
    let text = """
      version: 1
      session: { configuration: face }
      cameras:
        front:
          source: \(source)
          \(source == "simulated" ? "rate: 30" : "path: clip.mp4")
          \(lens)
      """
    return try load(text, others: ["folder/lens.yaml": openCVFile])
  }

  @Test(arguments: ["calibration: lens.yaml", "intrinsics: lens.yaml"])
  func aCalibrationFileGivesTheLens(lens: String) throws {
    let intrinsics = try session(lens).cameras[.front]?.intrinsics
    #expect(intrinsics?.resolved(width: 320, height: 240).fx == 301.25)
  }

  @Test func aMissingFileIsNamedWhereItIsAskedFor() {
    let error = #expect(throws: ConfigurationError.self) { try session("calibration: no.yaml") }
    #expect(error?.description.contains("session.yaml:7:18: folder/no.yaml") == true)
  }

  @Test func twoLensesAreTooMany() {
    let error = #expect(throws: ConfigurationError.self) {
      try session("calibration: lens.yaml\n    intrinsics: { horizontal-fov-degrees: 60 }")
    }
    #expect(error?.description.contains("both calibration") == true)
  }

  @Test func aSimulatedCameraTakesNone() {
    #expect(throws: ConfigurationError.self) {
      try session("calibration: lens.yaml", source: "simulated")
    }
  }
}
