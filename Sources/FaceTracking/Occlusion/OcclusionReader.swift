import CCoefficientNetworks
import Foundation
import SpatialMath

/// Tells from what the landmark network sees which parts of a face something is before.
///
/// The network answers landmarks of a mouth behind a mask all the same, and its presence hardly falls; its
/// inner map shows it: one logistic regression a part on samples of it, learnt from drawn people behind
/// hands, masks, cups and phones (Tools/occlusion). Owns the memory that it works in; bound to one thread.
struct OcclusionReader {
  private var models: [(weights: [Float], bias: Float)] = []
  private var samples: [Float] = []

  /// Unpacks the weights.
  init() {
    var reader = PackedReader(
      bytes: UnsafeRawBufferPointer(
        start: bifrons_occlusion_weights, count: bifrons_occlusion_weights_size))
    for part in FacePart.allCases {
      let count = part.points.count * FeatureMap.Layout.coarse.channels
      models.append((reader.floats(count), reader.floats(1)[0]))
    }
  }

  /// Reads one picture of one face.
  mutating func read(_ map: FeatureMap, of reading: LandmarkReading) -> CoveredParts {
    var result = CoveredParts()
    for part in FacePart.allCases {
      let (weights, bias) = models[part.rawValue]
      if samples.count != weights.count { samples = Array(repeating: 0, count: weights.count) }
      map.sample(part.points, of: reading, into: &samples)
      var sum = bias
      for index in weights.indices { sum += weights[index] * samples[index] }
      result[part] = 1 / (1 + exp(-Double(sum)))
    }
    return result
  }
}

/// Evens out what single pictures tell of covered parts.
package struct OcclusionSteadier: Sendable {
  private var known: CoveredParts?
  private var last = Timestamp.zero

  /// Seconds in which a change is followed by 63 %.
  private static let timeConstant = 0.15

  /// Creates a steadier without history.
  package init() {}

  /// The steadied probabilities.
  package mutating func steady(_ seen: CoveredParts, at time: Timestamp) -> CoveredParts {
    defer { last = time }
    guard var known else {
      known = seen
      return seen
    }
    let share = 1 - exp(-max(0, time.seconds(since: last)) / Self.timeConstant)
    for part in FacePart.allCases { known[part] += (seen[part] - known[part]) * share }
    self.known = known
    return known
  }
}
