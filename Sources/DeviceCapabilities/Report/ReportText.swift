import SessionCore

/// Small texts that several answers share.
enum ReportText {
  /// The size and rate that sessions ask for unless told otherwise.
  static let usualSize = PictureSize(width: 640, height: 480)
  static let usualRate = 30.0

  /// `a`, `a, b`, `a, b, c and 4 more`.
  static func list(_ items: [String], most: Int = 3) -> String {
    let shown = items.prefix(most).joined(separator: ", ")
    return items.count > most ? "\(shown) and \(items.count - most) more" : shown
  }

  /// A number with one decimal.
  static func oneDecimal(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

  /// The format that a session uses unless told otherwise: the first of `sorted`.
  static func defaultFormat(_ formats: [SupportedVideoFormat]) -> SupportedVideoFormat? {
    sorted(formats).first
  }

  /// The formats that a session reads, one a size and rate; the default first, then the larger and
  /// faster ones.
  ///
  /// The default is 640 × 480 at 30 pictures a second, or what comes nearest: slower costs most,
  /// another size less, faster least. Where a size and rate comes in several formats the raw one is
  /// named, which capture takes: it costs no decoding.
  static func sorted(_ formats: [SupportedVideoFormat]) -> [SupportedVideoFormat] {
    let preference = ["YUYV", "NV12", "YU12", "MJPG", "JPEG"]
    var best: [String: SupportedVideoFormat] = [:]
    for format in formats {
      guard let rank = preference.firstIndex(of: format.pixelFormat) else { continue }
      let key = "\(format.size)@\(format.rate)"
      let known = best[key].flatMap { preference.firstIndex(of: $0.pixelFormat) }
      if rank < known ?? .max { best[key] = format }
    }
    let all = best.values.sorted { area($0) != area($1) ? area($0) > area($1) : $0.rate > $1.rate }
    guard let first = all.min(by: { distance($0) < distance($1) }) else { return [] }
    return [first] + all.filter { $0 != first }
  }

  /// The default, and how many other sizes there are: `640x480@30 MJPG and 16 other sizes up to
  /// 1920x1080`.
  ///
  /// - Parameter sorted: formats as `sorted` gives them.
  /// - Returns: one line.
  static func summary(_ sorted: [SupportedVideoFormat]) -> String {
    guard let first = sorted.first else { return "none" }
    let others = Set(sorted.map(\.size)).subtracting([first.size])
    guard let largest = others.max(by: { $0.width * $0.height < $1.width * $1.height }) else {
      return first.description
    }
    if others.count == 1 { return "\(first) and \(largest)" }
    return "\(first) and \(others.count) other sizes, "
      + (largest.width > first.size.width ? "up to" : "down from") + " \(largest)"
  }

  private static func area(_ format: SupportedVideoFormat) -> Int {
    format.size.width * format.size.height
  }

  private static func distance(_ format: SupportedVideoFormat) -> Double {
    let usualArea = Double(usualSize.width * usualSize.height)
    let slower = max(0, usualRate - format.rate) * 10
    let faster = max(0, format.rate - usualRate) * 0.01
    let sizeRatio = Double(area(format)) / usualArea
    return slower + faster + abs(sizeRatio - 1) * 10
      + (format.size == usualSize ? 0 : 0.001)
  }
}
