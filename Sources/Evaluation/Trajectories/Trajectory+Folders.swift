import Foundation
import SpatialMath

extension Trajectory {
  /// Reads the true path of a data set from its folder; nil for what is no folder.
  ///
  /// - TUM RGB-D: `groundtruth.txt`; `rgb.txt` tells when the first picture was taken.
  /// - EuRoC: `mav0/state_groundtruth_estimate0/data.csv`, the body's path, and
  ///   `mav0/cam0/sensor.yaml`, where the left camera sits on it; `mav0/cam0/data.csv` tells when
  ///   the first picture was taken.
  /// - 7-Scenes: `frame-NNNNNN.pose.txt`, a matrix each.
  ///
  /// - Throws: `EvaluationError` for a folder of none of these layouts, or a bad file.
  package init?(folder path: String) throws(EvaluationError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return nil }
    func file(_ name: String) -> String? {
      let whole = path + "/" + name
      return FileManager.default.fileExists(atPath: whole) ? whole : nil
    }
    if let truth = file("groundtruth.txt") {
      try self.init(contentsOf: truth)
      firstPicture = try file("rgb.txt").map { list throws(EvaluationError) in
        try Self.firstNumber(of: list)
      }
    } else if let truth = file("mav0/state_groundtruth_estimate0/data.csv") {
      try self.init(euroc: truth, sensor: path + "/mav0/cam0/sensor.yaml")
      firstPicture = try file("mav0/cam0/data.csv").map { list throws(EvaluationError) in
        try Self.firstNumber(of: list) * Self.nanosecond
      }
    } else {
      try self.init(sevenScenes: path)
    }
  }

  private static let nanosecond = 1e-9

  /// A line is `ns, px, py, pz, qw, qx, qy, qz, …` of the body.
  private init(euroc path: String, sensor: String) throws(EvaluationError) {
    let bodyFromCamera = try Self.cameraOnBody(sensor)
    var samples: [Sample] = []
    try TextLines(path: path).forEach { (bytes, number) throws(EvaluationError) in
      let text = String(decoding: bytes, as: UTF8.self)
      if text.hasPrefix("#") { return }
      let v = text.split(separator: ",").prefix(8).compactMap {
        Double($0.trimmingCharacters(in: .whitespaces))
      }
      guard v.count == 8, v.allSatisfy(\.isFinite),
        let pose = Self.worldFromVisionCamera([v[0], v[1], v[2], v[3], v[5], v[6], v[7], v[4]])
      else {
        throw .badLine(
          path: path, line: number,
          reason: "not a pose; a line is 'nanoseconds, px, py, pz, qw, qx, qy, qz, …'")
      }
      samples.append(
        Sample(
          time: v[0] * Self.nanosecond,
          pose: pose * bodyFromCamera * .sessionCameraFromVisionCamera))
    }
    guard !samples.isEmpty else {
      throw .unreadable(path: path, reason: "there are no poses in it")
    }
    self.init(samples)
  }

  /// The 16 numbers of `T_BS`, row by row.
  private static func cameraOnBody(_ path: String) throws(EvaluationError) -> Pose {
    var text = ""
    try TextLines(path: path).forEach { (bytes, _) throws(EvaluationError) in
      text += String(decoding: bytes, as: UTF8.self) + " "
    }
    let after = text.range(of: "T_BS").map { text[$0.upperBound...] } ?? ""
    let list = after.range(of: "[").flatMap { open in
      after[open.upperBound...].range(of: "]").map { after[open.upperBound..<$0.lowerBound] }
    }
    let v = (list ?? "").split { $0 == "," || $0 == " " }.compactMap { Double($0) }
    guard v.count == 16, v.allSatisfy(\.isFinite),
      let pose = worldFromVisionCamera([0] + v)
    else {
      throw .unreadable(path: path, reason: "there is no T_BS of 16 numbers in it")
    }
    return pose
  }

  /// A file a picture, in the order of their names.
  private init(sevenScenes path: String) throws(EvaluationError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let poses = names.filter { $0.hasSuffix(".pose.txt") }.sorted()
    guard !poses.isEmpty else {
      throw .unreadable(
        path: path,
        reason: "a folder of no known layout: it has neither groundtruth.txt (TUM), "
          + "mav0/state_groundtruth_estimate0 (EuRoC) nor frame-*.pose.txt (7-Scenes)")
    }
    var samples: [Sample] = []
    for (number, name) in poses.enumerated() {
      let file = path + "/" + name
      var v: [Double] = []
      try TextLines(path: file).forEach { (bytes, _) throws(EvaluationError) in
        v += String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
          .compactMap { Double($0) }
      }
      // A picture without a pose has numbers that are none.
      guard v.count == 16 else { throw .badLine(path: file, line: 1, reason: "not a 4×4 matrix") }
      guard v.allSatisfy(\.isFinite), let pose = Self.worldFromVisionCamera([0] + v) else {
        continue
      }
      samples.append(Sample(time: Double(number), pose: pose * .sessionCameraFromVisionCamera))
    }
    self.init(samples, countsPictures: true)
  }

  /// The first number of a list of pictures.
  private static func firstNumber(of path: String) throws(EvaluationError) -> Double {
    var first: Double?
    try TextLines(path: path).forEach { (bytes, _) throws(EvaluationError) in
      let text = String(decoding: bytes, as: UTF8.self)
      guard first == nil, !text.hasPrefix("#") else { return }
      first = text.split { $0 == " " || $0 == "," || $0 == "\t" }.first.flatMap { Double($0) }
    }
    guard let first else { throw .unreadable(path: path, reason: "there are no pictures in it") }
    return first
  }
}
