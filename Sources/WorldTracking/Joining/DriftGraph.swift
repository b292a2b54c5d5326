import SpatialMath

/// Shares a loop's drift out among the keyframes: the linearised pose graph over similarities.
///
/// An edge between two keyframes asks that both be moved alike, the more the more points they share
/// (the essential graph of Mur-Artal et al., IEEE T-RO 2015, with every edge weighed). The old end of
/// the loop stays, the new one takes the whole drift; as all that is asked is linear in the drift, each
/// other keyframe takes a share of it, and the shares solve one symmetric system.
struct DriftGraph {
  private let drift: MapSimilarity
  private let origin: Vector3
  /// The living keyframes' slots in the order of their serials, and what each is held at.
  private var slots: [Int] = []
  private var held: [Double?] = []
  private var edges: [(a: Int, b: Int, weight: Double)] = []

  /// Keyframes that share fewer points are not held together by them.
  private static let leastShared = 5
  /// What holds each keyframe to the next one, in shared points.
  private static let succession = 10.0

  /// Collects keyframes and edges.
  init(_ finding: LoopLook.Finding, _ map: WorldMap) {
    drift = finding.alignment.similarity
    origin = finding.alignment.otherCamera.center
    slots = map.keyframes.indices.filter { map.keyframes[$0].isAlive }
      .sorted { map.keyframes[$0].serial < map.keyframes[$1].serial }
    var index = [Int](repeating: -1, count: map.keyframes.count)
    for (i, slot) in slots.enumerated() {
      index[slot] = i
      let serial = map.keyframes[slot].serial
      if finding.old[slot] == serial {
        held.append(0)
      } else if finding.recent[slot] == serial || serial > finding.serial {
        held.append(1)
      } else {
        held.append(nil)
      }
      if i > 0 { edges.append((i - 1, i, Self.succession)) }
    }
    for (i, slot) in slots.enumerated() {
      for c in map.covisible(slot) where c.shared >= Self.leastShared && index[c.keyframe] > i {
        edges.append((i, index[c.keyframe], Double(c.shared)))
      }
    }
  }

  /// How each keyframe moves, by its slot; nil when one end of the loop is gone.
  func moves() -> [Int: MapSimilarity]? {
    guard held.contains(0), held.contains(1), let shares = shares() else { return nil }
    return Dictionary(
      uniqueKeysWithValues: zip(slots, shares).map { ($0, drift.part($1, about: origin)) })
  }

  /// Each keyframe's share of the drift.
  private func shares() -> [Double]? {
    var row = [Int](repeating: -1, count: slots.count)
    let free = slots.indices.filter { held[$0] == nil }
    for (r, i) in free.enumerated() { row[i] = r }
    let n = free.count
    var h = [Double](repeating: 0, count: n * n)
    var g = [Double](repeating: 0, count: n)
    func add(_ i: Int, _ j: Int, _ weight: Double) {
      guard row[i] >= 0 else { return }
      h[row[i] * n + row[i]] += weight
      if row[j] >= 0 {
        h[row[i] * n + row[j]] -= weight
      } else {
        g[row[i]] += weight * (held[j] ?? 0)
      }
    }
    for e in edges {
      add(e.a, e.b, e.weight)
      add(e.b, e.a, e.weight)
    }
    guard SymmetricSystem.solve(&h, &g) else { return nil }
    return slots.indices.map { held[$0] ?? g[row[$0]] }
  }
}
