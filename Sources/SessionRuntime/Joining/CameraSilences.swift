import SessionCore
import SpatialMath

/// Which cameras of a session do not deliver, since when, and why.
struct CameraSilences: Sendable {
  /// A camera that does not deliver.
  struct Silence: Sendable {
    var camera: StaleCamera
    /// Whether it is open and its next picture is on its way.
    var isComing = false
  }

  private var silences: [CameraRole: Silence] = [:]
  private var lastPictures: [CameraRole: Timestamp] = [:]

  /// The silence of a camera; nil while it delivers.
  subscript(role: CameraRole) -> Silence? { silences[role] }

  /// The silent ones of some cameras, in their order.
  func stale(of roles: [CameraRole]) -> [StaleCamera] { roles.compactMap { silences[$0]?.camera } }

  /// Notes when a picture was taken that is there, if not yet part of a frame.
  mutating func notePicture(of role: CameraRole, at time: Timestamp) { lastPictures[role] = time }

  /// What a silence that begins now is, without beginning it.
  func silence(of role: CameraRole, reason: String, at time: Timestamp) -> Silence {
    Silence(camera: StaleCamera(role: role, since: lastPictures[role] ?? time, reason: reason))
  }

  /// Begins a silence.
  mutating func begin(_ silence: Silence) { silences[silence.camera.role] = silence }

  /// Ends a silence with a picture.
  ///
  /// - Returns: whether there was one.
  @discardableResult mutating func end(_ role: CameraRole) -> Bool {
    silences.removeValue(forKey: role) != nil
  }

  /// Notes that a camera's next picture is on its way.
  mutating func resume(_ role: CameraRole) { silences[role]?.isComing = true }

  /// Forgets when cameras delivered last, for results that are forgotten too.
  mutating func forgetPictures(of roles: some Sequence<CameraRole>) {
    for role in roles { lastPictures[role] = nil }
  }

  /// Notes that some cameras are opened anew: what they saw before is old until they deliver.
  mutating func await(_ opened: [CameraRole]) {
    for role in opened {
      silences[role] = nil
      guard let time = lastPictures[role] else { continue }
      let reason = "the \(role.rawValue) camera has delivered nothing since the session ran again"
      silences[role] = Silence(
        camera: StaleCamera(role: role, since: time, reason: reason), isComing: true)
    }
  }
}
