import SessionCore
import SpatialMath

/// Measures a camera's true rate and how evenly its pictures come, by the numbers and times of the
/// pictures that are handed out.
///
/// Pictures that were skipped or lost count by their numbers, so that a slow program does not make a
/// slow camera.
struct RateMeter: Sendable {
  private var last: (number: Int, time: Timestamp)?
  private var steps = 0
  private var seconds = 0.0
  /// Welford's sums over the times between neighbours.
  private var count = 0, mean = 0.0, squares = 0.0

  /// Lets the time until the next picture belong to nothing: the stream was interrupted.
  mutating func pause() { last = nil }

  /// Counts a picture.
  mutating func add(number: Int, time: Timestamp) {
    defer { last = (number, time) }
    guard let last, number > last.number else { return }
    let interval = time.seconds(since: last.time)
    steps += number - last.number
    seconds += interval
    guard number == last.number + 1 else { return }
    count += 1
    let difference = interval - mean
    mean += difference / Double(count)
    squares += difference * (interval - mean)
  }

  /// Pictures a second; nil before the second picture.
  var rate: Double? { seconds > 0 ? Double(steps) / seconds : nil }
  /// The standard deviation of the time between neighbours, seconds; nil before the third picture.
  var jitter: Double? { count > 1 ? (squares / Double(count - 1)).squareRoot() : nil }
}
