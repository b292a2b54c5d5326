import SpatialMath

/// A flat convex piece of a scene with its own texture.
package struct Facet: Sendable {
  /// Where texture coordinate (0, 0) lies in the scene.
  package var origin: SIMD3<Float>
  /// Unit directions in which texture coordinates grow, metres; seen from the front, `v` is a
  /// quarter turn clockwise from `u` (right, down).
  package var uAxis: SIMD3<Float>, vAxis: SIMD3<Float>
  /// The convex outline in texture coordinates, metres.
  package var outline: [SIMD2<Float>]
  /// The finest level's index in the scene's level table, and how many there are.
  var firstLevel = 0, levelCount = 0
  /// Texels a metre of the finest level.
  var density: Float = 1

  /// Creates a facet without a texture.
  package init(
    origin: SIMD3<Float>, uAxis: SIMD3<Float>, vAxis: SIMD3<Float>, outline: [SIMD2<Float>]
  ) {
    self.origin = origin
    self.uAxis = uAxis
    self.vAxis = vAxis
    self.outline = outline
  }

  /// The unit normal on the side that is drawn.
  package var normal: SIMD3<Float> { vAxis.cross(uAxis) }
  /// A point of the scene by texture coordinates.
  package func point(_ p: SIMD2<Float>) -> SIMD3<Float> {
    origin + uAxis * p.x + vAxis * p.y
  }
  /// The corners in the scene.
  package var corners: [SIMD3<Float>] { outline.map(point) }
}

/// One size of a texture inside `FacetScene.texels`.
struct TextureLevel {
  var offset: Int
  var width: Int32, height: Int32
  /// Texels a metre.
  var density: Float
}

/// Textured facets ready to be drawn: immutable, shared by renderers.
package struct FacetScene: Sendable {
  package private(set) var facets: [Facet] = []
  private(set) var levels: [TextureLevel] = []
  /// All textures, packed colours (see `PackedColor`), finest level first.
  private(set) var texels: [UInt32] = []

  /// Creates an empty scene.
  package init() {}

  /// Makes room for this many texels of finest levels, so that adding does not copy.
  package mutating func reserveTexels(_ count: Int) {
    // Each coarser level has a quarter of the one before.
    texels.reserveCapacity(count + count / 3 + 1024)
  }

  /// Adds a facet with the picture on it, already lit.
  package mutating func add(_ facet: Facet, picture: Canvas) {
    var facet = facet
    facet.firstLevel = levels.count
    facet.density = picture.density
    var (width, height, density) = (picture.width, picture.height, picture.density)
    var current = picture.texels
    while true {
      levels.append(
        TextureLevel(
          offset: texels.count, width: Int32(width), height: Int32(height), density: density))
      PackedColor.displayTable.withUnsafeBufferPointer { table in
        texels.append(contentsOf: current.lazy.map { PackedColor.encode($0, table: table) })
      }
      facet.levelCount += 1
      guard width >= 8, height >= 8, facet.levelCount < 8 else { break }
      current = Self.halved(current, width: width, height: height)
      (width, height, density) = (width / 2, height / 2, density / 2)
    }
    facets.append(facet)
  }

  /// Means of 2 × 2 texels in linear light; an odd last row or column is dropped.
  private static func halved(
    _ source: [SIMD3<Float>], width: Int, height: Int
  ) -> [SIMD3<Float>] {
    let (w, h) = (width / 2, height / 2)
    return Array(unsafeUninitializedCapacity: w * h) { buffer, count in
      source.withUnsafeBufferPointer { s in
        for y in 0..<h {
          for x in 0..<w {
            let i = 2 * y * width + 2 * x
            let sum = s[i] + s[i + 1] + s[i + width] + s[i + width + 1]
            buffer[y * w + x] = sum * 0.25
          }
        }
      }
      count = w * h
    }
  }
}

/// Where a picture's row is seen from.
package struct FacetView: Sendable {
  /// The camera's place in the scene.
  package var position: SIMD3<Float>
  /// The directions of the picture's right, down and forward in the scene, unit vectors.
  package var right: SIMD3<Float>, down: SIMD3<Float>, forward: SIMD3<Float>

  /// Creates a view from a session camera's pose (+X right, +Y up, −Z forward).
  package init(sceneFromCamera pose: Pose) {
    let m = pose.rotation.matrix
    position = SIMD3<Float>(pose.translation)
    right = SIMD3<Float>(m.column0)
    down = SIMD3<Float>(-m.column1)
    forward = SIMD3<Float>(-m.column2)
  }

  /// A direction of the scene in the camera's vision axes.
  @inline(__always) func act(_ d: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(right.dot(d), down.dot(d), forward.dot(d))
  }
}
