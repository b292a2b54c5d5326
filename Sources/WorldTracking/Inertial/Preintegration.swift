import SessionCore
import SpatialMath

/// What an accelerometer felt between two pictures, summed up in the axes of the map.
///
/// The linear parts tell how the sums change with the sensor's bias.
package struct Preintegration: Sendable {
  /// Seconds.
  package private(set) var duration = 0.0
  /// The felt acceleration integrated once and twice, m/s and m, in map axes.
  package private(set) var velocity = Vector3.zero, position = Vector3.zero
  /// How those change with a bias of the sensor, camera axes.
  package private(set) var velocityByBias = Matrix3x3(diagonal: .zero)
  package private(set) var positionByBias = Matrix3x3(diagonal: .zero)

  /// Nothing yet.
  package init() {}

  /// Goes on for some seconds with what is felt in camera axes and the camera's attitude meanwhile.
  package mutating func add(
    _ felt: Vector3, mapFromCamera rotation: Matrix3x3, seconds dt: Double
  ) {
    let a = rotation * felt
    position += velocity * dt + a * (0.5 * dt * dt)
    velocity += a * dt
    positionByBias = positionByBias + velocityByBias * dt + rotation * (-0.5 * dt * dt)
    velocityByBias = velocityByBias + rotation * -dt
    duration += dt
  }
}

/// The attitude of a camera between pictures whose attitudes are known.
package struct AttitudeCourse: Sendable {
  private var times: [Timestamp] = []
  private var attitudes: [Quaternion] = []

  /// No pictures.
  package init() {}

  /// The first and the last picture's time; nil without pictures.
  package var span: ClosedRange<Timestamp>? {
    guard let first = times.first, let last = times.last else { return nil }
    return first...last
  }

  /// Adds a later picture; what is not later is left out.
  package mutating func add(_ time: Timestamp, _ mapFromCamera: Quaternion) {
    if let last = times.last, time <= last { return }
    times.append(time)
    attitudes.append(mapFromCamera)
  }

  /// Forgets the pictures before a time, but the last of them.
  package mutating func forget(before time: Timestamp) {
    let first = max(0, (times.firstIndex { $0 > time } ?? times.count) - 1)
    times.removeFirst(first)
    attitudes.removeFirst(first)
  }

  /// The attitude at a time, between pictures by a steady turn; nil outside them.
  package func attitude(at time: Timestamp) -> Matrix3x3? {
    guard let span, span.contains(time) else { return nil }
    var (low, high) = (0, times.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let step = times[high].seconds(since: times[low])
    guard step > 0 else { return attitudes[low].matrix }
    let turn = (attitudes[low].inverse * attitudes[high]).rotationVector
    let share = time.seconds(since: times[low]) / step
    return (attitudes[low] * Quaternion(rotationVector: turn * share)).matrix
  }
}
