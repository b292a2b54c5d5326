/// A named group of vertices of the face mesh.
///
/// Sides are the face's own. Groups marked *ordered* run along a line; the others rise by number.
public enum FaceMeshGroup: String, Sendable, CaseIterable, Hashable {
  /// The skin of the chin.
  case chin
  /// The mesh's outer edge; ordered, from the top by the left ear.
  case faceOutline
  /// Between brows and hair.
  case forehead
  /// The outer edge from the right ear over the chin to the left ear; ordered.
  case jawLine
  /// The eyebrows.
  case leftBrow, rightBrow
  /// The middle of the cheeks.
  case leftCheek, rightCheek
  /// The edge of the eye's opening; ordered, upper lid first.
  case leftEyeRim, rightEyeRim
  /// Upper and lower lid up to the crease.
  case leftEyelids, rightEyelids
  /// The edges of the lids, from the outer corner to the inner; ordered.
  case leftUpperLidRim, rightUpperLidRim, leftLowerLidRim, rightLowerLidRim
  /// The mouth's corner: on the inner lips' edge, then on the lips' outer line.
  case leftMouthCorner, rightMouthCorner
  /// The sides of the nose.
  case leftNoseWing, rightNoseWing
  /// Between eye and ear.
  case leftTemple, rightTemple
  /// The lips' outer line.
  case lipOutline
  /// Both lips.
  case lips
  /// One lip.
  case upperLip, lowerLip
  /// The edges of the inner lips, from the right corner to the left; ordered.
  case upperLipRim, lowerLipRim
  /// The edge of the mouth's opening; ordered, upper lip first.
  case mouthRim
  /// The vertices between left and right; ordered from the top.
  case midline
  /// The ridge of the nose.
  case noseBridge
  /// The tip of the nose.
  case noseTip
}
