import SessionCore
import SpatialMath

/// A found face and the true face that it stands for.
struct FacePair {
  var found: EventLog.Face
  var real: EventLog.Face
  /// Front camera from face, as found and in truth.
  var estimate: Pose
  var truth: Pose

  /// The angles between each eye's direction and the true one, relative to the camera, degrees.
  var gazeErrors: [Double] {
    [(found.leftEye, real.leftEye), (found.rightEye, real.rightEye)].map { eye, trueEye in
      let out = Vector3(0, 0, 1)
      return degrees(
        between: (estimate.rotation * eye.rotation).act(out),
        and: (truth.rotation * trueEye.rotation).act(out))
    }
  }
}

/// Pairs found and true faces of the same time by their place before the camera.
struct FacePairing {
  /// Two faces farther apart than this are two persons, metres: about two heads.
  static let maximumDistance = 0.3

  private(set) var pairs: [FacePair] = []
  private(set) var trueFaces = 0
  private(set) var falseFaces = 0
  private var anchorsOfPerson: [String: Set<String>] = [:]

  /// The most identifiers that one person was given.
  var identifiers: Int { anchorsOfPerson.values.map(\.count).max() ?? 0 }

  init(_ log: EventLog, _ truth: EventLog) {
    let found = Self.byTime(log)
    let real = Self.byTime(truth)
    let frames = Self.frontPoses(log)
    let trueFrames = Self.frontPoses(truth)
    for time in real.keys.sorted() {
      match(
        found[time] ?? [], real[time] ?? [], worldFromFront: frames[time],
        trueWorldFromFront: trueFrames[time])
    }
    for (time, faces) in found where real[time] == nil && trueFrames[time] != nil {
      falseFaces += faces.count
    }
  }

  /// Times as whole microseconds: both streams write the same frame times.
  private static func key(_ time: Double) -> Int { Int(saturating: time * 1e6) }

  /// The tracked faces of each time, the newest picture of each.
  private static func byTime(_ log: EventLog) -> [Int: [EventLog.Face]] {
    var result: [Int: [EventLog.Face]] = [:]
    for face in log.faces {
      let time = key(face.time)
      result[time, default: []].removeAll { $0.identifier == face.identifier }
      if face.isTracked { result[time, default: []].append(face) }
    }
    return result
  }

  private static func frontPoses(_ log: EventLog) -> [Int: Pose] {
    var result: [Int: Pose] = [:]
    for frame in log.frames { result[key(frame.time)] = frame.worldFromFront ?? .identity }
    return result
  }

  private mutating func match(
    _ found: [EventLog.Face], _ real: [EventLog.Face], worldFromFront: Pose?,
    trueWorldFromFront: Pose?
  ) {
    trueFaces += real.count
    let frontFromWorld = (worldFromFront ?? .identity).inverse
    let trueFrontFromWorld = (trueWorldFromFront ?? .identity).inverse
    var candidates: [(distance: Double, pair: FacePair)] = []
    for face in found {
      for person in real {
        let pair = FacePair(
          found: face, real: person, estimate: frontFromWorld * face.transform,
          truth: trueFrontFromWorld * person.transform)
        let distance = (pair.estimate.translation - pair.truth.translation).length
        if distance < Self.maximumDistance { candidates.append((distance, pair)) }
      }
    }
    var taken: Set<String> = []
    var taking: Set<String> = []
    for (_, pair) in candidates.sorted(by: { $0.distance < $1.distance })
    where !taken.contains(pair.real.identifier) && !taking.contains(pair.found.identifier) {
      taken.insert(pair.real.identifier)
      taking.insert(pair.found.identifier)
      anchorsOfPerson[pair.real.identifier, default: []].insert(pair.found.identifier)
      pairs.append(pair)
    }
    falseFaces += found.count - taking.count
  }
}
