import SessionCore

/// What a simulated person does for a while.
package struct SimulatedAct: Sendable, Equatable {
  /// The expressions of a person, and more.
  package enum Kind: String, Sendable, CaseIterable {
    /// Nothing.
    case rest
    /// Out of the picture to the side, and back.
    case away
    case smile, surprise, gape
    case winkLeft = "wink-left", winkRight = "wink-right"
    case tongue, sneer, pucker, frown, aside, talk, puff, stretch, oh
  }

  /// What is done.
  package var kind: Kind
  /// For how long, from rest to rest.
  package var seconds: Double
  /// How much of it, 0…1.
  package var strength: Double

  /// Creates an act.
  package init(_ kind: Kind, seconds: Double, strength: Double = 1) {
    self.kind = kind
    self.seconds = seconds
    self.strength = strength
  }
}

/// Acts one after the other, over and over.
struct ActPlan: Sendable {
  private let cycle: TimedCycle<SimulatedAct>

  /// Leaving the picture and coming back take so many seconds each.
  private static let leaving = 0.4

  /// Nil without an act.
  init?(_ acts: [SimulatedAct]) {
    guard let cycle = TimedCycle(acts, seconds: \.seconds) else { return nil }
    self.cycle = cycle
  }

  /// The coefficients at a time in seconds.
  func coefficients(at t: Double) -> BlendShapes {
    let (index, since, _) = cycle.place(at: t)
    let planned = cycle.items[index]
    var sum = BlendShapes()
    guard let act = Act.named(planned.kind) else { return sum }
    // The whole act in the time that there is.
    let local = since / planned.seconds * act.duration
    for part in act.parts { sum[part.location] += Float(part.value(local) * planned.strength) }
    return sum
  }

  /// How far away the person is, 0 at the place, 1 out of the picture.
  func absence(at t: Double) -> Double {
    let (index, since, _) = cycle.place(at: t)
    let planned = cycle.items[index]
    guard planned.kind == .away else { return 0 }
    let leaving = min(Self.leaving, planned.seconds / 3)
    return Envelope(
      start: 0, attack: leaving, hold: planned.seconds - 2 * leaving, release: leaving
    ).value(since)
  }
}

extension Act {
  /// The expression of a kind; nil where the face rests.
  static func named(_ kind: SimulatedAct.Kind) -> Act? {
    switch kind {
    case .rest, .away: nil
    case .smile: smile
    case .surprise: surprise
    case .gape: gape
    case .winkLeft: winkLeft
    case .winkRight: winkRight
    case .tongue: tongue
    case .sneer: sneer
    case .pucker: pucker
    case .frown: frown
    case .aside: aside
    case .talk: talk
    case .puff: puff
    case .stretch: stretch
    case .oh: oh
    }
  }
}
