import SessionCore
import SpatialMath

/// Joins both cameras' results on one clock into frames, and keeps the anchors.
///
/// Plain values, no threads: what the session guards with its lock. A frame belongs to a picture of
/// the leading camera and joins what the other camera has given up to that moment:
/// - the front camera's results are held until a rear picture of the same time or later is there,
///   so that the rear pose at the front picture's time is interpolated, not guessed (at most
///   `maximumLead` seconds; then the pose is extrapolated);
/// - when the front camera leads there is nothing to wait for: the rear pose at its time is
///   interpolated where a later rear picture is there already, else carried on by `PoseHistory`.
struct FrameAssembler: Sendable {
  /// How far a front picture may be ahead of the rear camera before it is no longer waited for.
  ///
  /// Three pictures at 30 a second. More is a clock that disagrees or a camera that stalls.
  static let maximumLead = 0.1

  /// How far frames would go back at most when another camera leads, seconds: more is a clock that
  /// disagrees, and its pictures cannot wait for the other's.
  static let maximumSetback = 1.0

  /// How many front pictures may wait: two seconds at 30 a second, for a rear camera that stalls.
  static let maximumWaiting = 64
  /// How many of them keep their pixels; the others would hold up the camera's buffers.
  static let maximumWaitingImages = 2

  /// News of a front camera that does not lead, in order.
  private enum FrontNews: Sendable {
    case picture(CameraFrame?, FaceTrackingResult, time: Timestamp)
    case silence(CameraSilences.Silence)
  }

  private(set) var configuration: SessionConfiguration
  private let rearFromFront: Pose
  private var generator: SeededGenerator

  private(set) var anchors = AnchorStore()
  private var faces = FaceRegister()
  private var planes = MapRegister()
  private var images = MapRegister()

  private var rearPoses = PoseHistory()
  private var rear: CameraView?
  private var world: WorldTrackingResult?
  private var front: CameraView?
  private var frontResult: FaceTrackingResult?
  private var waitingFronts: [FrontNews] = []

  /// World from the tracker's own world: identity until `setWorldOrigin`.
  private var worldFromMap = Pose.identity
  private var pendingOrigin: Pose?
  /// The map to begin with, until the camera is found in it: then its anchors come back.
  var awaitedMap: WorldMap?
  private var pendingAdditions: [PointAnchor] = []
  private var pendingRemovals: [AnchorIdentifier] = []
  private var cameras = CameraSilences()
  /// Whose picture made the last frame, and when it was taken.
  private var lastFrame: (role: CameraRole, time: Timestamp)?
  private var nextIndex = 0
  private var lastState = TrackingState.notAvailable

  init(configuration: SessionConfiguration, rearFromFront: Pose, seed: UInt64) {
    self.configuration = configuration
    self.rearFromFront = rearFromFront
    // Another stream of numbers than the world tracker's, which names planes by the same seed.
    generator = SeededGenerator(seed: seed ^ 0xA2C4_0125)
  }

  /// Different faces that were given an anchor.
  var facesSeen: Int { faces.anchorsGiven }
  /// Frames so far.
  var frameCount: Int { nextIndex }
  /// Whether there is a map: tracking was `normal` once since the last reset.
  private(set) var hasMap = false
}

// MARK: - What the program asks for

extension FrameAssembler {
  /// Takes over a configuration.
  mutating func configure(
    _ new: SessionConfiguration, resetsTracking: Bool, removesAnchors: Bool,
    kept: Set<CameraRole> = []
  ) {
    configuration = new
    waitingFronts = []
    if !kept.contains(new.primaryRole) { lastFrame = nil }
    if !new.roles.contains(.front) {
      faces.loseAll(reason: "faces are not tracked now", in: &anchors)
      faces.forgetTracks()
      front = nil
      frontResult = nil
    }
    if !new.roles.contains(.rear) { forgetWorld() }
    if resetsTracking { resetTracking() }
    cameras.forgetPictures(of: CameraRole.allCases.filter { !new.roles.contains($0) })
    cameras.await(CameraRole.allCases.filter { !kept.contains($0) })
    if removesAnchors { anchors.removeAll() }
  }

  /// Starts with a new world origin; anchors stay where they were in the old one.
  mutating func resetTracking() {
    faces.loseAll(reason: "tracking was reset", in: &anchors)
    faces.forgetTracks()
    front = nil
    frontResult = nil
    waitingFronts = []
    cameras.forgetPictures(of: CameraRole.allCases)
    forgetWorld()
    worldFromMap = .identity
    pendingOrigin = nil
  }

  /// Forgets what belongs to a map that is gone; the anchors of its planes stay.
  private mutating func forgetWorld() {
    planes.forgetMap()
    images.forgetMap()
    anchors.loseImages()
    rearPoses.removeAll()
    rear = nil
    world = nil
    hasMap = false
    awaitedMap = nil
  }

  mutating func add(_ anchor: PointAnchor) { pendingAdditions.append(anchor) }
  mutating func remove(_ identifier: AnchorIdentifier) { pendingRemovals.append(identifier) }

  /// Moves the world's origin to a pose in the present world.
  mutating func setWorldOrigin(_ relativeTransform: Pose) {
    pendingOrigin = (pendingOrigin ?? .identity) * relativeTransform
  }

}

// MARK: - World maps

extension FrameAssembler {
  /// Adds the anchors of a saved map, whose place has been found, with the identifiers they had.
  ///
  /// Planes that the tracker took up go on growing.
  private mutating func restoreAnchors(of map: WorldMap, tracked: [PlaneAnchor]) {
    awaitedMap = nil
    for anchor in map.anchors {
      let moved = anchor.moved(by: worldFromMap)
      if anchors[anchor.identifier] == nil { anchors.add(moved) } else { anchors.update(moved) }
      if tracked.contains(where: { $0.identifier == anchor.identifier }) {
        planes.takeUp(anchor.identifier)
      }
    }
  }

  /// A tracker's map in the session's world, with the anchors.
  func completed(_ map: WorldMap) -> WorldMap {
    var whole = worldFromMap == .identity ? map : map.moved(by: worldFromMap)
    let added = pendingAdditions.map(Anchor.point)
    let all = anchors.anchors + added + (awaitedMap?.anchors ?? [])
    var seen = Set(pendingRemovals)
    whole.anchors = all.filter { anchor in
      if case .face = anchor { return false }
      return seen.insert(anchor.identifier).inserted
    }
    return whole
  }
}

// MARK: - Cameras that come and go

extension FrameAssembler {
  /// Whether another camera's pictures have to make the frames.
  var needsStandIn: Bool { cameras[configuration.primaryRole]?.isComing == false }

  /// Notes that a camera does not deliver; its last data stay, its faces are lost.
  mutating func cameraStopped(_ role: CameraRole, reason: String, at time: Timestamp) {
    let silence = cameras.silence(of: role, reason: reason, at: time)
    if role == .front, configuration.primaryRole != .front {
      // Behind the pictures that wait for the rear camera.
      waitingFronts.append(.silence(silence))
    } else {
      cameras.begin(silence)
    }
  }

  /// Notes that a camera's next picture is on its way.
  mutating func cameraResumed(_ role: CameraRole) { cameras.resume(role) }
}

// MARK: - Joining

extension FrameAssembler {
  /// Takes a picture of the camera that does not lead.
  mutating func ingest(secondary picture: TrackedPicture) {
    switch picture.result {
    case .face(let result):
      cameras.notePicture(of: .front, at: picture.image.timestamp)
      waitingFronts.append(.picture(picture.image, result, time: picture.image.timestamp))
      limitWaitingFronts()
    case .world(let result): accept(rear: picture.image, result)
    }
  }

  private mutating func limitWaitingFronts() {
    if waitingFronts.count > Self.maximumWaiting { waitingFronts.removeFirst() }
    let old = waitingFronts.count - Self.maximumWaitingImages - 1
    if old >= 0, case .picture(_, let result, let time) = waitingFronts[old] {
      waitingFronts[old] = .picture(nil, result, time: time)
    }
  }

  /// Takes a picture of the leading camera, or of another one in its place, and makes its frame.
  ///
  /// The frame's latency is left to the caller. Nil for a picture that was taken before another
  /// camera's that made the last frame: when the leading camera is back, its first picture may be.
  mutating func makeFrame(of picture: TrackedPicture) -> AssembledFrame? {
    let (role, time) = (picture.image.role, picture.image.timestamp)
    if let lastFrame, lastFrame.role != role,
      (0...Self.maximumSetback).contains(lastFrame.time.seconds(since: time))
    {
      ingest(secondary: picture)
      return nil
    }
    lastFrame = (role, time)
    cameras.notePicture(of: role, at: time)
    applyRequests()
    switch picture.result {
    case .face(let result):
      cameras.end(.front)
      joinFronts(upTo: time)
      accept(front: picture.image, result, at: time)
    case .world(let result):
      accept(rear: picture.image, result)
      joinFronts(upTo: time)
    }
    let changes = anchors.takeChanges()
    let frame = makeFrame(picture)
    nextIndex += 1
    defer { lastState = frame.trackingState }
    return AssembledFrame(
      frame: frame, changes: changes, stateChanged: frame.trackingState != lastState)
  }

  private mutating func applyRequests() {
    if let origin = pendingOrigin {
      let newFromOld = origin.inverse
      worldFromMap = newFromOld * worldFromMap
      rearPoses.move(by: newFromOld)
      if let view = rear { rear?.worldFromCamera = newFromOld * view.worldFromCamera }
      if let view = front { front?.worldFromCamera = newFromOld * view.worldFromCamera }
      anchors.move(by: newFromOld)
      pendingOrigin = nil
    }
    for anchor in pendingAdditions where anchors[anchor.identifier] == nil {
      anchors.add(.point(anchor))
    }
    for identifier in pendingRemovals {
      planes.dismiss(identifier)
      images.dismiss(identifier)
      anchors.remove(identifier)
    }
    pendingAdditions = []
    pendingRemovals = []
  }

  private mutating func accept(rear image: CameraFrame, _ result: WorldTrackingResult) {
    let pose = worldFromMap * result.worldFromCamera
    // The pose jumps when tracking is found: nothing lies between it and the poses before.
    if result.trackingState == .normal, world?.trackingState != .normal { rearPoses.removeAll() }
    cameras.notePicture(of: .rear, at: image.timestamp)
    if cameras.end(.rear) { rearPoses.removeAll() }
    rearPoses.append(pose, at: image.timestamp)
    rear = CameraView(image: image, worldFromCamera: pose)
    world = result
    if result.trackingState == .normal {
      hasMap = true
      if let map = awaitedMap { restoreAnchors(of: map, tracked: result.planes) }
    }
    guard case .world(let c) = configuration else { return }
    if !c.planeDetection.isEmpty, result.trackingState == .normal {
      planes.apply(
        result.planes.map(Anchor.plane), worldFromMap: worldFromMap, to: &anchors,
        using: &generator)
    }
    images.apply(
      result.images.map(Anchor.image), worldFromMap: worldFromMap, to: &anchors,
      using: &generator)
  }

  private mutating func joinFronts(upTo time: Timestamp) {
    let ready = waitingFronts.prefix { news in
      guard case .picture(_, _, let pictureTime) = news else { return true }
      let lead = pictureTime.seconds(since: time)
      return lead <= 0 || lead > Self.maximumLead
    }
    waitingFronts.removeFirst(ready.count)
    for news in ready {
      switch news {
      case .picture(let image, let result, let time): accept(front: image, result, at: time)
      case .silence(let silence): cameras.begin(silence)
      }
    }
    if let silence = cameras[.front] {
      faces.loseAll(reason: silence.camera.reason, in: &anchors)
    }
  }

  private mutating func accept(
    front image: CameraFrame?, _ result: FaceTrackingResult, at time: Timestamp
  ) {
    cameras.end(.front)
    let pose = worldFromFront(at: time)
    if let image { front = CameraView(image: image, worldFromCamera: pose) }
    frontResult = result
    faces.apply(
      result, worldFromFront: pose, maximum: configuration.maximumNumberOfTrackedFaces,
      to: &anchors, using: &generator)
  }

  /// The front camera's place: the start of the world without world tracking, else
  /// `worldFromRear · rearFromFront`.
  private func worldFromFront(at time: Timestamp) -> Pose {
    guard configuration.roles.contains(.rear) else { return worldFromMap }
    return (rearPoses.pose(at: time) ?? worldFromMap) * rearFromFront
  }

  private var trackingState: TrackingState {
    guard configuration.roles.contains(.rear) else { return .normal }
    if let silence = cameras[.rear] {
      if !silence.isComing { return .notAvailable }
      return hasMap ? .limited(.relocalizing) : .limited(.initializing)
    }
    return world?.trackingState ?? .limited(.initializing)
  }

  private func makeFrame(_ picture: TrackedPicture) -> SessionFrame {
    var frame = SessionFrame(
      index: nextIndex, timestamp: picture.image.timestamp,
      primaryRole: configuration.primaryRole, front: front, rear: rear,
      trackingState: trackingState)
    frame.anchors = anchors.anchors
    frame.staleCameras = cameras.stale(of: configuration.roles)
    if configuration.roles.contains(.rear), let world {
      frame.worldMappingStatus = world.mappingStatus
      frame.scaleSource = world.scaleSource
      frame.gravitySource = world.gravitySource
      frame.scaleUncertainty = world.scaleUncertainty
      frame.gravityUncertainty = world.gravityUncertainty
      frame.rawFeaturePoints =
        worldFromMap == .identity
        ? world.featurePoints
        : world.featurePoints.map {
          FeaturePoint(identifier: $0.identifier, position: worldFromMap.act($0.position))
        }
    }
    frame.faceAbsenceReason = frontResult?.absenceReason
    if configuration.isLightEstimationEnabled { addLight(to: &frame) }
    return frame
  }

  private func addLight(to frame: inout SessionFrame) {
    frame.lightEstimate =
      configuration.primaryRole == .front ? frontResult?.lightEstimate : world?.lightEstimate
    if var light = frontResult?.directionalLightEstimate, let front {
      light.primaryLightDirection = front.worldFromCamera.rotation.act(light.primaryLightDirection)
      frame.directionalLightEstimate = light
    }
  }
}
