/// Things that last for a while each, one after the other, over and over.
struct TimedCycle<Item: Sendable>: Sendable {
  /// The things.
  let items: [Item]
  private let seconds: [Double]
  private let total: Double

  /// Nil where nothing lasts.
  init?(_ items: [Item], seconds: (Item) -> Double) {
    let kept = items.filter { seconds($0) > 0 }
    guard !kept.isEmpty else { return nil }
    self.items = kept
    self.seconds = kept.map(seconds)
    total = self.seconds.reduce(0, +)
  }

  /// Which one it is at a time in seconds from 0, and since when; whether it is the first of all.
  func place(at t: Double) -> (index: Int, since: Double, isFirst: Bool) {
    var rest = t.truncatingRemainder(dividingBy: total)
    for (index, length) in seconds.enumerated() {
      if rest < length || index == items.count - 1 {
        return (index, rest, t < total && index == 0)
      }
      rest -= length
    }
    return (0, 0, true)
  }
}
