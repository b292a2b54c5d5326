import Foundation
import SpatialMath

/// What a simulated rear camera is put through: a plain scan, or a trial that is known to throw
/// trackers off.
package enum CameraMotion: String, Sendable, CaseIterable {
  /// A hand's slow swing round the table.
  case scan
  /// Two seconds of turning on the spot, which shows no depth, then the scan.
  case rotationStart = "rotation-start"
  /// In the middle of the scan a turn away by 100° at up to 120° a second, a second there, and back.
  case fastTurn = "fast-turn"
  /// In the middle of the scan a look up at the plain ceiling for a second and a half.
  case blankStretch = "blank-stretch"
  /// In the middle of the scan the exposure drops to 0.6 from one picture to the next, and rises
  /// again three seconds later.
  case exposureStep = "exposure-step"
  /// The scan with a walker's steps: up and down by 2 cm and a nod twice a second.
  case walk
  /// All round the table in twenty seconds, and on: the way comes back to where it began.
  case circle
  /// A second at a place of the scan, then at once at another one up to half a metre beside the path
  /// and turned by up to 30°: what a camera sees that comes back to a room.
  case scattered
  /// The scan, while three people walk through between the camera and the table.
  case passers
  /// One after the other: two seconds of turning on the spot, then all round the table, with a turn
  /// away at 120° a second, an exposure that drops to 0.6, and a look up at the ceiling.
  case hardships
  /// A hand that swings the camera in a lying figure of eight while it looks at the table: what tells
  /// an accelerometer most.
  case figureEight = "figure-eight"

  /// How long a way round takes, and a stay at a scattered place, seconds.
  static let round = 20.0, stay = 1.0
  /// How far scattered places lie from the path, metres and radians, and what part of it they are
  /// taken from, seconds.
  static let scatter = 0.5, scatterTurn = 30 * Double.pi / 180, scatterSpan = 9.0

  /// When the trial begins, and how long a start on the spot lasts, seconds.
  private static let trialStart = 4.0, startDuration = 2.0
  /// When the hardships' turn, dimness and look up begin, seconds.
  private static let hardTurn = 5.0, hardDimming = 10.0, hardLookUp = 14.0
  /// The way round turns the camera by 18° a second as well: with it, it is 120° again.
  private static let hardTurnShare = 0.85
  /// The turn and the look up, radians; how long they last; and how long a ramp takes: with a
  /// cosine's shape it reaches 120° a second.
  private static let turn = 100 * Double.pi / 180, turnStay = 1.0
  private static let lookUp = 85 * Double.pi / 180, lookUpStay = 1.5
  private static let ramp = 1.31
  /// How long a figure of eight takes, seconds, and half its width and height, metres.
  private static let eightPeriod = 3.2, eightWidth = 0.18, eightHeight = 0.07
  /// The step of the exposure, and how long it lasts.
  private static let dimming = 0.6, dimDuration = 3.0
  /// A walker's steps a second, the height and the nod of one, metres and radians.
  private static let steps = 1.9, stepHeight = 0.02, stepNod = 0.012

  private var beginsOnTheSpot: Bool { self == .rotationStart || self == .hardships }

  /// Whether the way leads all round the table.
  var goesRound: Bool { self == .circle || self == .hardships }

  /// The time on the scan's path at a time.
  func pathTime(_ t: Double) -> Double {
    beginsOnTheSpot ? max(0, t - Self.startDuration) : t
  }

  /// What the camera is turned by beside the path: about the vertical, then about its own x axis.
  func extraTurn(at t: Double) -> (yaw: Double, pitch: Double) {
    switch self {
    case .scan, .exposureStep, .circle, .scattered, .passers, .figureEight: return (0, 0)
    case .rotationStart: return turnOnTheSpot(at: t)
    case .fastTurn: return (Self.turn * excursion(t, from: Self.trialStart, stay: Self.turnStay), 0)
    case .blankStretch:
      return (0, Self.lookUp * excursion(t, from: Self.trialStart, stay: Self.lookUpStay))
    case .walk: return (0, Self.stepNod * sin(2 * .pi * Self.steps * t))
    case .hardships:
      let start = turnOnTheSpot(at: t)
      let turn = excursion(t, from: Self.hardTurn, stay: Self.turnStay)
      let lookUp = excursion(t, from: Self.hardLookUp, stay: Self.lookUpStay)
      return (start.yaw + Self.hardTurnShare * Self.turn * turn, start.pitch + Self.lookUp * lookUp)
    }
  }

  private func turnOnTheSpot(at t: Double) -> (yaw: Double, pitch: Double) {
    guard t < Self.startDuration else { return (0, 0) }
    let phase = .pi * t / Self.startDuration
    let window = sin(phase) * sin(phase)
    return (0.5 * sin(2 * phase) * window, 0.12 * sin(4 * phase) * window)
  }

  /// What the camera is raised by beside the path, metres.
  func extraHeight(at t: Double) -> Double {
    guard self == .walk else { return 0 }
    let phase = 2 * Double.pi * Self.steps * t
    return Self.stepHeight * (cos(phase) - 1) / 2
  }

  /// What the camera is moved by beside the path, to its right and up, metres.
  func swing(at t: Double) -> (right: Double, up: Double) {
    guard self == .figureEight else { return (0, 0) }
    let phase = 2 * Double.pi * t / Self.eightPeriod
    return (Self.eightWidth * sin(phase), Self.eightHeight * sin(2 * phase))
  }

  /// The exposure's gain at a time, of the usual one.
  func gain(at t: Double) -> Double {
    let start: Double
    switch self {
    case .exposureStep: start = Self.trialStart
    case .hardships: start = Self.hardDimming
    default: return 1
    }
    return (start..<start + Self.dimDuration).contains(t) ? Self.dimming : 1
  }

  /// From 0 to 1, a stay, and back to 0.
  private func excursion(_ t: Double, from start: Double, stay: Double) -> Double {
    let u = t - start
    func rise(_ x: Double) -> Double { (1 - cos(.pi * min(1, max(0, x / Self.ramp)))) / 2 }
    return rise(u) - rise(u - Self.ramp - stay)
  }
}
