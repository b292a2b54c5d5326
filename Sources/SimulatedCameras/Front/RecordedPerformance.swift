import Foundation
import MediaFiles
import SessionCore

/// Coefficients from a table: one column a coefficient, one row a moment.
///
/// The first line names the columns in any of the three spellings; columns of other names are
/// ignored. Rows that have not as many fields as the first line are skipped.
struct RecordedPerformance: Sendable {
  private let rows: [BlendShapes]
  private let rate: Double
  /// Bytes: an hour of 61 columns at 60 rows a second.
  private static let largestFile = 128 << 20
  /// True when the table drives the eyes.
  let hasGaze: Bool

  /// Reads a CSV file with a number of rows a second.
  init(path: String, rate: Double) throws(SessionError) {
    let bytes = try FileBytes.read(path, kind: "table", atMost: Self.largestFile)
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    let header = lines.first?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    let columns = header.map {
      BlendShapeLocation(anySpelling: $0.trimmingCharacters(in: .whitespaces))
    }
    var rows: [BlendShapes] = []
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count == columns.count else { continue }
      var row = BlendShapes()
      for (column, field) in zip(columns, fields) {
        guard let column, let value = Float(field) else { continue }
        row[column] = min(1, max(0, value))
      }
      rows.append(row)
    }
    guard !rows.isEmpty, columns.contains(where: { $0 != nil }) else {
      throw SessionError(
        .fileIOFailed,
        "\(path): no coefficients found; the first line must name columns such as jawOpen")
    }
    self.rows = rows
    self.rate = rate
    hasGaze = columns.contains(.eyeLookOutLeft)
  }

  /// The coefficients at a time in seconds, between rows; the table repeats.
  func coefficients(at t: Double) -> BlendShapes {
    let place = max(0, t) * rate
    let index = Int(place)
    let fraction = Float(place - Double(index))
    let a = rows[index % rows.count]
    let b = rows[(index + 1) % rows.count]
    var result = BlendShapes()
    for i in 0..<52 { result[i] = a[i] + (b[i] - a[i]) * fraction }
    return result
  }
}
