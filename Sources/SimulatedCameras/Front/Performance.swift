import Foundation
import SessionCore
import SpatialMath

/// What a simulated person does over time: expressions, blinks, gaze, head motion.
///
/// A pure function of time and seed. The first ten seconds show the whole range once; after them
/// the same acts come in other orders and strengths for ever.
struct Performance: Sendable {
  /// The length of a cycle of acts, seconds.
  static let cycle = 10.0

  private let seed: UInt64
  private let recording: RecordedPerformance?
  private let looks: LookPlan?
  private let acts: ActPlan?
  /// How far to the side a person goes who is away, metres.
  private let awayDistance: Double

  /// Creates a performance; a recording replaces the acts, blinks included.
  ///
  /// With places to look at the person sits still and does nothing else, but blinks; with acts of
  /// one's own these come instead of those of the seed.
  init(
    seed: UInt64, recording: RecordedPerformance? = nil, looks: [SimulatedLook] = [],
    acts: [SimulatedAct] = [], awayDistance: Double = 0.7
  ) {
    self.seed = seed
    self.recording = recording
    self.looks = LookPlan(looks)
    self.acts = ActPlan(acts)
    self.awayDistance = awayDistance
  }

  /// The pose of a person at a time in seconds.
  func pose(at t: Double, shape: HeadShape) -> PersonPose {
    var pose = PersonPose(
      coefficients: recording?.coefficients(at: t) ?? acted(t),
      cameraFromFace: cameraFromFace(at: t, pivot: Vector3(shape.pivot)))
    if recording?.hasGaze != true {
      let target = pose.cameraFromFace.inverse.act(gazeTarget(at: t))
      pose.look(
        at: target, leftEye: Vector3(shape.leftEye.center),
        rightEye: Vector3(shape.rightEye.center))
    }
    return pose
  }

  // MARK: Expressions

  private func acted(_ t: Double) -> BlendShapes {
    var sum = acts?.coefficients(at: t) ?? BlendShapes()
    let cycle = Int(t / Self.cycle)
    // Acts fade out before their cycle ends, so one cycle at a time is enough.
    let isPlanned = looks != nil || acts != nil
    for act in isPlanned ? [] : Self.acts(cycle: cycle, seed: seed) {
      let local = t - Double(cycle) * Self.cycle - act.start
      guard local > 0, local < act.act.duration else { continue }
      for part in act.act.parts {
        let place = act.isMirrored ? part.location.mirrored : part.location
        sum[place] += Float(part.value(local) * act.strength)
      }
    }
    idle(t, &sum)
    let blink = Float(blinking(t))
    for eye in [BlendShapeLocation.eyeBlinkLeft, .eyeBlinkRight] { sum[eye] = max(sum[eye], blink) }
    for i in 0..<52 { sum[i] = min(1, max(0, sum[i])) }
    return sum
  }

  /// The little unrest of a face at rest.
  private func idle(_ t: Double, _ sum: inout BlendShapes) {
    func wave(_ period: Double, _ phase: Double) -> Float {
      Float(0.5 + 0.5 * sin(2 * .pi * t / period + phase))
    }
    let strength = Float(min(1, t / 0.5))
    sum[.mouthSmileLeft] += strength * 0.05 * wave(5.3, 0)
    sum[.mouthSmileRight] += strength * 0.05 * wave(5.1, 0.4)
    sum[.browInnerUp] += strength * 0.05 * wave(3.7, 1)
    sum[.mouthPressLeft] += strength * 0.06 * wave(4.3, 2)
    sum[.mouthPressRight] += strength * 0.06 * wave(4.3, 2.2)
    sum[.jawOpen] += strength * 0.015 * wave(3.1, 0)
  }

  /// Both eyes' blinks: one in each stretch of 3.1 seconds.
  private func blinking(_ t: Double) -> Double {
    let stretch = 3.1
    let index = Int(t / stretch)
    var result = 0.0
    for k in max(0, index - 1)...index {
      var g = SeededGenerator(seed: seed &+ UInt64(k) &* 977 &+ 13)
      _ = g.next()
      let start = (Double(k) + g.uniform(0.25...0.75)) * stretch
      // Closing takes 80 ms, opening twice as long.
      result = max(
        result, Envelope(start: 0, attack: 0.08, hold: 0.03, release: 0.16).value(t - start))
    }
    return result
  }

  private struct PlacedAct {
    var act: Act
    var start: Double
    var strength: Double
    var isMirrored: Bool
  }

  private static func acts(cycle: Int, seed: UInt64) -> [PlacedAct] {
    var g = SeededGenerator(seed: seed &+ UInt64(cycle) &* 7919)
    _ = g.next()
    var order = cycle == 0 ? Act.opening : Act.all
    if cycle > 0 { order.shuffle(using: &g) }
    var result: [PlacedAct] = []
    var time = 0.35
    for act in order {
      guard time + act.duration < Self.cycle else { continue }
      let isFirst = cycle == 0
      result.append(
        PlacedAct(
          act: act, start: time, strength: isFirst ? 1 : g.uniform(0.6...1),
          isMirrored: isFirst ? false : g.uniform() < 0.5))
      time += act.duration
    }
    return result
  }

  // MARK: Head

  /// Where a head looks, by turns in degrees, and for how long.
  private struct HeadTarget {
    var yaw: Double, pitch: Double, roll: Double
  }

  private static let openingTargets = [
    HeadTarget(yaw: 0, pitch: 0, roll: 0), HeadTarget(yaw: 18, pitch: 1, roll: 2),
    HeadTarget(yaw: 4, pitch: -3, roll: 0), HeadTarget(yaw: -18, pitch: 2, roll: -3),
    HeadTarget(yaw: -2, pitch: 12, roll: 0), HeadTarget(yaw: 3, pitch: -2, roll: 17),
    HeadTarget(yaw: -3, pitch: -17, roll: 0), HeadTarget(yaw: 0, pitch: 1, roll: -17),
  ]
  /// How a person before a webcam holds the head, degrees: looking slightly down at the screen.
  private static let restPitch = 5.0

  private func headTarget(_ index: Int) -> HeadTarget {
    if looks != nil { return Self.openingTargets[0] }
    if index < Self.openingTargets.count { return Self.openingTargets[index] }
    var g = SeededGenerator(seed: seed &+ UInt64(index) &* 131 &+ 7)
    _ = g.next()
    return HeadTarget(
      yaw: g.uniform(-17...17), pitch: g.uniform(-11...10), roll: g.uniform(-12...12))
  }

  private func cameraFromFace(at t: Double, pivot: Vector3) -> Pose {
    let stretch = Self.cycle / Double(Self.openingTargets.count)
    let index = Int(t / stretch)
    let a = headTarget(index)
    let b = headTarget(index + 1)
    // The head rests for a third of each stretch.
    let s = Envelope.ease((t - Double(index) * stretch) / stretch * 1.5 - 0.5)
    func mix(_ x: Double, _ y: Double) -> Double { x + (y - x) * s }
    func sway(_ period: Double, _ phase: Double) -> Double {
      sin(2 * .pi * t / period + phase)
    }
    let degree = Double.pi / 180
    let follows = looks?.headTurn(at: t) ?? .zero
    let turn = EulerAngles(
      pitch: (mix(a.pitch, b.pitch) + Self.restPitch + 0.7 * sway(2.3, 0.5)) * degree + follows.y,
      yaw: (mix(a.yaw, b.yaw) + 0.9 * sway(3.1, 0)) * degree + follows.x,
      roll: (mix(a.roll, b.roll) + 0.6 * sway(2.7, 1)) * degree
    ).rotation
    // A person leans in and out and breathes; the head turns about the top of the spine.
    let distance = 0.54 + 0.05 * sway(9.7, -0.6) + 0.004 * sway(3.4, 0)
    let x = 0.02 * sway(7.1, 0) + 0.0006 * (mix(a.yaw, b.yaw) - 1.2 * mix(a.roll, b.roll))
    let y = 0.002 + 0.006 * sway(3.4, 1) - 0.0005 * abs(mix(a.roll, b.roll))
    let away = awayDistance * (acts?.absence(at: t) ?? 0)
    let spine = Vector3(x + away, y, -distance) + pivot
    return Pose(rotation: turn, translation: spine - turn.act(pivot))
  }

  // MARK: Gaze

  /// The point that is looked at, in camera space: the camera, then places on the screen below it.
  private func gazeTarget(at t: Double) -> Vector3 {
    if let looks { return looks.target(at: t) }
    let stretch = 0.9
    func point(_ k: Int) -> Vector3 {
      if k < 1 { return Vector3(0, -0.01, 0) }
      var g = SeededGenerator(seed: seed &+ UInt64(k) &* 311 &+ 3)
      _ = g.next()
      if g.uniform() < 0.45 { return Vector3(0, -0.01, 0) }
      return Vector3(g.uniform(-0.20...0.20), g.uniform(-0.20...0.02), 0)
    }
    let k = Int(t / stretch)
    // A saccade takes 50 ms.
    let s = Envelope.ease((t - Double(k) * stretch) / 0.05)
    return k == 0 ? point(0) : point(k - 1) + (point(k) - point(k - 1)) * s
  }
}

/// The rise and fall of a coefficient.
struct Envelope: Sendable {
  var start: Double, attack: Double, hold: Double, release: Double

  /// 0…1 at a time.
  func value(_ t: Double) -> Double {
    let x = t - start
    if x <= 0 { return 0 }
    if x < attack { return Self.ease(x / attack) }
    if x < attack + hold { return 1 }
    return 1 - Self.ease((x - attack - hold) / release)
  }

  /// Minimum jerk from 0 to 1, flat outside.
  static func ease(_ t: Double) -> Double {
    let x = min(1, max(0, t))
    return x * x * x * (10 - 15 * x + 6 * x * x)
  }
}

extension BlendShapeLocation {
  /// The same on the other side of the face.
  var mirrored: BlendShapeLocation {
    let name = rawValue
    if name.hasSuffix("Left") {
      return BlendShapeLocation(rawValue: name.dropLast(4) + "Right") ?? self
    }
    if name.hasSuffix("Right") {
      return BlendShapeLocation(rawValue: name.dropLast(5) + "Left") ?? self
    }
    return self
  }
}
