import Foundation

/// The bytes that a glTF file's accessors and pictures lie in.
struct GLTFBuffers {
  private let text: GLTFText
  private var buffers: [[UInt8]] = []

  init(
    _ text: GLTFText, embedded: ArraySlice<UInt8>?, path: String, limits: ModelLimits
  ) throws(ModelFault) {
    self.text = text
    for (index, buffer) in (text.buffers ?? []).enumerated() {
      let place = "buffers[\(index)]"
      let bytes: [UInt8]
      if let uri = buffer.uri {
        bytes = try Self.content(uri, beside: path, place: place, limits: limits)
      } else if index == 0, let embedded {
        bytes = Array(embedded)
      } else {
        throw ModelFault("\(place) has neither an address nor bytes of its own")
      }
      guard buffer.byteLength >= 0, buffer.byteLength <= bytes.count else {
        throw ModelFault(
          "\(place) wants \(buffer.byteLength) bytes, and \(bytes.count) are there")
      }
      buffers.append(bytes)
    }
  }

  /// The bytes of a view and their distance from element to element, 0 for none given.
  func view(_ index: Int, place: String) throws(ModelFault) -> (ArraySlice<UInt8>, stride: Int) {
    guard let views = text.bufferViews, views.indices.contains(index) else {
      throw ModelFault("\(place): there is no bufferViews[\(index)]")
    }
    let view = views[index]
    guard buffers.indices.contains(view.buffer) else {
      throw ModelFault("bufferViews[\(index)]: there is no buffers[\(view.buffer)]")
    }
    let buffer = buffers[view.buffer]
    let offset = view.byteOffset ?? 0
    guard offset >= 0, view.byteLength >= 0, offset <= buffer.count,
      view.byteLength <= buffer.count - offset
    else { throw ModelFault("bufferViews[\(index)] reaches beyond its buffer") }
    let stride = view.byteStride ?? 0
    guard stride == 0 || (1...252).contains(stride) else {
      throw ModelFault("bufferViews[\(index)]: a stride of \(stride) bytes; 4 to 252 are allowed")
    }
    return (buffer[offset..<offset + view.byteLength], stride)
  }

  /// The bytes of an address: `data:` or a file beside the model.
  static func content(
    _ uri: String, beside path: String, place: String, limits: ModelLimits
  ) throws(ModelFault) -> [UInt8] {
    if uri.hasPrefix("data:") {
      guard let comma = uri.firstIndex(of: ","), uri[..<comma].hasSuffix(";base64"),
        let data = Data(base64Encoded: String(uri[uri.index(after: comma)...]))
      else { throw ModelFault("\(place): its data address is not base64") }
      return Array(data)
    }
    let file = try self.file(uri, beside: path, place: place)
    do throws(ModelFault) {
      return try FileReader.bytes(of: file, atMost: limits.fileBytes)
    } catch {
      throw ModelFault("\(place): \(file): \(error.reason)")
    }
  }

  /// The file of an address; only files in the model's folder and below it are opened.
  static func file(
    _ uri: String, beside path: String, place: String
  ) throws(ModelFault) -> String {
    let name = uri.removingPercentEncoding ?? uri
    guard !name.hasPrefix("/"), !name.contains(":"), !name.contains("\0"),
      !name.split(separator: "/").contains("..")
    else {
      throw ModelFault(
        "\(place): '\(String(name.prefix(60)))' is not a file in the model's own folder; put it there"
      )
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return folder + name
  }
}
