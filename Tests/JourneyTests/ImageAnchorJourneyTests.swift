import Bifrons
import ConfigurationFiles
import Foundation
import MediaFiles
import SceneGraph
import SceneRendering
import SessionCore
import SessionRuntime
import SessionTesting
import SimulatedCameras
import SpatialMath
import Synchronization
import Testing

/// A photograph on a simulated table, found in pixels, and what stands on it.
///
/// Left out in debug builds, which draw too slowly.
@Suite(.enabled(if: Place.isFast), .serialized)
struct ImageAnchorJourneyTests {
  /// Four seconds of the scan: the photograph is in the picture all the time.
  private static let frames = 120
  /// The print is 1.3 m away; the world's own size is up to 2 % wrong.
  private static let distance = 0.03, angle = 0.05
  /// The print and the picture of it on disk differ by the rounding of its encoding only.
  private static let printTolerance = 1.0

  /// Keeps the newest frames.
  private final class Keeper: SessionOutput {
    let frames = Mutex<[SessionFrame]>([])
    func finish() throws(LaunchError) {}
    func take(_ events: [SessionEvent], of session: Session) throws(LaunchError) {
      for case .frame(var frame) in events {
        frames.withLock { kept in
          // Pictures of the last one only: they are what is large.
          if let last = kept.indices.last { kept[last].rear = nil }
          frame.rawFeaturePoints = []
          kept.append(frame)
        }
      }
    }
  }

  private var camera: SimulatedRearCamera.Options {
    var options = SimulatedRearCamera.Options()
    options.seed = 1
    options.props = [.picture]
    return options
  }

  @Test func theReadyPictureIsThePrintOfTheSimulatedRoom() throws {
    let path = "\(Place.root)/Configs/pictures/photograph.png"
    let card = try #require(
      try SimulatedRoom.referenceImages(seed: camera.seed, props: camera.props).first {
        $0.name == "picture"
      })
    if ProcessInfo.processInfo.environment["BIFRONS_WRITE_GOLDENS"] != nil {
      let pixels = PixelBuffer.make(width: card.width, height: card.height, format: .gray8) {
        $0[0].copyBytes(from: card.luma)
      }
      return try PictureFile.write(png: pixels, to: path)
    }
    let ready = try ReferenceImage(contentsOf: path, physicalWidth: 0.3)
    #expect((ready.width, ready.height) == (card.width, card.height))
    let sum = zip(ready.luma, card.luma).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(sum) / Double(card.luma.count) <= Self.printTolerance)
  }

  @Test func whatASessionFileCallsAnActIsOneOfTheSimulations() {
    #expect(CameraSettings.Act.words == SimulatedAct.Kind.allCases.map(\.rawValue))
  }

  @Test func aLighthouseStandsOnAPhotographThatIsFound() throws {
    let file = try Place.load("photograph")
    let keeper = Keeper()
    var options = LaunchOptions()
    options.pacing = .asFastAsPossible
    options.limit = .frames(Self.frames)
    let run = try SessionRun(file, options: options, others: [keeper])
    run.start()
    try run.finish()
    let frames = keeper.frames.withLock { $0 }
    let scene = try file.makeScene()
    var shown = 0
    for frame in frames {
      scene.update(with: frame)
      let isFound = frame.images.contains { $0.name == "photograph" && $0.isTracked }
      // It is there as long as the print is seen, and only then.
      #expect(scene.anchors.allSatisfy { $0.isAnchored == isFound })
      #expect(scene.makeSnapshot().items.isEmpty == !isFound)
      shown += isFound ? 1 : 0
    }
    #expect(shown > Self.frames / 3)

    let last = try #require(frames.last)
    let truth = try #require(
      SimulatedRearCamera(camera).groundTruth(sequence: last.index).images.first {
        $0.name == "picture"
      })
    let tower = try #require(scene.findEntity(named: "tower"))
    let matrix = Pose(tower.transformMatrix(relativeTo: nil))
    let expected = truth.transform.act(Vector3(0, 0.0069, -0.1361))
    #expect((matrix.translation - expected).length < Self.distance)
    // It is turned so that it stands upright in the world.
    let up = matrix.rotation.act(Vector3(0, 1, 0))
    #expect(acos(min(1, up.y)) < Self.angle)

    // In the picture: the tower's red is where the print truly is.
    let picture = try OffscreenRenderer(options: file.renderOptions).render(
      frame: last, snapshot: scene.makeSnapshot())
    let view = try #require(last.rear)
    let seen = view.worldFromCamera.inverse.act(expected)
    let point = try #require(
      view.image.intrinsics.project(Vector3(seen.x, -seen.y, -seen.z)))
    let red = try color(picture, point)
    let plain = try color(
      try OffscreenRenderer().render(frame: last, snapshot: Scene().makeSnapshot()), point)
    #expect(Int(red.x) > 2 * Int(red.y) && Int(red.x) > 2 * Int(red.z))
    #expect(Int(plain.x) < 2 * Int(plain.y))
  }

  private func color(_ picture: PixelBuffer, _ point: Vector2) throws -> SIMD3<UInt8> {
    let (x, y) = (Int(point.x), Int(point.y))
    try #require((0..<picture.width).contains(x) && (0..<picture.height).contains(y))
    let plane = picture.planes[0]
    let at = y * plane.stride + 3 * x
    func part(_ offset: Int) -> UInt8 {
      plane.base.load(fromByteOffset: at + offset, as: UInt8.self)
    }
    return SIMD3(part(0), part(1), part(2))
  }
}
