import Foundation
import SessionCore
import SpatialMath
import YAMLDocuments

extension UserProfile {
  /// Reads a profile's text.
  ///
  /// - Throws: `ConfigurationError` with line and column: no YAML, another version, a value missing,
  ///   impossible or damaged.
  package init(text: [UInt8], path: String) throws(ConfigurationError) {
    do {
      let reader = ProfileReader(root: try YAMLComposer.compose(text, file: path))
      try self.init(reader)
    } catch {
      var problems = error.problems
      if let last = problems.indices.last {
        problems[last].message += "; learn the profile again: bifrons calibrate face --user NAME"
      }
      throw ConfigurationError(problems)
    }
  }

  private init(_ reader: ProfileReader) throws(ConfigurationError) {
    let version = try reader.number("version", 1...1e6)
    guard version == Double(Self.version) else {
      throw reader.problem(
        "version", "the profile has version \(Int(version)); this program reads \(Self.version)")
    }
    let radians = Double.pi / 180
    let pose = try reader.numbers("straight-pose", 3, -180...180).map { $0 * radians }
    let eyes = try reader.section("gaze-offsets")
    let left = try eyes.numbers("left", 2, -45...45), right = try eyes.numbers("right", 2, -45...45)
    self.init(
      restFace: try reader.checkedBytes("rest-face"), restGeometry: try reader.restGeometry(),
      ranges: try reader.ranges(),
      straightPose: EulerAngles(pitch: pose[0], yaw: pose[1], roll: pose[2]),
      leftGazeOffset: Vector2(left[0], left[1]) * radians,
      rightGazeOffset: Vector2(right[0], right[1]) * radians,
      screenCalibration: try reader.screen())
  }
}

/// Finds a profile's values.
private struct ProfileReader {
  let root: YAMLNode

  func problem(_ key: String, _ message: String) -> ConfigurationError {
    ConfigurationError(at: (root[key: key] ?? root).place, message)
  }

  private func node(_ key: String) throws(ConfigurationError) -> YAMLNode {
    guard root.entries != nil else {
      throw ConfigurationError(at: root.place, "a profile is a mapping, found \(root.found)")
    }
    guard let node = root[key: key] else { throw problem(key, "\(key) is missing") }
    return node
  }

  func section(_ key: String) throws(ConfigurationError) -> ProfileReader {
    ProfileReader(root: try node(key))
  }

  func number(_ key: String, _ range: ClosedRange<Double>) throws(ConfigurationError) -> Double {
    let node = try node(key)
    guard let number = node.number, range.contains(number) else {
      throw problem(key, "\(key) takes a number, found \(node.found)")
    }
    return number
  }

  func numbers(
    _ key: String, _ count: Int, _ range: ClosedRange<Double>
  ) throws(ConfigurationError) -> [Double] {
    let node = try node(key)
    guard let numbers = node.numbers, numbers.count == count, numbers.allSatisfy(range.contains)
    else {
      throw problem(
        key,
        "\(key) takes \(count) numbers from \(Int(range.lowerBound)) to \(Int(range.upperBound)), "
          + "found \(node.found)")
    }
    return numbers
  }

  /// Bytes in base64 that fit the sum below `KEY-check`.
  func checkedBytes(_ key: String) throws(ConfigurationError) -> [UInt8] {
    let node = try node(key)
    guard let text = node.text, let data = Data(base64Encoded: text), !data.isEmpty else {
      throw problem(key, "\(key) is damaged: it is no base64")
    }
    let bytes = Array(data)
    let check = try number(key + "-check", 0...Double(UInt32.max))
    guard Double(UserProfile.checksum(bytes)) == check else {
      throw problem(key, "\(key) is damaged: it does not fit \(key)-check")
    }
    return bytes
  }

  func restGeometry() throws(ConfigurationError) -> FaceGeometry? {
    guard root[key: "rest-mesh"] != nil else { return nil }
    guard let geometry = UserProfile.geometry(of: try checkedBytes("rest-mesh")) else {
      throw problem("rest-mesh", "rest-mesh is damaged: it has no 1220 vertices")
    }
    return geometry
  }

  func ranges() throws(ConfigurationError) -> [BlendShapeLocation: ClosedRange<Float>] {
    let section = try section("ranges")
    var result: [BlendShapeLocation: ClosedRange<Float>] = [:]
    for entry in section.root.entries ?? [] {
      guard let location = BlendShapeLocation(rawValue: entry.key) else {
        throw section.problem(
          entry.key,
          "ranges has no coefficient '\(YAMLNode.shortened(entry.key))'"
            + Spelling.suggestion(
              for: entry.key, among: BlendShapeLocation.allCases.map(\.rawValue)))
      }
      let ends = try section.numbers(entry.key, 2, 0...1)
      guard ends[0] < ends[1] else {
        throw section.problem(entry.key, "\(entry.key): a range's first number is the lower one")
      }
      result[location] = Float(ends[0])...Float(ends[1])
    }
    return result
  }

  func screen() throws(ConfigurationError) -> GazeCalibration? {
    guard root[key: "screen"] != nil else { return nil }
    let screen = try section("screen")
    let vectors = try ["x-axis", "y-axis", "offset"].map { key throws(ConfigurationError) in
      let numbers = try screen.numbers(key, 2, -100...100)
      return Vector2(numbers[0], numbers[1])
    }
    return GazeCalibration(
      xAxis: vectors[0], yAxis: vectors[1], offset: vectors[2],
      residual: try screen.number("residual", 0...100))
  }
}
