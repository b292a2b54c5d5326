import SoftwareRendering
import SpatialMath

/// Printed things of the simulated room: covers, spines, posters, papers.
enum RoomPrints {
  typealias Paint = RoomBuilder.Paint

  /// Words for covers and labels.
  static let words = [
    "ORBIT", "TEA", "NORTH", "ATLAS", "FOREST", "COFFEE", "SIGNAL", "LIGHT", "HARBOR", "MAPS",
    "STONE", "RIVER", "CAMERA", "GARDEN", "WINTER", "JAZZ", "OCEAN", "PIANO", "ROBOT", "SPACE",
    "COLOR", "ISLAND", "TRAIN", "DESIGN", "BIRDS", "CITY", "MOON", "SALT", "ECHO", "VIOLET",
  ]

  /// A lively colour.
  static func color(_ g: inout SeededGenerator) -> SIMD3<Float> {
    let palette: [SIMD3<Float>] = [
      SIMD3(0.55, 0.10, 0.08), SIMD3(0.08, 0.22, 0.45), SIMD3(0.80, 0.55, 0.10),
      SIMD3(0.10, 0.33, 0.20), SIMD3(0.75, 0.72, 0.62), SIMD3(0.12, 0.12, 0.15),
      SIMD3(0.62, 0.28, 0.12), SIMD3(0.30, 0.12, 0.32), SIMD3(0.18, 0.48, 0.52),
      SIMD3(0.78, 0.36, 0.34),
    ]
    let base = palette[Int(g.next() % UInt64(palette.count))]
    return base * Float(g.uniform(0.85...1.15))
  }

  /// Black or white, whichever can be read.
  static func ink(on paper: SIMD3<Float>) -> SIMD3<Float> {
    paper.sum() / 3 > 0.25 ? SIMD3(0.05, 0.05, 0.06) : SIMD3(0.82, 0.80, 0.74)
  }

  /// A book's spine with its title upwards; seen from its side, `u` across, `v` down.
  static func spine(seed: UInt64) -> Paint {
    { canvas in
      var g = SeededGenerator(seed: seed)
      let paper = color(&g)
      let size = canvas.size
      canvas.paint { _, _ in paper }
      let band = color(&g)
      canvas.rectangle(SIMD2(0, size.y * 0.08), SIMD2(size.x, size.y * 0.14), color: band)
      canvas.rectangle(SIMD2(0, size.y * 0.86), SIMD2(size.x, size.y * 0.90), color: band)
      let word = words[Int(g.next() % UInt64(words.count))]
      let height = min(size.x * 0.5, size.y * 0.6 / Float(word.count) * 7 / 6)
      canvas.write(
        word, at: SIMD2(size.x / 2 - height / 2, size.y * 0.80), height: height,
        color: ink(on: paper), across: SIMD2(0, -1))
      round(&canvas)
    }
  }

  /// Darkens the left and right borders, as of a rounded back.
  private static func round(_ canvas: inout Canvas) {
    let width = canvas.size.x
    canvas.modulate { u, _ in
      let t = 2 * u / width - 1
      return 1 - 0.45 * t * t * t * t
    }
  }

  /// A book's or magazine's cover.
  static func cover(seed: UInt64) -> Paint {
    { canvas in
      var g = SeededGenerator(seed: seed)
      let paper = color(&g)
      let size = canvas.size
      canvas.paint { _, _ in paper }
      picture(
        &canvas, from: SIMD2(size.x * 0.08, size.y * 0.30), to: SIMD2(size.x * 0.92, size.y * 0.94),
        generator: &g)
      let word = words[Int(g.next() % UInt64(words.count))]
      let height = min(size.y * 0.14, size.x * 0.84 / Float(word.count) * 7 / 6)
      canvas.write(
        word, at: SIMD2(size.x * 0.08, size.y * 0.06), height: height, color: ink(on: paper))
      canvas.printedLines(
        from: SIMD2(size.x * 0.08, size.y * 0.22), to: SIMD2(size.x * 0.8, size.y * 0.29),
        pitch: size.y * 0.03, color: ink(on: paper), generator: &g)
    }
  }

  /// An abstract landscape: sky, sun, hills, and shapes in front.
  static func picture(
    _ canvas: inout Canvas, from low: SIMD2<Float>, to high: SIMD2<Float>,
    generator g: inout SeededGenerator
  ) {
    let size = high - low
    let sky = color(&g)
    canvas.rectangle(low, high, color: sky * 0.6 + SIMD3(repeating: 0.3))
    let sun = low + size * SIMD2(Float(g.uniform(0.2...0.8)), Float(g.uniform(0.15...0.35)))
    let radius = size.min() * Float(g.uniform(0.08...0.18))
    canvas.ellipse(center: sun, radii: SIMD2(repeating: radius), color: color(&g) + 0.2)
    for layer in 0..<4 {
      let tint = color(&g)
      let base = low.y + size.y * (0.35 + 0.15 * Float(layer))
      var points = [SIMD2(low.x, high.y)]
      for i in 0...7 {
        let lift = Float(g.uniform(-0.12...0.12)) * size.y
        points.append(SIMD2(low.x + size.x * Float(i) / 7, min(high.y, base + lift)))
      }
      points.append(high)
      canvas.polygon(points, color: tint)
    }
    for _ in 0..<14 {
      let p = low + size * SIMD2(Float(g.uniform(0.05...0.95)), Float(g.uniform(0.4...0.95)))
      let s = size.min() * Float(g.uniform(0.015...0.05))
      if g.uniform() < 0.5 {
        canvas.ellipse(center: p, radii: SIMD2(s, s), color: color(&g))
      } else {
        canvas.rectangle(p - s, pointwiseMin(p + s, high), color: color(&g))
      }
    }
  }

  /// A framed picture or poster: a frame, a mount, the picture, a line of text.
  static func poster(seed: UInt64, frame: Float, frameColor: SIMD3<Float>) -> Paint {
    { canvas in
      var g = SeededGenerator(seed: seed)
      let size = canvas.size
      canvas.paint { _, _ in frameColor }
      canvas.rectangle(
        SIMD2(repeating: frame), size - frame, color: SIMD3(0.80, 0.78, 0.73))
      let mount = frame + size.min() * 0.08
      let end = SIMD2(size.x - mount, size.y - mount - size.y * 0.10)
      picture(&canvas, from: SIMD2(repeating: mount), to: end, generator: &g)
      let word = words[Int(g.next() % UInt64(words.count))]
      canvas.write(
        word, at: SIMD2(mount, size.y - mount - size.y * 0.075), height: size.y * 0.055,
        color: SIMD3(0.08, 0.08, 0.10))
    }
  }

  /// A sheet of print with a heading and a figure.
  static func paper(seed: UInt64) -> Paint {
    { canvas in
      var g = SeededGenerator(seed: seed)
      let size = canvas.size
      canvas.paint { _, _ in SIMD3(0.78, 0.77, 0.73) }
      let ink = SIMD3<Float>(0.10, 0.10, 0.12)
      let left = size.x * 0.1
      canvas.write(
        words[Int(g.next() % UInt64(words.count))], at: SIMD2(left, size.y * 0.07),
        height: size.y * 0.045, color: ink)
      canvas.printedLines(
        from: SIMD2(left, size.y * 0.16), to: SIMD2(size.x * 0.9, size.y * 0.5),
        pitch: size.y * 0.028, color: ink, generator: &g)
      picture(
        &canvas, from: SIMD2(left, size.y * 0.53), to: SIMD2(size.x * 0.55, size.y * 0.74),
        generator: &g)
      canvas.printedLines(
        from: SIMD2(size.x * 0.6, size.y * 0.53), to: SIMD2(size.x * 0.9, size.y * 0.74),
        pitch: size.y * 0.028, color: ink, generator: &g)
      canvas.printedLines(
        from: SIMD2(left, size.y * 0.78), to: SIMD2(size.x * 0.9, size.y * 0.95),
        pitch: size.y * 0.028, color: ink, generator: &g)
    }
  }

  /// A label of stripes, a word and dots, as on tins and boxes.
  static func label(seed: UInt64, offset: Float = 0) -> Paint {
    { canvas in
      var g = SeededGenerator(seed: seed)
      let paper = color(&g)
      let second = color(&g)
      let third = color(&g)
      let word = words[Int(g.next() % UInt64(words.count))]
      let size = canvas.size
      canvas.paint { u, v in
        let t = v / size.y
        if t < 0.16 || t > 0.86 { return second }
        let zigzag = abs((u + offset) / 0.012 - ((u + offset) / 0.012).rounded()) * 0.08
        return t > 0.74 + zigzag ? third : paper
      }
      let height = min(size.y * 0.24, size.x * 0.8 / Float(word.count) * 7 / 6)
      canvas.write(
        word, at: SIMD2(size.x * 0.1, size.y * 0.28), height: height, color: ink(on: paper))
      for i in 0..<5 {
        canvas.ellipse(
          center: SIMD2(size.x * (0.15 + 0.175 * Float(i)), size.y * 0.66),
          radii: SIMD2(repeating: size.x * 0.05), color: i % 2 == 0 ? second : third)
      }
    }
  }

  /// A wooden block's side: a coloured frame and a letter.
  static func letterBlock(_ letter: String, color: SIMD3<Float>) -> Paint {
    { canvas in
      let size = canvas.size
      canvas.paint { _, _ in SIMD3(0.62, 0.47, 0.30) }
      canvas.rectangle(size * 0.06, size * 0.94, color: color)
      canvas.rectangle(size * 0.15, size * 0.85, color: SIMD3(0.70, 0.58, 0.40))
      let height = size.y * 0.55
      canvas.write(
        letter, at: SIMD2(size.x / 2 - height * 5 / 14, size.y * 0.23), height: height,
        color: color * 0.8)
    }
  }
}
