import SessionCore

/// What is known about a camera from elsewhere than the camera: the device table.
package struct CameraHint: Sendable, Equatable {
  /// Where a camera looks.
  package enum Facing: Sendable, Equatable {
    /// At the user.
    case front
    /// At the world.
    case rear
    /// Where people point it.
    case either
  }

  /// Where it looks.
  package var facing: Facing
  /// Whether its pictures are infrared although it offers formats with colour.
  package var isInfrared: Bool
  /// Who says so, for people.
  package var source: String

  /// Creates a hint.
  package init(facing: Facing, isInfrared: Bool = false, source: String) {
    self.facing = facing
    self.isInfrared = isInfrared
    self.source = source
  }
}

/// The cameras that were chosen for roles.
package struct CameraChoice: Sendable, Equatable {
  /// A name for each role that stays the same from plug to plug.
  package var names: [CameraRole: String] = [:]
  /// What a person should know about the choice: what was taken, why, and what was passed over.
  package var notices: [CameraRole: [String]] = [:]

  /// Creates the choice of nothing.
  package init() {}
}

/// What tells one camera from another when a choice is to be made.
struct CameraCandidate {
  let device: VideoDeviceDescription
  let facing: CameraHint.Facing
  /// Why it is said to look there; nil when nothing says.
  let reason: String?
  /// Why it is not taken without being named; nil when it may be.
  let refusal: String?

  init(_ device: VideoDeviceDescription, hint: CameraHint?) {
    self.device = device
    let words = CameraNameWords(device.name)
    refusal = device.obstacle ?? VideoNodeClass.refusal(name: device.name, hint: hint)
    if let hint, hint.facing != .either {
      let what = hint.facing == .front ? "the user" : "the world"
      (facing, reason) = (hint.facing, "\(hint.source) says that it watches \(what)")
    } else if words.saysFront {
      (facing, reason) = (.front, "by its name it watches the user")
    } else if words.saysRear {
      (facing, reason) = (.rear, "by its name it watches the world")
    } else if device.isBuiltIn == true {
      (facing, reason) = (.front, "it is built in")
    } else {
      (facing, reason) = (.either, nil)
    }
  }

  /// Whether it may be taken for a role without being named.
  func suits(_ role: CameraRole) -> Bool {
    role == .depth ? device.kind == .depthCamera : refusal == nil
  }

  /// How well it suits a role: the less the better.
  ///
  /// Where it looks counts most; then a camera on USB comes before one that is built on to the
  /// board, and that before one that a program plays; then the name that stays, so that the same
  /// cameras get the same roles whatever their numbers and sockets are today.
  func rank(for role: CameraRole, besides taken: Set<String>) -> (Int, Int, Int, String) {
    let wanted: CameraHint.Facing = role == .front ? .front : .rear
    let suits = facing == wanted ? 0 : facing == .either ? 1 : 2
    let kind = device.driver.contains("loopback") ? 2 : device.usbIdentifier == nil ? 1 : 0
    // Of one device with several cameras the second one is a last resort.
    let shares = device.hardware.map(taken.contains) == true ? 1 : 0
    return (suits, shares, kind, device.stableName)
  }
}
