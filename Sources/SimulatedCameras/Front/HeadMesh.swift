import SessionCore
import SpatialMath

/// The head's mesh from the breast upwards, before identity: which vertices, which triangles, of
/// what.
///
/// Indices of the base mesh are replaced by places in a short list of used vertices.
struct HeadMesh: Sendable {
  /// The base mesh has this many vertices; shapes count them.
  static let vertexCount = 19158

  /// What a triangle is made of.
  enum Part: UInt8, Sendable, CaseIterable {
    case skin, innerMouth, eyes, lashes, teeth, tongue, hair, hairStrand, cloth
  }

  /// A vertex for drawing: a place in the list, with a texture coordinate.
  struct Corner: Hashable {
    var vertex: Int32
    var texture: SIMD2<Float>
  }

  /// The base mesh's index of each used vertex.
  let baseVertices: [Int]
  /// The place of each vertex of the base mesh in `baseVertices`, −1 for none.
  let places: [Int32]
  /// The shape of the base mesh, metres.
  let positions: [SIMD3<Float>]
  /// Corners for drawing, and triangles of them by part.
  let corners: [Corner]
  let triangles: [Part: [Int32]]
  /// The vertices of the left and right eyeball.
  let leftEye: [Int], rightEye: [Int]

  /// MakeHuman's unit.
  static let metresPerUnit: Float = 0.1
  /// How far below the eyes the body is cut off, metres: below the picture's border.
  private static let depthBelowEyes: Float = 0.52

  private static let groups: [(String, Part)] =
    [("body", .skin), ("helper-l-eye", .eyes), ("helper-r-eye", .eyes)]
    // The lower lashes are too fine to be seen from half a metre.
    + ["l", "r"].map { ("helper-\($0)-eyelashes-2", Part.lashes) } + [
      ("helper-upper-teeth", .teeth), ("helper-lower-teeth", .teeth), ("helper-tongue", .tongue),
    ]

  init(_ file: ObjectFile) {
    var builder = Builder(file)
    let eyes = Self.vertices(of: "helper-l-eye", in: file)
    let eyeHeight = eyes.map { file.positions[$0].y }.max() ?? 0
    let lowest = eyeHeight - Self.depthBelowEyes / Self.metresPerUnit
    for (name, part) in Self.groups {
      builder.add(file.groups[name] ?? [], part: part, lowest: lowest)
    }
    for joint in HeadMesh.jointNames {
      for vertex in Self.vertices(of: joint, in: file) { _ = builder.place(Int32(vertex)) }
    }
    for vertex in HeadLandmarks.vertices { _ = builder.place(Int32(vertex)) }
    baseVertices = builder.baseVertices
    places = builder.places
    positions = builder.baseVertices.map { file.positions[$0] * Self.metresPerUnit }
    corners = builder.corners
    triangles = builder.triangles
    let found = builder.places
    leftEye = eyes.map { Int(found[$0]) }
    rightEye = Self.vertices(of: "helper-r-eye", in: file).map { Int(found[$0]) }
    var joints: [String: [Int]] = [:]
    for joint in HeadMesh.jointNames {
      joints[joint] = Self.vertices(of: joint, in: file).map { Int(found[$0]) }
    }
    self.joints = joints
  }

  /// The cubes that mark joints: their middles move with the identity.
  let joints: [String: [Int]]
  static let jointNames = ["joint-head", "joint-neck", "joint-jaw"]

  private static func vertices(of group: String, in file: ObjectFile) -> [Int] {
    Set((file.groups[group] ?? []).map { Int($0.position) }).sorted()
  }

  private struct Builder {
    let file: ObjectFile
    var baseVertices: [Int] = []
    var places = [Int32](repeating: -1, count: HeadMesh.vertexCount)
    var corners: [Corner] = []
    var triangles: [Part: [Int32]] = [:]
    private var known: [Corner: Int32] = [:]

    init(_ file: ObjectFile) { self.file = file }

    mutating func place(_ vertex: Int32) -> Int32 {
      if places[Int(vertex)] < 0 {
        places[Int(vertex)] = Int32(baseVertices.count)
        baseVertices.append(Int(vertex))
      }
      return places[Int(vertex)]
    }

    mutating func add(_ list: [ObjectFile.Corner], part: Part, lowest: Float) {
      for start in stride(from: 0, to: list.count - 2, by: 3) {
        let three = list[start..<start + 3]
        guard three.allSatisfy({ file.positions[Int($0.position)].y > lowest }) else { continue }
        let texture = three.map { corner in
          corner.texture >= 0
            ? file.textureCoordinates[Int(corner.texture)] : SIMD2<Float>.zero
        }
        let middle = (texture[0] + texture[1] + texture[2]) / 3
        // The body's texture has the inside of the mouth at its lower right.
        let isMouth = part == .skin && middle.x > 0.7 && middle.y < 0.145
        for (corner, uv) in zip(three, texture) {
          let key = Corner(vertex: place(corner.position), texture: uv)
          let index = known[key] ?? Int32(corners.count)
          if known[key] == nil {
            known[key] = index
            corners.append(key)
          }
          triangles[isMouth ? .innerMouth : part, default: []].append(index)
        }
      }
    }
  }
}
