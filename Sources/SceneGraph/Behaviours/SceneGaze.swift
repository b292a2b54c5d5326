import SessionCore
import SpatialMath

/// Follows where on the screen a user looks.
public struct SceneGaze: Sendable {
  /// The screen that shows the picture.
  public var screen: GazeScreen
  /// Makes the look steady.
  public var pointer: GazePointer
  /// Whose look counts, from 0.
  public var faceIndex: Int
  /// Where the user looks now, and how far a dwell on an entity has come.
  public internal(set) var state = GazePointer.State()

  /// Follows the look of a face.
  public init(screen: GazeScreen, pointer: GazePointer = GazePointer(), faceIndex: Int = 0) {
    self.screen = screen
    self.pointer = pointer
    self.faceIndex = faceIndex
  }

  /// What is looked at, and since when.
  struct Look {
    var entity: String?
    var since = Timestamp.zero
    /// When it was looked at last.
    var seen = Timestamp.zero
    var hasActed = false
    /// The last part of the screen's height to scroll on by.
    var scroll = 0.0

    /// A blink or a glance aside of so many seconds does not end a dwell.
    static let grace = 0.3
  }
}

extension Scene {
  /// Follows the user's look into a new frame.
  func updateGaze(_ frame: SessionFrame) {
    guard var gaze else { return }
    let faces = frame.faces
    let face = faces.indices.contains(gaze.faceIndex) ? faces[gaze.faceIndex] : nil
    let front = frame.front?.worldFromCamera
    let point = face.flatMap { face in
      front.flatMap { gaze.screen.point(of: face, worldFromFront: $0) }
    }
    gaze.state = gaze.pointer.update(point, at: frame.timestamp)
    if behaviours.contains(where: { $0.trigger.dwelledEntity != nil }) {
      gaze.state.dwellProgress = dwell(gaze.state.point, frame)
    }
    self.gaze = gaze
    for anchor in anchors {
      anchor.forEachInSubtree { ($0 as? GazeCursorEntity)?.show(gaze) }
    }
    for case .scroll(let part) in gaze.state.events {
      state.look.scroll = part
      _ = perform { if case .edge = $0 { true } else { false } }
    }
  }

  /// Moves all entities of a name.
  func scroll(_ name: String, _ limit: Double) {
    guard let gaze else { return }
    let offset = state.scrolled[name] ?? 0
    let next = max(0, min(limit, offset + state.look.scroll * gaze.screen.size.y))
    state.scrolled[name] = next
    for anchor in anchors {
      anchor.forEachInSubtree { if $0.name == name { $0.position.y += next - offset } }
    }
  }

  /// How far the dwell has come; acts when it is done.
  private func dwell(_ point: Vector2?, _ frame: SessionFrame) -> Double {
    let now = frame.timestamp
    let seen = point.flatMap { dwellTarget(at: $0, frame) }
    if seen == state.look.entity, seen != nil {
      state.look.seen = now
    } else if state.look.entity == nil || now.seconds(since: state.look.seen) > SceneGaze.Look.grace
    {
      state.look.entity = seen
      (state.look.since, state.look.seen) = (now, now)
      state.look.hasActed = false
    }
    guard let entity = state.look.entity, !state.look.hasActed,
      let seconds = behaviours.compactMap({ $0.secondsOfDwell(on: entity, where: isMet) }).min()
    else { return 0 }
    let elapsed = now.seconds(since: state.look.since)
    guard elapsed >= seconds else { return seconds > 0 ? elapsed / seconds : 1 }
    state.look.hasActed = true
    _ = perform { trigger in
      if case .dwell(let wanted, let seconds) = trigger {
        wanted == entity && elapsed >= seconds
      } else {
        false
      }
    }
    return 1
  }

  /// The name, with a behaviour that may act now, of what is under a point of the screen.
  private func dwellTarget(at point: Vector2, _ frame: SessionFrame) -> String? {
    let place = Vector2(isShownMirrored ? 1 - point.x : point.x, point.y)
    guard let ray = frame.ray(through: place, role: frame.primaryRole),
      let hit = hitTest(ray).first
    else { return nil }
    var entity: Entity? = hit.entity
    while let candidate = entity {
      let name = candidate.name
      if !name.isEmpty,
        behaviours.contains(where: { $0.secondsOfDwell(on: name, where: isMet) != nil })
      {
        return name
      }
      entity = candidate.parent
    }
    return nil
  }
}

extension SceneBehaviour {
  /// How long an entity must be looked at; nil where that does nothing now.
  fileprivate func secondsOfDwell(
    on name: String, where isMet: ((entity: String, option: Int)?) -> Bool
  ) -> Double? {
    guard case .dwell(name, let seconds) = trigger, isMet(condition) else { return nil }
    return seconds
  }
}

extension SceneBehaviour.Trigger {
  fileprivate var dwelledEntity: String? {
    if case .dwell(let name, _) = self { name } else { nil }
  }
}
