import SessionCore
import SpatialMath

/// The head-up display's words.
package struct HeadUpText: Equatable {
  /// How good what a line says is.
  package enum Tone: Equatable {
    case plain, good, warning, bad
  }

  /// One line.
  package struct Line: Equatable {
    package var text: String
    package var tone: Tone

    package init(_ text: String, _ tone: Tone = .plain) {
      self.text = text
      self.tone = tone
    }
  }

  /// The lines from top to bottom.
  package var lines: [Line]

  /// The rates of the moment.
  package struct Rates: Equatable {
    /// Pictures shown a second.
    package var frames: Double?
    /// Seconds from exposure to the screen.
    package var latency: Double?
    /// CPU seconds a second.
    package var load: Double?

    /// Creates rates.
    package init(frames: Double? = nil, latency: Double? = nil, load: Double? = nil) {
      self.frames = frames
      self.latency = latency
      self.load = load
    }
  }

  /// The words for a frame.
  package init(_ frame: SessionFrame, rates: Rates) {
    lines = []
    if frame.rear != nil { lines.append(Self.tracking(frame)) }
    if frame.front != nil { lines.append(Self.faces(frame)) }
    if frame.rear != nil { lines.append(Self.planes(frame.planes)) }
    if frame.rear != nil, frame.trackingState == .normal, frame.scaleSource == .none {
      lines.append(Line("The world's size is not known: metres are a guess", .warning))
    }
    lines += frame.staleCameras.map { Self.stale($0, at: frame.timestamp) }
    lines.append(Self.rates(rates))
  }

  private static func stale(_ camera: StaleCamera, at time: Timestamp) -> Line {
    let seconds = Int(max(0, time.seconds(since: camera.since)).rounded())
    let name = camera.role.rawValue.prefix(1).uppercased() + camera.role.rawValue.dropFirst()
    return Line("\(name) camera: no picture for \(seconds) s", .bad)
  }

  private static func tracking(_ frame: SessionFrame) -> Line {
    switch frame.trackingState {
    case .normal: Line("World: tracked", .good)
    case .notAvailable: Line("World: not tracked", .bad)
    case .limited(.initializing): Line("World: starting, not enough seen yet", .warning)
    case .limited(.excessiveMotion): Line("World: the camera moves too fast", .warning)
    case .limited(.insufficientFeatures): Line("World: too little to see", .warning)
    case .limited(.relocalizing): Line("World: lost, looking for a known place", .bad)
    }
  }

  private static func faces(_ frame: SessionFrame) -> Line {
    let faces = frame.faces
    let tracked = faces.filter(\.isTracked)
    guard tracked.isEmpty else {
      let count = tracked.count == 1 ? "1 face" : "\(tracked.count) faces"
      if let reason = tracked.compactMap(\.reason).first {
        return Line("\(count), weak: \(reason)", .warning)
      }
      return Line("\(count)", .good)
    }
    let reason = faces.compactMap(\.reason).first ?? frame.faceAbsenceReason
    return Line(reason.map { "No face: \($0)" } ?? "No face", .warning)
  }

  private static func planes(_ planes: [PlaneAnchor]) -> Line {
    guard !planes.isEmpty else { return Line("No plane", .warning) }
    let classes = planes.map {
      $0.classification == .none ? $0.alignment.rawValue : "\($0.classification)"
    }
    let counts = Dictionary(grouping: classes) { $0 }.sorted { $0.key < $1.key }
      .map { $0.value.count > 1 ? "\($0.value.count) × \($0.key)" : $0.key }
    let count = planes.count == 1 ? "1 plane" : "\(planes.count) planes"
    return Line("\(count): \(counts.joined(separator: ", "))", .good)
  }

  private static func rates(_ rates: Rates) -> Line {
    func whole(_ value: Double?, _ unit: String) -> String? {
      value.map { "\(Int(saturating: $0)) \(unit)" }
    }
    let parts = [
      whole(rates.frames, "fps"), whole(rates.latency.map { $0 * 1000 }, "ms late"),
      whole(rates.load.map { $0 * 100 }, "% of one core"),
    ]
    return Line(parts.compactMap(\.self).joined(separator: "   "))
  }
}
