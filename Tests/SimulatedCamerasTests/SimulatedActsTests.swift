import SessionCore
import SimulatedCameras
import SpatialMath
import SystemSupport
import Testing

private let models = try? ModelStore()

/// A simulated person who does what is asked for.
///
/// Enabled where `Tools/setup` has been run.
@Suite(.enabled(if: models != nil, "needs the models that Tools/setup installs"))
struct SimulatedActsTests {
  private func camera(_ acts: [SimulatedAct]) throws -> SimulatedFrontCamera {
    var options = SimulatedFrontCamera.Options()
    (options.width, options.height) = (160, 120)
    options.acts = acts
    return try SimulatedFrontCamera(
      options, models: try #require(models), room: SimulationPictures.room)
  }

  private func truth(_ camera: SimulatedFrontCamera, at seconds: Double) throws -> FaceTruth {
    try #require(camera.groundTruth(sequence: Int((30 * seconds).rounded())).faces.first)
  }

  @Test func actsComeOneAfterTheOtherOverAndOver() throws {
    let camera = try camera([
      SimulatedAct(.smile, seconds: 2, strength: 0.5), SimulatedAct(.gape, seconds: 1),
      SimulatedAct(.rest, seconds: 1),
    ])
    for round in 0..<3 {
      let start = 4 * Double(round)
      let smile = try truth(camera, at: start + 1).blendShapes
      // Half of the full act's 0.8, and the little unrest of every face.
      #expect(abs(smile[.mouthSmileLeft] - 0.4) < 0.06 && smile[.jawOpen] < 0.05)
      let gape = try truth(camera, at: start + 2.5).blendShapes
      #expect(gape[.jawOpen] > 0.9 && gape[.mouthSmileLeft] < 0.06)
      let rest = try truth(camera, at: start + 3.5).blendShapes
      #expect(rest[.jawOpen] < 0.05 && rest[.mouthSmileLeft] < 0.06)
    }
  }

  @Test func aPersonWhoIsAwayIsOutOfThePictureAndComesBack() throws {
    let camera = try camera([
      SimulatedAct(.rest, seconds: 1), SimulatedAct(.away, seconds: 2),
    ])
    for (seconds, isThere) in [(0.5, true), (2.0, false), (3.5, true), (5.0, false), (6.5, true)] {
      #expect(try truth(camera, at: seconds).isTracked == isThere, "\(seconds)")
    }
    // No part of the person is left in the picture: it is the empty room's, but for noise.
    try camera.start(origin: .zero, pacing: .asFastAsPossible)
    var pictures: [[Int]] = []
    for _ in 0..<66 {
      guard case .frame(let frame) = try camera.next() else { break }
      let plane = frame.pixels.planes[0]
      pictures.append(
        (0..<120).flatMap { y in
          (0..<160).map { x in
            Int(plane.base.load(fromByteOffset: y * plane.stride + x, as: UInt8.self))
          }
        })
    }
    // At 2 s and 2.1 s nothing moves any more; at 0.5 s somebody is there.
    func difference(_ a: Int, _ b: Int) -> Double {
      let sum = zip(pictures[a], pictures[b]).reduce(0) { $0 + abs($1.0 - $1.1) }
      return Double(sum) / Double(pictures[a].count)
    }
    #expect(difference(60, 63) < 3)
    #expect(difference(15, 60) > 10)
  }

  @Test func everyExpressionMovesTheFaceAndComesToRestAgain() throws {
    for kind in SimulatedAct.Kind.allCases where kind != .rest && kind != .away {
      let camera = try camera([SimulatedAct(kind, seconds: 1.5)])
      let rest = try truth(camera, at: 0).blendShapes
      let most = try (1..<45).map { step in
        let shapes = try truth(camera, at: Double(step) / 30).blendShapes
        return (0..<52).map { abs(shapes[$0] - rest[$0]) }.max() ?? 0
      }
      #expect((most.max() ?? 0) > 0.3, "\(kind)")
    }
  }
}
