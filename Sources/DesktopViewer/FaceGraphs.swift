import SessionCore
import SpatialMath

/// The last seconds of a face's 52 coefficients and of their confidences.
package struct FaceGraphs: Sendable {
  /// One coefficient's past, the oldest value first.
  package struct Track: Sendable, Equatable {
    /// The coefficient's values, 0…1; nil in frames without a tracked face.
    package var values: [Float?] = []
    /// How far each can be believed, 0…1.
    package var confidences: [Float] = []
  }

  /// A track for each of `BlendShapeLocation.allCases`.
  package private(set) var tracks = [Track](repeating: Track(), count: 52)
  /// Why there are no values now, in words.
  package private(set) var absence: String?

  /// Frames that are kept: four seconds at 30 a second.
  package static let length = 120

  /// Has seen nothing.
  package init() {}

  /// Adds a frame: its first tracked face, or a gap.
  package mutating func add(_ frame: SessionFrame) {
    let face = frame.faces.first(where: \.isTracked)
    absence =
      face == nil
      ? frame.faces.compactMap(\.reason).first ?? frame.faceAbsenceReason ?? "no face" : nil
    for i in tracks.indices {
      tracks[i].values.append(face?.blendShapes[i])
      tracks[i].confidences.append(face?.confidence[i] ?? 0)
      if tracks[i].values.count > Self.length {
        tracks[i].values.removeFirst()
        tracks[i].confidences.removeFirst()
      }
    }
  }
}
