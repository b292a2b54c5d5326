import Foundation
import SpatialMath
import Testing
import WorldTracking

/// The size of a map by an accelerometer, on made-up ways.
struct InertialAlignmentTests {
  /// Metres in a unit of the map.
  private static let unit = 0.7
  /// Distance of what is seen, metres; how well places are known, as a share of it.
  private static let depth = 1.15, placeNoise = 0.0012
  private static let interval = 0.25, rate = 100.0
  private static let bias = Vector3(0.06, -0.04, 0.05)

  /// Where the camera is, metres: a slow swing, with a figure of eight or without.
  private func position(_ t: Double, isEight: Bool) -> Vector3 {
    func wave(_ size: Double, _ period: Double) -> Double { size * sin(2 * .pi * t / period) }
    var p = Vector3(wave(0.6, 13), wave(0.07, 16), wave(0.09, 21))
    if isEight { p += Vector3(wave(0.18, 3.2), wave(0.07, 1.6), 0) }
    return p
  }

  private func attitude(_ t: Double) -> Quaternion {
    Quaternion(angle: 0.6 * sin(2 * .pi * t / 13), axis: Vector3(0, 1, 0))
  }

  private func felt(_ t: Double, isEight: Bool) -> Vector3 {
    let h = 0.001
    let ends: Vector3 = position(t - h, isEight: isEight) + position(t + h, isEight: isEight)
    let a: Vector3 = (ends - position(t, isEight: isEight) * 2) / (h * h)
    return attitude(t).inverse.act(a + Vector3(0, 9.806, 0)) + Self.bias
  }

  private func solution(
    seconds: Double, isEight: Bool, seed: UInt64 = 1
  ) -> InertialAlignment.Solution? {
    var generator = SeededGenerator(seed: seed)
    func noise() -> Vector3 {
      Vector3(generator.gaussian(), generator.gaussian(), generator.gaussian())
    }
    var places: [InertialAlignment.Place] = []
    for k in 0...Int(seconds / Self.interval) {
      let t = Double(k) * Self.interval
      var since = Preintegration()
      let steps = k == 0 ? 0 : Int(Self.interval * Self.rate)
      for i in 0..<steps {
        let middle = t - Self.interval + (Double(i) + 0.5) / Self.rate
        since.add(
          felt(middle, isEight: isEight) + noise() * 0.03,
          mapFromCamera: attitude(middle).matrix, seconds: 1 / Self.rate)
      }
      let seen = position(t, isEight: isEight) + noise() * (Self.placeNoise * Self.depth)
      places.append(.init(center: seen / Self.unit, since: since))
    }
    return InertialAlignment(places: places, depth: Self.depth / Self.unit).solve()
  }

  @Test(arguments: [UInt64(1), 2, 3, 4, 5])
  func aFigureOfEightTellsTheSizeToAPercent(seed: UInt64) throws {
    let found = try #require(solution(seconds: 6, isEight: true, seed: seed))
    #expect(abs(found.metresPerUnit / Self.unit - 1) < 0.015)
    #expect((0.002...0.015).contains(found.sigma))
    #expect(found.up.dot(Vector3(0, 1, 0)) > cos(0.5 * .pi / 180))
  }

  /// Where noise weighs most: the fit must neither shrink the way nor claim more than it knows.
  @Test func aSlowSwingIsNotBiasedAndSaysHowLittleItTells() throws {
    var offs: [Double] = []
    for seed in 1...8 {
      let found = try #require(solution(seconds: 8, isEight: false, seed: UInt64(seed)))
      offs.append((found.metresPerUnit / Self.unit - 1) / found.sigma)
      #expect(found.sigma > 0.02)
    }
    let mean = offs.reduce(0, +) / Double(offs.count)
    #expect(abs(mean) < 1, "in sigmas")
    #expect(offs.allSatisfy { abs($0) < 3.5 })
  }

  @Test func aCameraAtRestTellsNothing() {
    var since = Preintegration()
    since.add(Vector3(0, 9.806, 0), mapFromCamera: .identity, seconds: 0.25)
    let rest = InertialAlignment.Place(center: .zero, since: since)
    let found = InertialAlignment(places: Array(repeating: rest, count: 20), depth: 1).solve()
    #expect((found?.sigma ?? 1) > 0.3)
  }

  @Test func attitudesBetweenPicturesTurnSteadily() throws {
    var course = AttitudeCourse()
    let times = [0.0, 0.1, 0.3].map { Timestamp.zero.advanced(bySeconds: $0) }
    for (i, time) in times.enumerated() {
      course.add(time, Quaternion(angle: Double(i) * 0.2, axis: Vector3(0, 0, 1)))
    }
    let half = try #require(course.attitude(at: .zero.advanced(bySeconds: 0.2)))
    #expect(abs(Quaternion(half).angle - 0.3) < 1e-9)
    #expect(course.attitude(at: .zero.advanced(bySeconds: 0.31)) == nil)
    course.forget(before: times[1])
    #expect(course.span == times[1]...times[2])
  }
}
