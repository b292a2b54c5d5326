import SessionCore
import SpatialMath

extension Scene {
  /// What the behaviours of a scene have seen so far.
  struct BehaviourState {
    var wasTracked: [Int: Bool] = [:]
    var wasLost: Set<Int> = []
    var requests: [SceneRequest] = []
    var look = SceneGaze.Look()
    /// How far entities have been scrolled up, by name, metres of the screen.
    var scrolled: [String: Double] = [:]
  }

  /// Tells the scene of a key; false when no behaviour wants it.
  @discardableResult
  public func press(_ key: Character) -> Bool {
    let lower = key.lowercased()
    return perform { trigger in
      if case .key(let wanted) = trigger { wanted.lowercased() == lower } else { false }
    }
  }

  /// Tells the scene of a swipe; false when no behaviour wants it.
  @discardableResult
  public func swipe(_ direction: SceneBehaviour.Direction) -> Bool {
    perform { trigger in
      if case .swipe(let wanted) = trigger { wanted == direction } else { false }
    }
  }

  /// Tells the scene of a tap along a ray of the world; false when what it hits has no behaviour.
  @discardableResult
  public func tap(_ ray: Ray) -> Bool {
    guard let hit = hitTest(ray).first else { return false }
    var entity: Entity? = hit.entity
    while let candidate = entity {
      let name = candidate.name
      let isWanted = perform { trigger in
        if case .tap(let wanted) = trigger { wanted == name && !name.isEmpty } else { false }
      }
      if isWanted { return true }
      entity = candidate.parent
    }
    return false
  }

  /// What behaviours have asked for since the last call.
  public func takeRequests() -> [SceneRequest] {
    defer { state.requests = [] }
    return state.requests
  }

  /// Looks for what a new frame sets off.
  func updateBehaviours(_ frame: SessionFrame) {
    let faces = frame.faces
    var events: [Int: SceneFaceEvent] = [:]
    for index in Set(behaviours.compactMap(\.faceIndex)) {
      let isTracked = faces.indices.contains(index) && faces[index].isTracked
      let was = state.wasTracked[index] ?? false
      if was, !isTracked {
        events[index] = .lost
        state.wasLost.insert(index)
      } else if !was, isTracked, state.wasLost.contains(index) {
        events[index] = .found
      }
      state.wasTracked[index] = isTracked
    }
    for number in behaviours.indices where isSetOff(number, frame, events) {
      perform(behaviours[number])
    }
  }

  private func isSetOff(
    _ number: Int, _ frame: SessionFrame, _ events: [Int: SceneFaceEvent]
  ) -> Bool {
    switch behaviours[number].trigger {
    case .expression(var score, let index):
      let faces = frame.faces
      let isTracked = faces.indices.contains(index) && faces[index].isTracked
      let event = score.update(isTracked ? faces[index].blendShapes : nil, at: frame.timestamp)
      behaviours[number].trigger = .expression(score, faceIndex: index)
      return event == .reached
    case .lost(let index): return events[index] == .lost
    case .found(let index): return events[index] == .found
    case .timer(let seconds):
      let last = behaviours[number].lastTime ?? frame.timestamp
      let isDue = frame.timestamp.seconds(since: last) >= seconds
      behaviours[number].lastTime = isDue ? frame.timestamp : last
      return isDue
    case .tap, .swipe, .key, .dwell, .edge: return false
    }
  }

  /// Performs the behaviours of a trigger; false when there are none.
  func perform(where isMeant: (SceneBehaviour.Trigger) -> Bool) -> Bool {
    // Conditions are looked at first: one key may lead from option to option.
    let due = behaviours.filter { isMeant($0.trigger) && isMet($0.condition) }
    for behaviour in due { act(behaviour.action) }
    return behaviours.contains { isMeant($0.trigger) }
  }

  private func perform(_ behaviour: SceneBehaviour) {
    if isMet(behaviour.condition) { act(behaviour.action) }
  }

  func isMet(_ condition: (entity: String, option: Int)?) -> Bool {
    guard let condition else { return true }
    return findEntity(named: condition.entity)?.options?.optionIndex == condition.option
  }

  private func act(_ action: SceneBehaviour.Action) {
    func options(_ name: String) -> OptionsEntity? { findEntity(named: name)?.options }
    switch action {
    case .nextOption(let name): options(name)?.showNext()
    case .previousOption(let name): options(name)?.showPrevious()
    case .showOption(let index, let name): options(name)?.optionIndex = index
    case .nextSet: step(by: 1)
    case .previousSet: step(by: -1)
    case .showSet(let name): if let index = sets.firstIndex(of: name) { activeSet = index }
    case .scroll(let name, let limit): scroll(name, limit)
    case .toggle(let name): findEntity(named: name)?.isEnabled.toggle()
    case .playAnimation(let clip, let name):
      var models: [ExpressiveModel] = []
      findEntity(named: name)?.forEachInSubtree {
        if let model = $0 as? ExpressiveModel { models.append(model) }
      }
      for model in models { model.play(clip) }
    case .request(let request): state.requests.append(request)
    }
  }

  private func step(by offset: Int) {
    guard !sets.isEmpty else { return }
    activeSet = (activeSet + offset + sets.count) % sets.count
  }
}

/// What befell a face between two frames.
enum SceneFaceEvent { case lost, found }

extension SceneBehaviour {
  /// The face that must be watched for it.
  fileprivate var faceIndex: Int? {
    switch trigger {
    case .lost(let index), .found(let index): index
    default: nil
    }
  }
}
