import SessionCore

/// An expression with its course in time.
struct Act: Sendable {
  /// One coefficient's course.
  struct Part: Sendable {
    var location: BlendShapeLocation
    var weight: Double
    var envelope: Envelope

    /// The coefficient's value at a time since the act began.
    func value(_ t: Double) -> Double { weight * envelope.value(t) }
  }

  /// Seconds until all parts are at rest again.
  var duration: Double
  var parts: [Part]

  /// Coefficients that rise and fall together.
  private static func together(
    _ duration: Double, attack: Double = 0.25, release: Double = 0.28, from start: Double = 0,
    _ weights: [BlendShapeLocation: Double]
  ) -> Act {
    let hold = max(0, duration - start - attack - release - 0.05)
    let envelope = Envelope(start: start, attack: attack, hold: hold, release: release)
    let ordered = weights.sorted { $0.key.index < $1.key.index }
    return Act(
      duration: duration,
      parts: ordered.map { Part(location: $0.key, weight: $0.value, envelope: envelope) })
  }

  static let smile = together(
    1.05,
    [
      .mouthSmileLeft: 0.8, .mouthSmileRight: 0.8, .cheekSquintLeft: 0.35,
      .cheekSquintRight: 0.35, .eyeSquintLeft: 0.2, .eyeSquintRight: 0.2,
    ])
  static let surprise = together(
    0.95,
    [
      .browInnerUp: 0.9, .browOuterUpLeft: 0.85, .browOuterUpRight: 0.85, .eyeWideLeft: 0.4,
      .eyeWideRight: 0.4,
    ])
  static let gape = together(
    1.0, attack: 0.32, release: 0.3,
    [
      .jawOpen: 0.95, .mouthLowerDownLeft: 0.2, .mouthLowerDownRight: 0.2,
      .mouthUpperUpLeft: 0.15, .mouthUpperUpRight: 0.15,
    ])
  static let winkLeft = together(
    0.5, attack: 0.12, release: 0.16,
    [.eyeBlinkLeft: 1, .eyeSquintLeft: 0.3, .cheekSquintLeft: 0.4, .mouthSmileLeft: 0.3])
  static let winkRight = together(
    0.5, attack: 0.12, release: 0.16,
    [.eyeBlinkRight: 1, .eyeSquintRight: 0.3, .cheekSquintRight: 0.4, .mouthSmileRight: 0.3])
  static let tongue: Act = {
    var act = together(1.15, attack: 0.3, release: 0.3, [.jawOpen: 0.5])
    act.parts += together(1.15, attack: 0.3, release: 0.25, from: 0.12, [.tongueOut: 1]).parts
    return act
  }()
  static let sneer = together(
    0.8,
    [
      .mouthUpperUpLeft: 0.95, .mouthUpperUpRight: 0.95, .noseSneerLeft: 0.6, .noseSneerRight: 0.6,
    ])
  static let pucker = together(0.75, [.mouthPucker: 0.9])
  static let frown = together(
    0.8,
    [
      .browDownLeft: 0.85, .browDownRight: 0.85, .mouthFrownLeft: 0.65, .mouthFrownRight: 0.65,
      .eyeSquintLeft: 0.25, .eyeSquintRight: 0.25,
    ])
  static let aside = together(0.65, [.mouthLeft: 0.65, .jawLeft: 0.3])
  static let puff = together(0.8, [.cheekPuff: 0.85, .mouthPucker: 0.2])
  static let stretch = together(
    0.8,
    [
      .mouthStretchLeft: 0.7, .mouthStretchRight: 0.7, .mouthLowerDownLeft: 0.5,
      .mouthLowerDownRight: 0.5, .jawOpen: 0.1,
    ])
  static let oh = together(0.75, [.mouthFunnel: 0.8, .jawOpen: 0.25])

  /// A few syllables.
  static let talk: Act = {
    var act = Act(duration: 1.35, parts: [])
    let syllables: [(Double, Double, BlendShapeLocation, Double)] = [
      (0.05, 0.35, .mouthSmileLeft, 0.2), (0.28, 0.5, .mouthFunnel, 0.4),
      (0.52, 0.28, .mouthStretchRight, 0.25), (0.74, 0.55, .mouthLowerDownLeft, 0.35),
      (0.98, 0.3, .mouthPucker, 0.5),
    ]
    for (start, jaw, shape, weight) in syllables {
      let envelope = Envelope(start: start, attack: 0.09, hold: 0.02, release: 0.13)
      act.parts.append(Part(location: .jawOpen, weight: jaw, envelope: envelope))
      act.parts.append(Part(location: shape, weight: weight, envelope: envelope))
      if shape.mirrored != shape {
        act.parts.append(Part(location: shape.mirrored, weight: weight, envelope: envelope))
      }
    }
    return act
  }()

  /// The first ten seconds, in order.
  static let opening = [
    smile, surprise, gape, winkLeft, winkRight, tongue, sneer, pucker, frown, aside, talk,
  ]
  /// What is drawn from afterwards.
  static let all = opening + [puff, stretch, oh]
}
