import MediaFiles
import SessionCore

/// A file with one line a picture: its time, and its name if it likes.
///
/// Read are `seconds`, `seconds name` (TUM's `rgb.txt`) and, separated by a comma, EuRoC's
/// `data.csv` with whole nanoseconds; `#` begins a comment. Nanoseconds are known by their length:
/// whole numbers of 17 digits and more, which as seconds would be three billion years.
package struct TimestampsFile: Sendable, Equatable {
  /// One picture's line.
  package struct Line: Sendable, Equatable {
    /// The line's number in the file, from 1.
    package var number: Int
    /// Seconds after the first picture.
    package var seconds: Double
    /// The picture's file name, where there is one.
    package var name: String?
  }

  /// The lines in the file's order; times rise.
  package let lines: [Line]

  /// Bytes: a million lines of fifty.
  private static let largestFile = 64 << 20
  private static let shortestNanoseconds = 17
  /// Seconds between two pictures at least: nearer ones would have one time in nanoseconds.
  private static let shortestStep = 1e-6
  /// Seconds from the first picture to the last at most: three years.
  private static let longestRecording = 1e8

  /// Reads a file.
  ///
  /// - Throws: `SessionError.fileIOFailed` with file and line.
  package init(path: String) throws(SessionError) {
    let bytes = try FileBytes.read(
      path, kind: "timestamps file", atMost: Self.largestFile)
    let text = String(decoding: bytes, as: UTF8.self)
    try self.init(text: text, path: path)
  }

  /// Reads a file's text; `path` names it in errors.
  package init(text: String, path: String) throws(SessionError) {
    func wrong(_ number: Int, _ what: String) -> SessionError {
      SessionError(.fileIOFailed, "\(path):\(number): \(what)")
    }
    var lines: [Line] = []
    var origin: Time?
    // Editors of other systems put a byte order mark before the text.
    let text = text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
    for (index, content) in text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      let fields = content.prefix { $0 != "#" }.split { $0 == "," || $0.isWhitespace }
      guard let first = fields.first else { continue }
      guard let time = Time(String(first)) else {
        throw wrong(index + 1, "`\(first)` is not a time; write seconds, then the picture's name")
      }
      guard time.isWhole == origin?.isWhole ?? time.isWhole else {
        throw wrong(index + 1, "seconds and nanoseconds are mixed; use one of them")
      }
      let seconds = time.seconds(since: origin ?? time)
      if origin == nil { origin = time }
      if let last = lines.last {
        guard seconds >= last.seconds + Self.shortestStep else {
          throw wrong(index + 1, "the time \(first) is not after the one before; sort the lines")
        }
        guard seconds <= Self.longestRecording else {
          throw wrong(
            index + 1, "the time \(first) is years after the first one; write seconds")
        }
        guard (fields.count > 1) == (last.name != nil) else {
          throw wrong(index + 1, "some lines have a picture's name and some have none")
        }
      }
      lines.append(
        Line(
          number: index + 1, seconds: seconds, name: fields.count > 1 ? String(fields[1]) : nil))
    }
    self.lines = lines
  }

  /// A time as it stands in the file; differences of nanoseconds are exact.
  private struct Time {
    var nanoseconds: Int64
    var value: Double
    var isWhole: Bool

    init?(_ text: String) {
      isWhole =
        text.utf8.count >= shortestNanoseconds && text.utf8.allSatisfy { (48...57).contains($0) }
      if isWhole {
        guard let number = Int64(text) else { return nil }
        (nanoseconds, value) = (number, 0)
      } else {
        guard let number = Double(text), number.isFinite else { return nil }
        (nanoseconds, value) = (0, number)
      }
    }

    func seconds(since other: Time) -> Double {
      isWhole ? Double(nanoseconds - other.nanoseconds) * 1e-9 : value - other.value
    }
  }
}
