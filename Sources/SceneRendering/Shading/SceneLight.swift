import Foundation
import SessionCore
import SpatialMath

/// The light on the scene, in linear colour: a key light from above and an ambient dome.
struct SceneLight: Equatable {
  /// Unit direction to the key light, in the world: from above, over the left shoulder of who
  /// looks along −Z.
  static let direction = Vector3(-0.42, 1, 0.46).normalized

  /// The key light on a surface that faces it.
  var key: SIMD3<Float>
  /// The dome's upper and lower half.
  var sky: SIMD3<Float>, ground: SIMD3<Float>

  /// The light of a well-lit room.
  private static let keyStrength: Float = 0.74
  private static let skyStrength: Float = 0.58
  private static let groundStrength: Float = 0.36
  /// How far the room's brightness may move the scene's: beyond, a head would vanish or burn out.
  private static let intensityRange: ClosedRange<Float> = 0.35...1.15

  /// The light for an estimate and the colours of the camera's picture.
  init(estimate: LightEstimate?, ambience: PictureAmbience?) {
    let estimate = estimate ?? .neutral
    let range = Self.intensityRange
    let intensity = min(
      range.upperBound, max(range.lowerBound, Float(estimate.ambientIntensity / 1000)))
    let white = Self.color(kelvin: estimate.ambientColorTemperature) * intensity
    key = white * Self.keyStrength
    sky = white * (ambience?.above ?? SIMD3(1, 1, 1)) * Self.skyStrength
    ground = white * (ambience?.below ?? SIMD3(1, 1, 1)) * Self.groundStrength
  }

  /// The colour of a black body, scaled so that green is 1 (fit of Tanner Helland, 2012, made
  /// linear); 6500 K is white.
  static func color(kelvin: Double) -> SIMD3<Float> {
    func rgb(_ kelvin: Double) -> Vector3 {
      let t = max(1500, min(15000, kelvin)) / 100
      let red = t <= 66 ? 255 : 329.698727446 * pow(t - 60, -0.1332047592)
      let green =
        t <= 66
        ? 99.4708025861 * log(t) - 161.1195681661 : 288.1221695283 * pow(t - 60, -0.0755148492)
      let blue = t >= 66 ? 255 : (t <= 19 ? 0 : 138.5177312231 * log(t - 10) - 305.0447927307)
      let encoded = Vector3(red, green, blue) / 255
      return Vector3(
        pow(max(0, min(1, encoded.x)), 2.2), pow(max(0, min(1, encoded.y)), 2.2),
        pow(max(0, min(1, encoded.z)), 2.2))
    }
    let relative = rgb(kelvin) / rgb(6500)
    return SIMD3<Float>(relative / relative.y)
  }
}
