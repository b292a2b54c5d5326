import Foundation
import SessionCore
import SpatialMath
import SystemSupport

/// What every `FrameSource` promises, as a suite of checks that any test target can run.
///
/// A check that fails throws a `ContractViolation` with what was expected and what came.
package struct FrameSourceContract: Sendable {
  /// What kind of source is checked.
  package enum Kind: Sendable, Equatable {
    /// Recorded or computed pictures: they start at the session's zero and keep the pacing.
    case recorded
    /// A live camera: its pictures are stamped with CLOCK_MONOTONIC.
    case live
  }

  let kind: Kind
  let mostPictures: Int
  let latenessTolerance: Double
  let makeSource: @Sendable () throws -> any FrameSource

  /// Runs all checks.
  ///
  /// - Parameters:
  ///   - kind: recorded or live.
  ///   - mostPictures: read this many pictures at most in one check, at least 4.
  ///   - latenessTolerance: seconds by which a picture or an end may be late: for a machine that is
  ///     busy with other tests; more for sources that compute their pictures.
  ///   - makeSource: makes a new source of the same pictures each time; a recorded one has at
  ///     least four.
  /// - Throws: `ContractViolation`, or what the source throws.
  package static func verify(
    _ kind: Kind, mostPictures: Int = 30, latenessTolerance: Double = 0.5,
    makeSource: @escaping @Sendable () throws -> any FrameSource
  ) throws {
    let contract = FrameSourceContract(
      kind: kind, mostPictures: max(4, mostPictures), latenessTolerance: latenessTolerance,
      makeSource: makeSource)
    try contract.verifyDelivery()
    try contract.verifyLeases()
    try contract.verifyStopBeforeStart()
    try contract.verifyStopFromAnotherThread()
    if kind == .recorded {
      try contract.verifyRepetition()
      try contract.verifyRealTime()
      try contract.verifySkipping()
    }
  }

  /// The zero of the checks that do not watch the clock: any will do.
  static let someOrigin = Timestamp(nanoseconds: 5_000_000_000)

  /// Reads pictures until there are enough or no more; events in between must be of the live kind.
  func pictures(of source: any FrameSource, atMost limit: Int) throws -> [CameraFrame] {
    var frames: [CameraFrame] = []
    while frames.count < limit {
      switch try source.next() {
      case .frame(let frame): frames.append(frame)
      case .ended: return frames
      case .interrupted(let reason):
        try expect(kind == .live, "a recorded source was interrupted: \(reason)")
      case .resumed: try expect(kind == .live, "a recorded source resumed")
      }
    }
    return frames
  }

  func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    if !condition { throw ContractViolation(what()) }
  }
}

/// What a contract expected and what came instead.
package struct ContractViolation: Error, Equatable, Sendable, CustomStringConvertible {
  /// The sentence.
  package let description: String
  init(_ description: String) { self.description = description }
}
