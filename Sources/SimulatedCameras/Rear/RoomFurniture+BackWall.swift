import SoftwareRendering
import SpatialMath

extension RoomFurniture {
  static func floorLamp(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, seed: UInt64
  ) {
    let metal = RoomPaints.plain(SIMD3(0.10, 0.09, 0.08), seed: seed)
    room.roundBody(
      base: .zero, height: 0.025, lowerRadius: 0.14, upperRadius: 0.13, sides: 12, in: place,
      density: 80
    ) { _ in metal }
    room.roundBody(
      base: SIMD3(0, 0.025, 0), height: 1.40, lowerRadius: 0.012, upperRadius: 0.012, sides: 6,
      in: place, density: 80
    ) { _ in metal }
    room.roundBody(
      base: SIMD3(0, 1.42, 0), height: 0.28, lowerRadius: 0.20, upperRadius: 0.13, sides: 16,
      in: place, density: 120, castsShadow: false, emission: 1
    ) { _ in
      { canvas in
        let height = canvas.size.y
        // Brightest where the bulb is.
        canvas.paint { _, v in
          let t = v / height - 0.55
          return SIMD3(1.5, 1.12, 0.66) * (1 - 1.6 * t * t)
        }
      }
    }
  }

  static func door(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, seed: UInt64
  ) {
    let frame = RoomPaints.plain(SIMD3(0.66, 0.63, 0.57), seed: seed)
    room.box(
      SIMD3(0, 1.03, 0), size: SIMD3(1.02, 2.06, 0.03), in: place, density: 100,
      castsShadow: false, lightDensity: 10
    ) { _ in frame }
    room.box(
      SIMD3(0, 1.0, 0.02), size: SIMD3(0.86, 2.0, 0.03), in: place, density: 150,
      castsShadow: false, lightDensity: 10
    ) { _ in
      let wood = RoomPaints.wood(
        light: SIMD3(0.40, 0.25, 0.13), dark: SIMD3(0.22, 0.12, 0.055), seed: seed,
        isTurned: true)
      return { canvas in
        wood(&canvas)
        guard canvas.size.x > 0.5 else { return }
        for (low, high) in [(Float(0.15), Float(0.85)), (1.0, 1.85)] {
          let corners = [
            SIMD2(0.14, low), SIMD2(0.72, low), SIMD2(0.72, high), SIMD2(0.14, high),
          ]
          for (i, a) in corners.enumerated() {
            canvas.line(
              a, corners[(i + 1) % 4], width: 0.02, color: SIMD3(0.13, 0.07, 0.03), opacity: 0.7)
          }
        }
      }
    }
  }
}
