import SpatialMath

/// A facet as it is designed: shape, paint and how finely both are to be resolved.
package struct FacetDesign {
  package var facet: Facet
  /// Texels a metre.
  package var density: Float
  /// Light grid points a metre.
  package var lightDensity: Float = 20
  /// Own light, 1 being white; zero for all but lamps and windows.
  package var emission: Float = 0
  /// Normals at the left and right border where the facet stands for part of a curved surface.
  package var normals: (SIMD3<Float>, SIMD3<Float>)?
  /// Paints the reflectance.
  package var paint: (inout Canvas) -> Void

  /// Creates a design.
  package init(facet: Facet, density: Float, paint: @escaping (inout Canvas) -> Void) {
    self.facet = facet
    self.density = density
    self.paint = paint
  }
}

extension FacetDesign {
  /// The size of the texture, metres.
  var size: SIMD2<Float> { facet.outline.reduce(.zero) { pointwiseMax($0, $1) } }

  /// The number of texels of the finest level.
  package var texelCount: Int {
    let texels = size * density
    return Int(texels.x.rounded(.up)) * Int(texels.y.rounded(.up))
  }
}

extension FacetScene {
  /// Paints and lights a facet and adds it.
  package mutating func add(
    _ design: FacetDesign, illumination: Illumination, generator: inout SeededGenerator
  ) {
    let size = design.size
    var canvas = Canvas(size: size, density: design.density)
    design.paint(&canvas)
    if design.emission > 0 {
      let emission = design.emission
      canvas.modulate { _, _ in emission }
    } else {
      let normal = design.facet.normal
      let light = LightMap(
        facet: design.facet, size: size, density: design.lightDensity,
        normals: design.normals ?? (normal, normal), illumination: illumination,
        generator: &generator)
      let step = 1 / canvas.density
      for y in 0..<canvas.height {
        for x in 0..<canvas.width {
          let p = SIMD2(Float(x) + 0.5, Float(y) + 0.5) * step
          canvas.texels[y * canvas.width + x] *= light.value(p)
        }
      }
    }
    add(design.facet, picture: canvas)
  }
}
