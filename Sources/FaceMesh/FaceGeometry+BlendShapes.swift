import SessionCore
import SpatialMath

extension FaceGeometry {
  /// The average face at rest, lips closed.
  public static var neutral: FaceGeometry { FaceExpressions.standard.neutral }

  /// The face that coefficients alone describe, without a camera.
  ///
  /// Coefficients that are not given are 0, so that an empty dictionary gives `neutral` itself; values
  /// outside 0…1 are clamped, and what is no number counts as 0. `mouthClose` undoes what `jawOpen` does to
  /// the lips, and counts up to it. Lids and lips meet and do not pass each other. `tongueOut` moves
  /// nothing: the mesh has no tongue. Thread-safe.
  ///
  /// - Parameters:
  ///   - blendShapes: coefficients, 0…1.
  ///   - neutral: the face at rest that they move: 1220 positions in face space, metres. Lids move in
  ///     proportion to how far its eyes are open.
  /// - Complexity: 1220 multiply-adds of three numbers a coefficient.
  public init(
    blendShapes: [BlendShapeLocation: Float], neutral: FaceGeometry = .neutral
  ) {
    var shapes = BlendShapes()
    for (location, value) in blendShapes { shapes[location] = value }
    self.init(blendShapes: shapes, neutral: neutral)
  }

  /// The face that 52 coefficients describe; see `init(blendShapes:neutral:)` with a dictionary.
  public init(blendShapes: BlendShapes, neutral: FaceGeometry = .neutral) {
    self.init(vertices: ExpressedFace(blendShapes, neutral).vertices)
  }
}

/// A face at rest under coefficients.
private struct ExpressedFace {
  var vertices: [SIMD3<Float>]
  private let neutral: [SIMD3<Float>]

  /// A side's lids: ordered rims from corner to corner, and the coefficients that move them by a share of
  /// the eye's opening.
  private struct Eye: Sendable {
    var upper: [Int], lower: [Int]
    var blink: BlendShapeLocation
    var shapes: Set<BlendShapeLocation>

    /// The mean opening.
    func opening(_ p: [SIMD3<Float>]) -> Float {
      zip(upper, lower).reduce(0) { $0 + p[$1.0].y - p[$1.1].y } / Float(upper.count)
    }
  }

  private static let eyes: [Eye] = [
    eye(
      .leftUpperLidRim, .leftLowerLidRim, .eyeBlinkLeft,
      [.eyeLookDownLeft, .eyeLookInLeft, .eyeLookOutLeft, .eyeLookUpLeft, .eyeSquintLeft]),
    eye(
      .rightUpperLidRim, .rightLowerLidRim, .eyeBlinkRight,
      [.eyeLookDownRight, .eyeLookInRight, .eyeLookOutRight, .eyeLookUpRight, .eyeSquintRight]),
  ]
  private static let lips = (upper: rim(.upperLipRim), lower: rim(.lowerLipRim))
  /// How far a user's eyes may be open beside the average's: beyond, a rest face is none.
  private static let openings: ClosedRange<Float> = 0.4...2.5

  private static func rim(_ group: FaceMeshGroup) -> [Int] {
    FaceMeshTopology.standard.vertices(of: group).map(Int.init)
  }

  private static func eye(
    _ upper: FaceMeshGroup, _ lower: FaceMeshGroup, _ blink: BlendShapeLocation,
    _ others: Set<BlendShapeLocation>
  ) -> Eye {
    Eye(upper: rim(upper), lower: rim(lower), blink: blink, shapes: others.union([blink]))
  }

  init(_ shapes: BlendShapes, _ neutral: FaceGeometry) {
    self.neutral = neutral.vertices
    vertices = neutral.vertices
    let expressions = FaceExpressions.standard
    func value(_ location: BlendShapeLocation) -> Float {
      let value = shapes[location]
      return value.isFinite ? max(0, min(1, value)) : 0
    }
    let shares = Self.eyes.map { eye in
      let share = eye.opening(neutral.vertices) / eye.opening(expressions.neutral.vertices)
      return max(Self.openings.lowerBound, min(Self.openings.upperBound, share))
    }
    for location in BlendShapeLocation.allCases {
      var weight = value(location)
      if location == .mouthClose { weight = min(weight, value(.jawOpen)) }
      for (eye, share) in zip(Self.eyes, shares) where eye.shapes.contains(location) {
        weight *= share
      }
      add(expressions.displacements[location.index], weight)
    }
    for (eye, share) in zip(Self.eyes, shares) {
      let moved = expressions.displacements[eye.blink.index]
      close(eye, by: value(eye.blink)) { neutral.vertices[$0] + moved[$0] * share }
      keepApart(eye.upper, eye.lower)
    }
    keepApart(Self.lips.upper, Self.lips.lower)
  }

  private mutating func add(_ displacement: [SIMD3<Float>], _ weight: Float) {
    guard weight != 0 else { return }
    for index in displacement.indices { vertices[index] += displacement[index] * weight }
  }

  /// Moves the upper lid by what it misses the lower one by when it is shut: people's lids differ in shape.
  private mutating func close(_ eye: Eye, by blink: Float, shut: (Int) -> SIMD3<Float>) {
    guard blink > 0 else { return }
    for (upper, lower) in zip(eye.upper, eye.lower) where upper != lower {
      vertices[upper] += (shut(lower) - shut(upper)) * blink
    }
  }

  /// Lets two rims meet half-way where one has passed the other farther than at rest.
  private mutating func keepApart(_ upper: [Int], _ lower: [Int]) {
    for (a, b) in zip(upper, lower) where a != b {
      let least = min(0, neutral[a].y - neutral[b].y)
      guard vertices[a].y - vertices[b].y < least else { continue }
      let middle = (vertices[a].y + vertices[b].y) / 2
      vertices[a].y = middle + least / 2
      vertices[b].y = middle - least / 2
    }
  }
}
