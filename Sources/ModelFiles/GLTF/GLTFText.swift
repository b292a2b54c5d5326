/// The text of a glTF file as far as it is used; names are the format's own.
struct GLTFText: Decodable {
  struct Asset: Decodable { var version: String? }
  struct Scene: Decodable { var nodes: [Int]? }
  struct Node: Decodable {
    var name: String?
    var children: [Int]?
    var mesh: Int?
    var skin: Int?
    var matrix: [Double]?
    var scale: [Double]?
    var rotation: [Double]?
    var translation: [Double]?
  }
  struct TargetNames: Decodable { var targetNames: [String]? }
  struct Primitive: Decodable {
    struct Extensions: Decodable {
      enum CodingKeys: String, CodingKey { case draco = "KHR_draco_mesh_compression" }
      var draco: Present?
    }
    var attributes: [String: Int]?
    var indices: Int?
    var material: Int?
    var mode: Int?
    var targets: [[String: Int]]?
    var extras: Lenient<TargetNames>?
    var extensions: Lenient<Extensions>?
  }
  struct Mesh: Decodable {
    var name: String?
    var primitives: [Primitive]?
    var weights: [Double]?
    var extras: Lenient<TargetNames>?
  }
  struct TextureReference: Decodable {
    var index: Int
    var texCoord: Int?
    var scale: Double?
  }
  struct Surface: Decodable {
    var baseColorFactor: [Double]?
    var metallicFactor: Double?
    var roughnessFactor: Double?
    var baseColorTexture: TextureReference?
    var metallicRoughnessTexture: TextureReference?
  }
  struct Material: Decodable {
    struct Strength: Decodable { var emissiveStrength: Double? }
    struct Clearcoat: Decodable { var clearcoatFactor: Double? }
    struct Extensions: Decodable {
      enum CodingKeys: String, CodingKey {
        case unlit = "KHR_materials_unlit"
        case emissiveStrength = "KHR_materials_emissive_strength"
        case clearcoat = "KHR_materials_clearcoat"
      }
      var unlit: Present?
      var emissiveStrength: Strength?
      var clearcoat: Clearcoat?
    }
    var name: String?
    var pbrMetallicRoughness: Surface?
    var normalTexture: TextureReference?
    var emissiveTexture: TextureReference?
    var emissiveFactor: [Double]?
    var alphaMode: String?
    var alphaCutoff: Double?
    var doubleSided: Bool?
    var extensions: Lenient<Extensions>?
  }
  struct Texture: Decodable { var source: Int? }
  struct Picture: Decodable {
    var name: String?
    var uri: String?
    var bufferView: Int?
  }
  struct Buffer: Decodable {
    var uri: String?
    var byteLength: Int
  }
  struct BufferView: Decodable {
    var buffer: Int
    var byteOffset: Int?
    var byteLength: Int
    var byteStride: Int?
  }
  struct Sparse: Decodable {
    struct Indices: Decodable {
      var bufferView: Int
      var byteOffset: Int?
      var componentType: Int
    }
    struct Values: Decodable {
      var bufferView: Int
      var byteOffset: Int?
    }
    var count: Int
    var indices: Indices
    var values: Values
  }
  struct Accessor: Decodable {
    var bufferView: Int?
    var byteOffset: Int?
    var componentType: Int
    var normalized: Bool?
    var count: Int
    var type: String
    var sparse: Sparse?
  }
  struct Skin: Decodable {
    var joints: [Int]
    var inverseBindMatrices: Int?
  }
  struct Animation: Decodable {
    struct Target: Decodable {
      var node: Int?
      var path: String
    }
    struct Channel: Decodable {
      var sampler: Int
      var target: Target
    }
    struct Sampler: Decodable {
      var input: Int
      var output: Int
      var interpolation: String?
    }
    var name: String?
    var channels: [Channel]?
    var samplers: [Sampler]?
  }
  struct Extensions: Decodable {
    enum CodingKeys: String, CodingKey {
      case vrm0 = "VRM"
      case vrm1 = "VRMC_vrm"
    }
    var vrm0: Lenient<VRM0Text>?
    var vrm1: Lenient<VRM1Text>?
  }

  var asset: Asset?
  var scene: Int?
  var scenes: [Scene]?
  var nodes: [Node]?
  var meshes: [Mesh]?
  var materials: [Material]?
  var textures: [Texture]?
  var images: [Picture]?
  var buffers: [Buffer]?
  var bufferViews: [BufferView]?
  var accessors: [Accessor]?
  var skins: [Skin]?
  var animations: [Animation]?
  var extensionsRequired: [String]?
  var extensions: Lenient<Extensions>?
}

/// The part of VRM 0 that says which targets make an expression.
struct VRM0Text: Decodable {
  struct Bind: Decodable {
    var mesh: Int?
    var index: Int?
    var weight: Double?
  }
  struct Group: Decodable {
    var name: String?
    var presetName: String?
    var binds: [Bind]?
  }
  struct Master: Decodable { var blendShapeGroups: [Group]? }
  var blendShapeMaster: Master?
}

/// The part of VRM 1 that says which targets make an expression.
struct VRM1Text: Decodable {
  struct Bind: Decodable {
    var node: Int?
    var index: Int?
    var weight: Double?
  }
  struct Expression: Decodable { var morphTargetBinds: [Bind]? }
  struct Expressions: Decodable {
    var preset: [String: Expression]?
    var custom: [String: Expression]?
  }
  var expressions: Expressions?
}

/// Something whose being there is all that matters.
struct Present: Decodable {
  init(from decoder: any Decoder) throws {}
}

/// A value that counts as absent when it is not what was expected: `extras` may hold anything.
struct Lenient<Value: Decodable>: Decodable {
  var value: Value?
  init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}
