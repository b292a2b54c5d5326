/// Numbers of named points among the 478 landmarks of MediaPipe's face mesh.
///
/// The first 468 lie on the face, the last ten are the irises. Sides are the person's own.
package enum LandmarkIndices {
  /// All landmarks.
  package static let count = 478
  /// Those on the face, which the canonical face has too.
  package static let faceCount = 468

  /// The outer corner of the right eye and of the left eye: the face's own horizontal.
  package static let rightEyeOuterCorner = 33
  package static let leftEyeOuterCorner = 263
  /// The inner corners.
  package static let rightEyeInnerCorner = 133
  package static let leftEyeInnerCorner = 362
  /// The middle of each iris, then right, top, left and bottom of its rim in the picture.
  package static let rightIris = 468..<473
  package static let leftIris = 473..<478
  /// The middle of the inner lips' rims.
  package static let upperLip = 13
  package static let lowerLip = 14

  /// The landmarks that the blend-shape network reads, in its order (MediaPipe's
  /// `face_blendshapes_graph`).
  package static let blendShapeInput: [Int] = [
    0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66,
    67, 70, 78, 80, 81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144,
    145, 146, 148, 149, 150, 152, 153, 154, 155, 157, 158, 159, 160, 161, 162, 163, 168, 172, 173,
    176, 178, 181, 185, 191, 195, 197, 234, 246, 249, 251, 263, 267, 269, 270, 276, 282, 283, 284,
    285, 288, 291, 293, 295, 296, 297, 300, 308, 310, 311, 312, 314, 317, 318, 321, 323, 324, 332,
    334, 336, 338, 356, 361, 362, 365, 373, 374, 375, 377, 378, 379, 380, 381, 382, 384, 385, 386,
    387, 388, 389, 390, 397, 398, 400, 402, 405, 409, 415, 454, 466, 468, 469, 470, 471, 472, 473,
    474, 475, 476, 477,
  ]
}
