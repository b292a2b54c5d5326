import SessionCore
import SpatialMath

extension AnchorEntity {
  /// How far (metres) a plane may lie above or below an entity whose own plane went away and still
  /// be taken for the same surface.
  static let sameSurfaceTolerance = 0.08

  /// Moves the entity to what it is bound to, or marks it as not anchored.
  func bind(to frame: SessionFrame) {
    findPlace(in: frame)
    if isAnchored { lastAnchored = frame.timestamp }
    visibility = visibility(at: frame.timestamp)
  }

  private func visibility(at time: Timestamp) -> Float {
    if isAnchored { return 1 }
    guard let lastAnchored else { return 0 }
    switch whenUntracked {
    case .hide: return 0
    case .hold: return 1
    case .fade(let seconds):
      return Float(max(0, 1 - time.seconds(since: lastAnchored) / max(1e-3, seconds)))
    }
  }

  private func findPlace(in frame: SessionFrame) {
    switch target {
    case .world(let pose): stand(at: worldIsKnown(in: frame) ? pose : nil)
    case .camera(let role):
      stand(at: (role == .front ? frame.front : frame.rear)?.worldFromCamera)
    case .screen(let size): cover(frame.primary, size)
    case .plane(let requirement): bindToPlane(requirement, in: frame)
    case .image(let name):
      let images = frame.images.filter { name == nil || $0.name == name }
      let image = images.first { $0.identifier == anchorIdentifier && $0.isTracked }
      follow((image ?? images.first(where: \.isTracked) ?? images.first).map(Anchor.image))
    case .anchor(let identifier): follow(frame.anchors.first { $0.identifier == identifier })
    case .face(let index):
      let faces = frame.faces
      follow(faces.indices.contains(index) ? .face(faces[index]) : nil)
    }
  }

  /// Binds to a plane at a pose of the world, and stays there.
  func place(on plane: PlaneAnchor, worldFromEntity: Pose) {
    anchorIdentifier = plane.identifier
    anchorFromEntity = plane.transform.inverse * worldFromEntity
    anchorFromEntity.translation.y = 0
    stand(at: plane.transform * anchorFromEntity)
  }

  private func stand(at pose: Pose?) {
    isAnchored = pose != nil
    if let pose { transform = Transform(pose) }
  }

  /// How far before the camera the screen's space lies, metres: nearer than anything that is drawn
  /// in the world, and beyond where drawing begins.
  private static let screenDistance = 0.1
  /// Depth is pressed together, so that what stands before something else is not seen from an angle.
  private static let screenDepth = 0.01

  /// Lays the rectangle of a screen over the whole picture of a camera.
  private func cover(_ view: CameraView?, _ size: Vector2) {
    isAnchored = view != nil && size.x > 0 && size.y > 0
    guard isAnchored, let view else { return }
    let lens = view.image.intrinsics
    let d = Self.screenDistance
    let (width, height) = (Double(lens.width), Double(lens.height))
    let middle = Vector3((width / 2 - lens.cx) / lens.fx, (lens.cy - height / 2) / lens.fy, -1) * d
    let (x, y) = (width / lens.fx * d / size.x, height / lens.fy * d / size.y)
    transform = Transform(
      scale: Vector3(isShownMirrored ? -x : x, y, Self.screenDepth),
      rotation: view.worldFromCamera.rotation,
      translation: view.worldFromCamera.act(middle))
  }

  /// While the camera's place is unknown, things of the world would stick to the screen.
  private func worldIsKnown(in frame: SessionFrame) -> Bool {
    frame.trackingState != .notAvailable && frame.trackingState.reason != .relocalizing
  }

  private func follow(_ anchor: Anchor?) {
    anchorIdentifier = anchor?.identifier
    switch anchor {
    case .face(let face) where !face.isTracked: isAnchored = false
    case .image(let image) where !image.isTracked: isAnchored = false
    default: stand(at: anchor?.transform)
    }
  }

  private func bindToPlane(_ requirement: PlaneRequirement, in frame: SessionFrame) {
    let planes = frame.planes
    if let plane = planes.first(where: { $0.identifier == anchorIdentifier }) {
      stand(at: worldIsKnown(in: frame) ? plane.transform * anchorFromEntity : nil)
    } else if anchorIdentifier != nil, let heir = heir(among: planes) {
      place(
        on: heir,
        worldFromEntity: Pose(rotation: heir.transform.rotation, translation: position))
    } else if let plane = planes.first(where: requirement.isMet(by:)) {
      place(
        on: plane,
        worldFromEntity: plane.transform * Pose(translation: plane.placeToStand))
    } else {
      anchorIdentifier = nil
      stand(at: nil)
    }
  }

  /// The plane into which the one we stood on was merged: it lies under our place.
  private func heir(among planes: [PlaneAnchor]) -> PlaneAnchor? {
    planes.first { plane in
      let local = plane.transform.inverse.act(position)
      return abs(local.y) < Self.sameSurfaceTolerance && plane.boundaryContains(local)
    }
  }
}

extension AnchorEntity.PlaneRequirement {
  /// True for a plane that will do.
  func isMet(by plane: PlaneAnchor) -> Bool {
    let size = [plane.extent.width, plane.extent.height].sorted()
    let least = [minimumBounds.x, minimumBounds.y].sorted()
    guard size[0] >= least[0], size[1] >= least[1] else { return false }
    if let classification, plane.classification != classification { return false }
    switch alignment {
    case .any: return true
    case .vertical: return plane.alignment == .vertical
    case .horizontal: return plane.alignment == .horizontal && plane.facesUp
    }
  }
}

extension PlaneAnchor {
  /// False for a ceiling, on which nothing stands.
  var facesUp: Bool { transform.rotation.act(Vector3(0, 1, 0)).y > 0 }

  /// A good first place in plane space: the centre, or, where the outline is hollow there, the
  /// corners' mean.
  var placeToStand: Vector3 {
    if boundaryContains(center) || boundary.isEmpty { return center }
    let mean = boundary.reduce(.zero, +) / Double(boundary.count)
    return boundaryContains(mean) ? mean : center
  }
}
