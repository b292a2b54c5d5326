import Foundation
import SessionCore
import SpatialMath

/// The light on the scene, in linear colour: a key light and an ambient dome, or what a face's shading
/// tells.
struct SceneLight: Equatable {
  /// The light round a face in spherical harmonics of the second degree.
  struct Harmonics: Equatable {
    /// Nine coefficients of what a white matt card sends back, 1 is white.
    var card: [SIMD3<Float>]
    /// The harmonics' axes (+X right, +Y up, −Z forward of the front camera) from the world.
    var axesFromWorld: Matrix3x3

    /// What a matt surface makes of each degree, over π (Ramamoorthi and Hanrahan 2001).
    private static let shares: [Float] = [
      1, 2 / 3, 2 / 3, 2 / 3, 0.25, 0.25, 0.25, 0.25, 0.25,
    ]

    /// The light of an estimate, as seen by a camera; nil without 27 finite numbers.
    init?(_ estimate: DirectionalLightEstimate, worldFromCamera: Pose) {
      let values = estimate.sphericalHarmonicsCoefficients
      guard values.count == 27, values.allSatisfy(\.isFinite) else { return nil }
      card = (0..<9).map {
        SIMD3(values[$0], values[9 + $0], values[18 + $0]) * Self.shares[$0]
      }
      axesFromWorld = worldFromCamera.rotation.inverse.matrix
    }

    /// What a card that faces a direction of the world sends back.
    func light(_ world: Vector3) -> SIMD3<Float> {
      let d = SIMD3<Float>(axesFromWorld * world)
      let y: [Float] = [
        0.282095, 0.488603 * d.y, 0.488603 * d.z, 0.488603 * d.x, 1.092548 * d.x * d.y,
        1.092548 * d.y * d.z, 0.315392 * (3 * d.z * d.z - 1), 1.092548 * d.x * d.z,
        0.546274 * (d.x * d.x - d.y * d.y),
      ]
      let sum = zip(card, y).reduce(SIMD3<Float>.zero) { $0 + $1.0 * $1.1 }
      return pointwiseMax(sum, .zero)
    }
  }

  /// Unit direction to the key light where none is known, in the world: from above, over the left
  /// shoulder of who looks along −Z.
  static let usualDirection = Vector3(-0.42, 1, 0.46).normalized

  /// Unit direction to the key light, in the world.
  var direction = Self.usualDirection
  /// The light round the face; nil where it is not known.
  var harmonics: Harmonics?

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

  /// The light that a face's shading tells, in the picture of the camera that sees the face.
  ///
  /// Matt surfaces follow the harmonics; what shines mirrors a lamp where the light comes from, and a
  /// dome as bright as the harmonics are up and down.
  init(
    face: DirectionalLightEstimate, seenFrom worldFromCamera: Pose, estimate: LightEstimate?,
    ambience: PictureAmbience?
  ) {
    self.init(estimate: estimate, ambience: ambience)
    guard let harmonics = Harmonics(face, worldFromCamera: worldFromCamera) else { return }
    self.harmonics = harmonics
    sky = harmonics.light(Vector3(0, 1, 0))
    ground = harmonics.light(Vector3(0, -1, 0))
    var towards = face.primaryLightDirection
    guard towards.length > 1e-6 else { return }
    // Shadows on a table need a lamp that is not behind it: 30 degrees up at least.
    towards = towards.normalized
    let level = Vector2(towards.x, towards.z)
    if towards.y < 0.5, level.length > 1e-6 {
      let side = level / level.length * 0.75.squareRoot()
      towards = Vector3(side.x, 0.5, side.y)
    }
    direction = towards.normalized
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
