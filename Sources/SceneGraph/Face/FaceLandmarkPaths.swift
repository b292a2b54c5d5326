/// Which of the 478 landmarks are joined by lines, by the name of the feature.
///
/// Numbers are those of MediaPipe's face mesh (`FACEMESH_*` connections of its documentation). Left
/// is the face's own.
public enum FaceLandmarkPaths {
  /// One line through landmarks.
  public struct Path: Sendable, Equatable {
    /// The feature's name.
    public let name: String
    /// Landmark numbers in order.
    public let landmarks: [Int]
    /// True when the last is joined to the first.
    public let isClosed: Bool
  }

  /// All lines: contour, brows, eyes, pupils, nose, lips.
  public static let all: [Path] = [
    Path(
      name: "contour",
      landmarks: [
        10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377,
        152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
      ], isClosed: true),
    Path(
      name: "leftBrow", landmarks: [276, 283, 282, 295, 285, 336, 296, 334, 293, 300],
      isClosed: true),
    Path(
      name: "rightBrow", landmarks: [46, 53, 52, 65, 55, 107, 66, 105, 63, 70], isClosed: true),
    Path(
      name: "leftEye",
      landmarks: [
        263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466,
      ], isClosed: true),
    Path(
      name: "rightEye",
      landmarks: [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246],
      isClosed: true),
    Path(name: "leftPupil", landmarks: [474, 475, 476, 477], isClosed: true),
    Path(name: "rightPupil", landmarks: [469, 470, 471, 472], isClosed: true),
    Path(name: "noseBridge", landmarks: [168, 6, 197, 195, 5, 4], isClosed: false),
    Path(name: "noseBase", landmarks: [129, 98, 97, 2, 326, 327, 358], isClosed: false),
    Path(
      name: "outerLips",
      landmarks: [
        61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185,
      ], isClosed: true),
    Path(
      name: "innerLips",
      landmarks: [
        78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191,
      ], isClosed: true),
  ]
}
