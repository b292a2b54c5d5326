import SoftwareRendering
import SpatialMath

/// The measures of the simulated room, metres.
enum RoomMeasures {
  /// The corners of the room's floor and ceiling.
  static let low = SIMD3<Float>(-2.6, 0, -2.1), high = SIMD3<Float>(2.6, 2.6, 2.7)
  /// The table top's size along X and Z; its middle is over the origin.
  static let tableSize = SIMD2<Float>(1.2, 0.8)
  /// The table top's height.
  static let tableHeight: Float = 0.74
  /// The height, size and places of the chairs' seats.
  static let seatHeight: Float = 0.45, seatSize = SIMD2<Float>(0.42, 0.42)
  static let chairs: [RoomBuilder.Place] = [
    .init(position: SIMD3(-0.34, 0, -0.80), yaw: 0.10),
    .init(position: SIMD3(0.42, 0, -0.86), yaw: -0.22),
    .init(position: SIMD3(-1.02, 0, 0.10), yaw: 1.35),
  ]
  /// The sideboard's body, which stands on feet this high.
  static let sideboardSize = SIMD3<Float>(1.7, 0.72, 0.42), sideboardFeet: Float = 0.08
  static let sideboard = RoomBuilder.Place(position: SIMD3(-1.25, 0, -1.86))
  /// The shelves' width and the height of their highest board; their books' backs stand this far
  /// before the middle.
  static let shelfWidth: Float = 1.1, shelfHeight: Float = 1.56, shelfFront: Float = 0.13
  static let shelves: [RoomBuilder.Place] = [
    .init(position: SIMD3(1.75, 0, -1.92)),
    .init(position: SIMD3(-0.95, 0, high.z - 0.18), yaw: .pi),
  ]
  /// The armchair's cushion: its middle before the chair's, its size and the height of its top.
  static let cushion = SIMD3<Float>(0, 0.48, 0.02), cushionSize = SIMD2<Float>(0.56, 0.56)
  static let armchair = RoomBuilder.Place(position: SIMD3(2.0, 0, -0.1), yaw: -1.45)
}

/// Floor, walls, ceiling, and what hangs and lies on them.
enum RoomShell {
  static func add(to room: inout RoomBuilder, seed: UInt64) {
    let (a, b) = (RoomMeasures.low, RoomMeasures.high)
    floor(&room, seed: seed)
    let size = b - a
    room.panel(
      origin: SIMD3(a.x, b.y, b.z), u: SIMD3(size.x, 0, 0), v: SIMD3(0, 0, -size.z),
      density: 40, lightDensity: 4,
      paint: RoomPaints.plain(SIMD3(repeating: 0.75), seed: seed &+ 1))
    let wall = SIMD3<Float>(0.62, 0.60, 0.54)
    let down = SIMD3(0, -size.y, 0)
    let walls: [(SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)] = [
      (SIMD3(a.x, b.y, a.z), SIMD3(size.x, 0, 0), SIMD3(0.36, 0.47, 0.48)),
      (SIMD3(b.x, b.y, a.z), SIMD3(0, 0, size.z), wall),
      (SIMD3(b.x, b.y, b.z), SIMD3(-size.x, 0, 0), SIMD3(0.50, 0.44, 0.36)),
      (SIMD3(a.x, b.y, b.z), SIMD3(0, 0, -size.z), wall),
    ]
    for (i, (origin, u, color)) in walls.enumerated() {
      room.panel(
        origin: origin, u: u, v: down, density: 150, lightDensity: 10,
        paint: RoomPaints.plaster(color, seed: seed &+ UInt64(2 + i)))
    }
    skirting(&room, seed: seed &+ 9)
    hangings(&room, seed: seed &+ 10)
    window(&room, seed: seed &+ 20)
  }

  private static func floor(_ room: inout RoomBuilder, seed: UInt64) {
    let (a, b) = (RoomMeasures.low, RoomMeasures.high)
    room.panel(
      origin: a, u: SIMD3(b.x - a.x, 0, 0), v: SIMD3(0, 0, b.z - a.z), density: 260,
      lightDensity: 12,
      paint: RoomPaints.wood(
        light: SIMD3(0.44, 0.27, 0.14), dark: SIMD3(0.20, 0.105, 0.05), seed: seed, board: 0.14,
        boardLength: 1.3, joint: 0.0025))
    let size = SIMD2<Float>(2.5, 1.9)
    room.box(
      SIMD3(0.05, 0.006, 0), size: SIMD3(size.x, 0.012, size.y),
      in: .init(position: .zero, yaw: 0.03), density: 330, castsShadow: false, lightDensity: 20
    ) { side in
      side == .top
        ? RoomPaints.rug(
          [
            SIMD3(0.34, 0.07, 0.06), SIMD3(0.62, 0.52, 0.36), SIMD3(0.06, 0.10, 0.20),
            SIMD3(0.70, 0.62, 0.46),
          ], size: size, unit: 0.21, seed: seed &+ 3)
        : RoomPaints.plain(SIMD3(0.3, 0.25, 0.18), seed: seed)
    }
  }

  private static func skirting(_ room: inout RoomBuilder, seed: UInt64) {
    let (a, b) = (RoomMeasures.low, RoomMeasures.high)
    let white = RoomPaints.plain(SIMD3(0.72, 0.70, 0.66), seed: seed)
    let still = RoomBuilder.Place(position: .zero)
    let open: Set<RoomBuilder.Side> = [.bottom]
    for z in [a.z + 0.008, b.z - 0.008] {
      room.box(
        SIMD3(0, 0.045, z), size: SIMD3(b.x - a.x, 0.09, 0.016), in: still, density: 60,
        open: open, castsShadow: false, lightDensity: 10
      ) { _ in white }
    }
    for x in [a.x + 0.008, b.x - 0.008] {
      room.box(
        SIMD3(x, 0.045, (a.z + b.z) / 2), size: SIMD3(0.016, 0.09, b.z - a.z), in: still,
        density: 60, open: open, castsShadow: false, lightDensity: 10
      ) { _ in white }
    }
  }

  /// The back wall's posters.
  static let backPosters:
    [(x: Float, bottom: Float, width: Float, height: Float, frame: SIMD3<Float>)] = [
      (-1.75, 1.0, 0.60, 0.80, pale), (-0.62, 0.98, 0.70, 0.50, dark),
      (0.12, 0.92, 0.42, 0.58, pale), (0.62, 1.05, 0.30, 0.40, dark),
    ]
  static let posterThickness: Float = 0.024
  private static let dark = SIMD3<Float>(0.07, 0.05, 0.04)
  private static let pale = SIMD3<Float>(0.62, 0.45, 0.27)

  /// The paint of one of the back wall's posters, by the shell's seed.
  static func backPoster(_ i: Int, seed: UInt64) -> RoomBuilder.Paint {
    RoomPrints.poster(
      seed: seed &+ 10 &+ UInt64(i), frame: 0.022, frameColor: backPosters[i].frame)
  }

  private static func hangings(_ room: inout RoomBuilder, seed: UInt64) {
    let (a, b) = (RoomMeasures.low, RoomMeasures.high)
    for (i, item) in backPosters.enumerated() {
      room.box(
        SIMD3(item.x, item.bottom + item.height / 2, a.z + posterThickness / 2),
        size: SIMD3(item.width, item.height, posterThickness), in: .init(position: .zero),
        density: 330, open: [.back], castsShadow: false, lightDensity: 16
      ) { side in
        side == .front
          ? backPoster(i, seed: seed &- 10) : RoomPaints.plain(item.frame, seed: seed)
      }
    }
    // The wall behind the front camera's person.
    let behind: [(Float, Float, Float, Float, SIMD3<Float>)] = [
      (0.30, 1.45, 0.55, 0.42, dark), (-0.15, 1.35, 0.28, 0.36, pale),
      (0.72, 1.88, 0.34, 0.26, pale), (-1.95, 1.2, 0.6, 0.8, dark),
    ]
    for (i, item) in behind.enumerated() {
      room.box(
        SIMD3(item.0, item.1 + item.3 / 2, b.z - 0.012), size: SIMD3(item.2, item.3, 0.024),
        in: .init(position: .zero), density: 200, open: [.front], castsShadow: false,
        lightDensity: 16
      ) { side in
        side == .back
          ? RoomPrints.poster(seed: seed &+ UInt64(30 + i), frame: 0.022, frameColor: item.4)
          : RoomPaints.plain(item.4, seed: seed)
      }
    }
    let right: [(Float, Float, Float, Float)] = [(-0.9, 0.9, 0.7, 0.9), (0.35, 0.85, 0.5, 0.65)]
    for (i, item) in right.enumerated() {
      room.box(
        SIMD3(b.x - 0.012, item.1 + item.3 / 2, item.0), size: SIMD3(0.024, item.3, item.2),
        in: .init(position: .zero), density: 260, open: [.right], castsShadow: false,
        lightDensity: 16
      ) { side in
        side == .left
          ? RoomPrints.poster(seed: seed &+ UInt64(5 + i), frame: 0.025, frameColor: dark)
          : RoomPaints.plain(dark, seed: seed)
      }
    }
  }

  /// The window of the left wall with its frame and curtains; `RoomLights` has its light.
  private static func window(_ room: inout RoomBuilder, seed: UInt64) {
    let x = RoomMeasures.low.x
    room.panel(
      origin: SIMD3(x + 0.004, 2.2, 0.9), u: SIMD3(0, 0, -1.8), v: SIMD3(0, -1.35, 0),
      density: 60, emission: 1.1
    ) { canvas in
      let noise = LatticeNoise(seed: seed)
      canvas.paint { u, v in
        let trees = v > 0.75 + 0.18 * noise.fractal(u * 5, 3, octaves: 4)
        let leaves = 0.35 + 0.3 * noise.fractal(u * 14, v * 14, octaves: 3)
        return trees ? SIMD3(0.28, 0.42, 0.20) * (0.6 + leaves) : SIMD3(0.86, 0.93, 1.05)
      }
    }
    let white = RoomPaints.plain(SIMD3(0.74, 0.73, 0.70), seed: seed)
    let bars: [(Float, Float, Float, Float)] = [
      (0, 1.525, 0.06, 1.35), (0.9, 1.525, 0.07, 1.35), (-0.9, 1.525, 0.07, 1.35),
      (0, 2.2, 1.87, 0.07), (0, 0.85, 1.87, 0.07), (0, 1.75, 1.8, 0.05),
    ]
    for bar in bars {
      room.box(
        SIMD3(x + 0.03, bar.1, bar.0), size: SIMD3(0.06, bar.3, bar.2),
        in: .init(position: .zero), density: 80, open: [.left], castsShadow: false,
        lightDensity: 12
      ) { _ in white }
    }
    for (i, z) in [Float(-1.15), 1.15].enumerated() {
      room.box(
        SIMD3(x + 0.10, 1.25, z), size: SIMD3(0.10, 2.3, 0.42), in: .init(position: .zero),
        density: 180, open: [.bottom, .left], castsShadow: false, lightDensity: 10
      ) { _ in folds(seed: seed &+ UInt64(7 + i)) }
    }
  }

  /// Curtain cloth hanging in folds.
  private static func folds(seed: UInt64) -> RoomBuilder.Paint {
    let cloth = RoomPaints.cloth(
      SIMD3(0.55, 0.30, 0.16), SIMD3(0.62, 0.50, 0.34), seed: seed, stripe: 0.09, thread: 0.006)
    return { canvas in
      cloth(&canvas)
      let noise = LatticeNoise(seed: seed)
      canvas.modulate { u, v in
        1 + 0.45 * noise.value(u * 24, v * 0.6)
      }
    }
  }
}
