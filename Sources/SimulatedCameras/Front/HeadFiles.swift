import Foundation
import SessionCore
import SpatialMath
import SystemSupport

/// The polygon mesh of a Wavefront OBJ file, by groups.
struct ObjectFile {
  /// A corner of a face: indices of a position and of a texture coordinate.
  struct Corner: Hashable {
    var position: Int32, texture: Int32
  }

  var positions: [SIMD3<Float>] = []
  var textureCoordinates: [SIMD2<Float>] = []
  /// Triangles by group name, three corners each; polygons are cut into fans.
  var groups: [String: [Corner]] = [:]

  init(_ data: Data) {
    data.withUnsafeBytes { bytes in
      var reader = TextReader(bytes)
      var group = ""
      var triangles: [Corner] = []
      while let word = reader.word() {
        switch word {
        case "v": positions.append(SIMD3(reader.number(), reader.number(), reader.number()))
        case "vt": textureCoordinates.append(SIMD2(reader.number(), reader.number()))
        case "g":
          groups[group, default: []] += triangles
          triangles = []
          group = reader.word() ?? ""
        case "f": triangles += Self.fan(&reader)
        default: break
        }
        reader.skipLine()
      }
      groups[group, default: []] += triangles
    }
  }

  private static func fan(_ reader: inout TextReader) -> [Corner] {
    var corners: [Corner] = []
    while reader.isNumberNext {
      let position = reader.index()
      var texture: Int32 = -1
      if reader.take(UInt8(ascii: "/")), reader.isNumberNext {
        texture = reader.index()
      }
      if reader.take(UInt8(ascii: "/")), reader.isNumberNext { _ = reader.number() }
      corners.append(Corner(position: position, texture: texture))
    }
    guard corners.count >= 3 else { return [] }
    return (1..<corners.count - 1).flatMap { [corners[0], corners[$0], corners[$0 + 1]] }
  }
}

/// A sparse shape: vertices of the base mesh and how far weight 1 moves each.
struct HeadTarget: Sendable {
  var vertices: [Int32] = []
  var offsets: [SIMD3<Float>] = []

  /// Reads MakeHuman's target format: a line is a vertex and its x, y, z offset.
  init(_ data: Data) {
    data.withUnsafeBytes { bytes in
      var reader = TextReader(bytes)
      while !reader.isAtEnd {
        if reader.isNumberNext {
          vertices.append(Int32(saturating: Double(reader.number())))
          offsets.append(SIMD3(reader.number(), reader.number(), reader.number()))
        }
        reader.skipLine()
      }
    }
  }
}

/// Reads words and numbers from lines of ASCII text.
struct TextReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { place >= bytes.count }

  private mutating func skipBlanks() {
    while place < bytes.count, bytes[place] == 32 || bytes[place] == 9 || bytes[place] == 13 {
      place += 1
    }
  }

  mutating func skipLine() {
    while place < bytes.count, bytes[place] != 10 { place += 1 }
    place += 1
  }

  /// The next word of the line; an empty one at its end, nil at the end of the text.
  mutating func word() -> String? {
    skipBlanks()
    guard place < bytes.count else { return nil }
    let start = place
    while place < bytes.count, bytes[place] > 32 { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  var isNumberNext: Bool {
    mutating get {
      skipBlanks()
      guard place < bytes.count else { return false }
      let b = bytes[place]
      return b == UInt8(ascii: "-") || b == UInt8(ascii: ".") || b >= 48 && b <= 57
    }
  }

  /// The next number, counted from 1 as OBJ files do, counted from 0.
  mutating func index() -> Int32 { Int32(saturating: Double(number()) - 1) }

  /// The next number; 0 where there is none.
  mutating func number() -> Float {
    skipBlanks()
    var sign = 1.0
    if take(UInt8(ascii: "-")) { sign = -1 }
    var value = 0.0
    while place < bytes.count, bytes[place] >= 48, bytes[place] <= 57 {
      value = value * 10 + Double(bytes[place] - 48)
      place += 1
    }
    if take(UInt8(ascii: ".")) {
      var scale = 0.1
      while place < bytes.count, bytes[place] >= 48, bytes[place] <= 57 {
        value += scale * Double(bytes[place] - 48)
        scale *= 0.1
        place += 1
      }
    }
    if take(UInt8(ascii: "e")) {
      // Beyond that there is nothing but zero and infinity.
      let power = min(400, max(-400, Int(saturating: Double(number()))))
      for _ in 0..<abs(power) { value = power < 0 ? value / 10 : value * 10 }
    }
    return Float(sign * value)
  }
}

/// The files of the head below a model folder.
struct HeadFiles: Sendable {
  private let store: ModelStore

  /// Uses an installed model folder.
  init(store: ModelStore) { self.store = store }

  /// `base.obj` as the pinned wheel has it.
  private static let meshDigest =
    "8e761e6624b8f54536409135d1636da63b32486a90d4897f84e121d144f6fb4c"

  /// The base mesh, whose every index is used without looking: another file than the pinned one is
  /// refused.
  func mesh() throws(SessionError) -> ObjectFile {
    do {
      return ObjectFile(try store.contents(of: "head/base.obj", sha256: Self.meshDigest))
    } catch {
      throw Self.failure("\(error)")
    }
  }

  /// The shape of a coefficient.
  func expression(_ location: BlendShapeLocation) throws(SessionError) -> HeadTarget {
    try target("faceunits/\(location.rawValue).target")
  }

  /// A shape of identity by its path below `targets`, without the suffix.
  func identity(_ name: String) throws(SessionError) -> HeadTarget {
    try target("targets/\(name).target")
  }

  private func target(_ name: String) throws(SessionError) -> HeadTarget {
    let data: Data
    let path: String
    do {
      path = try store.path(of: "head/" + name)
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw Self.failure("\(error)")
    }
    let target = HeadTarget(data)
    let vertices = Int32(0)..<Int32(HeadMesh.vertexCount)
    guard !target.vertices.isEmpty, target.vertices.allSatisfy(vertices.contains),
      target.offsets.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.z.isFinite })
    else { throw Self.failure("\(path): the file is damaged; delete it and run Tools/setup") }
    return target
  }

  private static func failure(_ reason: String) -> SessionError {
    SessionError(
      .sensorUnavailable, "the simulated front camera cannot read its head: \(reason)")
  }
}
