import Foundation
import MediaFiles
import SessionCore

/// The pictures of a folder with their times.
struct PictureList: Sendable, Equatable {
  /// One picture.
  struct Entry: Sendable, Equatable {
    /// The file's path.
    var path: String
    /// Seconds after the first picture.
    var seconds: Double
  }

  /// At least one, with rising times.
  let entries: [Entry]
  /// Pictures a second while they come, on average: gaps are left out.
  let rate: Double

  /// Rates that a camera can have; times that are wilder than that do not make one.
  private static let rates = 0.001...1000

  /// Lists a folder's pictures in name order, a fixed time apart.
  ///
  /// Other files, and folders with the names of pictures, are ignored.
  ///
  /// - Throws: `SessionError.fileIOFailed` for a missing folder or one without pictures.
  init(folder: String, rate: Double) throws(SessionError) {
    let names = try Self.pictureNames(in: folder)
    entries = names.enumerated().map {
      Entry(path: folder + "/" + $1, seconds: Double($0) / rate)
    }
    self.rate = rate
  }

  /// Lists a folder's pictures by a file with their times.
  ///
  /// A file that names pictures decides which come and when; one without names gives the times of
  /// all pictures in name order.
  ///
  /// - Throws: `SessionError` for what is missing or does not fit together.
  init(folder: String, timestampsFile: String, rate: Double) throws(SessionError) {
    let stamps = try TimestampsFile(path: timestampsFile)
    let names = try Self.pictureNames(in: folder)
    guard let first = stamps.lines.first else {
      throw SessionError(
        .fileIOFailed,
        "\(timestampsFile): no timestamps in it; one line a picture, the seconds first")
    }
    if first.name == nil, stamps.lines.count != names.count {
      throw SessionError(
        .invalidConfiguration,
        "\(timestampsFile): lines for \(stamps.lines.count) pictures, but \(folder) has "
          + "\(names.count); give each line the picture's name too")
    }
    let known = Set(names)
    var entries: [Entry] = []
    for (index, line) in stamps.lines.enumerated() {
      let name = line.name.map { ($0 as NSString).lastPathComponent } ?? names[index]
      guard known.contains(name) else {
        throw SessionError(
          .fileIOFailed,
          "\(timestampsFile):\(line.number): there is no picture \(name) in \(folder)")
      }
      entries.append(Entry(path: folder + "/" + name, seconds: line.seconds))
    }
    self.entries = entries
    self.rate = Self.rate(of: entries) ?? rate
  }

  /// The mean rate without the gaps, which are steps of more than twice the median; nil for one
  /// picture.
  private static func rate(of entries: [Entry]) -> Double? {
    let steps = zip(entries.dropFirst(), entries).map { $0.seconds - $1.seconds }.sorted()
    guard !steps.isEmpty else { return nil }
    let regular = steps.prefix { $0 <= 2 * steps[steps.count / 2] }
    let rate = Double(regular.count) / regular.reduce(0, +)
    return min(max(rate, rates.lowerBound), rates.upperBound)
  }

  private static func pictureNames(in folder: String) throws(SessionError) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw SessionError(.fileIOFailed, "\(folder): no such folder; check the path")
    }
    guard isFolder.boolValue else {
      throw SessionError(
        .fileIOFailed, "\(folder): is a file, not a folder of pictures; for a video use `video`")
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw SessionError(.fileIOFailed, "\(folder): cannot be listed; check its owner")
    }
    // By bytes: the same order everywhere, whatever the locale.
    let pictures = names.filter {
      PictureFile.isPictureName($0) && PictureFile.mayBePicture(folder + "/" + $0)
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard !pictures.isEmpty else {
      throw SessionError(
        .fileIOFailed,
        "\(folder): no pictures in it (other files: \(names.count)); JPEG, PNG, BMP, TIFF, WebP "
          + "and PNM are read")
    }
    return pictures
  }
}
