import Foundation
import ModelFiles
import SpatialMath
import Testing

@Suite struct HostileModelTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func aFileCutAtAnyLengthIsRefused() throws {
    let whole = GLB.triangle.data
    for length in 0..<whole.count {
      let reason = try folder.refusal("a.glb", whole.prefix(length))
      #expect(reason != nil, "\(length) of \(whole.count) bytes were read as a model")
    }
  }

  @Test func anyByteMayBeWrongWithoutHarm() throws {
    let whole = GLB.triangle.data
    var generator = SeededGenerator(seed: 7)
    var refused = 0
    for _ in 0..<3000 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damaged[Int.random(in: 0..<whole.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      if try folder.refusal("a.glb", damaged) != nil { refused += 1 }
    }
    // Most damage is seen; some only changes a coordinate.
    #expect(refused > 1000 && refused < 3000)
  }

  @Test(arguments: [
    (#""count":3,"type":"VEC3"},"#, #""count":3000000000,"type":"VEC3"},"#, "out of range"),
    (#""count":3,"type":"VEC3"},"#, #""count":-1,"type":"VEC3"},"#, "out of range"),
    (#""count":3,"type":"SCALAR""#, #""count":60000000,"type":"SCALAR""#, "24000000 indices"),
    (
      #""count":3,"type":"VEC3"},"#, #""count":4,"type":"VEC3"},"#, "reaches beyond its buffer view"
    ),
    (#""byteOffset":12,"#, #""byteOffset":9223372036854775807,"#, "reaches beyond its buffer"),
    (#""byteLength":36},"#, #""byteLength":9223372036854775807},"#, "reaches beyond its buffer"),
    (#""byteOffset":12,"#, #""byteOffset":-12,"#, "reaches beyond its buffer"),
    (#""byteLength":100}"#, #""byteLength":101}"#, "wants 101 bytes"),
    (#""children":[1]"#, #""children":[1,0]"#, "nodes[0] is below itself"),
    (#""mesh":0,"#, #""mesh":0,"children":[0],"#, "is below itself"),
    (#""children":[1]"#, #""children":[1,1]"#, "hangs below two nodes"),
    (#""children":[1]"#, #""children":[7]"#, "there is no number 7"),
    (#""indices":0"#, #""indices":99"#, "there is no accessors[99]"),
    (#""POSITION":1}"#, #""POSITION":0}"#, "3 numbers were expected"),
    (#""material":0"#, #""material":5"#, "there is no number 5"),
    (#""version":"2.0""#, #""version":"1.0""#, "not a glTF 2.0 file"),
    (#""scale":[2,2,2]"#, #""scale":[2,2]"#, "nodes[1].scale takes 3 numbers"),
    (#""scale":[2,2,2]"#, #""scale":"big""#, "nodes[1].scale is not of its kind"),
    (#""scale":[2,2,2]"#, #""rotation":[0,0,0,0]"#, "is no rotation"),
    (#""sparse":{"count":1"#, #""sparse":{"count":4"#, "more elements than the accessor"),
    (#""asset""#, #""extensionsRequired":["KHR_draco_mesh_compression"],"asset""#, "KHR_draco"),
    (#""meshes""#, #""images":[{"uri":"../../etc/passwd"}],"meshes""#, "model's own folder"),
    (#""meshes""#, #""images":[{"uri":"/etc/passwd"}],"meshes""#, "model's own folder"),
    (#""meshes""#, #""images":[{"uri":"https://a/b.png"}],"meshes""#, "model's own folder"),
    (#""meshes""#, #""images":[{}],"meshes""#, "neither an address nor bytes"),
    (#""asset""#, #"asset"#, "not JSON"),
  ])
  func whatIsWrongIsSaid(_ piece: String, _ other: String, _ words: String) throws {
    let reason = try folder.refusal("a.glb", GLB.triangle.replacing(piece, other).data)
    #expect(reason?.contains(words) == true, "said: \(reason ?? "nothing")")
  }

  @Test func numbersThatAreNotFiniteAreRefused() throws {
    for value in [Float.nan, .infinity, -.infinity] {
      for place in [12, 48, 88] {
        var sample = GLB.triangle
        sample.buffer.replaceSubrange(place..<place + 4, with: GLB.floats([value]))
        #expect(try folder.refusal("a.glb", sample.data)?.contains("not finite") == true)
      }
    }
  }

  @Test func indicesBeyondTheVerticesAreRefused() throws {
    var sample = GLB.triangle
    sample.buffer.replaceSubrange(0..<4, with: GLB.word(3))
    #expect(
      try folder.refusal("a.glb", sample.data)?.contains("points beyond its 3 vertices") == true)
    sample = GLB.triangle
    sample.buffer.replaceSubrange(84..<88, with: GLB.word(3))
    let reason = try folder.refusal("a.glb", sample.data)
    #expect(reason?.contains("points beyond the accessor") == true)
  }

  @Test func deeplyNestedTextIsRefused() throws {
    let text = #"{"asset":{"version":"2.0"},"extras":"# + String(repeating: "[", count: 200_000)
    #expect(try folder.refusal("a.gltf", Data(text.utf8)) != nil)
    let chain = (0..<1000).map { #"{"children":[\#($0 + 1)]}"# } + [#"{"mesh":0}"#]
    let deep = GLB.triangle.replacing(
      #"{"name":"root","children":[1],"translation":[0,1,0]},"#, chain.joined(separator: ",") + ",")
    #expect(try folder.refusal("a.glb", deep.data)?.contains("nested") == true)
  }

  @Test func limitsHold() throws {
    func said(_ change: (inout ModelLimits) -> Void) throws -> String {
      var limits = ModelLimits()
      change(&limits)
      return try folder.refusal("a.glb", GLB.triangle.data, limits: limits) ?? "nothing"
    }
    #expect(try said { $0.vertices = 2 }.contains("2 vertices"))
    #expect(try said { $0.fileBytes = 100 }.contains("larger than"))
    #expect(try said { $0.targets = 1 }.contains("1 morph targets"))
    #expect(try said { $0.seconds = -1 }.contains("takes longer"))
    #expect(try said { $0.drawnParts = 0 }.contains("0 shapes that are drawn"))
  }

  @Test func aShapeShownTooOftenIsRefused() throws {
    // 5000 nodes cost 50 kB of file and minutes of drawing.
    let nodes = (2...5000).map { _ in #"{"mesh":0}"# }.joined(separator: ",")
    let many = GLB.triangle.replacing(
      #""scale":[2,2,2]}],"#, #""scale":[2,2,2]},"# + nodes + "],")
    #expect(
      try folder.refusal("a.glb", many.data)
        == "more than 4096 shapes that are drawn; simplify the model")
  }

  @Test func trianglesThatAllLieInOnePlaceAreRefused() throws {
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
    func model(_ layers: Int) -> Data {
      Data((corners + String(repeating: "f 1 2 3\n", count: layers)).utf8)
    }
    // Each covers a quarter of its box's two sides.
    #expect(try folder.refusal("a.obj", model(4000)) == nil)
    #expect(
      try folder.refusal("a.obj", model(5000))
        == "its triangles lie over each other more than 1000 times; remove doubles, or simplify the "
        + "model")
  }

  @Test(arguments: [
    ("a.usdz", "PK\u{3}\u{4}", "Blender"), ("a.usda", "#usda 1.0", "Blender"),
    ("a.fbx", "Kaydara FBX Binary", "Blender"),
    ("a.blend", "BLENDER-v300", "export it"), ("a.zip", "PK\u{3}\u{4}", "unpack"),
    ("a.glb", "nothing of it", "does not begin with the word glTF"), ("a.glb", "", "empty"),
    ("a.stl", "solid", "OBJ"), ("a.obj", "v 1 2", "line 1"), ("a.obj", "f 1 2 3", "line 1"),
    ("a.obj", "v 1 2 nan", "line 1"), ("a.obj", "v 0 0 0\nf 1 1", "fewer than 3"),
    ("a.obj", "# only words", "no face"),
  ])
  func otherKindsAreRefusedWithTheWayOut(_ name: String, _ text: String, _ words: String) throws {
    let reason = try folder.refusal(name, Data(text.utf8))
    #expect(reason?.contains(words) == true, "said: \(reason ?? "nothing")")
  }

  @Test func whatIsNoFileIsSaid() throws {
    #expect(throws: ModelFileError(folder.path, "not a plain file")) {
      try ModelFile.read(folder.path)
    }
    #expect(throws: ModelFileError("/nowhere.glb", "no such file; check the path")) {
      try ModelFile.read("/nowhere.glb")
    }
  }
}
