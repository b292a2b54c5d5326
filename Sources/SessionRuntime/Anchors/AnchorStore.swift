import SessionCore
import SpatialMath

/// What happened to the anchors since the last frame, in the order in which it happened.
struct AnchorChanges: Sendable {
  var removed: [Anchor] = []
  var added: [Anchor] = []
  /// A face may be here several times: once for each of its pictures.
  var updated: [Anchor] = []
}

/// All anchors of a session in the order in which they came, with the changes since the last frame.
struct AnchorStore: Sendable {
  private(set) var anchors: [Anchor] = []
  /// Every identifier that an anchor has or has had: none is given to another one.
  private var identifiers: Set<AnchorIdentifier> = []
  private var changes = AnchorChanges()

  subscript(identifier: AnchorIdentifier) -> Anchor? {
    anchors.first { $0.identifier == identifier }
  }

  /// Whether an anchor has this identifier or has had it.
  func hasSeen(_ identifier: AnchorIdentifier) -> Bool { identifiers.contains(identifier) }

  func count(where condition: (Anchor) -> Bool) -> Int { anchors.count(where: condition) }

  mutating func add(_ anchor: Anchor) {
    anchors.append(anchor)
    identifiers.insert(anchor.identifier)
    changes.added.append(anchor)
  }

  /// Replaces the anchor that has the same identifier; does nothing when there is none.
  mutating func update(_ anchor: Anchor) {
    guard let place = anchors.firstIndex(where: { $0.identifier == anchor.identifier }) else {
      return
    }
    anchors[place] = anchor
    changes.updated.append(anchor)
  }

  /// Removes an anchor; one that no frame has shown yet leaves no trace.
  mutating func remove(_ identifier: AnchorIdentifier) {
    guard let place = anchors.firstIndex(where: { $0.identifier == identifier }) else { return }
    let anchor = anchors.remove(at: place)
    changes.updated.removeAll { $0.identifier == identifier }
    if let unseen = changes.added.firstIndex(where: { $0.identifier == identifier }) {
      changes.added.remove(at: unseen)
    } else {
      changes.removed.append(anchor)
    }
  }

  mutating func removeAll() {
    for anchor in anchors { remove(anchor.identifier) }
  }

  /// Marks every image as not seen now.
  mutating func loseImages() {
    for case .image(var image) in anchors where image.isTracked {
      image.isTracked = false
      update(.image(image))
    }
  }

  /// Expresses every anchor in another world frame and reports each as updated.
  mutating func move(by newFromOld: Pose) {
    for anchor in anchors { update(anchor.moved(by: newFromOld)) }
  }

  /// Hands over the changes since the last call.
  mutating func takeChanges() -> AnchorChanges {
    defer { changes = AnchorChanges() }
    return changes
  }
}

extension Anchor {
  /// The anchor with its transform in another world frame.
  func moved(by newFromOld: Pose) -> Anchor {
    with(identifier: identifier, transform: newFromOld * transform)
  }
}
