import SessionCore

/// Where pictures that come when they come have their places in a film of constant pace.
///
/// A picture that comes late finds the one before it repeated up to its own place; one that comes
/// before the last one's time is over gets no place.
package struct FilmPace: Sendable {
  private let rate: Double
  private var length = 0.0
  private var last: Double?
  /// The pictures of the film so far.
  package private(set) var count = 0

  /// A film that stands still for longer (a paused program) goes on at once, seconds.
  package static let longestStill = 10.0

  /// A film of so many pictures a second.
  package init(rate: Double) { self.rate = rate }

  /// The place of a picture that came at a time, seconds.
  ///
  /// - Returns: how often the picture before is repeated, and whether this one has a place.
  package mutating func place(at seconds: Double) -> (repeats: Int, isShown: Bool) {
    if let last {
      let step = seconds - last
      length += step >= 0 && step < Self.longestStill ? step : 1 / rate
    }
    last = seconds
    // The nearest place: pictures at the film's own pace are a little early or late.
    let place = Int(saturating: (length * rate).rounded())
    let repeats = max(0, place - count)
    let isShown = place >= count
    count += repeats + (isShown ? 1 : 0)
    return (repeats, isShown)
  }
}
