import Foundation

/// Where the models and the inference runtime lie, and whether they are the ones we were tested
/// with.
///
/// Looked for in `$BIFRONS_MODELS`; else beside an installed program (`../share/bifrons/models`);
/// else in `.deps/models` of a checkout above the program or the working folder. `Tools/setup`
/// fills the last one. Thread-safe.
public struct ModelStore: Sendable {
  /// The folder that holds the files.
  public let folder: String

  /// Uses a folder as it is.
  public init(folder: String) { self.folder = folder }

  /// Finds the folder.
  ///
  /// - Parameter environment: the process's environment; injected by tests.
  /// - Throws: `ModelStoreError.folderMissing` with the places looked at.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ModelStoreError) {
    if let named = environment["BIFRONS_MODELS"], !named.isEmpty {
      guard Self.isFolder(named) else { throw .folderMissing(lookedIn: [named]) }
      folder = named
      return
    }
    var tried: [String] = []
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    tried.append(
      program.deletingLastPathComponent().appendingPathComponent("share/bifrons/models").path)
    for start in [program.path, FileManager.default.currentDirectoryPath] {
      tried += FolderChain.upwards(from: start).map { $0 + "/.deps/models" }
    }
    guard let found = tried.first(where: Self.isFolder) else {
      throw .folderMissing(lookedIn: tried)
    }
    folder = found
  }

  /// The path of a file that must be there; its content is not checked.
  ///
  /// - Throws: `ModelStoreError.fileMissing`.
  public func path(of name: String) throws(ModelStoreError) -> String {
    let path = folder + "/" + name
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw .fileMissing(path: path)
    }
    return path
  }

  /// The bytes of a file whose SHA-256 must match.
  ///
  /// - Throws: `ModelStoreError.fileMissing`, `.unreadable` or `.wrongHash`.
  public func contents(of name: String, sha256: String) throws(ModelStoreError) -> Data {
    let path = try path(of: name)
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .unreadable(path: path, reason: Self.reason(of: error))
    }
    let found = data.withUnsafeBytes { SHA256.hexDigest(of: $0) }
    guard found == sha256 else { throw .wrongHash(path: path, expected: sha256, found: found) }
    return data
  }

  /// The system's own words where there are some.
  private static func reason(of error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    guard let code = underlying?.code, underlying?.domain == NSPOSIXErrorDomain else {
      return (error as NSError).localizedDescription
    }
    return code == Int(ENOMEM)
      ? "too little memory; where the address space is limited (ulimit -v), raise it"
      : String(cString: strerror(Int32(code)))
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return exists && isFolder.boolValue
  }
}

/// Why models cannot be used.
public enum ModelStoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No folder with models was found.
  case folderMissing(lookedIn: [String])
  /// A file is not there, or may not be read.
  case fileMissing(path: String)
  /// Reading a file failed.
  case unreadable(path: String, reason: String)
  /// A file is not the one that was pinned.
  case wrongHash(path: String, expected: String, found: String)

  /// What, where, and what to try.
  public var description: String {
    switch self {
    case .folderMissing(let places):
      "the face models are not installed (looked in \(places[0])"
        + (places.count > 1 ? " and \(places.count - 1) other places" : "") + "); "
        + "run Tools/setup, or set BIFRONS_MODELS to the folder that holds them"
    case .fileMissing(let path):
      "\(path): the model file is missing or cannot be read; run Tools/setup"
    case .unreadable(let path, let reason):
      "\(path): the model file cannot be read: \(reason)"
    case .wrongHash(let path, let expected, let found):
      "\(path): not the pinned model (sha256 \(found.prefix(12))…, expected "
        + "\(expected.prefix(12))…); delete it and run Tools/setup"
    }
  }
}
