import ImageProcessing
import SessionCore
import SpatialMath

/// Faces that are partly outside the picture.
extension FaceLandmarkTracker {
  private enum Edge {
    /// A region is larger than its face by this.
    static let regionScale = 1.5
    /// The share of a face's width beyond the edge from which on the network is shown grey there.
    static let shareOutside = 0.05
  }

  /// What the network is shown beyond the picture.
  ///
  /// With the picture's edge smeared it misses 60 % of faces of which half is outside, with grey 30 %, and
  /// the landmarks that are seen are off by a quarter less.
  func border(round region: OrientedRectangle, in picture: PixelBuffer) -> PictureCropper.Border {
    guard isFull else { return .replicated }
    let half = region.size / (2 * Edge.regionScale)
    let (low, high) = (region.center - half, region.center + half)
    let size = Vector2(Double(picture.width), Double(picture.height))
    let beyond = max(max(-low.x, high.x - size.x), max(-low.y, high.y - size.y))
    return beyond > Edge.shareOutside * 2 * half.x ? .grey : .replicated
  }
}
