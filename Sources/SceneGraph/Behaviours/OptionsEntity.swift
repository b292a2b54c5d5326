/// An entity that shows one of several things at a time, or nothing.
public final class OptionsEntity: Entity {
  /// How many options there are, at least one.
  public let optionCount: Int
  /// Which one is shown; other numbers wrap round.
  public var optionIndex = 0 {
    didSet {
      let wrapped = ((optionIndex % optionCount) + optionCount) % optionCount
      if wrapped != optionIndex { optionIndex = wrapped }
      if wrapped != oldValue { show(wrapped) }
    }
  }
  private let show: (Int) -> Void
  private let kind: Kind

  /// What there is to choose from.
  private enum Kind {
    case entities([Entity?])
    case materials(ModelEntity, [Material?])
  }

  /// One of these entities at a time; nil shows nothing.
  public init(name: String = "", options: [Entity?]) {
    optionCount = max(1, options.count)
    kind = .entities(options)
    show = { shown in
      for (index, option) in options.enumerated() { option?.isEnabled = index == shown }
    }
    super.init(name: name)
    for option in options.compactMap({ $0 }) { addChild(option) }
    show(0)
  }

  /// A model in one of these materials; nil hides it.
  public init(name: String = "", model: ModelEntity, materials: [Material?]) {
    optionCount = max(1, materials.count)
    kind = .materials(model, materials)
    show = { shown in
      guard materials.indices.contains(shown) else { return }
      model.isEnabled = materials[shown] != nil
      if let material = materials[shown] { model.material = material }
    }
    super.init(name: name)
    addChild(model)
    show(0)
  }

  /// Copies of the same options, of which the same one is shown.
  public override func makeCopy() -> Entity {
    let copy: OptionsEntity
    switch kind {
    case .entities(let options):
      copy = OptionsEntity(name: name, options: options.map { $0?.clone() })
    case .materials(let model, let materials):
      let twin = model.clone() as? ModelEntity ?? ModelEntity(mesh: model.mesh)
      copy = OptionsEntity(name: name, model: twin, materials: materials)
    }
    copy.optionIndex = optionIndex
    return copy
  }

  override var copiesChildren: Bool { true }

  /// Shows the next option, after the last one the first.
  public func showNext() { optionIndex += 1 }

  /// Shows the option before, before the first one the last.
  public func showPrevious() { optionIndex -= 1 }
}

extension Entity {
  /// The first entity with options in this subtree, this one included.
  public var options: OptionsEntity? {
    if let own = self as? OptionsEntity { return own }
    for child in children {
      if let found = child.options { return found }
    }
    return nil
  }
}
