import YAMLDocuments

/// Finds a calibration's values by the names that different programs give them.
struct CalibrationReader {
  /// Numbers and where they stand.
  struct Matrix {
    var values: [Double]
    var place: SourcePlace
  }

  let root: YAMLNode

  private func node(of names: [String]) -> YAMLNode? {
    names.lazy.compactMap { root[key: $0] }.first
  }

  /// A text; nil where it is missing.
  func text(of names: [String]) -> String? { node(of: names)?.text }

  /// The most pixels that a side of a picture may have, as for session files.
  private static let largestSide = 8192

  /// A side of the picture.
  func size(of names: [String]) throws(ConfigurationError) -> Int {
    guard let node = node(of: names) else { throw missing(names) }
    // OpenCV writes whole numbers as `640.`, too.
    guard let number = node.number, number == number.rounded(), number >= 16,
      number <= Double(Self.largestSide)
    else {
      throw ConfigurationError(
        at: node.place,
        "\(names[0]) takes a whole number from 16 to \(Self.largestSide), found \(node.found)")
    }
    return Int(number)
  }

  /// Numbers as a mapping with `data` (ROS, OpenCV), a list, or a list of rows.
  func matrix(of names: [String], count: ClosedRange<Int>) throws(ConfigurationError) -> Matrix {
    guard let node = node(of: names) else { throw missing(names) }
    let data = node[key: "data"] ?? node
    let rows = data.items ?? []
    let values = data.numbers ?? rows.flatMap { $0.numbers ?? [] }
    let isWhole = data.numbers != nil || rows.allSatisfy { $0.numbers != nil }
    guard data.items != nil, isWhole, count.contains(values.count) else {
      let wanted =
        count.lowerBound == count.upperBound ? "\(count.lowerBound)" : "up to \(count.upperBound)"
      throw ConfigurationError(
        at: data.place,
        "\(names[0]) takes a list of \(wanted) numbers, found "
          + (data.items == nil ? data.found : "\(values.count)"))
    }
    return Matrix(values: values, place: data.place)
  }

  private func missing(_ names: [String]) -> ConfigurationError {
    ConfigurationError(
      at: root.place,
      "\(names[0]) is missing; a calibration is ROS's camera_info YAML or OpenCV's")
  }
}
