import Foundation
import SessionCore
import SpatialMath

/// How far poses are off, as a function of what makes a face hard to read.
///
/// Measured on 1200 pictures of drawn people of two sculptors, with all that a cheap camera does to them:
/// what is said is what is found within a fifth, quarter by quarter of what is said.
extension PoseUncertainty {
  private enum Share {
    /// A near, frontal face: people's heads differ from the average's, radians.
    static let rotation = 3.9 * Double.pi / 180
    /// What a pixel does: over the face's width, radians.
    static let pixels = 200 * Double.pi / 180
    /// A turn's own share.
    static let turn = 0.11
    /// The angle between the face and the camera's axis: depths are taken along the axis, which turns faces
    /// beside it wrong by half of the angle.
    static let beside = 0.55
    /// An unsure network, radians at a presence of 0.
    static let presence = 25 * Double.pi / 180
    /// Landmarks beyond the picture, radians when all are.
    static let outside = 9 * Double.pi / 180
    /// Heads differ in size, and the distance with it.
    static let size = 0.07
    /// What a pixel does to the size: over the face's width.
    static let sizePixels = 2.0
  }

  /// The uncertainty of a face seen like this at a position before the camera, metres.
  package init(_ conditions: FaceConditions, position: Vector3) {
    let distance = position.length
    let beside = atan2(
      (position.x * position.x + position.y * position.y).squareRoot(), -position.z)
    let width = max(conditions.width, 1)
    let turn = (conditions.yaw * conditions.yaw + conditions.pitch * conditions.pitch).squareRoot()
    let parts = [
      Share.rotation, Share.pixels / width, Share.turn * turn, Share.beside * beside,
      Share.presence * (1 - conditions.presence), Share.outside * conditions.shareOutside,
    ]
    let sizes = [Share.size, Share.sizePixels / width, conditions.shareOutside * Share.size]
    func joined(_ parts: [Double]) -> Double {
      parts.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
    self.init(rotation: min(.pi, joined(parts)), position: distance * min(1, joined(sizes)))
  }
}
