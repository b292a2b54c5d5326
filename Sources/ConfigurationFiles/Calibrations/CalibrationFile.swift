import Foundation
import SessionCore
import SpatialMath
import YAMLDocuments

/// A camera's calibration in a file: ROS's `camera_info` YAML, or what OpenCV's calibration programs
/// write.
///
/// Both count pixels from pixel centres; half a pixel is added on reading and taken away on writing.
package struct CalibrationFile: Sendable, Equatable {
  /// The lens, for the picture size that the calibration was made at.
  package var intrinsics: CameraIntrinsics
  /// The camera's name; nil where the file has none.
  package var cameraName: String?

  /// Creates a calibration to write.
  package init(intrinsics: CameraIntrinsics, cameraName: String?) {
    self.intrinsics = intrinsics
    self.cameraName = cameraName
  }

  /// Reads a file.
  ///
  /// - Throws: `ConfigurationError` with line and column: no YAML, a value missing or impossible, a
  ///   lens model that cannot be carried over.
  package init(
    path: String, contents: FileContents = DocumentFile.contents
  ) throws(ConfigurationError) {
    try self.init(text: try contents(path), path: path)
  }

  /// Reads a file's text.
  init(text: [UInt8], path: String) throws(ConfigurationError) {
    let root = try YAMLComposer.compose(Self.withoutDirective(text), file: path)
    guard root.entries != nil else {
      throw ConfigurationError(
        at: root.place, "a calibration takes a mapping, found \(root.found)")
    }
    self = try Self.read(CalibrationReader(root: root))
  }

  /// Whether a lens file is a calibration, by the keys that only calibrations have.
  static func isCalibration(_ text: [UInt8]) -> Bool {
    let words = String(decoding: text, as: UTF8.self)
    return ["camera_matrix:", "Camera_Matrix:", "cameraMatrix:"].contains(where: words.contains)
  }

  /// OpenCV's first line, `%YAML:1.0`, is none of YAML's directives; it becomes a comment, so that
  /// lines keep their numbers.
  private static func withoutDirective(_ text: [UInt8]) -> [UInt8] {
    var text = text
    if text.starts(with: Array("\u{FEFF}".utf8)) { text.removeFirst(3) }
    if text.starts(with: Array("%YAML".utf8)) { text[0] = UInt8(ascii: "#") }
    return text
  }

  private static func read(
    _ reader: CalibrationReader
  ) throws(ConfigurationError) -> CalibrationFile {
    let size = PictureSize(
      width: try reader.size(of: ["image_width", "image_Width"]),
      height: try reader.size(of: ["image_height", "image_Height"]))
    let k = try reader.matrix(
      of: ["camera_matrix", "Camera_Matrix", "cameraMatrix", "K", "M1"], count: 9...9)
    let (fx, fy) = (k.values[0], k.values[4])
    guard fx > 0, fy > 0 else {
      throw ConfigurationError(at: k.place, "the focal lengths \(fx) and \(fy) are not above 0")
    }
    var lens = CameraIntrinsics(
      width: size.width, height: size.height, fx: fx, fy: fy, cx: k.values[2] + 0.5,
      cy: k.values[5] + 0.5)
    guard lens.cx > 0, lens.cy > 0, lens.cx < Double(size.width), lens.cy < Double(size.height)
    else {
      throw ConfigurationError(
        at: k.place,
        "the principal point (\(k.values[2]), \(k.values[5])) lies outside of the picture "
          + "(\(size)); the calibration is for another size, or wrong")
    }
    let d = try reader.matrix(
      of: [
        "distortion_coefficients", "Distortion_Coefficients", "distCoeffs", "distortion", "D", "D1",
      ], count: 0...14)
    lens.distortion = try distortion(d, model: reader.text(of: ["distortion_model"]), lens)
    return CalibrationFile(intrinsics: lens, cameraName: reader.text(of: ["camera_name"]))
  }

  private static func distortion(
    _ matrix: CalibrationReader.Matrix, model: String?, _ lens: CameraIntrinsics
  ) throws(ConfigurationError) -> CameraIntrinsics.Distortion {
    let isFisheye = ["equidistant", "fisheye", "kannala_brandt"].contains(model ?? "")
    let isKnown = isFisheye || ["plumb_bob", "rational_polynomial", nil].contains(model)
    guard isKnown else {
      throw ConfigurationError(
        at: matrix.place,
        "the lens model '\(model ?? "")' is not known; plumb_bob, rational_polynomial and "
          + "equidistant are")
    }
    let values = matrix.values
    guard isFisheye ? values.count == 4 : [0, 4, 5, 8, 12, 14].contains(values.count) else {
      throw ConfigurationError(
        at: matrix.place, "\(values.count) distortion coefficients do not fit the lens model")
    }
    let d = values + Array(repeating: 0, count: 14 - values.count)
    if !isFisheye, d[5...].allSatisfy({ $0 == 0 }) {
      return .init(k1: d[0], k2: d[1], p1: d[2], p2: d[3], k3: d[4])
    }
    let source: LensModel = isFisheye ? .equidistant(values) : .rational(d)
    let (fitted, error) = source.asBrownConrady(lens)
    guard error <= LensModel.largestError else {
      throw ConfigurationError(
        at: matrix.place,
        "the lens model cannot be carried over: the nearest one that is used here is "
          + "\((error * 10).rounded() / 10) pixels off; calibrate with `bifrons calibrate "
          + "intrinsics`, or take a narrower lens")
    }
    return fitted
  }

  /// The calibration as ROS's `camera_info` YAML.
  package var rosText: String {
    let i = intrinsics
    func list(_ values: [Double]) -> String {
      "[" + values.map { Self.text($0) }.joined(separator: ", ") + "]"
    }
    func matrix(_ name: String, rows: Int, columns: Int, _ values: [Double]) -> String {
      "\(name):\n  rows: \(rows)\n  cols: \(columns)\n  data: \(list(values))\n"
    }
    let (cx, cy) = (i.cx - 0.5, i.cy - 0.5)
    return "image_width: \(i.width)\nimage_height: \(i.height)\n"
      + "camera_name: \(Self.quoted(cameraName ?? "camera"))\n"
      + matrix("camera_matrix", rows: 3, columns: 3, [i.fx, 0, cx, 0, i.fy, cy, 0, 0, 1])
      + "distortion_model: plumb_bob\n"
      + matrix(
        "distortion_coefficients", rows: 1, columns: 5, i.distortion.openCVOrder)
      + matrix(
        "rectification_matrix", rows: 3, columns: 3, [1, 0, 0, 0, 1, 0, 0, 0, 1])
      + matrix(
        "projection_matrix", rows: 3, columns: 4,
        [i.fx, 0, cx, 0, 0, i.fy, cy, 0, 0, 0, 1, 0])
  }

  /// Seven digits; a calibration is good for five.
  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e6
      ? String(Int(value)) : String(format: "%.7g", locale: Locale(identifier: "C"), value)
  }

  private static func quoted(_ text: String) -> String {
    let safe = text.filter { !$0.isNewline }.map {
      $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)"
    }
    return "\"\(safe.joined())\""
  }
}
