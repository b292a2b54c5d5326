import SessionCore

/// What coefficients are read from: a face's shape, the blend-shape network's scores, and what the
/// landmark network sees of it.
///
/// The same of a face at rest is what the networks take it relative to.
package struct FaceAppearance: Sendable {
  /// Places of landmarks in the canonical face's frame and size, centimetres: x, y, z.
  var geometry: [Float]
  /// The blend-shape network's scores.
  var scores: [Float]
  /// Samples of the feature maps.
  var fine: [Float], finest: [Float]
}

/// Reads appearances off pictures.
struct AppearanceReader {
  /// Where a face is looked at.
  struct Places: Sendable {
    /// The landmarks of `geometry`.
    var landmarks: [Int]
    /// Points of the feature maps, each the mean of some landmarks.
    var fine: [[Int]], finest: [[Int]]
  }

  private let places: Places

  /// Looks at these places.
  init(places: Places) { self.places = places }

  /// Memory for an appearance.
  func makeAppearance() -> FaceAppearance {
    func zeros(_ count: Int) -> [Float] { Array(repeating: 0, count: count) }
    return FaceAppearance(
      geometry: zeros(3 * places.landmarks.count), scores: zeros(BlendShapeScores.count),
      fine: zeros(places.fine.count * FeatureMap.Layout.fine.channels),
      finest: zeros(places.finest.count * FeatureMap.Layout.finest.channels))
  }

  /// Reads one picture of one face into `result`.
  func read(
    scores: BlendShapeScores, face: CanonicalView, reading: LandmarkReading,
    features: FeatureMaps, into result: inout FaceAppearance
  ) {
    for (index, landmark) in places.landmarks.enumerated() {
      let p = face[landmark]
      for axis in 0..<3 { result.geometry[3 * index + axis] = p[axis] }
    }
    for index in 0..<BlendShapeScores.count { result.scores[index] = scores.values[index] }
    features.fine.sample(places.fine, of: reading, into: &result.fine)
    features.finest.sample(places.finest, of: reading, into: &result.finest)
  }
}
