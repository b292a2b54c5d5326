import Foundation
import SessionCore
import SpatialMath

/// What a world map holds, for people and programs.
package struct WorldMapDescription: Encodable {
  /// One anchor.
  struct AnchorLine: Encodable {
    var kind: String, identifier: String
    var name: String?
    /// World space, metres.
    var position: [Double]
  }

  let keyframes: Int
  let points: Int
  let wellKnownPoints: Int
  let pictureSizes: [String]
  let extent: [Double]
  let center: [Double]
  let scaleSource: String
  let gravitySource: String
  let anchors: [AnchorLine]

  /// Describes a map.
  package init(_ map: WorldMap) {
    let content = map.content
    keyframes = content.keyframes.count
    points = content.points.count
    wellKnownPoints = map.rawFeaturePoints.count
    let sizes = content.keyframes.map { "\($0.picture.width)x\($0.picture.height)" }
    pictureSizes = Set(sizes).sorted()
    extent = Self.millimetres(map.extent)
    center = Self.millimetres(map.center)
    scaleSource = content.frame.scaleSource.rawValue
    gravitySource = content.frame.gravitySource.rawValue
    anchors = map.anchors.map { anchor in
      var line = AnchorLine(
        kind: anchor.kind, identifier: anchor.identifier.description,
        position: Self.millimetres(anchor.transform.translation))
      if case .point(let point) = anchor { line.name = point.name }
      return line
    }
  }

  /// Metres with three decimals.
  private static func millimetres(_ v: Vector3) -> [Double] {
    [v.x, v.y, v.z].map { ($0 * 1000).rounded() / 1000 }
  }

  /// One JSON object.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// What people read.
  package var text: String {
    func list(_ v: [Double], _ separator: String) -> String {
      v.map { "\($0)" }.joined(separator: separator)
    }
    var lines = [
      "keyframes  \(keyframes), each with a grey picture of \(pictureSizes.joined(separator: ", "))",
      "points     \(points), of known depth \(wellKnownPoints)",
      "extent     \(list(extent, " × ")) m round (\(list(center, ", ")))",
      "scale      \(scaleSource)", "gravity    \(gravitySource)", "anchors    \(anchors.count)",
    ]
    lines += anchors.map { anchor in
      let name = anchor.name.map { " '\($0)'" } ?? ""
      return "  \(anchor.kind) \(anchor.identifier)\(name) at (\(list(anchor.position, ", ")))"
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
