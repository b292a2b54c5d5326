import Foundation
import SpatialMath

/// The way of a hand-held camera round the table, looking at its middle.
///
/// It begins with a sideways motion, so that a tracker with one eye can tell depth at once, and
/// swings ±35° about the table. A pure function of time and seed.
struct HandheldPath: Sendable {
  /// The camera's height over the table top at time 0, metres, exactly.
  static let initialHeight = 0.60

  /// Distance from the table's middle along the floor at time 0, metres.
  private static let initialRadius = 1.02
  /// The swing to either side, radians, and the time of a full swing, seconds.
  private static let swing = 35 * Double.pi / 180, period = 13.0
  /// Where the camera looks at: over the table's middle, metres above the floor.
  private static let target = Vector3(0, 0.80, -0.02)

  /// Scattered places are not within the table, metres above the floor.
  private static let leastHeight = 0.95

  private let seed: UInt64
  private let phases: [Double]
  private let direction: Double
  private let motion: CameraMotion

  init(seed: UInt64, motion: CameraMotion = .scan) {
    self.motion = motion
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    phases = (0..<12).map { _ in generator.uniform(0...(2 * .pi)) }
    direction = generator.uniform() < 0.5 ? -1 : 1
  }

  /// A hand's unrest: three waves of 0.3–2.4 Hz, zero at time 0, about −1…1.
  private func tremor(_ t: Double, _ channel: Int) -> Double {
    let p = phases[channel]
    func wave(_ frequency: Double, _ phase: Double) -> Double {
      sin(2 * .pi * frequency * t + phase) - sin(phase)
    }
    return 0.55 * wave(0.31 + 0.03 * cos(p), p) + 0.30 * wave(0.83 + 0.05 * sin(p), 2 * p)
      + 0.10 * wave(2.3, 3 * p)
  }

  /// Room from session camera at a time in seconds.
  func roomFromCamera(at t: Double) -> Pose {
    if motion == .scattered { return scattered(at: t) }
    var pose = scanned(at: motion.pathTime(t))
    let turn = motion.extraTurn(at: t)
    pose.translation.y += motion.extraHeight(at: t)
    let swing = motion.swing(at: t)
    pose.translation += pose.rotation.act(Vector3(swing.right, swing.up, 0))
    pose.rotation =
      Quaternion(angle: direction * turn.yaw, axis: Vector3(0, 1, 0)) * pose.rotation
      * Quaternion(angle: turn.pitch, axis: Vector3(1, 0, 0))
    return pose
  }

  private func scanned(at t: Double) -> Pose {
    let phase = 2 * Double.pi * t / Self.period
    let angle =
      motion.goesRound
      ? direction * 2 * .pi * t / CameraMotion.round : direction * Self.swing * sin(phase)
    let radius =
      Self.initialRadius + 0.09 * sin(phase * 0.62) + 0.010 * tremor(t, 0)
    let height =
      Double(RoomMeasures.tableHeight) + Self.initialHeight + 0.07 * sin(phase * 0.81)
      + 0.009 * tremor(t, 1)
    let sideways = 0.010 * tremor(t, 2)
    let position = Vector3(
      radius * sin(angle) + sideways * cos(angle), height,
      radius * cos(angle) - sideways * sin(angle))
    let aim =
      Self.target
      + Vector3(0.022 * tremor(t, 3), 0.018 * tremor(t, 4), 0)
    let forward = (aim - position).normalized
    let right = forward.cross(Vector3(0, 1, 0)).normalized
    let up = right.cross(forward)
    let level = Quaternion(Matrix3x3(columns: right, up, -forward))
    let roll = Quaternion(angle: 0.014 * tremor(t, 5), axis: Vector3(0, 0, 1))
    return Pose(rotation: level * roll, translation: position)
  }

  /// A place beside the path for each second; the first is on it.
  private func scattered(at t: Double) -> Pose {
    let visit = max(0, (t / CameraMotion.stay).rounded(.down))
    let within = t - visit * CameraMotion.stay
    guard visit > 0 else { return scanned(at: within) }
    var generator = SeededGenerator(seed: seed ^ UInt64(visit) &* 0x9E37_79B9_7F4A_7C15)
    let time = generator.uniform(0...CameraMotion.scatterSpan)
    func direction() -> Vector3 {
      Vector3(generator.gaussian(), generator.gaussian(), generator.gaussian()).normalized
    }
    let shift = direction() * CameraMotion.scatter * generator.uniform()
    let axis = direction()
    let turn = Quaternion(angle: CameraMotion.scatterTurn * generator.uniform(), axis: axis)
    var pose = scanned(at: time + 0.3 * within)
    pose.translation += shift
    pose.translation.y = max(pose.translation.y, Self.leastHeight)
    pose.rotation = turn * pose.rotation
    return pose
  }

  /// World from room: the world's origin is the camera at time 0, +Y is up and −Z its heading
  /// projected level.
  func worldFromRoom() -> Pose {
    let first = roomFromCamera(at: 0)
    let heading = first.rotation.act(Vector3(0, 0, -1))
    let back = -Vector3(heading.x, 0, heading.z).normalized
    let right = Vector3(0, 1, 0).cross(back)
    let roomFromWorld = Pose(
      rotation: Quaternion(Matrix3x3(columns: right, Vector3(0, 1, 0), back)),
      translation: first.translation)
    return roomFromWorld.inverse
  }
}
