import SessionCore

/// What coefficients are read from: a face's shape, the blend-shape network's scores, and what the
/// landmark network sees of it.
///
/// The same of a face at rest is what the networks take it relative to.
package struct FaceAppearance: Sendable, Equatable {
  /// Places of landmarks in the canonical face's frame and size, centimetres: x, y, z.
  package var geometry: [Float]
  /// The blend-shape network's scores.
  package var scores: [Float]
  /// Samples of the feature maps.
  package var coarse: [Float], fine: [Float], finest: [Float]

  /// Values in all.
  var valueCount: Int {
    var count = 0
    forEach { count += $0.count }
    return count
  }

  /// Visits the parts, always in the same order.
  func forEach(_ body: ([Float]) -> Void) {
    body(geometry)
    body(scores)
    body(coarse)
    body(fine)
    body(finest)
  }

  /// Changes the parts, always in the same order.
  mutating func update(_ body: (inout [Float]) -> Void) {
    body(&geometry)
    body(&scores)
    body(&coarse)
    body(&fine)
    body(&finest)
  }

  /// Becomes what lies between two appearances of the same size.
  mutating func mix(_ a: FaceAppearance, _ b: FaceAppearance, share: Float) {
    Self.mix(&geometry, a.geometry, b.geometry, share)
    Self.mix(&scores, a.scores, b.scores, share)
    Self.mix(&coarse, a.coarse, b.coarse, share)
    Self.mix(&fine, a.fine, b.fine, share)
    Self.mix(&finest, a.finest, b.finest, share)
  }

  private static func mix(_ result: inout [Float], _ a: [Float], _ b: [Float], _ share: Float) {
    for i in result.indices { result[i] = a[i] + share * (b[i] - a[i]) }
  }
}

/// Reads appearances off pictures.
struct AppearanceReader {
  /// Where a face is looked at.
  struct Places: Sendable {
    /// The landmarks of `geometry`.
    var landmarks: [Int]
    /// Points of the feature maps, each the mean of some landmarks.
    var coarse: [[Int]], fine: [[Int]], finest: [[Int]]
  }

  private let places: Places

  /// Looks at these places.
  init(places: Places) { self.places = places }

  /// Memory for an appearance.
  func makeAppearance() -> FaceAppearance {
    func zeros(_ count: Int) -> [Float] { Array(repeating: 0, count: count) }
    return FaceAppearance(
      geometry: zeros(3 * places.landmarks.count), scores: zeros(BlendShapeScores.count),
      coarse: zeros(places.coarse.count * FeatureMap.Layout.coarse.channels),
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
    features.coarse.sample(places.coarse, of: reading, into: &result.coarse)
    features.fine.sample(places.fine, of: reading, into: &result.fine)
    features.finest.sample(places.finest, of: reading, into: &result.finest)
  }
}
