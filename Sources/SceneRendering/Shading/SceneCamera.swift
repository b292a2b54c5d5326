import SessionCore
import SpatialMath

/// Where a scene is seen from.
struct SceneCamera {
  /// Clip space from the world.
  var clipFromWorld: Matrix4x4
  /// The camera's place in the world.
  var eye: Vector3
  /// True when left and right are swapped: triangles turn the other way.
  var isMirrored: Bool

  /// Pixels at distance 1 of a length of 1.
  var pixelsPerUnit: Double

  /// Nearest and farthest distance drawn, metres.
  private static let depthRange = (near: 0.02, far: 60.0)

  /// The camera of a view whose picture fills the viewport.
  init(_ view: CameraView, layout: ContentLayout) {
    let projection = view.image.intrinsics.projectionMatrix(
      near: Self.depthRange.near, far: Self.depthRange.far)
    let mirror = Matrix4x4(
      linear: Matrix3x3(diagonal: Vector3(layout.isMirrored ? -1 : 1, 1, 1)))
    clipFromWorld = mirror * projection * view.worldFromCamera.inverse.matrix
    eye = view.worldFromCamera.translation
    isMirrored = layout.isMirrored
    let intrinsics = view.image.intrinsics
    pixelsPerUnit = intrinsics.fx * layout.rectangle.width / Double(intrinsics.width)
  }

  /// How large a sphere of the world appears, pixels across.
  func pixels(center: Vector3, radius: Double) -> Double {
    2 * radius * pixelsPerUnit / max(1e-3, (center - eye).length)
  }
}
