import ConfigurationFiles
import FaceTracking

/// The user that a session file names, with the profile read.
package struct KnownUser: Sendable {
  /// The profile.
  package let profile: UserProfile
  /// The face at rest, decoded.
  package let restFace: RestFace

  /// Reads the profile of `session.user`; nil when none is named.
  ///
  /// - Throws: `LaunchError.configuration` when there is no such profile, or it is damaged or of another
  ///   version's networks.
  init?(_ file: SessionFile, environment: [String: String]) throws(LaunchError) {
    guard let user = file.user else { return nil }
    do throws(ConfigurationError) {
      let store = try UserProfileStore(environment: environment)
      profile = try store.profile(of: user.name, namedAt: user.place)
      do {
        restFace = try RestFace(encoded: profile.restFace)
      } catch {
        throw ConfigurationError(at: user.place, "\(store.path(of: user.name)): \(error)")
      }
    } catch {
      throw .configuration(error)
    }
  }
}
