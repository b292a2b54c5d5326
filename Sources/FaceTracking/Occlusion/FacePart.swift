import SessionCore

/// A part of a face that something can be before.
///
/// Sides are the face's own.
package enum FacePart: Int, Sendable, CaseIterable {
  // The order of the packed table.
  case mouth, nose, rightEye, leftEye, rightCheek, leftCheek

  /// The name in sentences.
  var name: String {
    switch self {
    case .mouth: "the mouth"
    case .nose: "the nose"
    case .rightEye: "the right eye"
    case .leftEye: "the left eye"
    case .rightCheek: "the right cheek"
    case .leftCheek: "the left cheek"
    }
  }

  /// Groups of landmarks whose means are looked at (Tools/occlusion/regions.py).
  var points: [[Int]] {
    switch self {
    case .mouth: [[61], [13, 14], [291], [17], [164], [200]]
    case .nose: [[4], [6, 197], [129], [358], [2]]
    case .rightEye: [[33], [159, 145], [133], [105]]
    case .leftEye: [[263], [386, 374], [362], [334]]
    case .rightCheek: [[117], [50], [205], [187]]
    case .leftCheek: [[346], [280], [425], [411]]
    }
  }

  /// The part that a coefficient is read from.
  static func part(of location: BlendShapeLocation) -> FacePart {
    let name = location.rawValue
    let isLeft = name.hasSuffix("Left")
    switch name.first {
    case "e", "b":
      if location == .browInnerUp { return .nose }
      return isLeft ? .leftEye : .rightEye
    case "c":
      if location == .cheekPuff { return .mouth }
      return isLeft ? .leftCheek : .rightCheek
    case "n": return .nose
    default: return .mouth
    }
  }
}

/// How far each part of a face is covered, as far as is known: probabilities, 0…1.
package struct CoveredParts: Sendable, Equatable {
  private var values = InlineArray<6, Double>(repeating: 0)

  /// Nothing is covered.
  package init() {}

  /// A part's probability.
  package subscript(part: FacePart) -> Double {
    get { values[part.rawValue] }
    set { values[part.rawValue] = newValue }
  }

  /// Surer than this something is there.
  private static let sure = 0.8

  /// The parts that are surely covered.
  package var parts: [FacePart] { FacePart.allCases.filter { self[$0] > Self.sure } }

  /// What is covered, in words; nil when nothing is.
  package var reason: String? {
    let names = parts.map(\.name)
    guard let last = names.last else { return nil }
    let text =
      names.count == 1
      ? "\(last) is" : names.dropLast().joined(separator: ", ") + " and \(last) are"
    return "\(text) covered, by a hand or something else"
  }

  /// Equal in all parts.
  package static func == (a: CoveredParts, b: CoveredParts) -> Bool {
    FacePart.allCases.allSatisfy { a[$0] == b[$0] }
  }
}
