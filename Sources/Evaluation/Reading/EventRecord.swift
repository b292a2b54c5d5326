import SessionCore
import SpatialMath

/// One line of an event stream, as far as evaluation needs it.
enum EventRecord: Decodable {
  case started([CameraRole: EventLog.Camera])
  case frame(EventLog.Frame)
  case face(EventLog.Face)
  case plane(PlaneAnchor, isRemoved: Bool, time: Double)
  case other

  private enum Key: String, CodingKey {
    case event, index, time, camera, cameras, anchor
  }
  private enum CameraKey: String, CodingKey {
    case role, worldFromCamera, worldFromFront, worldFromRear, trackingState, reason
    case size, intrinsics, distortion
  }
  private enum AnchorKey: String, CodingKey {
    case kind, identifier, transform, isTracked, blendShapes, leftEyeTransform
    case rightEyeTransform, landmarks, alignment, center, extent, boundary, classification
  }
  private enum ExtentKey: String, CodingKey { case width, height, rotationOnYAxis }

  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Key.self)
    switch try line.decode(String.self, forKey: .event) {
    case "started": self = .started(try Self.cameras(line))
    case "frame": self = .frame(try Self.frame(line))
    case "anchorAdded", "anchorUpdated": self = try Self.anchor(line, isRemoved: false)
    case "anchorRemoved": self = try Self.anchor(line, isRemoved: true)
    default: self = .other
    }
  }

  private static func cameras(
    _ line: KeyedDecodingContainer<Key>
  ) throws -> [CameraRole: EventLog.Camera] {
    let roles = try line.nestedContainer(keyedBy: RoleKey.self, forKey: .cameras)
    var cameras: [CameraRole: EventLog.Camera] = [:]
    for key in roles.allKeys {
      guard let role = CameraRole(rawValue: key.stringValue) else { continue }
      let camera = try roles.nestedContainer(keyedBy: CameraKey.self, forKey: key)
      let size = try camera.decode([Int].self, forKey: .size)
      let lens = try camera.decode([Double].self, forKey: .intrinsics)
      guard size.count == 2, lens.count == 4 else { continue }
      cameras[role] = EventLog.Camera(
        intrinsics: CameraIntrinsics(
          width: size[0], height: size[1], fx: lens[0], fy: lens[1], cx: lens[2], cy: lens[3]))
    }
    return cameras
  }

  private static func frame(_ line: KeyedDecodingContainer<Key>) throws -> EventLog.Frame {
    let camera = try line.nestedContainer(keyedBy: CameraKey.self, forKey: .camera)
    let role = CameraRole(rawValue: try camera.decode(String.self, forKey: .role)) ?? .rear
    let state = try camera.decode(String.self, forKey: .trackingState)
    let reason = try camera.decodeIfPresent(String.self, forKey: .reason)
    func pose(_ key: CameraKey) throws -> Pose? {
      try camera.decodeIfPresent(PoseRecord.self, forKey: key)?.pose
    }
    return EventLog.Frame(
      index: try line.decode(Int.self, forKey: .index),
      time: try line.decode(Double.self, forKey: .time), role: role,
      worldFromRear: try pose(role == .rear ? .worldFromCamera : .worldFromRear),
      worldFromFront: try pose(.worldFromFront),
      trackingState: state == "normal"
        ? .normal
        : reason.flatMap(TrackingState.Reason.init).map { .limited($0) } ?? .notAvailable)
  }

  private static func anchor(
    _ line: KeyedDecodingContainer<Key>, isRemoved: Bool
  ) throws -> EventRecord {
    let anchor = try line.nestedContainer(keyedBy: AnchorKey.self, forKey: .anchor)
    switch try anchor.decode(String.self, forKey: .kind) {
    case "face" where !isRemoved:
      return .face(try face(anchor, at: try line.decode(Double.self, forKey: .time)))
    case "plane":
      return .plane(
        try plane(anchor), isRemoved: isRemoved, time: try line.decode(Double.self, forKey: .time))
    default: return .other
    }
  }

  private static func face(
    _ anchor: KeyedDecodingContainer<AnchorKey>, at time: Double
  ) throws -> EventLog.Face {
    var shapes = BlendShapes()
    for (name, value) in try anchor.decode([String: Float].self, forKey: .blendShapes) {
      if let location = BlendShapeLocation(rawValue: name) { shapes[location] = value }
    }
    let landmarks = try anchor.decodeIfPresent([[Double]].self, forKey: .landmarks) ?? []
    return EventLog.Face(
      time: time, identifier: try anchor.decode(String.self, forKey: .identifier),
      transform: try anchor.decode(PoseRecord.self, forKey: .transform).pose,
      isTracked: try anchor.decode(Bool.self, forKey: .isTracked), blendShapes: shapes,
      leftEye: try anchor.decode(PoseRecord.self, forKey: .leftEyeTransform).pose,
      rightEye: try anchor.decode(PoseRecord.self, forKey: .rightEyeTransform).pose,
      landmarks: landmarks.compactMap { $0.count == 2 ? Vector2($0[0], $0[1]) : nil })
  }

  private static func plane(
    _ anchor: KeyedDecodingContainer<AnchorKey>
  ) throws -> PlaneAnchor {
    let text = try anchor.decode(String.self, forKey: .identifier)
    guard let identifier = AnchorIdentifier(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: .identifier, in: anchor, debugDescription: "'\(text)' is not a UUID")
    }
    let extent = try anchor.nestedContainer(keyedBy: ExtentKey.self, forKey: .extent)
    let words = try (
      anchor.decode(String.self, forKey: .alignment),
      anchor.decodeIfPresent(String.self, forKey: .classification)
    )
    return PlaneAnchor(
      identifier: identifier,
      transform: try anchor.decode(PoseRecord.self, forKey: .transform).pose,
      alignment: PlaneAnchor.Alignment(rawValue: words.0) ?? .horizontal,
      center: try anchor.decode(PointRecord.self, forKey: .center).point,
      extent: .init(
        width: try extent.decode(Double.self, forKey: .width),
        height: try extent.decode(Double.self, forKey: .height),
        rotationOnYAxis: try extent.decode(Double.self, forKey: .rotationOnYAxis)),
      boundary: try anchor.decode([PointRecord].self, forKey: .boundary).map(\.point),
      classification: words.1.flatMap(PlaneAnchor.Classification.init) ?? .none)
  }
}

/// Any key.
private struct RoleKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// 16 numbers, column after column.
private struct PoseRecord: Decodable {
  let pose: Pose
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let matrix = Matrix4x4(elements: try container.decode([Double].self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a matrix has 16 numbers")
    }
    pose = Pose(matrix)
  }
}

/// Three numbers.
private struct PointRecord: Decodable {
  let point: Vector3
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let values = try container.decode([Double].self)
    guard values.count == 3 else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a point has 3 numbers")
    }
    point = Vector3(values[0], values[1], values[2])
  }
}
