import Foundation
import ModelFiles
import SpatialMath
import Testing

@Suite struct GLTFTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func aBinaryFileGivesNodesShapesTargetsAndSurfaces() throws {
    let model = try folder.read("a.glb", GLB.triangle.data)
    #expect(model.format == .binaryGLTF)
    #expect(model.roots == [0])
    #expect(model.nodes[1].scale == Vector3(2, 2, 2))
    let mesh = try #require(model.meshes.first)
    #expect(mesh.targetNames == ["jawOpen", "wiggle"])
    #expect(mesh.weights == [0, 0.5])
    let part = try #require(mesh.parts.first)
    #expect(part.mesh.indices == [0, 1, 2])
    #expect(part.mesh.positions[1] == SIMD3(1, 0, 0))
    // Normals that the file lacks are computed.
    #expect(part.mesh.normals[0] == SIMD3(0, 0, 1))
    let surface = try #require(model.surfaces.first)
    #expect(surface.baseColor == SIMD4(1, 0, 0, 0.5))
    #expect(surface.roughness == 0.25 && surface.metallic == 0)
    #expect(surface.opacity == .blend && surface.isDoubleSided)
  }

  @Test func targetsKeepOnlyTheVerticesThatTheyMove() throws {
    let part = try #require(try folder.read("a.glb", GLB.triangle.data).meshes.first?.parts.first)
    let jaw = part.targets[0]
    let moved = zip(jaw.vertices, jaw.positions).filter { $1 != .zero }
    #expect(moved.map(\.0) == [2] && moved.map(\.1) == [SIMD3(0, 2, 0)])
    let wiggle = part.targets[1]
    let sparse = zip(wiggle.vertices, wiggle.positions).filter { $1 != .zero }
    #expect(sparse.map(\.0) == [1] && sparse.map(\.1) == [SIMD3(3, 0, 0)])
  }

  @Test func aTargetWithoutNormalsTurnsThemByWhatItMoves() throws {
    // Lifting the third vertex out of the plane turns the triangle's normal.
    let lifted = GLB.triangle
    var buffer = lifted.buffer
    buffer.replaceSubrange(48 + 24..<48 + 36, with: GLB.floats([0, 0, 1]))
    let part = try #require(
      try folder.read("a.glb", GLB(json: lifted.json, buffer: buffer).data).meshes.first?.parts
        .first)
    let target = part.targets[0]
    #expect(target.vertices == [0, 1, 2])
    // The normal of (0,0,0) (1,0,0) (0,1,1) is (0, −1, 1) / √2.
    let expected = SIMD3<Float>(0, -1, 1) / Float(2).squareRoot()
    for (vertex, turn) in zip(target.vertices, target.normals) {
      let after = part.mesh.normals[Int(vertex)] + turn
      #expect((after - expected).length < 1e-6)
    }
  }

  @Test func aTextFileFindsItsBufferBesideIt() throws {
    let sample = GLB.triangle
    try folder.write("body data.bin", sample.buffer)
    let json = sample.replacing(
      #""byteLength":100}"#, #""byteLength":100,"uri":"body%20data.bin"}"#)
    let model = try folder.read("a.gltf", Data(json.json.utf8))
    #expect(model.format == .gltf && model.triangleCount == 1)
  }

  @Test func aTextFileHoldsItsBufferInADataAddress() throws {
    let sample = GLB.triangle
    let address = "data:application/octet-stream;base64," + sample.buffer.base64EncodedString()
    let json = sample.replacing(#""byteLength":100}"#, #""byteLength":100,"uri":"\#(address)"}"#)
    #expect(try folder.read("a.gltf", Data(json.json.utf8)).vertexCount == 3)
  }

  @Test func namesMayStandInThePrimitiveAsVRMWritesThem() throws {
    let moved = GLB.triangle
      .replacing(#","extras":{"targetNames":["jawOpen","wiggle"]}"#, "")
      .replacing(
        #"{"POSITION":3}]}"#,
        #"{"POSITION":3}],"extras":{"targetNames":["EyeBlinkLeft","A"]}}"#)
    #expect(try folder.read("a.glb", moved.data).meshes[0].targetNames == ["EyeBlinkLeft", "A"])
  }

  @Test func extrasMayHoldAnything() throws {
    for extras in ["[1,2]", "\"text\"", "null", #"{"targetNames":[1]}"#] {
      let odd = GLB.triangle.replacing(#"{"targetNames":["jawOpen","wiggle"]}"#, extras)
      #expect(try folder.read("a.glb", odd.data).meshes[0].targetNames == ["target 0", "target 1"])
    }
  }

  @Test func stripsAndFansBecomeTrianglesThatFaceTheSameWay() throws {
    for (mode, expected) in [(5, [0, 1, 2]), (6, [0, 1, 2])] as [(Int, [UInt32])] {
      let other = GLB.triangle.replacing(#""material":0"#, #""material":0,"mode":\#(mode)"#)
      #expect(try folder.read("a.glb", other.data).meshes[0].parts[0].mesh.indices == expected)
    }
    let points = GLB.triangle.replacing(#""material":0"#, #""material":0,"mode":0"#)
    #expect(try folder.refusal("a.glb", points.data) == "there is no triangle in it")
  }

  @Test func aMatrixIsTakenApart() throws {
    // Half a turn about y, twice as large, one up.
    let turned = GLB.triangle.replacing(
      #""translation":[0,1,0]"#, #""matrix":[-2,0,0,0,0,2,0,0,0,0,-2,0,0,1,0,1]"#)
    let node = try folder.read("a.glb", turned.data).nodes[0]
    #expect((node.scale - Vector3(2, 2, 2)).length < 1e-9)
    #expect(node.translation == Vector3(0, 1, 0))
    #expect((node.rotation.act(Vector3(1, 0, 0)) - Vector3(-1, 0, 0)).length < 1e-9)
  }

  @Test func anAnimationKeepsItsKeys() throws {
    var sample = GLB.triangle
    let start = sample.buffer.count
    sample.buffer.append(GLB.floats([0, 1]))
    sample.buffer.append(GLB.floats([0, 0, 0, 0, 5, 0]))
    sample = sample.replacing(#""byteLength":100}]"#, #""byteLength":132}]"#)
      .replacing(
        #"{"buffer":0,"byteOffset":88,"byteLength":12}"#,
        #"{"buffer":0,"byteOffset":88,"byteLength":12},{"buffer":0,"byteOffset":\#(start),"byteLength":8},{"buffer":0,"byteOffset":\#(start + 8),"byteLength":24}"#
      )
      .replacing(
        #"{"componentType":5126,"count":3"#,
        #"{"bufferView":5,"componentType":5126,"count":2,"type":"SCALAR"},{"bufferView":6,"componentType":5126,"count":2,"type":"VEC3"},{"componentType":5126,"count":3"#
      )
      .replacing(#"{"POSITION":3}"#, #"{"POSITION":5}"#)
      .replacing(
        #""accessors""#,
        #""animations":[{"name":"hop","channels":[{"sampler":0,"target":{"node":1,"path":"translation"}}],"samplers":[{"input":3,"output":4}]}],"accessors""#
      )
    let animation = try #require(try folder.read("a.glb", sample.data).animations.first)
    #expect(animation.name == "hop" && animation.duration == 1)
    #expect(animation.channels[0].values == [0, 0, 0, 0, 5, 0])
  }

  @Test func aVersionZeroPersonIsTurnedToFaceTheViewer() throws {
    let person = GLB.triangle.replacing(
      #""accessors""#,
      #""extensions":{"VRM":{"blendShapeMaster":{"blendShapeGroups":[{"name":"Blink","presetName":"blink","binds":[{"mesh":0,"index":0,"weight":100}]},{"name":"TongueOut","presetName":"unknown","binds":[{"mesh":0,"index":1,"weight":50},{"mesh":9,"index":1,"weight":50}]}]}}},"accessors""#
    )
    let model = try folder.read("a.vrm", person.data)
    #expect(model.format == .vrm0)
    #expect(model.expressions.map(\.name) == ["blink", "TongueOut"])
    #expect(model.expressions[1].binds == [.init(mesh: 0, target: 1, weight: 0.5)])
    let root = model.nodes[model.roots[0]]
    #expect((root.rotation.act(Vector3(0, 0, -1)) - Vector3(0, 0, 1)).length < 1e-9)
  }

  @Test func aVersionOnePersonKeepsItsDirection() throws {
    let person = GLB.triangle.replacing(
      #""accessors""#,
      #""extensions":{"VRMC_vrm":{"expressions":{"preset":{"aa":{"morphTargetBinds":[{"node":1,"index":0,"weight":0.8}]}},"custom":{"jawOpen":{"morphTargetBinds":[{"node":1,"index":1}]}}}}},"accessors""#
    )
    let model = try folder.read("a.vrm", person.data)
    #expect(model.format == .vrm1 && model.roots == [0])
    #expect(model.expressions.map(\.name) == ["aa", "jawOpen"])
    #expect(model.expressions[0].binds == [.init(mesh: 0, target: 0, weight: 0.8)])
  }
}
