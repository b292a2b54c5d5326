import ConfigurationFiles
import Foundation
import SessionCore

extension FaceGeometry {
  /// The face at rest of a user whom `bifrons calibrate face` has seen, for
  /// `FaceGeometry(blendShapes:neutral:)`.
  ///
  /// Reads the profile in the user's data folder. Thread-safe.
  ///
  /// - Parameters:
  ///   - name: the user's name, as `session.user` has it.
  ///   - environment: where `XDG_DATA_HOME` and `HOME` are looked up.
  /// - Returns: nil when the profile was learnt before meshes were kept.
  /// - Throws: `ConfigurationError` when there is no such profile, or it is damaged.
  public static func neutral(
    ofUser name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> FaceGeometry? {
    try UserProfileStore(environment: environment).profile(of: name).restGeometry
  }
}
