import COpenCVTracking
import Foundation
import ImageProcessing
import SessionCore
import SpatialMath

/// Measures how large the map is by something of known size in it.
///
/// Looks until the size is known well, from several sides: one view tells how far the thing is, but
/// only views from places apart tell how far that is in the map. Bound to the tracker's thread.
struct SizeFinder {
  /// One thing that may be it.
  private struct Candidate {
    var history = TargetHistory()
    var sights = 0
  }

  private let known: KnownSize
  private let tags: TagDetector?
  private var candidates: [Candidate] = []
  private var pictures = 0

  /// Pictures between looks.
  private static let interval = 3
  /// A thing found again lies within this of its place, as a share of its distance.
  private static let samePlace = 0.08
  /// The worst relative sigma that is of any use.
  private static let worstSigma = 0.03
  private static let leastViews = 4
  /// The most that all its views together may disagree, pixels.
  private static let mostResidual = 1.2
  /// A smaller thing of the same shape has at least this share of the larger one's views.
  private static let rivalShare = 0.5

  init(_ known: KnownSize) {
    self.known = known
    // At half size: corners are refined at full size all the same.
    if case .tag = known { tags = TagDetector(decimation: 2) } else { tags = nil }
  }

  /// Looks at a picture taken at a known place.
  mutating func look(
    _ pyramid: ImagePyramid, lens: Lens, cameraFromMap: RigidMotion, medianDepth: Double
  ) throws(SessionError) {
    pictures += 1
    guard pictures % Self.interval == 1 else { return }
    for sights in try sights(pyramid, lens) {
      guard let solution = PlanarPose.solve(sights) else { continue }
      add(sights, solution.pose, lens, cameraFromMap, medianDepth)
    }
  }

  private func sights(
    _ pyramid: ImagePyramid, _ lens: Lens
  ) throws(SessionError) -> [[TargetSight]] {
    switch known {
    case .sheet(let sheet):
      return try SheetDetector(lens: lens, pyramid: pyramid).sheets(of: sheet.size)
    case .tag(let width, let number):
      guard let image = pyramid.levels.first, let base = image.base else { return [] }
      var pixels: [UInt8] = []
      pixels.reserveCapacity(Int(image.width * image.height))
      for y in 0..<Int(image.height) {
        pixels += UnsafeBufferPointer(
          start: base + y * Int(image.stride), count: Int(image.width))
      }
      let found = tags?.tags(in: pixels, width: Int(image.width), height: Int(image.height)) ?? []
      let h = width / 2
      let points = [
        Vector3(-h, -h, 0), Vector3(h, -h, 0), Vector3(h, h, 0), Vector3(-h, h, 0),
      ]
      return found.filter { number == nil || $0.number == number }.map { tag in
        zip(points, tag.corners).map { point, corner in
          // The detector counts from the corner of the first pixel.
          TargetSight(point: point, place: lens.point(at: corner - Vector2(repeating: 0.5)))
        }
      }
    }
  }

  private mutating func add(
    _ sights: [TargetSight], _ pose: RigidMotion, _ lens: Lens, _ cameraFromMap: RigidMotion,
    _ medianDepth: Double
  ) {
    let view = TargetView(cameraFromMap: cameraFromMap, sights: sights)
    let ray = sights.reduce(Vector2.zero) { $0 + $1.place } / Double(sights.count)
    let index = candidates.firstIndex { candidate in
      guard let placement = candidate.history.placement else { return false }
      let y = cameraFromMap.act(placement.translation)
      return y.z > Triangulation.minimumDepth && (y.imagePoint - ray).length < Self.samePlace
    }
    let guess = medianDepth / max(1e-6, pose.translation.z)
    let old = index.flatMap { candidates[$0].history.placement }
    let start = TargetPlacement(
      cameraFromTarget: pose, cameraFromMap: cameraFromMap,
      unitsPerMetre: old?.unitsPerMetre ?? guess)
    let place = index ?? candidates.count
    if index == nil { candidates.append(Candidate()) }
    candidates[place].sights += 1
    candidates[place].history.add(
      view, start: start, prior: .init(unitsPerMetre: start.unitsPerMetre, sigma: 1),
      focalLength: lens.focalLength)
  }

  /// How large the map is; nil while nothing tells.
  ///
  /// Of several rectangles of the same proportions the largest one counts: half a sheet has the
  /// proportions of a whole one.
  var size: MapSize? {
    let good = candidates.filter { candidate in
      guard let p = candidate.history.placement else { return false }
      return candidate.history.viewCount >= Self.leastViews && p.residual < Self.mostResidual
        && p.sizeSigma < Self.worstSigma
    }
    let most = good.map(\.sights).max() ?? 0
    let best = good.filter { Double($0.sights) >= Self.rivalShare * Double(most) }
      .compactMap(\.history.placement).max { $0.unitsPerMetre < $1.unitsPerMetre }
    return best.map { MapSize(metresPerUnit: 1 / $0.unitsPerMetre, sigma: $0.sizeSigma) }
  }
}
