import SessionCore
import SoftwareRendering
import SpatialMath

/// A furnished room: what a camera sees of it and what is true of it.
package struct SimulatedRoom: Sendable {
  /// The painted and lit surfaces, in room space.
  let scene: FacetScene
  /// The light at the table's middle.
  let light: LightEstimate

  /// Builds a room; the same seed gives the same texels.
  ///
  /// `detail` scales the textures; 1 suits 640 × 480.
  package init(seed: UInt64, detail: Double = 1) {
    var builder = RoomBuilder(seed: seed, detail: detail)
    RoomShell.add(to: &builder, seed: seed &* 1000)
    RoomFurniture.add(to: &builder, seed: seed &* 1000 &+ 300)
    RoomObjects.add(to: &builder, seed: seed &* 1000 &+ 600)
    var lights = Self.lights
    scene = builder.build(lights: lights)
    lights.occluders = builder.occluders
    light = Self.estimate(lights)
  }

  /// Daylight through the window of the left wall and a warm lamp under the ceiling.
  private static let lights: Illumination = {
    var lights = Illumination()
    let x = RoomMeasures.low.x
    lights.windows = [
      .init(
        center: SIMD3(x + 0.01, 1.525, 0), halfU: SIMD3(0, 0, 0.9), halfV: SIMD3(0, 0.675, 0),
        normal: SIMD3(1, 0, 0), color: SIMD3(2.7, 2.95, 3.35))
    ]
    lights.lamps = [
      .init(center: SIMD3(0.5, 2.45, -0.3), radius: 0.22, color: SIMD3(1.5, 1.2, 0.82))
    ]
    lights.sky = SIMD3(0.27, 0.265, 0.25)
    lights.ground = SIMD3(0.13, 0.11, 0.09)
    return lights
  }()

  /// The irradiance on the table that 1000 ("well lit") stands for, in the units of
  /// `Illumination`.
  private static let wellLit: Float = 1

  private static func estimate(_ lights: Illumination) -> LightEstimate {
    var generator = SeededGenerator(seed: 1)
    var sum = SIMD3<Float>.zero
    let count = 64
    for _ in 0..<count {
      sum += lights.irradiance(
        at: SIMD3(0, RoomMeasures.tableHeight, 0), normal: SIMD3(0, 1, 0), using: &generator)
    }
    let light = sum / Float(count)
    let luminance = light.dot(SIMD3(0.2126, 0.7152, 0.0722))
    return LightEstimate(
      ambientIntensity: Double(luminance / wellLit) * 1000,
      ambientColorTemperature: colorTemperature(SIMD3<Double>(light)))
  }

  /// The correlated colour temperature of linear sRGB by McCamy's cubic (1992), kelvin.
  static func colorTemperature(_ rgb: SIMD3<Double>) -> Double {
    let x = rgb.dot(SIMD3(0.4124, 0.3576, 0.1805))
    let y = rgb.dot(SIMD3(0.2126, 0.7152, 0.0722))
    let z = rgb.dot(SIMD3(0.0193, 0.1192, 0.9505))
    let total = x + y + z
    let n = (x / total - 0.3320) / (0.1858 - y / total)
    return ((449 * n + 3525) * n + 6823.3) * n + 5520.33
  }
}

extension SimulatedRoom {
  /// A rectangle of the room that counts as a plane.
  struct Surface: Sendable {
    /// Room from plane: X–Z is the surface, +Y its normal, and on walls +Z points down.
    var roomFromPlane: Pose
    var width: Double, height: Double
    var alignment: PlaneAnchor.Alignment
    var classification: PlaneAnchor.Classification
  }

  /// Floor, table, seats, walls and ceiling with their whole extents.
  static let surfaces: [Surface] = {
    let (a, b) = (Vector3(RoomMeasures.low), Vector3(RoomMeasures.high))
    let middle = (a + b) / 2
    let size = b - a
    func horizontal(
      _ center: Vector3, _ width: Double, _ depth: Double, yaw: Double = 0,
      _ classification: PlaneAnchor.Classification
    ) -> Surface {
      Surface(
        roomFromPlane: Pose(
          rotation: Quaternion(angle: yaw, axis: Vector3(0, 1, 0)), translation: center),
        width: width, height: depth, alignment: .horizontal, classification: classification)
    }
    let table = RoomMeasures.tableSize
    let seat = RoomMeasures.seatSize
    var result = [
      horizontal(
        Vector3(0, Double(RoomMeasures.tableHeight), 0), Double(table.x), Double(table.y), .table),
      horizontal(Vector3(middle.x, 0, middle.z), size.x, size.z, .floor),
    ]
    for place in RoomMeasures.chairs {
      let p = Vector3(place.position) + Vector3(0, Double(RoomMeasures.seatHeight), 0)
      result.append(horizontal(p, Double(seat.x), Double(seat.y), yaw: place.yaw, .seat))
    }
    for (center, normal, width) in [
      (Vector3(middle.x, middle.y, a.z), Vector3(0, 0, 1), size.x),
      (Vector3(middle.x, middle.y, b.z), Vector3(0, 0, -1), size.x),
      (Vector3(a.x, middle.y, middle.z), Vector3(1, 0, 0), size.z),
      (Vector3(b.x, middle.y, middle.z), Vector3(-1, 0, 0), size.z),
    ] {
      let down = Vector3(0, -1, 0)
      let rotation = Quaternion(Matrix3x3(columns: normal.cross(down), normal, down))
      result.append(
        Surface(
          roomFromPlane: Pose(rotation: rotation, translation: center), width: width,
          height: size.y, alignment: .vertical, classification: .wall))
    }
    let turned = Quaternion(angle: .pi, axis: Vector3(1, 0, 0))
    result.append(
      Surface(
        roomFromPlane: Pose(rotation: turned, translation: Vector3(middle.x, b.y, middle.z)),
        width: size.x, height: size.z, alignment: .horizontal, classification: .ceiling))
    return result
  }()

  /// The surfaces as plane anchors of a world, with identifiers drawn by a seed.
  static func planes(worldFromRoom: Pose, seed: UInt64) -> [PlaneAnchor] {
    var generator = SeededGenerator(seed: seed)
    return surfaces.map { surface in
      let (x, z) = (surface.width / 2, surface.height / 2)
      // Counter-clockwise seen from +Y, where +X is right and +Z is towards the viewer.
      let boundary = [
        Vector3(x, 0, z), Vector3(x, 0, -z), Vector3(-x, 0, -z), Vector3(-x, 0, z),
      ]
      return PlaneAnchor(
        identifier: AnchorIdentifier(using: &generator),
        transform: worldFromRoom * surface.roomFromPlane, alignment: surface.alignment,
        center: .zero,
        extent: .init(width: surface.width, height: surface.height, rotationOnYAxis: 0),
        boundary: boundary, classification: surface.classification)
    }
  }
}
