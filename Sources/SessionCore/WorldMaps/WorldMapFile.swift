import Foundation

/// The format of a world map's file, version 1.
///
/// All numbers have their lowest byte first, real ones are IEEE 754 doubles. The file begins with
/// `signature`, the version (32 bits) and the file's length in bytes (64 bits); then come the
/// sections in the order of `Section`, each with its four letters, its length (64 bits), its bytes
/// and their CRC-32. Counts and lengths within sections have 32 bits.
enum WorldMapFile {
  /// As in PNG: a transfer as text, which changes line ends or cuts the eighth bit, is noticed.
  static let signature: [UInt8] = [0x89] + Array("BWM\r\n".utf8) + [0x1A, 0x0A]
  static let version: UInt32 = 1
  /// Signature, version and length.
  static let headerLength = 20
  /// Letters, length and checksum of a section.
  static let sectionOverhead = 16

  enum Section: String, CaseIterable {
    /// How world space lies, the focal length, the last identifier.
    case frame = "FRAM"
    /// The lenses.
    case lenses = "LENS"
    /// The keyframes with their pictures.
    case keyframes = "KEYF"
    /// The points.
    case points = "PNTS"
    /// The anchors.
    case anchors = "ANCH"

    /// The name in messages.
    var name: String { "\(self)" }
  }

  // What a file may hold at most: beyond what any session makes, and within what a machine bears.
  static let mostBytes = 256 << 20
  static let mostLenses = 1000, mostKeyframes = 1000, mostPoints = 100_000
  static let mostDescriptors = 8
  static let pictureSides = 16...8192
  static let mostPixels = 400 << 20
  static let mostAnchors = 10_000, mostCorners = 10_000, mostNameBytes = 1024
}

extension WorldMap {
  /// The map as a file's bytes, the same on every machine.
  ///
  /// - Complexity: 5 ms for each picture of 640 × 480.
  public func encoded() -> [UInt8] { WorldMapWriter(self).bytes }

  /// Reads a map from a file's bytes.
  ///
  /// - Parameters:
  ///   - bytes: what `encoded` gave.
  ///   - name: what messages call it.
  /// - Throws: `SessionError` with `invalidWorldMap`, which says what is wrong at which byte.
  public init(decoding bytes: [UInt8], name: String = "the world map") throws(SessionError) {
    do throws(WorldMapProblem) {
      self = try WorldMapReader(bytes).read()
    } catch {
      throw SessionError(
        .invalidWorldMap,
        "\(name): no world map that can be used: \(error.section), byte \(error.byte): "
          + "\(error.what); save the map anew")
    }
  }

  /// Reads a map's file.
  ///
  /// - Throws: `SessionError` with `fileIOFailed` for a file that cannot be read, `invalidWorldMap`
  ///   for one that is no map, or a damaged one.
  public init(contentsOf path: String) throws(SessionError) {
    let bytes: [UInt8]
    do {
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      guard size <= WorldMapFile.mostBytes else {
        throw SessionError(
          .invalidWorldMap,
          "\(path): no world map: \(size >> 20) MB, of at most \(WorldMapFile.mostBytes >> 20)")
      }
      bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch let error as SessionError {
      throw error
    } catch {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw SessionError(
        .fileIOFailed,
        "\(path): \(isThere ? "cannot be read: a folder, or no permission" : "no such file"); "
          + "name a world map's file")
    }
    try self.init(decoding: bytes, name: path)
  }

  /// Writes the map to a file; one of that name is replaced when all is written, not before.
  ///
  /// - Throws: `SessionError` with `fileIOFailed`.
  public func write(to path: String) throws(SessionError) {
    do {
      try Data(encoded()).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw SessionError(
        .fileIOFailed,
        "\(path): the world map cannot be written: \(error.localizedDescription); "
          + "choose another folder")
    }
  }
}
