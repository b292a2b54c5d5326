import Foundation
import SoftwareRendering
import SpatialMath

/// The things on the table: its rear and its ends, the middle stays free.
enum RoomObjects {
  static func add(to room: inout RoomBuilder, seed: UInt64) {
    let top = RoomMeasures.tableHeight
    let at = { (x: Float, z: Float, yaw: Double) in
      RoomBuilder.Place(position: SIMD3(x, top, z), yaw: yaw)
    }
    runner(&room, place: at(0, 0.06, 0.015), seed: seed)
    bookStack(&room, place: at(-0.40, -0.21, 0.28), seed: seed &+ 10)
    teaTin(&room, place: at(-0.17, -0.29, 0.4), seed: seed &+ 30)
    blocks(&room, top: top, seed: seed &+ 40)
    plant(
      &room, place: at(0.43, -0.27, 0), base: .zero, potRadius: 0.065, potHeight: 0.11,
      leafLength: 0.15, leafCount: 20, seed: seed &+ 50)
    mug(&room, place: at(0.46, 0.0, 0.7), seed: seed &+ 60)
    sheet(&room, place: at(-0.45, 0.13, -0.25), size: SIMD2(0.21, 0.297), seed: seed &+ 70)
    sheet(&room, place: at(-0.50, 0.20, 0.35), size: SIMD2(0.148, 0.21), seed: seed &+ 71)
    magazine(&room, place: magazinePlace, seed: seed &+ 80)
    pencil(&room, place: at(-0.33, 0.20, 1.0), color: SIMD3(0.75, 0.45, 0.05))
    pencil(&room, place: at(-0.36, 0.05, 0.5), color: SIMD3(0.08, 0.25, 0.5))
    cereal(&room, place: boxPlace, seed: seed &+ 90)
  }

  /// Where the magazine lies and the cereal box stands, and their sizes.
  static let magazinePlace = RoomBuilder.Place(
    position: SIMD3(0.45, RoomMeasures.tableHeight, 0.24), yaw: -0.3)
  static let magazineSize = SIMD3<Float>(0.20, 0.008, 0.26)
  static let boxPlace = RoomBuilder.Place(
    position: SIMD3(0.20, RoomMeasures.tableHeight, -0.31), yaw: -0.12)
  static let boxSize = SIMD3<Float>(0.13, 0.20, 0.05)

  private static func runner(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, seed: UInt64
  ) {
    let size = SIMD2<Float>(0.56, 0.44)
    room.box(
      SIMD3(0, 0.0015, 0), size: SIMD3(size.x, 0.003, size.y), in: place, density: 850,
      castsShadow: false, lightDensity: 40
    ) { side in
      side == .top
        ? RoomPaints.rug(
          [
            SIMD3(0.62, 0.57, 0.46), SIMD3(0.10, 0.22, 0.26), SIMD3(0.55, 0.22, 0.10),
            SIMD3(0.09, 0.12, 0.14),
          ], size: size, unit: 0.074, seed: seed)
        : RoomPaints.plain(SIMD3(0.5, 0.45, 0.38), seed: seed)
    }
  }

  private static func bookStack(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, seed: UInt64
  ) {
    let books: [(SIMD3<Float>, Double)] = [
      (SIMD3(0.25, 0.035, 0.19), 0), (SIMD3(0.23, 0.028, 0.17), 0.2),
      (SIMD3(0.20, 0.022, 0.14), -0.25),
    ]
    var y: Float = 0
    for (i, (size, yaw)) in books.enumerated() {
      let own = RoomBuilder.Place(position: place.position, yaw: place.yaw + yaw)
      let seed = seed &+ UInt64(i) &* 5
      room.box(SIMD3(0, y + size.y / 2, 0), size: size, in: own, density: 1000) { side in
        switch side {
        case .top: RoomPrints.cover(seed: seed)
        case .front: sidewaysSpine(seed: seed)
        default: pages(seed: seed)
        }
      }
      y += size.y
    }
  }

  /// A spine lying on its side: the title runs along `u`.
  private static func sidewaysSpine(seed: UInt64) -> RoomBuilder.Paint {
    { canvas in
      var g = SeededGenerator(seed: seed)
      let paper = RoomPrints.color(&g)
      let word = RoomPrints.words[Int(g.next() % UInt64(RoomPrints.words.count))]
      let size = canvas.size
      canvas.paint { _, _ in paper }
      let band = RoomPrints.color(&g)
      canvas.rectangle(SIMD2(size.x * 0.05, 0), SIMD2(size.x * 0.10, size.y), color: band)
      canvas.rectangle(SIMD2(size.x * 0.90, 0), SIMD2(size.x * 0.95, size.y), color: band)
      canvas.write(
        word, at: SIMD2(size.x * 0.16, size.y * 0.22), height: size.y * 0.56,
        color: RoomPrints.ink(on: paper))
    }
  }

  /// The cut of a book's pages between its boards.
  private static func pages(seed: UInt64) -> RoomBuilder.Paint {
    let noise = LatticeNoise(seed: seed)
    return { canvas in
      let height = canvas.size.y
      canvas.paint { u, v in
        if v < 0.003 || v > height - 0.003 { return SIMD3(0.12, 0.10, 0.10) }
        return SIMD3(0.68, 0.63, 0.52) * (0.85 + 0.2 * noise.value(u * 8, v * 1400))
      }
    }
  }

  private static func teaTin(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, seed: UInt64
  ) {
    room.roundBody(
      base: .zero, height: 0.11, lowerRadius: 0.038, upperRadius: 0.038, sides: 16, in: place,
      density: 1100
    ) { offset in
      { canvas in
        // One picture runs round the tin: each strip paints it shifted.
        let height = canvas.size.y
        var g = SeededGenerator(seed: seed)
        let colors = (0..<3).map { _ in RoomPrints.color(&g) }
        canvas.paint { u, v in
          let t = v / height
          if t < 0.12 || t > 0.9 { return SIMD3(0.55, 0.45, 0.22) }
          let a = (u + offset) / 0.0149
          let cell = Int(a.rounded(.down)) + Int((v / 0.0149).rounded(.down))
          let fu = abs(a - a.rounded(.down) - 0.5)
          let fv = abs(v / 0.0149 - (v / 0.0149).rounded(.down) - 0.5)
          return fu + fv < 0.42 ? colors[cell & 1] : colors[2]
        }
      }
    }
    room.disc(center: SIMD3(0, 0.11, 0), radius: 0.038, sides: 12, in: place, density: 700) {
      canvas in
      let middle = canvas.size / 2
      canvas.paint { _, _ in SIMD3(0.50, 0.41, 0.20) }
      canvas.ring(
        center: middle, radius: middle.x * 0.7, width: 0.003, color: SIMD3(0.25, 0.2, 0.1))
      canvas.ring(
        center: middle, radius: middle.x * 0.35, width: 0.002, color: SIMD3(0.25, 0.2, 0.1))
    }
  }

  private static func blocks(_ room: inout RoomBuilder, top: Float, seed: UInt64) {
    let side: Float = 0.045
    let items: [(Float, Float, Float, Double)] = [
      (0.02, 0, -0.30, 0.2), (0.075, 0, -0.285, -0.35), (0.047, side, -0.293, 0.6),
    ]
    let letters = ["A", "R", "B", "E", "K", "I"]
    let colors: [SIMD3<Float>] = [
      SIMD3(0.6, 0.08, 0.06), SIMD3(0.06, 0.25, 0.5), SIMD3(0.07, 0.35, 0.12),
    ]
    for (i, item) in items.enumerated() {
      let place = RoomBuilder.Place(position: SIMD3(item.0, top + item.1, item.2), yaw: item.3)
      var n = i
      room.box(
        SIMD3(0, side / 2, 0), size: SIMD3(repeating: side), in: place, density: 1200
      ) { _ in
        n += 1
        return RoomPrints.letterBlock(letters[n % letters.count], color: colors[n % 3])
      }
    }
  }

  private static func mug(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, seed: UInt64
  ) {
    let body = SIMD3<Float>(0.66, 0.63, 0.56)
    room.roundBody(
      base: .zero, height: 0.09, lowerRadius: 0.037, upperRadius: 0.041, sides: 18, in: place,
      density: 1000
    ) { offset in
      { canvas in
        let height = canvas.size.y
        canvas.paint { u, v in
          let t = v / height
          if t < 0.04 { return body * 0.8 }
          let wave = 0.60 + 0.07 * Float(sin(Double((u + offset) * 196)))
          if t > wave && t < wave + 0.05 { return SIMD3(0.6, 0.2, 0.05) }
          if t > wave { return SIMD3(0.06, 0.16, 0.30) }
          let dot = SIMD2((u + offset) / 0.0143, v / 0.014)
          let cell = dot - SIMD2(dot.x.rounded(), dot.y.rounded())
          return cell.length < 0.24 ? SIMD3(0.06, 0.16, 0.30) : body
        }
      }
    }
    room.roundBody(
      base: SIMD3(0, 0.03, 0), height: 0.06, lowerRadius: 0.035, upperRadius: 0.038, sides: 18,
      in: place, density: 300, inward: true, castsShadow: false
    ) { _ in RoomPaints.plain(body * 0.9, seed: seed) }
    room.disc(
      center: SIMD3(0, 0.068, 0), radius: 0.036, sides: 14, in: place, density: 400
    ) { canvas in canvas.paint { _, _ in SIMD3(0.05, 0.025, 0.012) } }
    for (center, size) in [
      (SIMD3<Float>(0.055, 0.068, 0), SIMD3<Float>(0.03, 0.011, 0.012)),
      (SIMD3(0.066, 0.048, 0), SIMD3(0.011, 0.05, 0.012)),
      (SIMD3(0.053, 0.028, 0), SIMD3(0.03, 0.011, 0.012)),
    ] {
      room.box(center, size: size, in: place, density: 400, open: []) { _ in
        RoomPaints.plain(body, seed: seed)
      }
    }
  }

  private static func sheet(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, size: SIMD2<Float>, seed: UInt64
  ) {
    let lift = size.x > 0.2 ? Float(0.001) : 0.002
    room.box(
      SIMD3(0, lift / 2, 0), size: SIMD3(size.x, lift, size.y), in: place, density: 1100,
      castsShadow: false, lightDensity: 40
    ) { side in
      side == .top
        ? RoomPrints.paper(seed: seed) : RoomPaints.plain(SIMD3(0.7, 0.7, 0.66), seed: seed)
    }
  }

  private static func magazine(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, seed: UInt64
  ) {
    room.box(
      SIMD3(0, magazineSize.y / 2, 0), size: magazineSize, in: place, density: 1000,
      lightDensity: 40
    ) { side in side == .top ? RoomPrints.cover(seed: seed) : pages(seed: seed) }
  }

  private static func pencil(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, color: SIMD3<Float>
  ) {
    room.box(
      SIMD3(0, 0.006, 0), size: SIMD3(0.15, 0.008, 0.008), in: place, density: 700
    ) { _ in
      { canvas in
        canvas.paint { u, _ in
          if u < 0.012 { return SIMD3(0.65, 0.25, 0.25) }
          if u < 0.02 { return SIMD3(repeating: 0.6) }
          return u > 0.138 ? SIMD3(0.66, 0.48, 0.3) : color
        }
      }
    }
  }

  private static func cereal(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, seed: UInt64
  ) {
    room.box(
      SIMD3(0, boxSize.y / 2, 0), size: boxSize, in: place, density: 900
    ) { side in
      switch side {
      case .front, .back: RoomPrints.cover(seed: seed)
      default: RoomPrints.label(seed: seed &+ 1)
      }
    }
  }
}
