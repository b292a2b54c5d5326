import Foundation

/// The lines of a text file, without those that are empty.
struct TextLines {
  let path: String
  private let data: Data

  /// - Throws: `EvaluationError.unreadable`.
  init(path: String) throws(EvaluationError) {
    self.path = path
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    } catch {
      let exists = FileManager.default.fileExists(atPath: path)
      throw .unreadable(
        path: path,
        reason: exists ? "no permission, or not a file" : "no such file")
    }
  }

  /// Calls `body` with each line's bytes and its number from 1.
  func forEach(_ body: (Data, Int) throws(EvaluationError) -> Void) throws(EvaluationError) {
    var number = 0
    var start = data.startIndex
    while start < data.endIndex {
      let end = data[start...].firstIndex(of: UInt8(ascii: "\n")) ?? data.endIndex
      number += 1
      if end > start { try body(data[start..<end], number) }
      start = end + 1
    }
  }
}
