import Foundation
import ModelFiles

/// Builds small glTF files for tests.
struct GLB {
  /// The text; tests change it to make damage.
  var json: String
  var buffer = Data()

  var data: Data {
    var text = Data(json.utf8)
    text.append(Data(repeating: 0x20, count: (4 - text.count % 4) % 4))
    var body = buffer
    body.append(Data(count: (4 - body.count % 4) % 4))
    var result = Data("glTF".utf8)
    result.append(Self.word(2))
    result.append(Self.word(UInt32(28 + text.count + body.count)))
    result.append(Self.word(UInt32(text.count)))
    result.append(Data("JSON".utf8))
    result.append(text)
    result.append(Self.word(UInt32(body.count)))
    result.append(Data("BIN\0".utf8))
    result.append(body)
    return result
  }

  static func word(_ value: UInt32) -> Data { withUnsafeBytes(of: value.littleEndian) { Data($0) } }

  static func floats(_ list: [Float]) -> Data {
    list.reduce(into: Data()) { data, value in data.append(word(value.bitPattern)) }
  }

  /// A triangle with two morph targets.
  ///
  /// `jawOpen` moves its third vertex up by 2, `wiggle` is sparse and moves the second to the right
  /// by 3. Three indices of 32 bits come first in the buffer.
  static var triangle: GLB {
    var buffer = Data()
    for i in 0..<3 { buffer.append(word(UInt32(i))) }
    buffer.append(floats([0, 0, 0, 1, 0, 0, 0, 1, 0]))
    buffer.append(floats([0, 0, 0, 0, 0, 0, 0, 2, 0]))
    buffer.append(word(1))
    buffer.append(floats([3, 0, 0]))
    return GLB(
      json: """
        {"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
        "nodes":[{"name":"root","children":[1],"translation":[0,1,0]},
        {"name":"leaf","mesh":0,"scale":[2,2,2]}],
        "meshes":[{"name":"shape","primitives":[{"attributes":{"POSITION":1},"indices":0,
        "material":0,"targets":[{"POSITION":2},{"POSITION":3}]}],"weights":[0,0.5],
        "extras":{"targetNames":["jawOpen","wiggle"]}}],
        "materials":[{"name":"red","pbrMetallicRoughness":{"baseColorFactor":[1,0,0,0.5],
        "metallicFactor":0,"roughnessFactor":0.25},"alphaMode":"BLEND","doubleSided":true}],
        "accessors":[
        {"bufferView":0,"componentType":5125,"count":3,"type":"SCALAR"},
        {"bufferView":1,"componentType":5126,"count":3,"type":"VEC3"},
        {"bufferView":2,"componentType":5126,"count":3,"type":"VEC3"},
        {"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,
        "indices":{"bufferView":3,"componentType":5125},"values":{"bufferView":4}}}],
        "bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":12},
        {"buffer":0,"byteOffset":12,"byteLength":36},{"buffer":0,"byteOffset":48,"byteLength":36},
        {"buffer":0,"byteOffset":84,"byteLength":4},{"buffer":0,"byteOffset":88,"byteLength":12}],
        "buffers":[{"byteLength":100}]}
        """.replacingOccurrences(of: "\n", with: ""), buffer: buffer)
  }

  /// The same with a piece of its text replaced; a test fails when there is no such piece.
  func replacing(_ piece: String, _ other: String) -> GLB {
    var copy = self
    precondition(json.contains(piece), "no '\(piece)' in the sample")
    copy.json = json.replacingOccurrences(of: piece, with: other)
    return copy
  }
}

/// Writes files into a folder that goes with the value.
final class Folder {
  let path = NSTemporaryDirectory() + "model-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func write(_ name: String, _ data: Data) throws -> String {
    let file = path + "/" + name
    try data.write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Reads a model of these bytes.
  func read(
    _ name: String, _ data: Data, limits: ModelLimits = ModelLimits()
  ) throws -> ModelDocument {
    try ModelFile.read(try write(name, data), limits: limits)
  }

  /// Why a model of these bytes is refused; nil when it is read.
  func refusal(
    _ name: String, _ data: Data, limits: ModelLimits = ModelLimits()
  ) throws -> String? {
    do {
      _ = try read(name, data, limits: limits)
      return nil
    } catch let error as ModelFileError {
      return error.reason
    }
  }
}
