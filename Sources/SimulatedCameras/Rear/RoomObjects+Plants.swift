import Foundation
import SoftwareRendering
import SpatialMath

extension RoomObjects {
  /// A plant in a pot with bent leaves.
  static func plant(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, base: SIMD3<Float>, potRadius: Float,
    potHeight: Float, leafLength: Float, leafCount: Int, seed: UInt64
  ) {
    let clay = LatticeNoise(seed: seed)
    let finest = 60 / potRadius
    room.roundBody(
      base: base, height: potHeight, lowerRadius: potRadius * 0.72, upperRadius: potRadius,
      sides: 14, in: place, density: finest
    ) { offset in
      { canvas in
        let height = canvas.size.y
        canvas.paint { u, v in
          let band = v / height > 0.12 && v / height < 0.2
          let spots = clay.fractal((u + offset) * 60, v * 60, octaves: 3)
          let color = band ? SIMD3<Float>(0.70, 0.62, 0.50) : SIMD3(0.46, 0.19, 0.10)
          return color * (0.9 + 0.2 * spots)
        }
      }
    }
    room.disc(
      center: base + SIMD3(0, potHeight * 0.93, 0), radius: potRadius * 0.93, sides: 12, in: place,
      density: finest / 2
    ) { canvas in
      canvas.paint { u, v in
        SIMD3(0.10, 0.065, 0.04) * (1 + 0.6 * clay.fractal(u * 150, v * 150, octaves: 2))
      }
    }
    var g = SeededGenerator(seed: seed)
    for i in 0..<leafCount {
      let turn = Double(i) * 2.399963 + g.uniform(-0.2...0.2)
      let length = leafLength * Float(g.uniform(0.7...1.15))
      leaf(
        &room, place: place, root: base + SIMD3(0, potHeight * 0.95, 0), turn: turn,
        steepness: g.uniform(0.25...1.25), length: length, seed: g.next())
    }
  }

  /// A leaf of three pieces, each more bent than the one before.
  private static func leaf(
    _ room: inout RoomBuilder, place: RoomBuilder.Place, root: SIMD3<Float>, turn: Double,
    steepness: Double, length: Float, seed: UInt64
  ) {
    let widths: [Float] = [0.10, 0.30, 0.24, 0.02]
    let piece = length / 3
    let out = SIMD3(Float(sin(turn)), 0, Float(cos(turn)))
    let side = SIMD3(Float(cos(turn)), 0, -Float(sin(turn)))
    var p = root
    var angle = steepness
    for i in 0..<3 {
      let direction = out * Float(cos(angle)) + SIMD3(0, Float(sin(angle)), 0)
      let (w0, w1) = (widths[i] * length, widths[i + 1] * length)
      let w = max(w0, w1)
      let corners = [
        SIMD2((w - w0) / 2, 0), SIMD2((w + w0) / 2, 0), SIMD2((w + w1) / 2, piece),
        SIMD2((w - w1) / 2, piece),
      ]
      room.leaf(
        corners, origin: place.point(p - side * (w / 2)), u: place.direction(side),
        v: place.direction(direction), density: 90 / length,
        paint: leafPaint(width: w, offset: Float(i) * piece, seed: seed))
      p += direction * piece
      angle -= 0.55
    }
  }

  private static func leafPaint(width: Float, offset: Float, seed: UInt64) -> RoomBuilder.Paint {
    let noise = LatticeNoise(seed: seed)
    let tone = 0.75 + 0.5 * noise.hash(1, 1)
    return { canvas in
      canvas.paint { u, v in
        let middle = abs(u - width / 2) / width
        let vein = abs(((v + offset) * 30 / (width * 10) + middle * 2) * 3)
        let stripes = vein - vein.rounded(.down) < 0.22 ? Float(1.25) : 1
        let rib = middle < 0.04 ? Float(1.6) : 1
        let spots = 1 + 0.25 * noise.fractal(u * 90, v * 90, octaves: 2)
        return SIMD3(0.075, 0.22, 0.055) * (tone * stripes * rib * spots)
      }
    }
  }
}
