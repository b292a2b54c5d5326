import SpatialMath

/// Reads the arrays of numbers of a glTF file, bounds checked.
struct AccessorReader {
  private let accessors: [GLTFText.Accessor]
  private let buffers: GLTFBuffers

  init(_ text: GLTFText, buffers: GLTFBuffers) {
    accessors = text.accessors ?? []
    self.buffers = buffers
  }

  /// The most elements of one accessor: 2²⁶.
  private static let mostElements = 1 << 26

  /// Elements of an accessor.
  func count(_ index: Int) throws(ModelFault) -> Int { try accessor(index).count }

  private func accessor(_ index: Int) throws(ModelFault) -> GLTFText.Accessor {
    guard accessors.indices.contains(index) else {
      throw ModelFault("there is no accessors[\(index)]")
    }
    let found = accessors[index]
    guard (0...Self.mostElements).contains(found.count) else {
      throw ModelFault("accessors[\(index)]: a count of \(found.count) elements is out of range")
    }
    return found
  }

  /// All numbers of an accessor whose elements have so many parts.
  func floats(_ index: Int, parts: Int) throws(ModelFault) -> [Float] {
    let accessor = try accessor(index)
    try check(accessor, index, parts: parts)
    var result: [Float]
    if let view = accessor.bufferView {
      result = try numbers(
        view, offset: accessor.byteOffset ?? 0, accessor, count: accessor.count, parts: parts,
        place: "accessors[\(index)]")
    } else {
      result = [Float](repeating: 0, count: accessor.count * parts)
    }
    if accessor.sparse != nil {
      let (places, values) = try sparse(index, parts: parts)
      for (i, place) in places.enumerated() {
        for part in 0..<parts { result[Int(place) * parts + part] = values[i * parts + part] }
      }
    }
    guard result.allSatisfy(\.isFinite) else {
      throw ModelFault("accessors[\(index)] holds numbers that are not finite")
    }
    return result
  }

  /// Three numbers an element.
  func vectors(_ index: Int) throws(ModelFault) -> [SIMD3<Float>] {
    let flat = try floats(index, parts: 3)
    return (0..<flat.count / 3).map { SIMD3(flat[3 * $0], flat[3 * $0 + 1], flat[3 * $0 + 2]) }
  }

  /// The elements that are not zero, for accessors that are nothing but sparse; nil for others.
  func onlySparse(_ index: Int) throws(ModelFault) -> ([UInt32], [SIMD3<Float>])? {
    let accessor = try accessor(index)
    guard accessor.bufferView == nil else { return nil }
    try check(accessor, index, parts: 3)
    guard accessor.sparse != nil else { return ([], []) }
    let (places, flat) = try sparse(index, parts: 3)
    guard flat.allSatisfy(\.isFinite) else {
      throw ModelFault("accessors[\(index)] holds numbers that are not finite")
    }
    return (
      places, places.indices.map { SIMD3(flat[3 * $0], flat[3 * $0 + 1], flat[3 * $0 + 2]) }
    )
  }

  /// Whole numbers, one an element.
  func integers(_ index: Int) throws(ModelFault) -> [UInt32] {
    let accessor = try accessor(index)
    guard accessor.type == "SCALAR", let view = accessor.bufferView,
      [5121, 5123, 5125].contains(accessor.componentType)
    else { throw ModelFault("accessors[\(index)] does not hold whole numbers") }
    return try integers(
      view, offset: accessor.byteOffset ?? 0, type: accessor.componentType, count: accessor.count,
      place: "accessors[\(index)]")
  }

  private func check(
    _ accessor: GLTFText.Accessor, _ index: Int, parts: Int
  ) throws(ModelFault) {
    let known = ["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16]
    guard known[accessor.type] == parts else {
      throw ModelFault("accessors[\(index)] is \(accessor.type); \(parts) numbers were expected")
    }
  }

  private func sparse(
    _ index: Int, parts: Int
  ) throws(ModelFault) -> ([UInt32], [Float]) {
    let accessor = try accessor(index)
    let place = "accessors[\(index)].sparse"
    guard let sparse = accessor.sparse, (0...accessor.count).contains(sparse.count) else {
      throw ModelFault("\(place) has more elements than the accessor")
    }
    let places = try integers(
      sparse.indices.bufferView, offset: sparse.indices.byteOffset ?? 0,
      type: sparse.indices.componentType, count: sparse.count, place: place)
    guard places.allSatisfy({ $0 < accessor.count }) else {
      throw ModelFault("\(place) points beyond the accessor")
    }
    let values = try numbers(
      sparse.values.bufferView, offset: sparse.values.byteOffset ?? 0, accessor,
      count: sparse.count, parts: parts, place: place)
    return (places, values)
  }

  private static let sizes = [5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4]

  /// Checks that all elements lie within the view, and hands out its bytes.
  private func elements(
    _ view: Int, offset: Int, type: Int, parts: Int, count: Int, place: String
  ) throws(ModelFault) -> (bytes: ArraySlice<UInt8>, size: Int, stride: Int) {
    guard let size = Self.sizes[type] else {
      throw ModelFault("\(place): no such type of number: \(type)")
    }
    let (bytes, given) = try buffers.view(view, place: place)
    let stride = given == 0 ? size * parts : given
    guard offset >= 0, offset <= bytes.count,
      count == 0 || bytes.count - offset >= stride * (count - 1) + size * parts
    else { throw ModelFault("\(place) reaches beyond its buffer view") }
    return (bytes.dropFirst(offset), size, stride)
  }

  private func integers(
    _ view: Int, offset: Int, type: Int, count: Int, place: String
  ) throws(ModelFault) -> [UInt32] {
    let (bytes, size, stride) = try elements(
      view, offset: offset, type: type, parts: 1, count: count, place: place)
    return bytes.withUnsafeBytes { raw in
      (0..<count).map { i in
        switch size {
        case 1: UInt32(raw[i * stride])
        case 2: UInt32(raw.word16(i * stride))
        default: raw.word32(i * stride)
        }
      }
    }
  }

  private func numbers(
    _ view: Int, offset: Int, _ accessor: GLTFText.Accessor, count: Int, parts: Int, place: String
  ) throws(ModelFault) -> [Float] {
    let type = accessor.componentType
    let (bytes, size, stride) = try elements(
      view, offset: offset, type: type, parts: parts, count: count, place: place)
    let isNormalized = accessor.normalized ?? false
    return bytes.withUnsafeBytes { raw in
      [Float](unsafeUninitializedCapacity: count * parts) { target, used in
        for i in 0..<count {
          for part in 0..<parts {
            let at = i * stride + part * size
            target[i * parts + part] = Self.number(raw, at, type, isNormalized)
          }
        }
        used = count * parts
      }
    }
  }

  /// One number; whole numbers that are marked so become −1…1 or 0…1, by the format's own rule.
  private static func number(
    _ raw: UnsafeRawBufferPointer, _ at: Int, _ type: Int, _ isNormalized: Bool
  ) -> Float {
    switch type {
    case 5120:
      let v = Float(Int8(bitPattern: raw[at]))
      return isNormalized ? max(v / 127, -1) : v
    case 5121: return isNormalized ? Float(raw[at]) / 255 : Float(raw[at])
    case 5122:
      let v = Float(Int16(bitPattern: raw.word16(at)))
      return isNormalized ? max(v / 32767, -1) : v
    case 5123:
      let v = Float(raw.word16(at))
      return isNormalized ? v / 65535 : v
    case 5125:
      return Float(raw.word32(at))
    default: return Float(bitPattern: raw.word32(at))
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Two bytes, the lower one first.
  fileprivate func word16(_ at: Int) -> UInt16 {
    UInt16(littleEndian: loadUnaligned(fromByteOffset: at, as: UInt16.self))
  }

  /// Four bytes, the lowest one first.
  fileprivate func word32(_ at: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: at, as: UInt32.self))
  }
}
