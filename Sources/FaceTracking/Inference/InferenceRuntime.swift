import CLiteRT
import SystemSupport

/// The inference runtime: LiteRT's library, loaded at run time, and one environment in it.
///
/// Safety: the function table is filled once in `init` and only read afterwards; the environment is
/// used for creating models, which its owner does on one thread.
package final class InferenceRuntime: @unchecked Sendable {
  /// The library's file name in the model folder.
  package static let fileName = "libLiteRt.so"

  /// The SHA-256 of the library in ai-edge-litert 2.3.0 for this processor.
  #if arch(arm64)
    package static let sha256 = "b57687dc234d2b8b0598aef5a9c961ed24263df8f8b3f56adbee1cff618e544b"
  #else
    package static let sha256 = "eec47eb35e2924b3166015887e652a58edc9af823ae38e02bf83bef2548300bb"
  #endif

  let functions: bifrons_litert
  let environment: bifrons_litert_environment

  /// LiteRtEnvironmentOption tags and values (litert_environment_options.h).
  private enum Option {
    static let integerType: Int32 = 2
    /// Which accelerators to register: only the CPU, so that no plug-in library is looked for.
    static let accelerators = bifrons_litert_environment_option(
      tag: 24, value: .init(type: integerType, integer: 1))
    /// The least severity to log: 3 is errors.
    static let logSeverity = bifrons_litert_environment_option(
      tag: 25, value: .init(type: integerType, integer: 3))
  }

  /// Loads the pinned runtime from a model folder.
  ///
  /// - Throws: `.models` when the file is missing or not the pinned one, `.runtimeUnusable` when the
  ///   system cannot load it.
  package convenience init(models: ModelStore) throws(FaceTrackingError) {
    _ = try models.checkedContents(of: Self.fileName, sha256: Self.sha256)
    try self.init(library: models.folder + "/" + Self.fileName)
  }

  /// Loads a runtime from a path whose content has been checked.
  package init(library path: String) throws(FaceTrackingError) {
    var table = bifrons_litert()
    let reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
      bifrons_litert_load(path, &table, text.baseAddress, text.count)
        ? nil : text.baseAddress.map { String(cString: $0) } ?? ""
    }
    if let reason { throw .runtimeUnusable(path: path, reason: reason) }
    let options = [Option.accelerators, Option.logSeverity]
    var created: bifrons_litert_environment?
    let status = options.withUnsafeBufferPointer {
      table.CreateEnvironment(Int32($0.count), $0.baseAddress, &created)
    }
    guard status == 0, let created else {
      bifrons_litert_unload(&table)
      throw .runtimeUnusable(path: path, reason: "no environment: status \(status)")
    }
    functions = table
    environment = created
  }

  deinit {
    functions.DestroyEnvironment(environment)
    var table = functions
    bifrons_litert_unload(&table)
  }
}
