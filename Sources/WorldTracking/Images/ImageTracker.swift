import SessionCore
import SpatialMath

/// Finds the reference images of a session and follows them.
///
/// Two ways to a print: the search, which knows nothing, runs on a thread of its own (in lock-step
/// with the pictures every now and then); what it has found is aligned with each picture by patches,
/// 0.3 ms a print. Where a print is in the map is told by all its views together; while they agree it
/// stays where it is, so that its anchor does not tremble. Bound to the tracker's thread.
struct ImageTracker {
  private(set) var prints: [TrackedPrint] = []
  private var maximum = 0
  private var estimatesSize = false
  private let parameters = TrackingParameters()
  private let isBackground: Bool
  private var thread: ImageSearch.Thread?
  private var finder: ImageFinder?
  private var generator: SeededGenerator
  private var pictures = 0
  private var lastSearch = -100
  private var nextPattern = 0
  private var nextPart = 0
  private let parts = ImageFinder.Part.allCases

  /// Pictures between searches, and the patterns of one.
  private static let searchInterval = 6, patternsAtOnce = 3
  /// Pictures between looks at a print that is not followed, and at one that was lost.
  private static let refreshInterval = 15, returnInterval = 3
  private static let patches = 40
  /// What must agree while a print is followed.
  private static let leastShare = 0.35, leastSights = 10

  init(seed: UInt64, isBackground: Bool) {
    self.isBackground = isBackground
    // Another stream of numbers than the planes'.
    generator = SeededGenerator(seed: seed ^ 0x1A6E_5EED)
  }

  /// Takes over what to look for; what was found of the same images stays.
  mutating func take(_ detection: PreparedImages) {
    maximum = detection.maximum
    estimatesSize = detection.estimatesSize
    prints = detection.patterns.map { pattern in
      prints.first { $0.pattern.image == pattern.image }
        ?? TrackedPrint(pattern, identifier: AnchorIdentifier(using: &generator))
    }
  }

  /// The anchors of all that was found.
  var anchors: [ImageAnchor] { prints.compactMap(\.anchor) }

  /// The size of the map by the print that tells it best.
  var size: MapSize? {
    let placement = prints.compactMap(\.history.placement).min { $0.sizeSigma < $1.sizeSigma }
    return placement.map { MapSize(metresPerUnit: 1 / $0.unitsPerMetre, sigma: $0.sizeSigma) }
  }

  /// Forgets a map that is gone.
  mutating func forgetMap() {
    for i in prints.indices { prints[i].forgetMap() }
    publish(nil)
  }

  /// Takes over that the camera's place is not known.
  mutating func lose() {
    for i in prints.indices { prints[i].lose() }
    publish(nil)
  }

  /// Looks at a picture taken at a known place.
  ///
  /// `medianDepth` is that of what is seen, in map units; `frame` is how the world lies on the map, nil
  /// until that is decided.
  mutating func update(
    _ pyramid: ImagePyramid, lens: Lens, cameraFromMap: RigidMotion, medianDepth: Double,
    frame: WorldFrame?
  ) throws(SessionError) {
    pictures += 1
    let place = Place(
      pyramid: pyramid, lens: lens, cameraFromMap: cameraFromMap, medianDepth: medianDepth,
      unitsPerMetre: frame.flatMap { $0.scaleSource == .none ? nil : 1 / $0.scale })
    if let outcome = try thread?.takeOutcome()?.get() {
      take(outcome.findings, of: outcome.search, place)
    }
    for i in prints.indices where isDue(i) { follow(i, place) }
    try search(place)
    publish(frame)
  }

  /// A picture and where it was taken.
  private struct Place {
    var pyramid: ImagePyramid
    var lens: Lens
    var cameraFromMap: RigidMotion
    var medianDepth: Double
    var unitsPerMetre: Double?
  }

  // MARK: Following

  /// Whether a known print is looked at in this picture.
  private func isDue(_ i: Int) -> Bool {
    guard prints[i].history.placement != nil else { return false }
    guard prints[i].isSeen else { return (pictures + i) % Self.returnInterval == 0 }
    let before = prints[..<i].count { $0.isSeen }
    return before < maximum || (pictures + i) % Self.refreshInterval == 0
  }

  private mutating func follow(_ i: Int, _ place: Place) {
    let print = prints[i]
    let aligner = PrintAligner(
      pattern: print.pattern, lens: place.lens, pyramid: place.pyramid, parameters: parameters)
    let starts = print.predictions(place.cameraFromMap)
    let isVisible = starts.contains { start in
      start.translation.z > Triangulation.minimumDepth
        && place.lens.contains(place.lens.pixel(of: start.translation.imagePoint), margin: 0)
    }
    for start in starts {
      guard
        let result = aligner.align(at: start, isCoarse: !print.isSeen, limit: Self.patches)
          ?? aligner.align(at: start, isCoarse: true, limit: Self.patches)
      else { continue }
      let isEnough =
        print.isSeen
        ? result.share >= Self.leastShare && result.sights.count >= Self.leastSights
        : ImageFinder.isEnough(result)
      guard isEnough else { continue }
      see(i, result, place)
      return
    }
    prints[i].miss(isOutOfView: !isVisible)
  }

  private mutating func see(_ i: Int, _ result: PrintAligner.Result, _ place: Place) {
    prints[i].see(
      result, place.cameraFromMap, lens: place.lens, worldUnitsPerMetre: place.unitsPerMetre,
      guess: place.medianDepth / max(1e-6, result.pose.translation.z))
  }

  // MARK: Searching

  private mutating func search(_ place: Place) throws(SessionError) {
    guard pictures - lastSearch >= Self.searchInterval, thread?.isIdle ?? true else { return }
    let missing = prints.indices.filter { !prints[$0].isSeen }
    guard !missing.isEmpty else { return }
    lastSearch = pictures
    let chosen = (0..<min(Self.patternsAtOnce, missing.count)).map {
      missing[(nextPattern + $0) % missing.count]
    }
    let part = parts[nextPart % parts.count]
    // All patterns in one part, then the next part.
    nextPattern += chosen.count
    if nextPattern >= missing.count {
      nextPattern = 0
      nextPart += 1
    }
    let search = ImageSearch(
      pyramid: place.pyramid, lens: place.lens, cameraFromMap: place.cameraFromMap, part: part,
      patterns: Dictionary(uniqueKeysWithValues: chosen.map { ($0, prints[$0].pattern) }))
    if isBackground {
      let ready = if let thread { thread } else { try ImageSearch.makeThread() }
      thread = ready
      ready.submit(search)
      return
    }
    let ready = if let finder { finder } else { try ImageFinder() }
    finder = ready
    take(try search.run(ready).findings, of: search, place)
  }

  /// Aligns what a search has found in an earlier picture with this one.
  private mutating func take(
    _ findings: [ImageFinder.Finding], of search: ImageSearch, _ place: Place
  ) {
    for finding in findings where prints.indices.contains(finding.index) {
      let i = finding.index
      guard !prints[i].isSeen, search.patterns[i]?.image == prints[i].pattern.image else {
        continue
      }
      let units =
        place.unitsPerMetre
        ?? place.medianDepth / max(1e-6, finding.cameraFromPrint.translation.z)
      let start = TargetPlacement(
        cameraFromTarget: finding.cameraFromPrint, cameraFromMap: search.cameraFromMap,
        unitsPerMetre: units
      ).cameraFromTarget(place.cameraFromMap)
      let aligner = PrintAligner(
        pattern: prints[i].pattern, lens: place.lens, pyramid: place.pyramid,
        parameters: parameters)
      guard let result = aligner.align(at: start, isCoarse: true, limit: Self.patches),
        ImageFinder.isEnough(result)
      else { continue }
      see(i, result, place)
    }
  }

  // MARK: Anchors

  private mutating func publish(_ frame: WorldFrame?) {
    for i in prints.indices {
      guard let frame, prints[i].isSeen, let placement = prints[i].history.placement else {
        prints[i].anchor?.isTracked = false
        continue
      }
      let factor = estimatesSize ? placement.unitsPerMetre * frame.scale : 1
      prints[i].anchor = ImageAnchor(
        identifier: prints[i].identifier, transform: frame.worldFromAnchor(placement),
        referenceImage: prints[i].pattern.image, estimatedScaleFactor: factor)
    }
  }
}

/// Reference images ready to be looked for.
struct PreparedImages: Sendable {
  var patterns: [ReferencePattern] = []
  var maximum = 0
  var estimatesSize = false
}

extension WorldFrame {
  /// World from image anchor for a print's place in the map.
  func worldFromAnchor(_ placement: TargetPlacement) -> Pose {
    let turn = placement.rotation * RigidMotion.anchorFromPrint.rotation.transpose
    let columns = [turn.column0, turn.column1, turn.column2].map { world(direction: $0) }
    return Pose(
      rotation: Quaternion(Matrix3x3(columns: columns[0], columns[1], columns[2])),
      translation: world(placement.translation))
  }
}
