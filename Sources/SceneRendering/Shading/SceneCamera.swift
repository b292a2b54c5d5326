import Foundation
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

  /// How the lens bends the picture; nil when it does not.
  var lens: LensBend?

  /// Pixels at distance 1 of a length of 1.
  var pixelsPerUnit: Double

  /// Nearest and farthest distance drawn, metres.
  private static let depthRange = (near: 0.02, far: 60.0)

  /// The camera of a view whose picture fills the viewport.
  init(_ view: CameraView, layout: ContentLayout) {
    self.init(
      view.worldFromCamera, view.image.intrinsics, layout: layout, far: Self.depthRange.far)
  }

  /// A view from outside whose picture fills the viewport.
  init(_ orbit: OrbitCamera, layout: ContentLayout) {
    let r = layout.rectangle
    let (width, height) = (max(1, Int(r.width)), max(1, Int(r.height)))
    let f = Double(height) / (2 * tan(OrbitCamera.fieldOfView / 2))
    self.init(
      orbit.worldFromCamera,
      CameraIntrinsics(
        width: width, height: height, fx: f, fy: f, cx: Double(width) / 2, cy: Double(height) / 2),
      layout: layout, far: max(Self.depthRange.far, 4 * orbit.distance))
  }

  private init(
    _ worldFromCamera: Pose, _ intrinsics: CameraIntrinsics, layout: ContentLayout, far: Double
  ) {
    let projection = intrinsics.projectionMatrix(near: Self.depthRange.near, far: far)
    let mirror = Matrix4x4(
      linear: Matrix3x3(diagonal: Vector3(layout.isMirrored ? -1 : 1, 1, 1)))
    clipFromWorld = mirror * projection * worldFromCamera.inverse.matrix
    eye = worldFromCamera.translation
    isMirrored = layout.isMirrored
    lens = LensBend(intrinsics, isMirrored: layout.isMirrored)
    pixelsPerUnit = intrinsics.fx * layout.rectangle.width / Double(intrinsics.width)
  }

  /// Clip space from the world, as the lens shows it.
  func clip(_ world: Vector3) -> Vector4 {
    let clip = clipFromWorld * Vector4(world, 1)
    return lens?.bend(clip) ?? clip
  }

  /// How large a sphere of the world appears, pixels across.
  func pixels(center: Vector3, radius: Double) -> Double {
    2 * radius * pixelsPerUnit / max(1e-3, (center - eye).length)
  }
}
