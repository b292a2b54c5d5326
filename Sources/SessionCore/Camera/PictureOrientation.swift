import SpatialMath

/// How pictures are turned and flipped before anything looks at them: for a sensor that is mounted
/// on its side or upside down, or a camera that gives mirror images.
package struct PictureOrientation: Sendable, Equatable {
  /// Quarter turns clockwise, 0 to 3; done first.
  package var quarterTurns: Int
  /// Whether left and right are exchanged after the turn.
  package var isMirrored: Bool

  /// Creates an orientation; turns count modulo 4.
  package init(quarterTurns: Int = 0, isMirrored: Bool = false) {
    self.quarterTurns = ((quarterTurns % 4) + 4) % 4
    self.isMirrored = isMirrored
  }

  /// Whether pictures stay as they are.
  package var isNeutral: Bool { quarterTurns == 0 && !isMirrored }

  /// The size of turned pictures.
  package func applied(width: Int, height: Int) -> (width: Int, height: Int) {
    quarterTurns % 2 == 0 ? (width, height) : (height, width)
  }

  /// The lens that turned pictures seem to come from.
  ///
  /// A quarter turn clockwise takes the point (x, y) to (−y, x); put into the Brown-Conrady model
  /// that makes p1 of p2 and −p2 of p1, and a mirror changes the sign of p2. Radial terms stay.
  package func applied(to lens: CameraIntrinsics) -> CameraIntrinsics {
    var result = lens
    for _ in 0..<quarterTurns {
      let before = result
      result = CameraIntrinsics(
        width: before.height, height: before.width, fx: before.fy, fy: before.fx,
        cx: Double(before.height) - before.cy, cy: before.cx, distortion: before.distortion)
      result.distortion.p1 = before.distortion.p2
      result.distortion.p2 = -before.distortion.p1
    }
    if isMirrored {
      result.cx = Double(result.width) - result.cx
      result.distortion.p2 = -result.distortion.p2
    }
    return result
  }
}
