import ARKitCompatibility
import Testing

@Suite @MainActor struct FaceFromCoefficientsTests {
  @Test func aRecordedExpressionIsShownWithoutACamera() throws {
    let view = ARSCNView(frame: CGRect(x: 0, y: 0, width: 64, height: 48))
    let device = try #require(view.device)
    let program = try #require(FaceFromCoefficients(device: device))
    let rest = try #require(program.show([:]))
    #expect(rest.vertexCount == 1220 && rest.triangleCount == 2304)
    #expect(rest.triangleIndices.count == 3 * 2304 && rest.textureCoordinateCount == 1220)
    let open = try #require(program.show([.jawOpen: 1, .mouthSmileLeft: 0.5]))
    let gap = { (face: ARFaceGeometry) in face.vertices[24].y - face.vertices[25].y }
    #expect(gap(rest) < 0.001)
    #expect(gap(open) > 0.02)
    // The corner of the face's own left goes up and outwards beside the right one.
    #expect(open.vertices[684].y > open.vertices[249].y + 0.004)
    #expect(program.node.geometry === program.faceGeometry)
  }

  @Test func anUnknownNameMakesNoFace() {
    #expect(ARFaceGeometry(blendShapes: [.init(rawValue: "jawDrop"): 1]) == nil)
    #expect(ARFaceGeometry(blendShapes: [.init(rawValue: "eyeBlink_L"): 1]) != nil)
  }
}
