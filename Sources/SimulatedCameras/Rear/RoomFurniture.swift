import SoftwareRendering
import SpatialMath

/// The table, chairs, shelf, sideboard and armchair of the simulated room.
enum RoomFurniture {
  private static let oak = (
    light: SIMD3<Float>(0.56, 0.37, 0.19), dark: SIMD3<Float>(0.30, 0.16, 0.07)
  )
  private static let walnut = (
    light: SIMD3<Float>(0.27, 0.145, 0.075), dark: SIMD3<Float>(0.11, 0.055, 0.03)
  )

  static func add(to room: inout RoomBuilder, seed: UInt64) {
    table(&room, seed: seed)
    for (i, place) in RoomMeasures.chairs.enumerated() {
      chair(&room, place: place, seed: seed &+ UInt64(20 + i * 5))
    }
    shelf(&room, place: RoomMeasures.shelves[0], seed: seed &+ 50)
    sideboard(&room, place: RoomMeasures.sideboard, seed: seed &+ 90)
    armchair(&room, place: RoomMeasures.armchair, seed: seed &+ 130)
    floorPlant(&room, place: .init(position: SIMD3(-2.15, 0, -1.65)), seed: seed &+ 150)
    // What the front camera sees behind the person.
    let back = RoomMeasures.high.z
    shelf(&room, place: RoomMeasures.shelves[1], seed: seed &+ 170)
    floorLamp(&room, place: .init(position: SIMD3(0.62, 0, back - 0.40)), seed: seed &+ 190)
    floorPlant(&room, place: .init(position: SIMD3(0.20, 0, back - 0.45)), seed: seed &+ 195)
    door(&room, place: .init(position: SIMD3(1.55, 0, back - 0.02), yaw: .pi), seed: seed &+ 200)
  }

  private static func table(_ room: inout RoomBuilder, seed: UInt64) {
    let size = RoomMeasures.tableSize
    let height = RoomMeasures.tableHeight
    let place = RoomBuilder.Place(position: .zero)
    room.box(
      SIMD3(0, height - 0.0175, 0), size: SIMD3(size.x, 0.035, size.y), in: place, density: 850,
      lightDensity: 45
    ) { side in
      RoomPaints.wood(
        light: oak.light, dark: oak.dark, seed: seed, board: side == .top ? 0.10 : 0.2,
        boardLength: 5, joint: 0.0009)
    }
    let frame = RoomPaints.wood(light: oak.light * 0.8, dark: oak.dark, seed: seed &+ 1)
    room.box(
      SIMD3(0, height - 0.085, 0), size: SIMD3(size.x - 0.18, 0.10, size.y - 0.16), in: place,
      density: 250
    ) { _ in frame }
    let leg = RoomPaints.wood(
      light: oak.light * 0.8, dark: oak.dark, seed: seed &+ 2, isTurned: true)
    for x in [-size.x / 2 + 0.07, size.x / 2 - 0.07] {
      for z in [-size.y / 2 + 0.06, size.y / 2 - 0.06] {
        room.box(
          SIMD3(x, (height - 0.035) / 2, z), size: SIMD3(0.065, height - 0.035, 0.065), in: place,
          density: 250
        ) { _ in leg }
      }
    }
  }

  private static func chair(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, seed: UInt64
  ) {
    let size = RoomMeasures.seatSize
    let height = RoomMeasures.seatHeight
    let wood = RoomPaints.wood(light: walnut.light, dark: walnut.dark, seed: seed, isTurned: true)
    room.box(
      SIMD3(0, height - 0.03, 0), size: SIMD3(size.x, 0.06, size.y), in: place, density: 320
    ) { _ in
      RoomPaints.cloth(
        SIMD3(0.20, 0.30, 0.30), SIMD3(0.50, 0.46, 0.36), seed: seed &+ 1, stripe: 0.055,
        thread: 0.004)
    }
    for x in [-size.x / 2 + 0.02, size.x / 2 - 0.02] {
      room.box(
        SIMD3(x, (height - 0.06) / 2, size.y / 2 - 0.02),
        size: SIMD3(0.036, height - 0.06, 0.036), in: place, density: 200
      ) { _ in wood }
      room.box(
        SIMD3(x, 0.45, -size.y / 2 + 0.02), size: SIMD3(0.036, 0.90, 0.036), in: place,
        density: 250
      ) { _ in wood }
    }
    for y in [Float(0.60), 0.72, 0.84] {
      room.box(
        SIMD3(0, y, -size.y / 2 + 0.02), size: SIMD3(size.x - 0.07, 0.065, 0.018), in: place,
        density: 320
      ) { _ in RoomPaints.wood(light: walnut.light, dark: walnut.dark, seed: seed &+ 2) }
    }
  }

  private static func shelf(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, seed: UInt64
  ) {
    let (width, height, depth) = (RoomMeasures.shelfWidth, Float(1.75), Float(0.30))
    let wood = RoomPaints.wood(light: oak.light, dark: oak.dark, seed: seed)
    let upright = RoomPaints.wood(light: oak.light, dark: oak.dark, seed: seed, isTurned: true)
    for x in [-width / 2, width / 2] {
      room.box(
        SIMD3(x, height / 2, 0), size: SIMD3(0.025, height, depth), in: place, density: 200
      ) { _ in upright }
    }
    room.box(
      SIMD3(0, height / 2, -depth / 2 + 0.006), size: SIMD3(width, height, 0.012), in: place,
      density: 120, open: [.back, .left, .right, .top, .bottom]
    ) { _ in RoomPaints.plain(SIMD3(0.30, 0.20, 0.11), seed: seed) }
    let boards: [Float] = [0.06, 0.42, 0.80, 1.18, RoomMeasures.shelfHeight]
    for (i, y) in boards.enumerated() {
      room.box(
        SIMD3(0, y, 0), size: SIMD3(width - 0.03, 0.024, depth), in: place, density: 200,
        open: []
      ) { _ in wood }
      books(
        &room, place: place, from: -width / 2 + 0.03, to: width / 2 - 0.03, y: y + 0.012,
        depth: depth, seed: seed &+ UInt64(i) &* 7 &+ 3)
    }
  }

  private static func books(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, from: Float, to: Float, y: Float,
    depth: Float, seed: UInt64
  ) {
    var g = SeededGenerator(seed: seed)
    var x = from
    while x < to - 0.05 {
      if g.uniform() < 0.10 {
        x += Float(g.uniform(0.03...0.12))
        continue
      }
      let thickness = Float(g.uniform(0.018...0.05))
      let height = Float(g.uniform(0.20...0.30))
      let inset = Float(g.uniform(0.0...0.03))
      let seed = g.next()
      room.box(
        SIMD3(x + thickness / 2, y + height / 2, 0.02 - inset),
        size: SIMD3(thickness, height, depth - 0.08), in: place, density: 420,
        open: [.bottom, .back], castsShadow: false, lightDensity: 10
      ) { side in
        switch side {
        case .front: RoomPrints.spine(seed: seed)
        case .top: RoomPaints.plain(SIMD3(0.66, 0.61, 0.50), seed: seed)
        default:
          { canvas in
            var own = SeededGenerator(seed: seed)
            let color = RoomPrints.color(&own)
            canvas.paint { _, _ in color }
          }
        }
      }
      x += thickness + 0.001
    }
  }

  private static func sideboard(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, seed: UInt64
  ) {
    let size = RoomMeasures.sideboardSize
    room.box(
      SIMD3(0, size.y / 2 + RoomMeasures.sideboardFeet, 0), size: size, in: place, density: 220,
      lightDensity: 18
    ) { side in
      let wood = RoomPaints.wood(
        light: walnut.light * 1.5, dark: walnut.dark * 1.3, seed: seed, isTurned: side != .top)
      guard side == .front else { return wood }
      return { canvas in
        wood(&canvas)
        for i in 1..<4 {
          let x = size.x * Float(i) / 4
          canvas.line(
            SIMD2(x, 0.02), SIMD2(x, size.y - 0.02), width: 0.006,
            color: SIMD3(repeating: 0.015))
          let knob = SIMD2(x + (i == 2 ? 0.04 : -0.04), size.y * 0.42)
          canvas.ellipse(
            center: knob, radii: SIMD2(repeating: 0.018), color: SIMD3(0.55, 0.42, 0.18))
          canvas.ellipse(
            center: knob - 0.004, radii: SIMD2(repeating: 0.007), color: SIMD3(0.9, 0.8, 0.5))
        }
      }
    }
    let top = size.y + RoomMeasures.sideboardFeet
    for i in 0..<9 {
      let seed = seed &+ UInt64(i) &* 3
      room.box(
        SIMD3(-0.66 + 0.042 * Float(i), top + 0.12, -0.05),
        size: SIMD3(0.038, 0.22 + 0.02 * Float(i % 3), 0.17),
        in: place, density: 420, open: [.bottom, .back], lightDensity: 12
      ) { side in
        side == .front
          ? RoomPrints.spine(seed: seed) : RoomPaints.plain(SIMD3(0.4, 0.3, 0.25), seed: seed)
      }
    }
    room.roundBody(
      base: SIMD3(0.05, top, 0), height: 0.26, lowerRadius: 0.055, upperRadius: 0.10, sides: 12,
      in: place, density: 350
    ) { offset in
      let label = RoomPrints.label(seed: seed &+ 60, offset: offset)
      return { canvas in
        label(&canvas)
      }
    }
    room.box(
      SIMD3(0.55, top + 0.14, 0.02), size: SIMD3(0.34, 0.28, 0.03),
      in: .init(position: place.position, yaw: -0.06), density: 400
    ) { side in
      side == .front
        ? RoomPrints.poster(seed: seed &+ 71, frame: 0.02, frameColor: SIMD3(0.55, 0.42, 0.16))
        : RoomPaints.plain(SIMD3(0.3, 0.22, 0.1), seed: seed)
    }
  }

  private static func armchair(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, seed: UInt64
  ) {
    let cloth = { (n: UInt64) in
      RoomPaints.cloth(
        SIMD3(0.42, 0.14, 0.10), SIMD3(0.50, 0.22, 0.14), seed: seed &+ n, stripe: 0.04,
        thread: 0.007)
    }
    let (cushion, cushionSize) = (RoomMeasures.cushion, RoomMeasures.cushionSize)
    let parts: [(SIMD3<Float>, SIMD3<Float>)] = [
      (SIMD3(0, 0.22, 0), SIMD3(0.60, 0.30, 0.62)),
      (
        SIMD3(cushion.x, cushion.y - 0.06, cushion.z), SIMD3(cushionSize.x, 0.12, cushionSize.y)
      ),
      (SIMD3(0, 0.58, -0.32), SIMD3(0.80, 0.78, 0.16)),
      (SIMD3(-0.36, 0.36, 0), SIMD3(0.14, 0.56, 0.74)),
      (SIMD3(0.36, 0.36, 0), SIMD3(0.14, 0.56, 0.74)),
    ]
    for (i, part) in parts.enumerated() {
      room.box(part.0, size: part.1, in: place, density: 180) { _ in cloth(UInt64(i)) }
    }
    room.box(
      SIMD3(0.02, 0.62, -0.17), size: SIMD3(0.40, 0.34, 0.10), in: place, density: 280
    ) { _ in
      RoomPaints.rug(
        [
          SIMD3(0.10, 0.16, 0.28), SIMD3(0.66, 0.60, 0.46), SIMD3(0.60, 0.30, 0.10),
          SIMD3(0.70, 0.66, 0.52),
        ], size: SIMD2(0.40, 0.34), unit: 0.09, seed: seed &+ 9)
    }
  }

  private static func floorPlant(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, seed: UInt64
  ) {
    RoomObjects.plant(
      &room, place: place, base: .zero, potRadius: 0.16, potHeight: 0.30, leafLength: 0.55,
      leafCount: 22, seed: seed)
  }
}
