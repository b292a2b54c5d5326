extension Entity {
  /// A copy of the entity with everything below it, at no parent.
  ///
  /// Shapes and pictures are shared, everything else is the copy's own: moving, hiding or driving one
  /// leaves the other alone.
  ///
  /// - Parameter recursive: false leaves out what is below, unless the kind cannot do without.
  /// - Returns: an entity of the same kind.
  /// - Complexity: O(entities).
  public func clone(recursive: Bool = true) -> Entity {
    var copies: [ObjectIdentifier: Entity] = [:]
    let copy = clone(recursive: recursive, noting: &copies)
    // Vertices follow the copied joints.
    for case let model as MorphedEntity in copies.values {
      guard let joints = model.skin?.joints else { continue }
      model.skin?.joints = joints.map { copies[ObjectIdentifier($0)] ?? $0 }
    }
    return copy
  }

  /// Copies and remembers what became of what.
  func clone(recursive: Bool, noting copies: inout [ObjectIdentifier: Entity]) -> Entity {
    let copy = makeCopy()
    copy.transform = transform
    copy.isEnabled = isEnabled
    copy.isHitTestable = isHitTestable
    copy.running = running
    if let model = self as? ModelEntity {
      (copy as? ModelEntity)?.collisionShape = model.collisionShape
    }
    copies[ObjectIdentifier(self)] = copy
    guard recursive, !copiesChildren else { return copy }
    for child in children {
      copy.addChild(child.clone(recursive: true, noting: &copies))
    }
    return copy
  }

  /// All entities of this subtree for which something holds, this one included, parents first.
  /// - Complexity: O(entities).
  public func entities(where isWanted: (Entity) -> Bool) -> [Entity] {
    var found: [Entity] = []
    forEachInSubtree { if isWanted($0) { found.append($0) } }
    return found
  }

  /// All entities of a kind in this subtree, this one included, parents first.
  public func entities<Kind: Entity>(of kind: Kind.Type) -> [Kind] {
    entities { $0 is Kind }.compactMap { $0 as? Kind }
  }
}

extension Scene {
  /// All entities for which something holds, in the order of the trees.
  public func entities(where isWanted: (Entity) -> Bool) -> [Entity] {
    anchors.flatMap { $0.entities(where: isWanted) }
  }

  /// All entities of a name.
  public func findEntities(named name: String) -> [Entity] { entities { $0.name == name } }
}
