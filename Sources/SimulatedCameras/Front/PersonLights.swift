import SoftwareRendering
import SpatialMath

/// The light on a person before the front camera, in session camera axes; 1 shows white as white.
struct PersonLights: Sendable {
  /// Where the main light comes from, a unit vector, and its colour: the room's window, soft.
  var key = SIMD3<Float>(0.62, 0.36, 0.70).normalized
  var keyColor = SIMD3<Float>(0.98, 0.97, 0.97)
  /// The lamp under the ceiling, from the other side.
  var fill = SIMD3<Float>(-0.72, 0.42, 0.55).normalized
  var fillColor = SIMD3<Float>(0.34, 0.29, 0.235)
  /// What walls and floor throw back, from above and below.
  var sky = SIMD3<Float>(0.33, 0.325, 0.32), ground = SIMD3<Float>(0.20, 0.175, 0.15)

  /// Light from everywhere on a surface.
  @inline(__always)
  func ambient(_ normal: SIMD3<Float>) -> SIMD3<Float> {
    ground + (sky - ground) * (0.5 + 0.5 * normal.y)
  }
}
