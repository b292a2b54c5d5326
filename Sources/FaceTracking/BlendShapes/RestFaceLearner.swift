import SessionCore
import SpatialMath

/// Learns what a face looks like at rest while it is followed.
///
/// A picture counts as one at rest when the face is turned to the camera, hardly moves, and shows no
/// more than it did in its quietest second, by what the networks answer relative to an average face:
/// what was learnt before has no part in that, so that nothing can drift, and an expression that is
/// held stays an expression.
package struct RestFaceLearner: Sendable {
  /// How pictures are chosen.
  package enum Manner: Sendable {
    /// Quiet pictures, whenever they come.
    case watching
    /// Every picture: the person was asked to rest.
    case asked
    /// None: what is known stays.
    case settled
  }

  /// What has been learnt; nil before the first picture at rest.
  package private(set) var rest: RestFace?
  /// How pictures are chosen.
  package let manner: Manner

  private var pictures = 0
  private var lastLook: Timestamp?
  private var lastExpression: BlendShapes?
  private var recent: [Float] = []
  private var floor = Float.infinity

  private enum Limit {
    /// Seconds between looks: a face at rest looks alike for longer.
    static let interval = 0.1
    /// The same once more than this share of the face is one's own: each look costs a run.
    static let longInterval = 0.3, wellKnown: Float = 0.6
    /// Looks that make a second, not all of them at once: people move.
    static let second = 10
    /// Turns beyond this change how everything looks, radians.
    static let turn = 20 * Double.pi / 180
    /// Expressions above the quietest second's by this are no rest (sums of coefficients).
    static let margin: Float = 0.25
    /// More than this is no face at rest, however long it is shown: drawn faces at rest stay below.
    static let most: Float = 2.6
    /// A movement by more than this between looks is none at rest.
    static let movement: Float = 0.25
    /// Lids lower than this hide the eyes.
    static let lids: Float = 0.5
    /// The looks after which half is one's own: two seconds of rest.
    static let half: Float = 20
    /// The looks that are remembered.
    ///
    /// A minute of rest. Light changes, and cameras are moved.
    static let remembered = 600
  }

  /// Begins to learn, or takes over what was learnt before.
  package init(_ manner: Manner = .watching, rest: RestFace? = nil) {
    self.manner = manner
    self.rest = rest
    if let rest {
      let looks = rest.share * Limit.half / max(1 - rest.share, 0.01)
      pictures = min(Int(looks), Limit.remembered)
    }
  }

  /// A learner for whoever comes after a long absence: only a given rest face stays.
  package var renewed: RestFaceLearner { manner == .settled ? self : RestFaceLearner(manner) }

  /// Sets `result` to the face at rest as far as it is known: between the average's and one's own.
  package func fill(_ result: inout RestFace, from average: RestFace) {
    result.share = rest?.share ?? 0
    let own = (rest ?? average).appearance
    result.appearance.mix(average.appearance, own, share: result.share)
  }

  /// Whether a look at this time would be taken.
  package func isDue(at time: Timestamp) -> Bool {
    guard manner != .settled else { return false }
    // A hair less, so that 30 pictures a second give every third.
    let isWellKnown = manner == .watching && (rest?.share ?? 0) > Limit.wellKnown
    let interval = isWellKnown ? Limit.longInterval : Limit.interval
    return lastLook.map { time.seconds(since: $0) >= interval - 0.005 } ?? true
  }

  /// Looks at one picture.
  ///
  /// `expression` is what shows relative to an average face.
  package mutating func look(
    at appearance: FaceAppearance, expression: BlendShapes, angles: EulerAngles, time: Timestamp
  ) {
    defer { lastExpression = expression }
    lastLook = time
    let lids = max(expression[.eyeBlinkLeft], expression[.eyeBlinkRight])
    guard abs(angles.yaw) < Limit.turn, abs(angles.pitch) < Limit.turn, lids < Limit.lids else {
      return
    }
    if manner == .asked { return learn(appearance) }
    let strength = Self.strength(expression)
    guard strength < Limit.most, !hasMoved(expression) else { return }
    recent.append(strength)
    guard recent.count >= Limit.second else { return }
    recent.removeFirst(recent.count - Limit.second)
    lowerFloor(to: recent.max() ?? strength)
    if strength <= floor + Limit.margin { learn(appearance) }
  }

  /// A quieter second than any before; what was learnt from much livelier ones counts little.
  private mutating func lowerFloor(to level: Float) {
    guard level < floor else { return }
    if floor - level > Limit.margin { pictures /= 4 }
    floor = level
  }

  private mutating func learn(_ appearance: FaceAppearance) {
    pictures = min(pictures + 1, Limit.remembered)
    let share = manner == .asked ? 1 : Float(pictures) / (Float(pictures) + Limit.half)
    guard var known = rest else {
      rest = RestFace(appearance: appearance, share: share)
      return
    }
    known.appearance.mix(known.appearance, appearance, share: 1 / Float(pictures))
    known.share = share
    rest = known
  }

  private func hasMoved(_ expression: BlendShapes) -> Bool {
    guard let last = lastExpression else { return true }
    return Self.felt.contains { abs(expression[$0] - last[$0]) > Limit.movement }
  }

  /// How much of an expression shows.
  ///
  /// Where the eyes look to is none.
  private static func strength(_ expression: BlendShapes) -> Float {
    felt.reduce(0) { $0 + expression[$1] }
  }

  private static let felt = BlendShapeLocation.allCases
    .filter { !$0.rawValue.hasPrefix("eyeLook") && !$0.rawValue.hasPrefix("eyeBlink") }
    .map(\.index)
}
