/// The two parts of a binary glTF: text and one buffer.
struct GLTFContainer {
  var text: ArraySlice<UInt8>
  var buffer: ArraySlice<UInt8>?

  private static let headerSize = 12
  private static let jsonKind: UInt32 = 0x4E4F_534A, binaryKind: UInt32 = 0x004E_4942

  init(_ bytes: [UInt8]) throws(ModelFault) {
    guard bytes.count >= Self.headerSize + 8 else { throw ModelFault("cut off in its header") }
    let version = Self.word(bytes, 4)
    guard version == 2 else {
      throw ModelFault("glTF version \(version); version 2 can be read, export it as that")
    }
    let length = Int(Self.word(bytes, 8))
    guard length <= bytes.count else {
      throw ModelFault("cut off: \(bytes.count) of \(length) bytes are there; copy it again")
    }
    var place = Self.headerSize
    var text: ArraySlice<UInt8>?
    while place + 8 <= length {
      let size = Int(Self.word(bytes, place))
      let kind = Self.word(bytes, place + 4)
      let start = place + 8
      guard size <= length - start else {
        throw ModelFault("damaged: a part of \(size) bytes reaches beyond the end")
      }
      if kind == Self.jsonKind, text == nil {
        text = bytes[start..<start + size]
      } else if kind == Self.binaryKind, buffer == nil {
        buffer = bytes[start..<start + size]
      }
      place = start + size
    }
    guard let text else { throw ModelFault("damaged: it has no text part") }
    self.text = text
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes.withUnsafeBytes {
      UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
  }
}
