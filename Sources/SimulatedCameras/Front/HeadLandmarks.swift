import SpatialMath

/// Where the 468 landmarks of the face mesh model lie on the head's own surface.
///
/// They tie the head to the canonical face: its pose, its size, and the mesh of 1220 vertices.
enum HeadLandmarks {
  static let count = 468

  /// The landmarks on a deformed head, by a look-up of base mesh vertices.
  static func points(_ vertex: (Int) -> SIMD3<Float>) -> [SIMD3<Float>] {
    (0..<count).map { i in
      let (a, b, c) = (table[5 * i], table[5 * i + 1], table[5 * i + 2])
      let wb = Float(table[5 * i + 3]) / 1000
      let wc = Float(table[5 * i + 4]) / 1000
      let (p, q, r) = (vertex(Int(a)), vertex(Int(b)), vertex(Int(c)))
      return p * (1 - wb - wc) + q * wb + r * wc
    }
  }

  /// The base mesh vertices that landmarks hang on.
  static var vertices: Set<Int> {
    Set((0..<count).flatMap { i in (0..<3).map { Int(table[5 * i + $0]) } })
  }

  // Contours by landmark number, in order along the contour (MediaPipe's face mesh).
  /// Outer border of the lips, from the right corner over the upper lip.
  static let outerLips = [
    61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146,
  ]
  /// Inner border of the lips, from the right corner over the upper lip.
  static let innerLips = [
    78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95,
  ]
  /// Upper borders of the brows, from the outer end.
  static let rightBrowTop = [70, 63, 105, 66, 107], leftBrowTop = [300, 293, 334, 296, 336]
  /// Lower borders of the brows, from the outer end.
  static let rightBrowBottom = [46, 53, 52, 65, 55], leftBrowBottom = [276, 283, 282, 295, 285]
  /// Borders of the eyes, from the outer corner over the upper lid.
  static let rightEye = [
    33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7,
  ]
  static let leftEye = [
    263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249,
  ]
  /// The tip of the nose.
  static let noseTip = 4
}
