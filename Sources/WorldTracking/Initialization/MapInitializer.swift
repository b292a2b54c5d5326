import SessionCore
import SpatialMath

/// Starts a map from two views.
///
/// Motions from the essential matrix, from the homography and from a scene taken to be flat are
/// refined over several views and judged together; the best is taken only when parallax, residual and
/// uniqueness are good enough.
struct MapInitializer {
  /// Why there is no map yet.
  enum Waiting: Sendable, Equatable {
    case firstView, tooFewCorners, tooFewTracks, rotationOnly, unexplained, littleParallax
    case poorFit, ambiguous
  }

  /// What a picture gave.
  enum Outcome {
    case waiting(Waiting)
    case map(InitialMap)
  }

  /// The turn from the first picture to the reference picture; nil when the tracks between broke.
  private(set) var referenceFromFirst: Matrix3x3? = .identity
  /// The median length of the last picture's flow, pixels.
  private(set) var medianFlow = 0.0

  private struct View {
    var frame: Int
    var pixels: [SIMD2<Float>]
  }

  private let parameters: TrackingParameters
  private var detector: CornerDetector
  private var views: [View] = []
  private var isAlive: [Bool] = []
  private var reference: ImagePyramid?
  private var last: ImagePyramid?

  /// The least share of the reference's corners still followed.
  private static let leastShare = 0.4
  /// A reference this many pictures old is given up.
  private static let oldestReference = 120
  /// Flow that a rotation explains this well says nothing of depth, pixels; flow's noise is
  /// 0.2–0.5.
  private static let rotationResidual = 1.5
  private static let margin = 10.0
  /// Views from which a motion can be told from its opposite.
  private static let leastViews = 4
  /// Views between the first and the newest that are taken into a trial.
  private static let viewsBetween = 8

  /// Creates an initialiser.
  init(parameters: TrackingParameters) {
    self.parameters = parameters
    detector = CornerDetector(parameters: parameters)
  }

  /// Forgets the reference, not the first picture's direction.
  mutating func restart() { views = [] }

  /// Takes the next picture.
  mutating func add(
    _ pyramid: ImagePyramid, lens: Lens, frame: Int
  ) throws(SessionError) -> Outcome {
    guard !views.isEmpty else {
      let count = try begin(pyramid, frame)
      return .waiting(count < parameters.minimumInitialTracks ? .tooFewCorners : .firstView)
    }
    try follow(pyramid, lens, frame)
    let tracks = aliveTracks(lens)
    let turn = RotationFit.fit(
      tracks.first, tracks.second, focalLength: lens.focalLength)
    if isWornOut(tracks.indices.count) {
      let isKnown = tracks.indices.count >= parameters.minimumInitialTracks / 2
      referenceFromFirst = isKnown ? referenceFromFirst.map { turn.rotation * $0 } : nil
      let count = try begin(pyramid, frame)
      return .waiting(count < parameters.minimumInitialTracks ? .tooFewCorners : .tooFewTracks)
    }
    if turn.residual < Self.rotationResidual { return .waiting(.rotationOnly) }
    // Two RANSACs and several adjustments cost 15 ms: every second picture is enough; and two views
    // alone say nothing of which of them is right.
    if views.count % 2 == 1 || views.count < Self.leastViews { return .waiting(.littleParallax) }
    return try solve(tracks, turn.rotation, pyramid, lens, frame)
  }

  // MARK: Tracks

  private mutating func begin(_ pyramid: ImagePyramid, _ frame: Int) throws(SessionError) -> Int {
    guard let image = pyramid.levels.first else { return 0 }
    let corners = try detector.detect(
      in: image, taken: [], wanted: parameters.initialPoints,
      crowded: parameters.initialCrowdedPoints)
    views = [View(frame: frame, pixels: corners.map { SIMD2<Float>($0) })]
    isAlive = [Bool](repeating: true, count: corners.count)
    reference = pyramid
    last = pyramid
    medianFlow = 0
    return corners.count
  }

  private func isWornOut(_ tracks: Int) -> Bool {
    tracks < parameters.minimumInitialTracks || views.count > Self.oldestReference
      || Double(tracks) < Self.leastShare * Double(isAlive.count)
  }

  /// Follows the corners, predicted by constant flow and checked backwards: there is no pose yet to
  /// judge by.
  private mutating func follow(
    _ pyramid: ImagePyramid, _ lens: Lens, _ frame: Int
  ) throws(SessionError) {
    guard let last, let previous = views.last else { return }
    var predicted = previous.pixels
    if views.count > 1 {
      let before = views[views.count - 2].pixels
      for i in predicted.indices { predicted[i] += previous.pixels[i] - before[i] }
    }
    let indices = isAlive.indices.filter { isAlive[$0] }
    var to = indices.map { predicted[$0] }
    let found = try OpticalFlow.track(
      indices.map { previous.pixels[$0] }, to: &to, from: last, in: pyramid, backCheck: 0.5,
      parameters: parameters)
    var flows: [Double] = []
    for (k, i) in indices.enumerated() {
      isAlive[i] = found[k] && lens.contains(Vector2(to[k]), margin: Self.margin)
      if isAlive[i] { flows.append(Double((to[k] - previous.pixels[i]).length)) }
      predicted[i] = to[k]
    }
    medianFlow = Statistics.quantile(&flows, 0.5) ?? 0
    views.append(View(frame: frame, pixels: predicted))
    self.last = pyramid
  }

  /// The tracks that reach from the reference to the newest picture, as image points.
  private struct Tracks {
    var indices: [Int]
    var first: [Vector2]
    var second: [Vector2]
  }

  private func aliveTracks(_ lens: Lens) -> Tracks {
    let indices = isAlive.indices.filter { isAlive[$0] }
    return Tracks(
      indices: indices, first: places(indices, view: 0, lens),
      second: places(indices, view: views.count - 1, lens))
  }

  private func places(_ indices: [Int], view: Int, _ lens: Lens) -> [Vector2] {
    indices.map { lens.point(at: Vector2(views[view].pixels[$0])) }
  }

  // MARK: Motion

  private func solve(
    _ tracks: Tracks, _ turn: Matrix3x3, _ pyramid: ImagePyramid, _ lens: Lens, _ frame: Int
  ) throws(SessionError) -> Outcome {
    let count = tracks.indices.count
    let chosen = refinementViews
    let refinement = HypothesisRefinement(
      places: chosen.map { places(tracks.indices, view: $0, lens) },
      focalLength: lens.focalLength, parameters: parameters)
    var rivals = refinement.opposites(turn: turn).sorted { $0.cost < $1.cost }
    // As long as these two explain the tracks and show too little depth, the others would say no more
    // and cost three times as much.
    if let first = rivals.first, rejection(of: first, rivals: [], count) == .littleParallax {
      return .waiting(.littleParallax)
    }
    rivals += try matrixMotions(tracks, lens).map(refinement.refined)
    rivals.sort { $0.cost < $1.cost }
    guard let winner = rivals.first else { return .waiting(.unexplained) }
    if let reason = rejection(of: winner, rivals: rivals.dropFirst(), count) {
      return .waiting(reason)
    }
    return initialMap(winner, tracks, chosen, lens).map { .map($0) } ?? .waiting(.unexplained)
  }

  /// The motions of two views' matrices that explain nearly as many tracks as the best of them.
  private func matrixMotions(
    _ tracks: Tracks, _ lens: Lens
  ) throws(SessionError) -> [MotionHypothesis] {
    var motions = try MotionHypothesis.all(
      from: tracks.first, to: tracks.second, focalLength: lens.focalLength)
    for i in motions.indices {
      motions[i].triangulate(tracks.first, tracks.second, focalLength: lens.focalLength)
    }
    let best = motions.map(\.count).max() ?? 0
    return motions.filter { Double($0.count) >= 0.7 * Double(best) }
  }

  /// The first and the newest view, then up to `viewsBetween` between them.
  private var refinementViews: [Int] {
    let last = views.count - 1
    var between: [Int] = []
    for q in 1...Self.viewsBetween {
      let v = q * last / (Self.viewsBetween + 1)
      if v > (between.last ?? 0), v < last { between.append(v) }
    }
    return [0, last] + between
  }

  private func rejection(
    of winner: MotionHypothesis, rivals: ArraySlice<MotionHypothesis>, _ count: Int
  ) -> Waiting? {
    if Double(winner.count) < 0.7 * Double(count) || winner.count < 50 { return .poorFit }
    if winner.residual > parameters.initialResidual { return .poorFit }
    if winner.parallax < parameters.initialParallax { return .littleParallax }
    let isBest = rivals.allSatisfy { $0.resembles(winner) || winner.beats($0, by: parameters) }
    return isBest ? nil : .ambiguous
  }

  private func initialMap(
    _ winner: MotionHypothesis, _ tracks: Tracks, _ chosen: [Int], _ lens: Lens
  ) -> InitialMap? {
    let indices = tracks.indices
    var depths = winner.points.compactMap { $0?.z }
    guard let reference, let first = views.first, let last = views.last,
      let median = Statistics.quantile(&depths, 0.5)
    else { return nil }
    var motion = winner.motion
    motion.translation /= median
    let points = zip(indices, winner.points).compactMap { i, x in
      x.map {
        InitialMap.Point(
          position: $0 / median, referencePixel: Vector2(first.pixels[i]),
          currentPixel: Vector2(last.pixels[i]))
      }
    }
    return InitialMap(
      referencePyramid: reference, referenceFrame: first.frame, currentFromReference: motion,
      points: points,
      views: poses(winner, tracks, chosen, lens).map { frame, pose in
        (frame, RigidMotion(rotation: pose.rotation, translation: pose.translation / median))
      })
  }

  /// The views' poses by the winner's points: those of the trial, and the others between them.
  private func poses(
    _ winner: MotionHypothesis, _ tracks: Tracks, _ chosen: [Int], _ lens: Lens
  ) -> [(frame: Int, cameraFromReference: RigidMotion)] {
    let known = Dictionary(uniqueKeysWithValues: zip(chosen, winner.poses))
    var pose = RigidMotion()
    return views.indices.map { v in
      pose =
        known[v]
        ?? winner.pose(
          at: places(tracks.indices, view: v, lens), near: pose, lens.focalLength, parameters)
      return (views[v].frame, pose)
    }
  }
}
