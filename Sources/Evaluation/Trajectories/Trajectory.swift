import SpatialMath

/// Where a camera was over time: world from session camera (+Y up, −Z forward).
package struct Trajectory: Sendable, Equatable {
  /// A place at a time.
  package struct Sample: Sendable, Equatable {
    /// Seconds, or a picture's number when `countsPictures`.
    package var time: Double
    /// World from camera.
    package var pose: Pose

    /// Creates a sample.
    package init(time: Double, pose: Pose) {
      self.time = time
      self.pose = pose
    }
  }

  /// In order of time.
  package var samples: [Sample]
  /// True when times are the numbers of pictures from 0, not seconds.
  package var countsPictures: Bool
  /// When the first picture was taken, on the samples' clock; nil when nothing tells.
  package var firstPicture: Double?

  /// Creates a trajectory; the samples are put in order.
  package init(
    _ samples: [Sample], countsPictures: Bool = false, firstPicture: Double? = nil
  ) {
    self.samples = samples.sorted { $0.time < $1.time }
    self.countsPictures = countsPictures
    self.firstPicture = firstPicture
  }

  /// The sample nearest in time, when it is near enough.
  ///
  /// - Complexity: O(log n).
  package func nearest(to time: Double, within tolerance: Double) -> Sample? {
    var low = 0
    var high = samples.count
    while low < high {
      let middle = (low + high) / 2
      if samples[middle].time < time { low = middle + 1 } else { high = middle }
    }
    let candidates = [low - 1, low].filter(samples.indices.contains).map { samples[$0] }
    guard let best = candidates.min(by: { abs($0.time - time) < abs($1.time - time) }),
      abs(best.time - time) <= tolerance
    else { return nil }
    return best
  }
}

extension Trajectory {
  /// Reads a trajectory that is given in computer-vision axes (+Y down, +Z forward).
  ///
  /// A line is `time tx ty tz qx qy qz qw` (TUM), or a number and the 16 elements of a matrix row
  /// by row (7-Scenes). Lines that begin with `#` are skipped. When the first column counts
  /// 0, 1, 2, …, it is the picture's number.
  ///
  /// - Throws: `EvaluationError` with the file and the line.
  package init(contentsOf path: String) throws(EvaluationError) {
    var samples: [Sample] = []
    try TextLines(path: path).forEach { (bytes, number) throws(EvaluationError) in
      let text = String(decoding: bytes, as: UTF8.self)
      let words = text.split { $0 == " " || $0 == "\t" || $0 == "," || $0 == "\r" }
      guard let first = words.first, !first.hasPrefix("#") else { return }
      let values = words.compactMap { Double($0) }
      guard values.count == words.count, values.allSatisfy(\.isFinite),
        let pose = Self.worldFromVisionCamera(values)
      else {
        throw .badLine(
          path: path, line: number,
          reason: "not a pose; a line is 'time tx ty tz qx qy qz qw'")
      }
      samples.append(
        Sample(time: values[0], pose: pose * .sessionCameraFromVisionCamera))
    }
    guard !samples.isEmpty else {
      throw .unreadable(path: path, reason: "there are no poses in it")
    }
    let counts = samples.enumerated().allSatisfy { Double($0.offset) == $0.element.time }
    self.init(samples, countsPictures: counts && samples.count > 1)
  }

  static func worldFromVisionCamera(_ v: [Double]) -> Pose? {
    switch v.count {
    case 8:
      var rotation = Quaternion(imaginary: Vector3(v[4], v[5], v[6]), real: v[7])
      guard rotation.vector.length > 0.5 else { return nil }
      rotation.normalize()
      return Pose(rotation: rotation, translation: Vector3(v[1], v[2], v[3]))
    case 17:
      let rows = Matrix3x3(
        rows: Vector3(v[1], v[2], v[3]), Vector3(v[5], v[6], v[7]), Vector3(v[9], v[10], v[11]))
      return Pose(
        rotation: Quaternion(rows.nearestRotation()), translation: Vector3(v[4], v[8], v[12]))
    default: return nil
    }
  }
}
