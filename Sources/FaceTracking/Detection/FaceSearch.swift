import ImageProcessing
import SessionCore
import SpatialMath

/// Looks for faces that are not followed yet: in the whole picture, and in tiles of it for far ones.
///
/// A tile costs as much as the whole picture does, so a picture gets only a few of them: all while
/// nothing is known, two while no face is followed, and beside followed faces one step every second
/// picture. What tiles show is often no face, so it is believed only after the landmark network has
/// agreed twice. Bound to one thread.
final class FaceSearch {
  /// How much a picture may be searched.
  enum Effort {
    /// All tiles: nothing is known, as in a still picture.
    case thorough
    /// A few tiles: nobody waits for the result.
    case free
    /// One step of at most one inference.
    case sparing
  }

  /// Something that may be a face.
  private struct Candidate {
    var detection: FaceDetection
    /// Where to read landmarks next.
    var region: OrientedRectangle
    /// How often the landmark network has agreed.
    var agreements = 0
    /// Whether the detector has agreed on a closer look.
    var isConfirmed: Bool

    init(_ detection: FaceDetection, isConfirmed: Bool) {
      self.detection = detection
      self.isConfirmed = isConfirmed
      region = detection.region
    }
  }

  private enum Constant {
    /// Tiles a picture while no face is followed.
    static let freeTiles = 2
    /// Beside followed faces, the whole picture is looked at in every so many steps.
    static let stepsPerWhole = 4
    /// Beside followed faces, a step is made in every so many pictures.
    static let picturesPerStep = 2
    /// The side of the closer look in box sizes, and the score from which it agrees: on group
    /// pictures faces reach .73 but for one in twenty, other things .7 at most and seldom .6.
    static let closerLook = 4.0
    static let closerScore = 0.62
    /// The landmark network's presence at the first and the second reading: no other thing on the
    /// group pictures reaches both.
    static let presences = [0.5, 0.8]
    /// Wider faces, as a share of the picture's longer side, need no second opinion.
    static let nearShare = 1.0 / 7
    /// Detections of one face in several tiles overlap at least by this.
    static let sameFaceOverlap = 0.3
    /// Pictures in which a refused place is not tried again.
    static let refusal = 60
  }

  /// The inferences made so far.
  private(set) var inferences = InferenceCounts()

  private let detector: FaceDetector
  private let landmarkModel: LandmarkModel
  private var reading = LandmarkReading()
  private var tiles = PictureTiles(width: 1, height: 1)
  private var size = Vector2.zero
  private var nextTile = 0
  private var pictures = 0
  private var steps = 0
  private var waiting: [Candidate] = []
  private var refused: [(place: PixelBox, until: Int)] = []

  init(detector: FaceDetector, landmarkModel: LandmarkModel) {
    self.detector = detector
    self.landmarkModel = landmarkModel
  }

  /// Forgets what was seen; the next picture is a first one.
  func reset() {
    size = .zero
    nextTile = 0
    pictures = 0
    steps = 0
    waiting.removeAll()
    refused.removeAll()
  }

  /// Whether all tiles of a picture are to be looked at: it is the first one of its size.
  func isFirst(_ picture: PixelBuffer) -> Bool {
    size != Vector2(Double(picture.width), Double(picture.height))
  }

  /// Regions of faces in an `rgb8` picture that are not `known`, the surest first, `limit` at most.
  ///
  /// `lost` are places where a face was a short time ago, the last one first.
  func look(
    in picture: PixelBuffer, _ effort: Effort, known: [OrientedRectangle],
    lost: [OrientedRectangle], limit: Int
  ) throws(FaceTrackingError) -> [OrientedRectangle] {
    prepare(picture)
    if effort == .sparing {
      guard pictures % Constant.picturesPerStep == 0 else { return [] }
      return try step(in: picture, known: known, lost: lost)
    }
    let found = merged(try whole(picture) + look(round: lost.prefix(1), of: picture))
    var regions = found.filter(isNear).prefix(limit).map(\.region)
    guard regions.count < limit else { return regions }
    // The whole picture shows far faces too, but not well enough to be read.
    let far = found.filter { !isNear($0) }
    let count = effort == .thorough ? tiles.squares.count : Constant.freeTiles
    for candidate in try candidates(ofTiles: count, and: far, in: picture, known: known + regions) {
      if regions.count >= limit { break }
      if let region = try judge(candidate, in: picture) { regions.append(region) }
    }
    return regions
  }

  /// Looks closely where a face was lost in this picture.
  func lookForLost(
    _ region: OrientedRectangle, in picture: PixelBuffer
  ) throws(FaceTrackingError) -> [OrientedRectangle] {
    NonMaximumSuppression.merge(
      try look(round: [region][...], of: picture), overlap: FaceDetector.suppressionOverlap,
      limit: 1
    ).map(\.region)
  }

  private func prepare(_ picture: PixelBuffer) {
    pictures += 1
    if isFirst(picture) {
      size = Vector2(Double(picture.width), Double(picture.height))
      tiles = PictureTiles(width: picture.width, height: picture.height)
      nextTile = 0
    }
    refused.removeAll { $0.until < pictures }
  }

  // MARK: - Beside followed faces

  private func step(
    in picture: PixelBuffer, known: [OrientedRectangle], lost: [OrientedRectangle]
  ) throws(FaceTrackingError) -> [OrientedRectangle] {
    if !waiting.isEmpty {
      let candidate = waiting.removeFirst()
      if Self.contains(known, candidate.detection) { return [] }
      return try advance(candidate, in: picture)
    }
    steps += 1
    switch steps % Constant.stepsPerWhole {
    case 1:
      return merged(try whole(picture)).map(\.region)
    case 3 where !lost.isEmpty:
      return merged(try look(round: lost.prefix(1), of: picture)).prefix(1).map(\.region)
    default:
      waiting = try candidates(ofTiles: 1, in: picture, known: known)
      return []
    }
  }

  /// One inference for a candidate: a closer look, then a reading in each picture.
  private func advance(
    _ candidate: Candidate, in picture: PixelBuffer
  ) throws(FaceTrackingError) -> [OrientedRectangle] {
    var candidate = candidate
    if !candidate.isConfirmed {
      guard let closer = try lookCloser(at: candidate.detection, of: picture) else { return [] }
      waiting.insert(Candidate(closer, isConfirmed: true), at: 0)
      return []
    }
    guard try agrees(&candidate, in: picture) else { return [] }
    if candidate.agreements == Constant.presences.count { return [candidate.region] }
    waiting.insert(candidate, at: 0)
    return []
  }

  private func lookCloser(
    at detection: FaceDetection, of picture: PixelBuffer
  ) throws(FaceTrackingError) -> FaceDetection? {
    let side = max(detection.box.size.x, detection.box.size.y) * Constant.closerLook
    let square = OrientedRectangle(
      center: detection.box.center, size: Vector2(repeating: side))
    inferences.detections += 1
    let best = merged(try detector.look(at: square, of: picture)).first {
      $0.box.overlap(with: detection.box) > Constant.sameFaceOverlap
    }
    guard let best, best.score >= Constant.closerScore else {
      refuse(detection)
      return nil
    }
    return best
  }

  // MARK: - Parts

  /// One detection a face, by falling score.
  private func merged(_ detections: [FaceDetection]) -> [FaceDetection] {
    NonMaximumSuppression.merge(
      detections, overlap: FaceDetector.suppressionOverlap, limit: .max)
  }

  /// Whether a face is large enough to be seen well in the whole picture.
  private func isNear(_ detection: FaceDetection) -> Bool {
    detection.box.size.x >= Constant.nearShare * max(size.x, size.y)
  }

  private func whole(_ picture: PixelBuffer) throws(FaceTrackingError) -> [FaceDetection] {
    inferences.detections += 1
    return try detector.look(at: FaceDetector.square(around: picture), of: picture)
  }

  /// Looks at the surroundings of regions, each 1.5 faces wide.
  private func look(
    round regions: ArraySlice<OrientedRectangle>, of picture: PixelBuffer
  ) throws(FaceTrackingError) -> [FaceDetection] {
    var found: [FaceDetection] = []
    for region in regions {
      inferences.detections += 1
      let side = max(region.size.x, region.size.y) * Constant.closerLook / 2
      let square = OrientedRectangle(center: region.center, size: Vector2(repeating: side))
      found += try detector.look(at: square, of: picture)
    }
    return found
  }

  /// What the next tiles show, the surest first, without known faces and places refused lately.
  private func candidates(
    ofTiles count: Int, and others: [FaceDetection] = [], in picture: PixelBuffer,
    known: [OrientedRectangle]
  ) throws(FaceTrackingError) -> [Candidate] {
    var found = others
    for _ in 0..<min(count, tiles.squares.count) {
      inferences.detections += 1
      found += try detector.look(at: tiles.squares[nextTile], of: picture)
      nextTile = (nextTile + 1) % tiles.squares.count
    }
    return NonMaximumSuppression.merge(
      found, overlap: Constant.sameFaceOverlap, limit: .max
    ).filter { detection in
      !Self.contains(known, detection)
        && !refused.contains { $0.place.overlap(with: detection.box) > Constant.sameFaceOverlap }
    }.map { Candidate($0, isConfirmed: false) }
  }

  /// Reads a candidate until it is accepted or refused.
  private func judge(
    _ candidate: Candidate, in picture: PixelBuffer
  ) throws(FaceTrackingError) -> OrientedRectangle? {
    var candidate = candidate
    while candidate.agreements < Constant.presences.count {
      guard try agrees(&candidate, in: picture) else { return nil }
    }
    return candidate.region
  }

  /// Whether the landmark network sees a face in the candidate's region, which moves on to it.
  private func agrees(
    _ candidate: inout Candidate, in picture: PixelBuffer
  ) throws(FaceTrackingError) -> Bool {
    inferences.landmarks += 1
    try landmarkModel.read(candidate.region, of: picture, into: &reading)
    guard reading.presence >= Constant.presences[candidate.agreements] else {
      refuse(candidate.detection)
      return false
    }
    candidate.agreements += 1
    candidate.region = reading.nextRegion
    return true
  }

  private func refuse(_ detection: FaceDetection) {
    refused.append((detection.box, pictures + Constant.refusal))
  }

  /// Whether a detection lies within a known face: its middle in the region without its margin.
  private static func contains(_ known: [OrientedRectangle], _ detection: FaceDetection) -> Bool {
    known.contains { region in
      let d = (detection.box.center - region.center) / (region.size / 3)
      return abs(d.x) < 1 && abs(d.y) < 1
    }
  }
}
