import SpatialMath

/// Merges detections of the same face.
package enum NonMaximumSuppression {
  /// Replaces each cluster of overlapping detections by its mean, weighted by the scores, with the
  /// best one's score (BlazeFace, Bazarevsky et al.
  ///
  /// 2019).
  ///
  /// The best detection that is left gathers all that overlap it by more than `overlap`.
  ///
  /// - Parameters:
  /// - detections: in any order.
  /// - overlap: intersection over union from which two are one face.
  /// - limit: the most faces to return.
  /// - Returns: faces by falling score.
  /// - Complexity: O(n · faces).
  package static func merge(
    _ detections: [FaceDetection], overlap: Double, limit: Int
  ) -> [FaceDetection] {
    // Equal scores keep their order, so that the result does not depend on the sorting.
    var left = detections.enumerated().sorted { a, b in
      a.element.score != b.element.score
        ? a.element.score > b.element.score : a.offset < b.offset
    }.map(\.element)
    var merged: [FaceDetection] = []
    while let best = left.first, merged.count < limit {
      var cluster = [best]
      var rest: [FaceDetection] = []
      for other in left.dropFirst() {
        if best.box.overlap(with: other.box) > overlap {
          cluster.append(other)
        } else {
          rest.append(other)
        }
      }
      merged.append(weightedMean(of: cluster, score: best.score))
      left = rest
    }
    return merged
  }

  private static func weightedMean(
    of cluster: [FaceDetection], score: Double
  ) -> FaceDetection {
    let total = cluster.reduce(0) { $0 + $1.score }
    func mean(_ value: (FaceDetection) -> Vector2) -> Vector2 {
      cluster.reduce(.zero) { $0 + value($1) * $1.score } / total
    }
    return FaceDetection(
      score: score,
      box: PixelBox(minimum: mean(\.box.minimum), maximum: mean(\.box.maximum)),
      keyPoints: (0..<FaceDetection.keyPointCount).map { i in mean { $0.keyPoints[i] } })
  }
}
