/// The robot head's surfaces.
enum RobotHeadMaterials {
  /// The shell: warm white enamel.
  static let shell = Material.lit(
    PhysicalMaterial(baseColor: SIMD3(0.93, 0.90, 0.85), roughness: 0.42, clearcoat: 0.7))
  /// Lips, brows, ears: coral enamel.
  static let accent = Material.lit(
    PhysicalMaterial(baseColor: SIMD3(0.93, 0.36, 0.25), roughness: 0.38, clearcoat: 0.8))
  /// Brows: dark enamel.
  static let brow = Material.lit(
    PhysicalMaterial(baseColor: SIMD3(0.24, 0.22, 0.25), roughness: 0.4, clearcoat: 0.6))
  /// Foot, rings: brushed aluminium.
  static let aluminium = Material.lit(
    PhysicalMaterial(
      baseColor: SIMD3(0.86, 0.87, 0.89), metallic: 1, roughness: 0.34, brushed: 0.6))
  /// Bezels, rods: polished steel.
  static let steel = Material.lit(
    PhysicalMaterial(baseColor: SIMD3(0.80, 0.81, 0.84), metallic: 1, roughness: 0.2))
  /// The plate behind the eyes: dark teal enamel.
  static let visor = Material.lit(
    PhysicalMaterial(baseColor: SIMD3(0.13, 0.30, 0.36), roughness: 0.3, clearcoat: 1))
  /// Lids.
  static let lid = Material.lit(
    PhysicalMaterial(baseColor: SIMD3(0.22, 0.47, 0.53), roughness: 0.4, clearcoat: 0.6))
  /// Neck, mouth: rubber.
  static let rubber = Material.lit(
    PhysicalMaterial(baseColor: SIMD3(0.17, 0.17, 0.19), roughness: 0.75))
  /// The inside of the mouth.
  static let mouth = Material.lit(
    PhysicalMaterial(
      baseColor: SIMD3(0.30, 0.07, 0.08), roughness: 0.7, emissive: SIMD3(0.035, 0.004, 0.004)))
  /// Teeth.
  static let tooth = Material.lit(
    PhysicalMaterial(baseColor: SIMD3(0.96, 0.95, 0.90), roughness: 0.3, clearcoat: 0.5))
  /// The tongue.
  static let tongue = Material.lit(
    PhysicalMaterial(baseColor: SIMD3(0.92, 0.42, 0.47), roughness: 0.45, clearcoat: 0.3))
  /// The white of the eye, faintly lit from inside.
  static let eyeball = Material.lit(
    PhysicalMaterial(
      baseColor: SIMD3(0.97, 0.97, 0.96), roughness: 0.18, emissive: SIMD3(0.10, 0.11, 0.11),
      clearcoat: 1))
  /// The iris: a lamp.
  static let iris = Material.lit(
    PhysicalMaterial(
      baseColor: SIMD3(0.10, 0.55, 0.70), roughness: 0.25, emissive: SIMD3(0.01, 0.22, 0.32),
      clearcoat: 1))
  /// The pupil.
  static let pupil = Material.lit(
    PhysicalMaterial(baseColor: SIMD3(0.02, 0.03, 0.04), roughness: 0.1, clearcoat: 1))
  /// The catch light in the eye.
  static let glint = Material.unlit(SIMD4(1, 1, 1, 1))
  /// The lamp on the antenna.
  static let lamp = Material.lit(
    PhysicalMaterial(
      baseColor: SIMD3(0.35, 0.85, 0.95), roughness: 0.25, emissive: SIMD3(0.05, 0.45, 0.55),
      clearcoat: 1))

  /// A cheek's lamp, from off to full.
  static func cheek(glow: Float) -> Material {
    .lit(
      PhysicalMaterial(
        baseColor: SIMD3(0.95, 0.62, 0.55), roughness: 0.4,
        emissive: SIMD3(0.9, 0.20, 0.12) * glow, clearcoat: 0.6))
  }
}
