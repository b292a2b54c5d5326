import FaceMesh
import SessionCore
import SpatialMath
import Testing

@Suite struct FaceExpressionTests {
  private let topology = FaceMeshTopology.standard
  private let neutral = FaceGeometry.neutral
  /// Metres; the table's unit is a hundredth of a millimetre.
  private static let tolerance: Float = 3e-5

  private func face(_ shapes: [BlendShapeLocation: Float]) -> FaceGeometry {
    FaceGeometry(blendShapes: shapes)
  }

  /// The largest displacement in millimetres.
  private func reach(_ shapes: [BlendShapeLocation: Float]) -> Float {
    zip(face(shapes).vertices, neutral.vertices).map { ($0 - $1).length }.max().map { $0 * 1000 }
      ?? 0
  }

  private func gap(
    _ upper: FaceMeshGroup, _ lower: FaceMeshGroup, _ face: FaceGeometry
  ) -> [Float] {
    zip(topology.vertices(of: upper), topology.vertices(of: lower)).map {
      (face.vertices[Int($0)] - face.vertices[Int($1)]).length
    }
  }

  @Test func withoutCoefficientsItIsTheFaceAtRest() {
    #expect(face([:]) == neutral)
    #expect(FaceGeometry(blendShapes: BlendShapes()) == neutral)
    #expect(gap(.upperLipRim, .lowerLipRim, neutral).allSatisfy { $0 < 0.0005 })
  }

  /// Largest displacements of ARKit's own mesh: jawOpen 43, a smile 20, cheekPuff 10, a blink 10 mm.
  @Test(arguments: [
    (BlendShapeLocation.jawOpen, Float(30)...50), (.mouthSmileLeft, 12...24),
    (.cheekPuff, 7...16), (.eyeBlinkLeft, 5...11), (.browInnerUp, 4...13),
    (.noseSneerRight, 3...8), (.mouthPucker, 5...15), (.jawForward, 4...12),
  ])
  func movesAsFarAsFacesDo(_ location: BlendShapeLocation, _ range: ClosedRange<Float>) {
    #expect(range.contains(reach([location: 1])), "\(reach([location: 1]))")
  }

  @Test(arguments: BlendShapeLocation.allCases)
  func everyCoefficientMovesTheSkinButTheTongue(_ location: BlendShapeLocation) {
    // mouthClose undoes jawOpen alone.
    let base: [BlendShapeLocation: Float] = location == .mouthClose ? [.jawOpen: 1] : [:]
    let moved = face(base.merging([location: 1]) { $1 })
    let largest = zip(moved.vertices, face(base).vertices).map { ($0 - $1).length }.max() ?? 0
    if location == .tongueOut {
      #expect(largest == 0)
    } else {
      #expect(largest > 0.0004)
    }
  }

  @Test(arguments: BlendShapeLocation.allCases)
  func sidesAreMirrorImages(_ location: BlendShapeLocation) throws {
    let name = location.rawValue
    let other =
      name.hasSuffix("Left")
      ? name.dropLast(4) + "Right" : name.hasSuffix("Right") ? name.dropLast(5) + "Left" : name
    let twin = try #require(BlendShapeLocation(rawValue: String(other)))
    let (a, b) = (face([location: 0.8]), face([twin: 0.8]))
    for vertex in 0..<FaceGeometry.vertexCount {
      let image = b.vertices[Int(topology.mirroredVertices[vertex])] * SIMD3(-1, 1, 1)
      #expect((image - a.vertices[vertex]).length < Self.tolerance)
    }
  }

  @Test func lidsMeetAtABlinkAndOnlyThen() {
    let shut = face([.eyeBlinkLeft: 1])
    #expect(gap(.leftUpperLidRim, .leftLowerLidRim, shut).allSatisfy { $0 < Self.tolerance })
    #expect(gap(.rightUpperLidRim, .rightLowerLidRim, shut).max() ?? 0 > 0.005)
    let half = face([.eyeBlinkLeft: 0.5])
    #expect(gap(.leftUpperLidRim, .leftLowerLidRim, half).max() ?? 0 > 0.002)
  }

  @Test func mouthCloseShutsWhatJawOpenParts() {
    #expect(gap(.upperLipRim, .lowerLipRim, face([.jawOpen: 1])).max() ?? 0 > 0.025)
    let closed = face([.jawOpen: 0.9, .mouthClose: 0.9])
    #expect(gap(.upperLipRim, .lowerLipRim, closed).allSatisfy { $0 < 0.001 })
    // Alone it has nothing to undo.
    #expect(face([.mouthClose: 1]) == neutral)
  }

  @Test func partsDoNotPassEachOther() {
    let all = Dictionary(uniqueKeysWithValues: BlendShapeLocation.allCases.map { ($0, Float(1)) })
    let wild = face(all)
    for (upper, lower) in [
      (FaceMeshGroup.leftUpperLidRim, FaceMeshGroup.leftLowerLidRim),
      (.rightUpperLidRim, .rightLowerLidRim), (.upperLipRim, .lowerLipRim),
    ] {
      for (a, b) in zip(topology.vertices(of: upper), topology.vertices(of: lower)) {
        #expect(wild.vertices[Int(a)].y - wild.vertices[Int(b)].y > -0.0005)
      }
    }
  }

  @Test func hardlyATriangleTurnsOverAtASingleCoefficient() {
    func crosses(_ face: FaceGeometry) -> [SIMD3<Float>] {
      let t = topology.triangleIndices.map(Int.init)
      return stride(from: 0, to: t.count, by: 3).map {
        let p = face.vertices
        return (p[t[$0 + 1]] - p[t[$0]]).cross(p[t[$0 + 2]] - p[t[$0]])
      }
    }
    let rest = crosses(neutral)
    for location in BlendShapeLocation.allCases {
      let turned = zip(crosses(face([location: 1])), rest).count { $0.dot($1) < 0 }
      // The lips' rims roll outwards where the jaw drops.
      #expect(turned <= 12, "\(location.rawValue): \(turned)")
    }
  }

  @Test func normalsStayUnitVectorsOutOfTheFace() {
    let wide = face([.jawOpen: 1, .mouthSmileLeft: 1, .mouthSmileRight: 1])
    let normals = topology.normals(of: wide)
    #expect(normals.allSatisfy { abs($0.length - 1) < 1e-3 })
    #expect(normals[FaceMeshTopology.NamedVertex.noseTip].z > 0.5)
  }

  @Test func whatIsOutsideTheRangeIsClamped() {
    #expect(face([.jawOpen: 7]) == face([.jawOpen: 1]))
    #expect(face([.jawOpen: -1, .cheekPuff: .nan, .eyeWideLeft: -.infinity]) == neutral)
  }

  @Test func aUsersOwnFaceIsMoved() {
    // Eyes a half wider open, and a head that is larger by a tenth.
    let own = FaceGeometry(
      vertices: FaceGeometry(
        blendShapes: [.eyeWideLeft: 0.7, .eyeWideRight: 0.7]
      ).vertices.map { $0 * 1.1 })
    #expect(FaceGeometry(blendShapes: [:], neutral: own) == own)
    let shut = FaceGeometry(blendShapes: [.eyeBlinkLeft: 1, .eyeBlinkRight: 1], neutral: own)
    #expect(gap(.leftUpperLidRim, .leftLowerLidRim, shut).allSatisfy { $0 < Self.tolerance })
    #expect(gap(.rightUpperLidRim, .rightLowerLidRim, shut).allSatisfy { $0 < Self.tolerance })
  }
}
