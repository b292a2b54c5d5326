import SpatialMath

/// What makes one simulated person differ from another: shape, skin, hair, clothes.
///
/// A pure function of a seed.
struct Persona: Sendable {
  /// How the hair is worn.
  enum HairStyle: Sendable { case short, sidePart, shoulderLength, tiedBack }

  /// Shapes of identity by name below the head's `targets`, with their weights.
  var shapes: [(name: String, weight: Float)]
  /// Size against the canonical face.
  var size: Double
  /// 0 female, 1 male.
  var masculinity: Float
  /// 0 young, 1 old.
  var age: Float

  /// Linear reflectances.
  var skin: SIMD3<Float>, lips: SIMD3<Float>, hair: SIMD3<Float>, iris: SIMD3<Float>
  var cloth: SIMD3<Float>, clothAccent: SIMD3<Float>
  var hairStyle: HairStyle
  /// Share of skin that stubble covers, 0…1.
  var stubble: Float
  /// Thickness of the brows against the landmarks' band.
  var browWidth: Float
  /// Red of cheeks and nose, spots, freckles, 0…1.
  var blush: Float, blotches: Float, freckles: Float
  /// Draws the paint.
  var paintSeed: UInt64

  init(seed: UInt64) {
    var g = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ 77)
    for _ in 0..<4 { _ = g.next() }
    let isMale = g.uniform() < 0.5
    masculinity = Float(isMale ? g.uniform(0.75...1) : g.uniform(0...0.2))
    age = Float(g.uniform(0...0.35))
    let ancestry = Self.ancestry(&g)
    shapes = Self.macroShapes(ancestry, masculinity: masculinity, age: age)
    shapes += Self.details(&g)
    // The base mesh opens its eyes wide: relaxed lids cover the upper border of the iris.
    shapes += [("eyes/l-eye-height2-decr", 0.40), ("eyes/r-eye-height2-decr", 0.40)]
    size = 1 + 0.03 * max(-1, min(1, g.gaussian() / 2))
    skin = Self.skin(ancestry, &g)
    let warmth = Float(g.uniform(0.9...1.1))
    lips = skin * SIMD3(0.80, 0.44, 0.46) * warmth
    hair = Self.hair(ancestry, &g)
    iris = Self.iris(ancestry, &g)
    hairStyle =
      isMale
      ? (g.uniform() < 0.5 ? .short : .sidePart)
      : (g.uniform() < 0.6 ? .shoulderLength : .tiedBack)
    stubble = isMale && g.uniform() < 0.7 ? Float(g.uniform(0.15...0.6)) : 0
    browWidth = Float(isMale ? g.uniform(0.85...1.15) : g.uniform(0.55...0.8))
    blush = Float(g.uniform(0.3...0.9))
    blotches = Float(g.uniform(0.4...1))
    freckles = g.uniform() < 0.3 ? Float(g.uniform(0.2...0.8)) : 0
    (cloth, clothAccent) = Self.clothes(&g)
    paintSeed = g.next()
  }

  /// Shares of caucasian, asian and african features; one of them leads.
  private static func ancestry(_ g: inout SeededGenerator) -> SIMD3<Float> {
    let leader = Int(g.next() % 3)
    var shares =
      SIMD3<Float>(
        Float(g.uniform()), Float(g.uniform()), Float(g.uniform())) * 0.18
    shares[leader] += 1
    return shares / shares.sum()
  }

  private static func macroShapes(
    _ ancestry: SIMD3<Float>, masculinity: Float, age: Float
  ) -> [(name: String, weight: Float)] {
    var result: [(name: String, weight: Float)] = []
    for (i, race) in ["caucasian", "asian", "african"].enumerated() {
      for (sex, sexShare) in [("male", masculinity), ("female", 1 - masculinity)] {
        for (years, yearShare) in [("young", 1 - age), ("old", age)] {
          let weight = ancestry[i] * sexShare * yearShare
          if weight > 0.01 {
            result.append(("macrodetails/\(race)-\(sex)-\(years)", weight))
          }
        }
      }
    }
    return result
  }

  /// Shapes that may vary freely: the names of both directions, and the largest weight.
  private static let detailRange: [(String, String, Double)] = [
    ("nose/nose-scale-horiz-decr", "nose/nose-scale-horiz-incr", 0.35),
    ("nose/nose-hump-decr", "nose/nose-hump-incr", 0.4),
    ("nose/nose-point-down", "nose/nose-point-up", 0.4),
    ("nose/nose-volume-decr", "nose/nose-volume-incr", 0.35),
    ("mouth/mouth-scale-horiz-decr", "mouth/mouth-scale-horiz-incr", 0.35),
    ("mouth/mouth-upperlip-volume-decr", "mouth/mouth-upperlip-volume-incr", 0.5),
    ("mouth/mouth-lowerlip-volume-decr", "mouth/mouth-lowerlip-volume-incr", 0.5),
    ("chin/chin-width-decr", "chin/chin-width-incr", 0.4),
    ("chin/chin-prominent-decr", "chin/chin-prominent-incr", 0.4),
    ("chin/chin-height-decr", "chin/chin-height-incr", 0.3),
    ("head/head-fat-decr", "head/head-fat-incr", 0.3),
    ("head/head-scale-horiz-decr", "head/head-scale-horiz-incr", 0.2),
    ("forehead/forehead-scale-vert-decr", "forehead/forehead-scale-vert-incr", 0.3),
    ("eyebrows/eyebrows-trans-down", "eyebrows/eyebrows-trans-up", 0.3),
  ]
  /// Shapes that come in pairs for the left and the right side.
  private static let pairedRange: [(String, String, Double)] = [
    ("cheek/#-cheek-bones-decr", "cheek/#-cheek-bones-incr", 0.4),
    ("cheek/#-cheek-volume-decr", "cheek/#-cheek-volume-incr", 0.4),
    ("eyes/#-eye-height2-decr", "eyes/#-eye-height2-incr", 0.25),
    ("ears/#-ear-scale-decr", "ears/#-ear-scale-incr", 0.3),
  ]
  /// Small asymmetries, of which every face has some.
  private static let asymmetries = [
    "asym/asym-eye-1", "asym/asym-mouth-1", "asym/asym-nose-1", "asym/asym-brown-1",
    "asym/asym-cheek-1", "asym/asym-jaw-1",
  ]

  private static func details(_ g: inout SeededGenerator) -> [(name: String, weight: Float)] {
    var result: [(name: String, weight: Float)] = []
    for (low, high, limit) in detailRange {
      let w = max(-1, min(1, g.gaussian() / 2)) * limit
      result.append((w < 0 ? low : high, Float(abs(w))))
    }
    for (low, high, limit) in pairedRange {
      let w = max(-1, min(1, g.gaussian() / 2)) * limit
      for side in ["l", "r"] {
        let name = (w < 0 ? low : high).split(separator: "#", omittingEmptySubsequences: false)
        result.append((name.joined(separator: side), Float(abs(w))))
      }
    }
    for name in asymmetries {
      result.append((name + (g.uniform() < 0.5 ? "-l" : "-r"), Float(g.uniform(0...0.25))))
    }
    return result
  }

  private static func skin(_ ancestry: SIMD3<Float>, _ g: inout SeededGenerator) -> SIMD3<Float> {
    let fair = SIMD3<Float>(0.62, 0.375, 0.275)
    let golden = SIMD3<Float>(0.57, 0.36, 0.235)
    let dark = SIMD3<Float>(0.215, 0.105, 0.062)
    let mixed = fair * ancestry.x + golden * ancestry.y + dark * ancestry.z
    return mixed * Float(g.uniform(0.85...1.08))
  }

  private static func hair(_ ancestry: SIMD3<Float>, _ g: inout SeededGenerator) -> SIMD3<Float> {
    let black = SIMD3<Float>(0.012, 0.010, 0.009)
    let browns: [SIMD3<Float>] = [
      SIMD3(0.032, 0.018, 0.010), SIMD3(0.065, 0.034, 0.017), SIMD3(0.13, 0.070, 0.032),
      SIMD3(0.27, 0.165, 0.075), SIMD3(0.11, 0.038, 0.014),
    ]
    let pick = browns[Int(g.next() % UInt64(browns.count))]
    return ancestry.x > 0.5 ? pick : black
  }

  private static func iris(_ ancestry: SIMD3<Float>, _ g: inout SeededGenerator) -> SIMD3<Float> {
    let browns: [SIMD3<Float>] = [SIMD3(0.085, 0.040, 0.016), SIMD3(0.13, 0.070, 0.028)]
    let lights: [SIMD3<Float>] = [
      SIMD3(0.13, 0.19, 0.24), SIMD3(0.14, 0.17, 0.085), SIMD3(0.16, 0.10, 0.045),
    ]
    let all = ancestry.x > 0.5 ? browns + lights : browns
    return all[Int(g.next() % UInt64(all.count))]
  }

  private static func clothes(_ g: inout SeededGenerator) -> (SIMD3<Float>, SIMD3<Float>) {
    let palette: [(SIMD3<Float>, SIMD3<Float>)] = [
      (SIMD3(0.045, 0.075, 0.14), SIMD3(0.030, 0.050, 0.10)),
      (SIMD3(0.22, 0.23, 0.24), SIMD3(0.15, 0.155, 0.165)),
      (SIMD3(0.09, 0.16, 0.13), SIMD3(0.055, 0.105, 0.085)),
      (SIMD3(0.26, 0.065, 0.055), SIMD3(0.17, 0.04, 0.035)),
      (SIMD3(0.55, 0.53, 0.47), SIMD3(0.42, 0.40, 0.35)),
    ]
    return palette[Int(g.next() % UInt64(palette.count))]
  }
}
