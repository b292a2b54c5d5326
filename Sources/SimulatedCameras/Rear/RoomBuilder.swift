import SoftwareRendering
import SpatialMath

/// Collects the pieces of a room: flat facets with paint, and boxes that cast shadows.
///
/// Room space is right-handed, in metres: +Y up from the floor, the table's middle over the
/// origin, the camera on the +Z side.
struct RoomBuilder {
  /// A surface's colour by texture coordinates in metres, linear reflectance.
  typealias Paint = (inout Canvas) -> Void

  /// A place that objects are built in: its origin, turned by `yaw` about +Y.
  struct Place {
    var position: SIMD3<Float>
    var yaw: Double = 0

    /// A point of the place in the room.
    func point(_ p: SIMD3<Float>) -> SIMD3<Float> { position + direction(p) }

    /// A direction of the place in the room.
    func direction(_ d: SIMD3<Float>) -> SIMD3<Float> {
      let m = Quaternion(angle: yaw, axis: Vector3(0, 1, 0)).matrix
      let (c, s) = (Float(m[0, 0]), Float(m[0, 2]))
      return SIMD3(c * d.x + s * d.z, d.y, c * d.z - s * d.x)
    }
  }

  /// A box's sides.
  enum Side: CaseIterable { case front, back, right, left, top, bottom }

  private(set) var designs: [FacetDesign] = []
  private(set) var occluders: [Illumination.Occluder] = []
  /// Scales all textures; below 1 the room is made faster and looks blurred.
  let detail: Float
  var generator: SeededGenerator

  init(seed: UInt64, detail: Double) {
    generator = SeededGenerator(seed: seed)
    self.detail = Float(detail)
  }

  /// Adds a rectangle; `u` and `v` run right and down as seen from its front.
  mutating func panel(
    origin: SIMD3<Float>, u: SIMD3<Float>, v: SIMD3<Float>, density: Float,
    lightDensity: Float = 20, emission: Float = 0, paint: @escaping Paint
  ) {
    let (width, height) = (u.length, v.length)
    let outline = [
      SIMD2<Float>(0, 0), SIMD2(width, 0), SIMD2(width, height), SIMD2(0, height),
    ]
    let facet = Facet(
      origin: origin, uAxis: u / width, vAxis: v / height, outline: outline)
    var design = FacetDesign(facet: facet, density: density * detail, paint: paint)
    design.lightDensity = lightDensity
    design.emission = emission
    designs.append(design)
  }

  /// Adds a box by its middle and size within a place.
  ///
  /// `open` sides are never seen and left out; `paint` gives each side its paint.
  mutating func box(
    _ center: SIMD3<Float>, size: SIMD3<Float>, in place: Place, density: Float,
    open: Set<Side> = [.bottom], castsShadow: Bool = true, lightDensity: Float = 24,
    emission: Float = 0, paint: (Side) -> Paint
  ) {
    let h = size / 2
    for side in Side.allCases where !open.contains(side) {
      let (corner, u, v) = Self.frame(of: side, half: h)
      panel(
        origin: place.point(center + corner), u: place.direction(u), v: place.direction(v),
        density: density, lightDensity: lightDensity, emission: emission, paint: paint(side))
    }
    if castsShadow {
      occluders.append(
        Illumination.Occluder(center: place.point(center), size: size, yaw: place.yaw))
    }
  }

  /// A side's first texture corner and its whole edges to the right and down, seen from outside.
  static func frame(
    of side: Side, half h: SIMD3<Float>
  ) -> (corner: SIMD3<Float>, u: SIMD3<Float>, v: SIMD3<Float>) {
    let down = SIMD3(0, -2 * h.y, 0)
    switch side {
    case .front: return (SIMD3(-h.x, h.y, h.z), SIMD3(2 * h.x, 0, 0), down)
    case .back: return (SIMD3(h.x, h.y, -h.z), SIMD3(-2 * h.x, 0, 0), down)
    case .right: return (SIMD3(h.x, h.y, h.z), SIMD3(0, 0, -2 * h.z), down)
    case .left: return (SIMD3(-h.x, h.y, -h.z), SIMD3(0, 0, 2 * h.z), down)
    case .top: return (SIMD3(-h.x, h.y, -h.z), SIMD3(2 * h.x, 0, 0), SIMD3(0, 0, 2 * h.z))
    case .bottom: return (SIMD3(-h.x, -h.y, h.z), SIMD3(2 * h.x, 0, 0), SIMD3(0, 0, -2 * h.z))
    }
  }

  /// Adds a round body about +Y: `sides` strips between two radii, lit as a smooth surface.
  ///
  /// `base` is the middle of the lower ring; `inward` draws the inside, as of a cup; `paint` gives
  /// the paint of a strip by where the strip starts along the outline, in metres.
  mutating func roundBody(
    base: SIMD3<Float>, height: Float, lowerRadius: Float, upperRadius: Float, sides: Int,
    in place: Place, density: Float, inward: Bool = false, castsShadow: Bool = true,
    emission: Float = 0, paint: (Float) -> Paint
  ) {
    let step = 2 * Double.pi / Double(sides)
    func ring(_ i: Int, _ r: Float, _ y: Float) -> SIMD3<Float> {
      let q = Quaternion(angle: step * Double(i), axis: Vector3(0, 1, 0)).act(Vector3(0, 0, 1))
      return base + SIMD3(Float(q.x) * r, y, Float(q.z) * r)
    }
    let larger = max(lowerRadius, upperRadius)
    let chord = (ring(0, larger, 0) - ring(1, larger, 0)).length
    for i in 0..<sides {
      let (first, second) = inward ? (i + 1, i) : (i, i + 1)
      let topLeft = ring(first, upperRadius, height)
      let topRight = ring(second, upperRadius, height)
      let bottomLeft = ring(first, lowerRadius, 0)
      let bottomRight = ring(second, lowerRadius, 0)
      let across = (bottomRight - bottomLeft + topRight - topLeft).normalized
      let middleTop = (topLeft + topRight) / 2
      let down = ((bottomLeft + bottomRight) / 2 - middleTop)
      let slant = down.length
      let width = max((topRight - topLeft).length, (bottomRight - bottomLeft).length)
      let origin = middleTop - across * (width / 2)
      let inset = (width - (topRight - topLeft).length) / 2
      let foot = (width - (bottomRight - bottomLeft).length) / 2
      let outline = [
        SIMD2(inset, 0), SIMD2(width - inset, 0), SIMD2(width - foot, slant), SIMD2(foot, slant),
      ]
      let facet = Facet(
        origin: place.point(origin), uAxis: place.direction(across),
        vAxis: place.direction(down / slant), outline: outline)
      var design = FacetDesign(
        facet: facet, density: density * detail, paint: paint(Float(i) * chord))
      design.emission = emission
      let turn: Float = inward ? -1 : 1
      let tilt = SIMD3(0, (lowerRadius - upperRadius) / max(height, 1e-3), 0)
      let left = ((ring(first, 1, 0) - base + tilt) * turn).normalized
      let right = ((ring(second, 1, 0) - base + tilt) * turn).normalized
      design.normals = (place.direction(left), place.direction(right))
      designs.append(design)
    }
    if castsShadow {
      let side = 1.6 * larger
      occluders.append(
        Illumination.Occluder(
          center: place.point(base + SIMD3(0, height / 2, 0)), size: SIMD3(side, height, side),
          yaw: place.yaw))
    }
  }

  /// Adds a flat regular polygon facing up, as the lid of a round body.
  mutating func disc(
    center: SIMD3<Float>, radius: Float, sides: Int, in place: Place, density: Float,
    paint: @escaping Paint
  ) {
    let step = 2 * Double.pi / Double(sides)
    let outline = (0..<sides).map { i in
      let q = Quaternion(angle: step * Double(i), axis: Vector3(0, 1, 0)).act(Vector3(0, 0, 1))
      return SIMD2(Float(q.x), Float(q.z)) * radius + radius
    }
    let corner = center - SIMD3(radius, 0, radius)
    let facet = Facet(
      origin: place.point(corner), uAxis: place.direction(SIMD3(1, 0, 0)),
      vAxis: place.direction(SIMD3(0, 0, 1)), outline: outline)
    designs.append(FacetDesign(facet: facet, density: density * detail, paint: paint))
  }

  /// Adds a flat convex polygon seen from both sides, as a leaf.
  mutating func leaf(
    _ corners: [SIMD2<Float>], origin: SIMD3<Float>, u: SIMD3<Float>, v: SIMD3<Float>,
    density: Float, paint: @escaping Paint
  ) {
    var facet = Facet(origin: origin, uAxis: u, vAxis: v, outline: corners)
    designs.append(FacetDesign(facet: facet, density: density * detail, paint: paint))
    let width = corners.map(\.x).max() ?? 0
    facet.origin = origin + u * width
    facet.uAxis = -u
    facet.outline = corners.map { SIMD2(width - $0.x, $0.y) }
    designs.append(FacetDesign(facet: facet, density: density * detail, paint: paint))
  }

  /// Lights and paints everything.
  mutating func build(lights: Illumination) -> FacetScene {
    var lights = lights
    lights.occluders += occluders
    var scene = FacetScene()
    scene.reserveTexels(designs.reduce(0) { $0 + $1.texelCount })
    for design in designs {
      scene.add(design, illumination: lights, generator: &generator)
    }
    return scene
  }
}
