import SpatialMath

/// The light in a camera's picture.
public struct LightEstimate: Sendable, Equatable {
  /// 1000 is a well-lit scene.
  public var ambientIntensity: Double
  /// In kelvin; 6500 is neutral white.
  public var ambientColorTemperature: Double

  /// Creates an estimate.
  public init(ambientIntensity: Double, ambientColorTemperature: Double) {
    self.ambientIntensity = ambientIntensity
    self.ambientColorTemperature = ambientColorTemperature
  }

  /// What is assumed while nothing is known.
  public static let neutral = LightEstimate(
    ambientIntensity: 1000, ambientColorTemperature: 6500)
}

/// The light on a face, as its shading tells it.
public struct DirectionalLightEstimate: Sendable, Equatable {
  /// 27 second-degree spherical-harmonic coefficients: nine for red, then green, then blue.
  public var sphericalHarmonicsCoefficients: [Float]
  /// Unit direction **from** which the strongest light comes, in world space.
  public var primaryLightDirection: Vector3
  /// In lumens-like units; 1000 is well lit.
  public var primaryLightIntensity: Double

  /// Creates an estimate.
  public init(
    sphericalHarmonicsCoefficients: [Float], primaryLightDirection: Vector3,
    primaryLightIntensity: Double
  ) {
    self.sphericalHarmonicsCoefficients = sphericalHarmonicsCoefficients
    self.primaryLightDirection = primaryLightDirection
    self.primaryLightIntensity = primaryLightIntensity
  }
}
