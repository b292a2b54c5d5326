import Foundation
import SessionCore

/// Reads models from files.
///
/// Written in Swift from end to end but for XML's grammar, so that a hostile file can be refused but
/// cannot reach beyond its own bytes. Thread-safe: nothing is shared between calls. May block on the disk.
package enum ModelFile {
  /// The kinds that can be read, for people.
  package static let kinds = "glTF (.gltf, .glb), VRM (.vrm), OBJ (.obj) and COLLADA (.dae)"

  /// Reads a model.
  ///
  /// The kind is found by the content; of texts, by the name.
  ///
  /// - Throws: `ModelFileError` for a file that is not there, no model, damaged or too large.
  package static func read(
    _ path: String, limits: ModelLimits = ModelLimits()
  ) throws(ModelFileError) -> ModelDocument {
    do throws(ModelFault) {
      let bytes = try FileReader.bytes(of: path, atMost: limits.fileBytes)
      let document = try read(bytes, path: path, limits: limits)
      try ModelLoad.check(document, limits)
      return document
    } catch {
      throw ModelFileError(path, error.reason)
    }
  }

  private static func read(
    _ bytes: [UInt8], path: String, limits: ModelLimits
  ) throws(ModelFault) -> ModelDocument {
    let name = path.lowercased()
    if bytes.starts(with: Array("glTF".utf8)) {
      return try GLTFReader.read(bytes, path: path, isBinary: true, limits: limits)
    }
    if let refusal = refusal(bytes, name) { throw ModelFault(refusal) }
    if name.hasSuffix(".glb") || name.hasSuffix(".vrm") {
      throw ModelFault("not a binary glTF: it does not begin with the word glTF; export it again")
    }
    let first = bytes.first { !$0.isBlank }
    if name.hasSuffix(".gltf") || first == UInt8(ascii: "{") {
      return try GLTFReader.read(bytes, path: path, isBinary: false, limits: limits)
    }
    if name.hasSuffix(".obj") { return try ObjectReader.read(bytes, path: path, limits: limits) }
    if name.hasSuffix(".dae") { return try ColladaReader.read(bytes, path: path, limits: limits) }
    throw ModelFault("not a model that can be read; \(kinds) can")
  }

  /// Why a file of a kind that people have is refused, with the way out.
  private static func refusal(_ bytes: [UInt8], _ name: String) -> String? {
    let convert = "; open it in Blender (File, Import) and export it as glTF binary (.glb)"
    let isZip = bytes.starts(with: [0x50, 0x4B, 3, 4])
    if isZip && name.hasSuffix(".usdz") || name.hasSuffix(".usdz") {
      return "USDZ has no morph targets that could be read here" + convert
    }
    if bytes.starts(with: Array("PXR-USDC".utf8)) || bytes.starts(with: Array("#usda".utf8))
      || [".usd", ".usda", ".usdc"].contains(where: name.hasSuffix)
    {
      return "USD cannot be read" + convert
    }
    if bytes.starts(with: Array("Kaydara FBX".utf8)) || name.hasSuffix(".fbx") {
      return "FBX cannot be read" + convert
    }
    if bytes.starts(with: Array("BLENDER".utf8)) || name.hasSuffix(".blend") {
      return "a Blender file cannot be read; export it as glTF binary (.glb)"
    }
    if bytes.isEmpty { return "the file is empty" }
    return isZip ? "a ZIP archive, not a model; unpack it first" : nil
  }
}

/// Reads plain files whole, up to a limit.
enum FileReader {
  static func bytes(of path: String, atMost limit: Int) throws(ModelFault) -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw ModelFault(
        errno == ENOENT
          ? "no such file; check the path"
          : "cannot be opened (\(String(cString: strerror(errno))))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw ModelFault("not a plain file") }
    guard status.st_size <= limit else {
      throw ModelFault("larger than \(limit >> 20) MB; simplify the model")
    }
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      return Array(try handle.read(upToCount: limit + 1) ?? Data())
    } catch {
      throw ModelFault("cannot be read; check its permissions")
    }
  }
}

extension UInt8 {
  /// True for blanks, tabs and ends of lines.
  var isBlank: Bool { self == 32 || self >= 9 && self <= 13 }
}
