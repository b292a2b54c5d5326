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
  package init(seed: UInt64, detail: Double = 1, props: Set<RoomProp> = []) {
    var builder = RoomBuilder(seed: seed, detail: detail)
    RoomShell.add(to: &builder, seed: seed &* 1000)
    RoomFurniture.add(to: &builder, seed: seed &* 1000 &+ 300)
    RoomObjects.add(to: &builder, seed: seed &* 1000 &+ 600)
    for prop in RoomProp.allCases where props.contains(prop) {
      prop.add(to: &builder, seed: seed &* 1000 &+ 900)
    }
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

  /// Table, floor, seats, the sideboard's and the shelves' flat sides, walls and ceiling with their
  /// whole extents: all that is flat and more than 0.3 m wide.
  static let surfaces = [table, floor] + seats + furniture + walls + [ceiling]

  private static let table = level(
    Vector3(0, Double(RoomMeasures.tableHeight), 0), RoomMeasures.tableSize, .table)

  private static let floor = level(
    Vector3(middle.x, 0, middle.z), SIMD2(Float(size.x), Float(size.z)), .floor)

  private static let seats =
    RoomMeasures.chairs.map { place in
      level(
        Vector3(place.point(SIMD3(0, RoomMeasures.seatHeight, 0))), RoomMeasures.seatSize,
        yaw: place.yaw, .seat)
    } + [
      level(
        Vector3(RoomMeasures.armchair.point(RoomMeasures.cushion)), RoomMeasures.cushionSize,
        yaw: RoomMeasures.armchair.yaw, .seat)
    ]

  private static let furniture: [Surface] = {
    let board = RoomMeasures.sideboardSize
    let feet = RoomMeasures.sideboardFeet
    let sideboard = RoomMeasures.sideboard
    let shelves = RoomMeasures.shelves.map { place in
      upright(
        place, SIMD3(0, RoomMeasures.shelfHeight / 2, RoomMeasures.shelfFront),
        SIMD2(RoomMeasures.shelfWidth, RoomMeasures.shelfHeight))
    }
    return [
      level(
        Vector3(sideboard.point(SIMD3(0, board.y + feet, 0))), SIMD2(board.x, board.z),
        yaw: sideboard.yaw, .table),
      upright(sideboard, SIMD3(0, board.y / 2 + feet, board.z / 2), SIMD2(board.x, board.y)),
    ] + shelves
  }()

  private static let walls: [Surface] = {
    let (a, b) = (RoomMeasures.low, RoomMeasures.high)
    let height = b.y - a.y
    let sides: [(SIMD3<Float>, Double, Float)] = [
      (SIMD3(0, height / 2, a.z), 0, b.x - a.x), (SIMD3(0, height / 2, b.z), .pi, b.x - a.x),
      (SIMD3(a.x, height / 2, Float(middle.z)), .pi / 2, b.z - a.z),
      (SIMD3(b.x, height / 2, Float(middle.z)), -.pi / 2, b.z - a.z),
    ]
    return sides.map { position, yaw, width in
      upright(.init(position: position, yaw: yaw), .zero, SIMD2(width, height), .wall)
    }
  }()

  private static let ceiling: Surface = {
    var surface = level(
      Vector3(middle.x, Double(RoomMeasures.high.y), middle.z),
      SIMD2(Float(size.x), Float(size.z)), .ceiling)
    surface.roomFromPlane.rotation = Quaternion(angle: .pi, axis: Vector3(1, 0, 0))
    return surface
  }()

  private static let middle = Vector3(RoomMeasures.low + RoomMeasures.high) / 2
  private static let size = Vector3(RoomMeasures.high - RoomMeasures.low)

  private static func level(
    _ center: Vector3, _ size: SIMD2<Float>, yaw: Double = 0,
    _ classification: PlaneAnchor.Classification
  ) -> Surface {
    Surface(
      roomFromPlane: Pose(
        rotation: Quaternion(angle: yaw, axis: Vector3(0, 1, 0)), translation: center),
      width: Double(size.x), height: Double(size.y), alignment: .horizontal,
      classification: classification)
  }

  /// A surface that faces a place's front, its +Z downwards.
  private static func upright(
    _ place: RoomBuilder.Place, _ center: SIMD3<Float>, _ size: SIMD2<Float>,
    _ classification: PlaneAnchor.Classification = .none
  ) -> Surface {
    let turn = Quaternion(angle: place.yaw, axis: Vector3(0, 1, 0))
    let tilt = Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0))
    return Surface(
      roomFromPlane: Pose(rotation: turn * tilt, translation: Vector3(place.point(center))),
      width: Double(size.x), height: Double(size.y), alignment: .vertical,
      classification: classification)
  }

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
