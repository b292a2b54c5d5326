import Foundation
import SessionTesting
import SpatialMath
import Testing
import WorldTracking

/// Size and up of a map by a real accelerometer: EuRoC's V1_01, a quadrotor in flight.
///
/// The path is the recording's own truth, in a unit and axes that the fit does not know; the readings
/// are the sensor's, with the rotors' trembling.
@Suite(.enabled(if: TestData.has(RecordedInertia.name), "no euroc_v101_micro in BIFRONS_TEST_DATA"))
struct RecordedInertiaTests {
  /// Metres in a unit of the map, and the map's axes.
  private static let unit = 2.7
  private static let turn = Quaternion(angle: 1.1, axis: Vector3(0.3, 1, -0.5))
  /// Distance of what the camera sees, metres.
  private static let depth = 2.5
  private static let interval = 0.25, seconds = 10.0
  /// What the program takes a fit for.
  private static let worstSigma = 0.08, worstMisfit = 6.0

  private func solution(_ flight: RecordedInertia, from start: Double)
    -> InertialAlignment.Solution?
  {
    var random = SeededGenerator(seed: 3)
    var places: [InertialAlignment.Place] = []
    for k in 0...Int(Self.seconds / Self.interval) - 1 {
      let end = start + Double(k) * Self.interval
      guard let pose = flight.pose(end) else { return nil }
      let since = k == 0 ? Preintegration() : felt(flight, from: end - Self.interval, to: end)
      let noise = Vector3(random.gaussian(), random.gaussian(), random.gaussian())
      let seen = pose.translation + noise * (0.0012 * Self.depth)
      places.append(.init(center: Self.turn.act(seen) / Self.unit, since: since))
    }
    return InertialAlignment(places: places, depth: Self.depth / Self.unit).solve()
  }

  private func felt(_ flight: RecordedInertia, from start: Double, to end: Double) -> Preintegration
  {
    var sum = Preintegration()
    for (a, b) in zip(flight.readings, flight.readings.dropFirst())
    where a.time >= start && a.time < end {
      guard let pose = flight.pose((a.time + b.time) / 2) else { continue }
      sum.add(
        (a.acceleration + b.acceleration) * 0.5,
        mapFromCamera: (Self.turn * pose.rotation).matrix, seconds: b.time - a.time)
    }
    return sum
  }

  @Test func aRealFlightTellsTheSizeAndUp() throws {
    let flight = try RecordedInertia()
    var sizes: [Double] = [], ups: [Double] = []
    let starts = stride(from: 1.0, through: 130, by: 4)
    for start in starts {
      guard let found = solution(flight, from: start), found.sigma < Self.worstSigma,
        found.misfit < Self.worstMisfit
      else { continue }
      sizes.append(abs(found.metresPerUnit / Self.unit - 1))
      let up = Self.turn.inverse.act(found.up)
      ups.append(acos(min(1, up.z)) * 180 / .pi)
    }
    sizes.sort()
    #expect(sizes.count > 25, "windows that tell a size")
    #expect(sizes[sizes.count / 2] < 0.03 && sizes[sizes.count * 9 / 10] < 0.05)
    #expect(ups.allSatisfy { $0 < 1.5 })
  }
}

/// The readings and the truth of a recorded flight.
private struct RecordedInertia {
  struct Reading {
    var time: Double
    var acceleration: Vector3
  }

  static let name = "world/euroc_v101_micro"

  private(set) var readings: [Reading] = []
  private var truth: [(time: Double, pose: Pose)] = []

  init() throws {
    let imu = try Self.rows("mav0/imu0/data.csv")
    let first = try #require(imu.first?[0])
    readings = imu.map {
      Reading(time: ($0[0] - first) * 1e-9, acceleration: Vector3($0[4], $0[5], $0[6]))
    }
    truth = try Self.rows("groundtruth_openvins/V1_01_easy.csv").map {
      let rotation = Quaternion(imaginary: Vector3($0[5], $0[6], $0[7]), real: $0[4])
      return (
        ($0[0] - first) * 1e-9,
        Pose(rotation: rotation, translation: Vector3($0[1], $0[2], $0[3]))
      )
    }
  }

  private static func rows(_ name: String) throws -> [[Double]] {
    try String(contentsOfFile: TestData.path(Self.name + "/" + name), encoding: .utf8).split(
      separator: "\n"
    )
    .filter { !$0.hasPrefix("#") }.map { $0.split(separator: ",").compactMap { Double($0) } }
  }

  /// The body's pose at a time, between the truth's moments by a steady way; nil outside them.
  func pose(_ time: Double) -> Pose? {
    guard let high = truth.firstIndex(where: { $0.time > time }), high > 0 else { return nil }
    let (a, b) = (truth[high - 1], truth[high])
    let share = (time - a.time) / (b.time - a.time)
    let turn = (a.pose.rotation.inverse * b.pose.rotation).rotationVector
    return Pose(
      rotation: a.pose.rotation * Quaternion(rotationVector: turn * share),
      translation: a.pose.translation + (b.pose.translation - a.pose.translation) * share)
  }
}
