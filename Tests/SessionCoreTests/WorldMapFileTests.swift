import Foundation
import SessionCore
import SessionTesting
import SpatialMath
import Testing

/// The file of a world map: what goes in comes out, and what is no map is refused.
@Suite struct WorldMapFileTests {
  /// The grey levels by which a picture may be off after packing.
  private static let mostGrey = 1

  /// The error that reading bytes gives.
  private static func refusal(_ bytes: [UInt8]) -> SessionError? {
    do throws(SessionError) {
      _ = try WorldMap(decoding: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func aMapComesBackAsItWas() throws {
    let map = Samples.worldMap()
    let back = try WorldMap(decoding: map.encoded())
    #expect(back.anchors == map.anchors)
    #expect(back.content.frame == map.content.frame)
    #expect(back.content.points == map.content.points)
    #expect(back.content.lenses == map.content.lenses)
    #expect(back.content.lastIdentifier == map.content.lastIdentifier)
    for (a, b) in zip(map.content.keyframes, back.content.keyframes) {
      #expect(a.cameraFromMap == b.cameraFromMap && a.lens == b.lens)
      let worst = zip(a.picture.bytes, b.picture.bytes).map { abs(Int($0) - Int($1)) }.max()
      #expect(try #require(worst) <= Self.mostGrey)
    }
    #expect(back.encoded() == map.encoded(), "a second time there is no further loss")
  }

  @Test func theLowestByteComesFirstOnEveryMachine() {
    let map = Samples.worldMap()
    let bytes = map.encoded()
    #expect(bytes.starts(with: [0x89, 0x42, 0x57, 0x4D, 0x0D, 0x0A, 0x1A, 0x0A, 1, 0, 0, 0]))
    func number(_ place: Int, _ count: Int) -> UInt64 {
      var value: UInt64 = 0
      for i in (0..<count).reversed() { value = value << 8 | UInt64(bytes[place + i]) }
      return value
    }
    #expect(number(12, 8) == UInt64(bytes.count))
    #expect(bytes[20..<24] == [0x46, 0x52, 0x41, 0x4D], "FRAM")
    let x = map.content.frame.worldFromMap.rotation.imaginary.x
    #expect(number(32, 8) == x.bitPattern)
  }

  @Test func picturesOfAnyTextureArePackedWithinOneGreyLevel() throws {
    var draw = SeededGenerator(seed: 9)
    var map = Samples.worldMap()
    var noise = [UInt8](repeating: 0, count: 32 * 24)
    for i in noise.indices { noise[i] = UInt8(truncatingIfNeeded: draw.next()) }
    var checks = [UInt8](repeating: 0, count: 32 * 24)
    for i in checks.indices where (i + i / 32) % 2 == 1 { checks[i] = 255 }
    for (i, bytes) in [noise, checks].enumerated() {
      map.content.keyframes[i].picture = GrayPicture(width: 32, height: 24, bytes: bytes)
    }
    let back = try WorldMap(decoding: map.encoded())
    for i in 0..<2 {
      let (old, new) = (map.content.keyframes[i].picture, back.content.keyframes[i].picture)
      #expect(zip(old.bytes, new.bytes).allSatisfy { abs(Int($0) - Int($1)) <= Self.mostGrey })
    }
  }

  @Test func everyCutFileIsRefused() {
    let bytes = Samples.worldMap().encoded()
    for count in stride(from: 0, to: bytes.count, by: 37) {
      #expect(Self.refusal(Array(bytes.prefix(count)))?.code == .invalidWorldMap)
    }
    #expect(Self.refusal(bytes + [0])?.code == .invalidWorldMap)
  }

  @Test func everyDamagedByteIsNoticedAndPlaced() {
    let bytes = Samples.worldMap().encoded()
    for place in stride(from: 0, to: bytes.count, by: 23) {
      var damaged = bytes
      damaged[place] ^= 0x10
      let error = Self.refusal(damaged)
      #expect(error?.code == .invalidWorldMap, "byte \(place)")
      #expect(error?.message.contains("byte ") == true)
    }
  }

  @Test(arguments: [
    ([UInt8]("version: 1\nsession: {}\n".utf8), "does not begin as a world map does"),
    ([], "does not begin as a world map does"),
    ([0x89, 0x42, 0x57], "ends too early"),
    (
      [0x89, 0x42, 0x57, 0x4D, 0x0D, 0x0A, 0x1A, 0x0A, 7, 0, 0, 0]
        + [UInt8](repeating: 0, count: 8),
      "version 7, and this program reads version 1"
    ),
  ])
  func foreignFilesAreRefusedByName(bytes: [UInt8], reason: String) {
    #expect(Self.refusal(bytes)?.message.contains(reason) == true)
  }

  /// Whoever writes the checksums anew still gets nothing in that is out of range.
  @Test func forgedFilesGiveAMapThatCanBeUsedOrNone() throws {
    let bytes = Samples.worldMap().encoded()
    var draw = SeededGenerator(seed: 4)
    var accepted = 0
    for _ in 0..<3000 {
      var forged = bytes
      for _ in 0..<Int(1 + draw.next() % 3) {
        let place = 20 + Int(draw.next() % UInt64(bytes.count - 20))
        forged[place] = UInt8(truncatingIfNeeded: draw.next())
      }
      ForgedSections.sign(&forged)
      guard let map = try? WorldMap(decoding: forged) else { continue }
      accepted += 1
      #expect(Self.isSound(map))
    }
    #expect(accepted > 100, "most changes of a number are another good number")
  }

  private static func isSound(_ map: WorldMap) -> Bool {
    let content = map.content
    return content.keyframes.allSatisfy { content.lenses.indices.contains($0.lens) }
      && content.points.allSatisfy { point in
        point.position.length.isFinite && point.depthSigma >= 0
          && point.sights.contains { $0.keyframe == point.anchor }
          && point.sights.allSatisfy { content.keyframes.indices.contains($0.keyframe) }
      } && map.center.length.isFinite && map.extent.length.isFinite
  }

  @Test func facesAreNotSavedAndNamesAreCut() throws {
    var draw = SeededGenerator(seed: 2)
    let long = PointAnchor(
      identifier: AnchorIdentifier(using: &draw), transform: .identity,
      name: String(repeating: "é", count: 900))
    let map = Samples.worldMap(anchors: [.point(long)])
    let back = try WorldMap(decoding: map.encoded())
    guard case .point(let anchor) = back.anchors[0] else { throw CancellationError() }
    #expect(anchor.identifier == long.identifier)
    #expect(anchor.name?.utf8.count == 1024)
  }

  @Test func filesAreWrittenWholeAndReadBack() throws {
    let folder = try TemporaryFolder()
    let map = Samples.worldMap()
    try map.write(to: folder.file("room.bifronsmap"))
    #expect(try WorldMap(contentsOf: folder.file("room.bifronsmap")).anchors == map.anchors)
    #expect(throws: SessionError.self) { try WorldMap(contentsOf: folder.file("none")) }
    do throws(SessionError) {
      try map.write(to: folder.file("no/folder/map"))
      Issue.record("written nowhere")
    } catch {
      #expect(error.code == .fileIOFailed)
    }
  }

  @Test func aMapSaysWhereItsPointsAre() {
    let map = Samples.worldMap()
    let points = map.rawFeaturePoints
    #expect(!points.isEmpty && points.count < map.content.points.count)
    let moved = map.moved(by: Pose(translation: Vector3(5, 0, 0)))
    #expect((moved.center - map.center - Vector3(5, 0, 0)).length < 1e-9)
    #expect((moved.extent - map.extent).length < 1e-9)
  }
}

/// Writes the sections' checksums anew, as a forger would.
enum ForgedSections {
  static func sign(_ bytes: inout [UInt8]) {
    var place = 20
    while place + 16 <= bytes.count {
      var length = 0
      for i in (0..<8).reversed() { length = length << 8 | Int(bytes[place + 4 + i]) }
      guard length >= 0, place + 12 + length + 4 <= bytes.count else { return }
      let start = place + 12
      let crc = crc32(bytes[start..<start + length])
      for i in 0..<4 { bytes[start + length + i] = UInt8(truncatingIfNeeded: crc >> (8 * i)) }
      place = start + length + 4
    }
  }

  private static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var c = ~UInt32(0)
    for byte in bytes {
      c ^= UInt32(byte)
      for _ in 0..<8 { c = c & 1 == 1 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
    }
    return ~c
  }
}
