import SessionCore
import SpatialMath

/// A model as its file has it: nodes, shapes, surfaces, pictures, movements.
///
/// Right-handed, +Y up, metres, as glTF has it. Texture coordinates grow upwards. Every number in
/// it is finite and every index leads somewhere: what does not was an error of reading.
package struct ModelDocument: Sendable {
  /// What kind of file it was.
  package enum Format: String, Sendable {
    case gltf = "glTF 2.0"
    case binaryGLTF = "glTF 2.0, binary"
    case vrm0 = "VRM 0"
    case vrm1 = "VRM 1"
    case obj = "Wavefront OBJ"
    case collada = "COLLADA"
  }

  /// A place relative to a parent.
  package struct Node: Sendable {
    package var name = ""
    package var children: [Int] = []
    package var mesh: Int?
    package var skin: Int?
    package var scale = Vector3(1, 1, 1)
    package var rotation = Quaternion.identity
    package var translation = Vector3.zero
  }

  /// A shape of one or more parts, and how far its targets are on at rest.
  package struct Mesh: Sendable {
    package var name = ""
    package var parts: [Part] = []
    package var targetNames: [String] = []
    package var weights: [Float] = []
  }

  /// Triangles of one surface.
  package struct Part: Sendable {
    package var mesh = TriangleMesh()
    package var material: Int?
    package var targets: [Target] = []
    /// Four joints a vertex with their weights, or empty.
    package var joints: [SIMD4<UInt16>] = []
    package var jointWeights: [SIMD4<Float>] = []
  }

  /// What one morph target adds at weight 1, for the vertices that it moves.
  package struct Target: Sendable {
    package var vertices: [UInt32] = []
    package var positions: [SIMD3<Float>] = []
    package var normals: [SIMD3<Float>] = []
  }

  /// How a surface lets what is behind it through.
  package enum Opacity: Sendable, Equatable {
    case opaque, blend
    case cutOut(Float)
  }

  /// A surface of the metallic-roughness kind; colours are linear.
  package struct Surface: Sendable {
    package var name = ""
    package var baseColor = SIMD4<Float>(1, 1, 1, 1)
    package var metallic: Float = 0
    package var roughness: Float = 1
    package var emissive = SIMD3<Float>.zero
    package var clearcoat: Float = 0
    package var opacity = Opacity.opaque
    package var isDoubleSided = false
    package var isUnlit = false
    /// Places in `pictures`.
    package var baseColorPicture: Int?
    package var metallicRoughnessPicture: Int?
    package var normalPicture: Int?
    package var normalScale: Float = 1
    package var emissivePicture: Int?
  }

  /// A picture that surfaces use, as it was packed.
  package struct Picture: Sendable {
    package enum Content: Sendable, Equatable {
      case bytes([UInt8])
      case file(String)
    }
    package var name = ""
    package var content: Content
  }

  /// The joints that move a skin's vertices.
  package struct Skin: Sendable {
    package var joints: [Int] = []
    package var inverseBindMatrices: [Matrix4x4] = []
  }

  /// A movement of nodes or of targets' weights.
  package struct Animation: Sendable {
    package enum Path: String, Sendable { case translation, rotation, scale, weights }
    package enum Interpolation: String, Sendable {
      case linear = "LINEAR"
      case step = "STEP"
      case cubicSpline = "CUBICSPLINE"
    }
    package struct Channel: Sendable {
      package var node: Int
      package var path: Path
      package var interpolation: Interpolation
      /// Seconds, rising.
      package var times: [Float]
      /// Numbers a key: 3, 4, or as many as there are targets; three times that for splines.
      package var values: [Float]
    }
    package var name = ""
    package var channels: [Channel] = []
    package var duration: Double { Double(channels.compactMap(\.times.last).max() ?? 0) }
  }

  /// A named mixture of targets, as VRM has it.
  package struct Expression: Sendable {
    package struct Bind: Sendable, Equatable {
      package var mesh: Int
      package var target: Int
      package var weight: Float

      package init(mesh: Int, target: Int, weight: Float) {
        self.mesh = mesh
        self.target = target
        self.weight = weight
      }
    }
    package var name = ""
    package var binds: [Bind] = []
  }

  package var format: Format
  package var nodes: [Node] = []
  package var roots: [Int] = []
  package var meshes: [Mesh] = []
  package var surfaces: [Surface] = []
  package var pictures: [Picture] = []
  package var skins: [Skin] = []
  package var animations: [Animation] = []
  package var expressions: [Expression] = []
  /// What was left out, in words.
  package var notices: [String] = []

  package init(format: Format) { self.format = format }

  /// Vertices and triangles of all shapes.
  package var vertexCount: Int { parts.reduce(0) { $0 + $1.mesh.positions.count } }
  package var triangleCount: Int { parts.reduce(0) { $0 + $1.mesh.indices.count / 3 } }
  private var parts: [Part] { meshes.flatMap(\.parts) }
}
