import Glibc
import SessionCore

extension VideoDeviceList {
  /// Chooses a camera for every role: the ones that are named, and for `auto` what is left, never
  /// one camera twice.
  ///
  /// For `auto` the camera that had the role the last time comes first; then see
  /// `CameraCandidate.rank`. Infrared cameras, metadata and what cannot be opened are passed over.
  ///
  /// - Parameters:
  ///   - wanted: `auto`, a path or a link's name for each role.
  ///   - remembered: names that had the roles the last time.
  ///   - hint: what is known about a camera from elsewhere.
  /// - Returns: a name for each role that stays the same from plug to plug, and why.
  /// - Throws: `SessionError`: a camera that is not there or no camera, too few of them, one camera
  ///   for two roles.
  package func assign(
    _ wanted: [CameraRole: String], remembered: [CameraRole: String] = [:],
    hint: (VideoDeviceDescription) -> CameraHint? = { _ in nil }
  ) throws(SessionError) -> CameraChoice {
    var chosen = try namedDevices(wanted)
    var choice = CameraChoice()
    for (role, device) in chosen where device.isInfrared {
      choice.notices[role] = ["\(device.path): \(device.obstacle ?? "an infrared camera")"]
    }
    let candidates = devices.map { CameraCandidate($0, hint: hint($0)) }
    var reasons: [CameraRole: String] = [:]
    let roles = [CameraRole.rear, .front, .depth].filter { wanted[$0] == "auto" }
    for role in roles {
      guard
        let (candidate, reason) = best(
          of: candidates, for: role, among: roles, chosen: chosen, remembered: remembered)
      else { throw tooFew(role, candidates, needed: roles.count, taken: chosen.count) }
      chosen[role] = candidate.device
      reasons[role] = reason
    }
    choice.names = chosen.mapValues(\.stableName)
    for role in roles {
      guard let device = chosen[role] else { continue }
      choice.notices[role] = [
        Self.notice(device, reasons[role], passedOver(candidates, Set(chosen.values.map(\.path))))
      ]
    }
    return choice
  }

  private func namedDevices(
    _ wanted: [CameraRole: String]
  ) throws(SessionError) -> [CameraRole: VideoDeviceDescription] {
    var chosen: [CameraRole: VideoDeviceDescription] = [:]
    for (role, name) in wanted.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where name != "auto" {
      let device = try named(name, role)
      if let other = chosen.first(where: { $0.value.path == device.path }) {
        throw SessionError(
          .invalidConfiguration,
          "\(name): cameras.\(role.rawValue) and cameras.\(other.key.rawValue) are the same camera"
            + " (\(device.path)); `bifrons devices` lists the cameras that are there")
      }
      chosen[role] = device
    }
    return chosen
  }

  /// The camera for one role, and why it is that one.
  ///
  /// What had another role the last time, or suits another role that is wanted too, is left to it
  /// while there is something else.
  private func best(
    of candidates: [CameraCandidate], for role: CameraRole, among roles: [CameraRole],
    chosen: [CameraRole: VideoDeviceDescription], remembered: [CameraRole: String]
  ) -> (CameraCandidate, reason: String?)? {
    let taken = Set(chosen.values.map(\.path))
    let free = candidates.filter { $0.suits(role) && !taken.contains($0.device.path) }
    func find(_ role: CameraRole) -> CameraCandidate? {
      remembered[role].flatMap { name in free.first { $0.device.stableName == name } }
    }
    if let known = find(role) { return (known, "it was the \(role.rawValue) camera the last time") }
    let others = Set(roles.filter { $0 != role }.compactMap { find($0)?.device.path })
    let open = free.filter { !others.contains($0.device.path) }
    let hardware = Set(chosen.values.compactMap(\.hardware))
    let best = (open.isEmpty ? free : open).min {
      $0.rank(for: role, besides: hardware) < $1.rank(for: role, besides: hardware)
    }
    return best.map { ($0, $0.reason) }
  }

  private func named(
    _ name: String, _ role: CameraRole
  ) throws(SessionError) -> VideoDeviceDescription {
    guard let device = find(name) else {
      throw SessionError(
        .sensorUnavailable,
        "\(name): no camera there; plug it in, or choose one that `bifrons devices` lists"
          + summary(of: cameras.map(\.stableName)))
    }
    if device.isForbidden {
      throw VideoDeviceFailure.sessionError(
        SystemCallError(EACCES), at: .open, path: name, request: "", holders: [])
    }
    if role == .depth {
      if device.kind == .depthCamera { return device }
      throw SessionError(
        .sensorUnavailable,
        "\(name): no depth camera (\(device.obstacle ?? "a colour camera")); choose one that "
          + "`bifrons devices` lists as one")
    }
    if let obstacle = device.obstacle, !device.isInfrared {
      throw SessionError(
        .sensorUnavailable,
        "\(name): \(obstacle); choose one that `bifrons devices` lists"
          + summary(of: cameras.map(\.stableName)))
    }
    return device
  }

  private func tooFew(
    _ role: CameraRole, _ candidates: [CameraCandidate], needed: Int, taken: Int
  ) -> SessionError {
    if devices.contains(where: \.isForbidden) {
      return VideoDeviceFailure.sessionError(
        SystemCallError(EACCES), at: .open, path: "cameras.\(role.rawValue).device", request: "",
        holders: [])
    }
    let count = candidates.count { $0.suits(role) }
    let kind = role == .depth ? "depth camera" : "camera"
    let found =
      count == 0
      ? "no \(kind) is there" : "only \(count) \(kind)\(count == 1 ? " is" : "s are") there"
    let reasons = candidates.compactMap { candidate in
      candidate.refusal.map { "\(candidate.device.path): \($0)" }
    }
    return SessionError(
      .sensorUnavailable,
      "cameras.\(role.rawValue): \(found)\(summary(of: reasons)); plug one in, or use another "
        + "source (video, images, simulated)")
  }

  private func summary(of parts: [String]) -> String {
    parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
  }

  /// What else is there and was not taken; metadata nodes, which every webcam has, are not worth
  /// words.
  private func passedOver(_ candidates: [CameraCandidate], _ taken: Set<String>) -> [String] {
    candidates.filter { !taken.contains($0.device.path) && $0.device.isWorthMentioning }.map {
      "\($0.device.name), \($0.device.path) (\($0.refusal ?? "not needed"))"
    }
  }

  private static func notice(
    _ device: VideoDeviceDescription, _ reason: String?, _ passedOver: [String]
  ) -> String {
    let why = reason.map { ": \($0)" } ?? ""
    let others = passedOver.isEmpty ? "" : "; passed over: \(passedOver.joined(separator: ", "))"
    return "auto took \(device.name) (\(device.stableName))\(why)\(others)"
  }
}
