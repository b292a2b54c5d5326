import Foundation
import ModelFiles
import SpatialMath
import Testing

@Suite struct ColladaTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func read(_ text: String) throws -> ModelDocument {
    try folder.read("a.dae", Data(text.utf8))
  }

  @Test func polygonsBecomeTrianglesWithTheirSurfaces() throws {
    let model = try read(Collada.square)
    #expect(model.format == .collada && model.triangleCount == 3 && model.vertexCount == 5)
    let part = model.meshes[0].parts[0]
    #expect(part.mesh.indices == [0, 1, 2, 0, 2, 3, 0, 2, 4])
    #expect(part.mesh.textureCoordinates[1] == SIMD2(1, 0))
    #expect(part.mesh.normals[0] == SIMD3(0, 0, 1))
    let red = try #require(part.material.map { model.surfaces[$0] })
    #expect(red.name == "Red" && red.baseColor == SIMD4(1, 0, 0, 0.5) && red.opacity == .blend)
    #expect(red.isDoubleSided)
  }

  @Test func theFilesUnitAndUpBecomeMetresAndY() throws {
    let model = try read(Collada.square)
    let top = model.nodes[model.roots[0]], node = model.nodes[top.children[0]]
    // 100 units of a centimetre along the file's +Z are one metre up.
    let point = top.rotation.act(node.translation) * top.scale.x
    #expect((point - Vector3(0, 1, 0)).length < 1e-9)
    #expect((node.rotation.act(Vector3(1, 0, 0)) - Vector3(0, 1, 0)).length < 1e-6)
  }

  @Test(arguments: [("NORMALIZED", 3.0), ("RELATIVE", 4.0)])
  func morphTargetsArriveByNameAndMethod(method: String, moved: Double) throws {
    let model = try read(Collada.morphing.replacing("NORMALIZED", method))
    let mesh = model.meshes[0]
    #expect(mesh.targetNames == ["jawOpen"] && mesh.weights == [0.25])
    let target = try #require(mesh.parts[0].targets.first)
    // The shape's third position is at z 1, the target's at z 4.
    let place = try #require(target.vertices.firstIndex(of: 2))
    #expect(target.positions[place].z == Float(moved))
  }

  @Test func aMorphThatNoNodeNamesBelongsToItsShape() throws {
    let model = try read(
      Collada.morphing.replacing("instance_controller url=\"#M\"", "instance_geometry url=\"#G\"")
        .replacing("</instance_controller>", "</instance_geometry>"))
    #expect(model.meshes[0].targetNames == ["jawOpen"])
  }

  @Test func skinsFollowTheNodesTheyName() throws {
    let model = try read(Collada.skinned)
    let skin = try #require(model.skins.first)
    #expect(skin.joints.map { model.nodes[$0].name } == ["Root", "Tip"])
    let carrier = try #require(model.nodes.first { $0.skin == 0 })
    let part = model.meshes[try #require(carrier.mesh)].parts[0]
    #expect(part.joints[2][0] == 1 && part.jointWeights[2] == SIMD4(0.75, 0.25, 0, 0))
    #expect(skin.inverseBindMatrices[1].translation == Vector3(0, -5, 1))
  }

  @Test func nodesMayStandInMoreThanOnePlace() throws {
    let twice = Collada.square.replacing(
      "</visual_scene>", "<node><instance_node url=\"#N\"/></node></visual_scene>")
    let model = try read(twice)
    #expect(model.nodes.filter { $0.mesh == 0 }.count == 2 && model.meshes.count == 1)
  }

  @Test(arguments: [
    ("1 1 0 2 2 0 3", "1 1 0 9 2 0 3", "points to position 9, and there are 5"),
    ("1 1 0 2 2 0 3", "1 1 0 2 9 0 3", "points to texture coordinate 9, and there are 5"),
    ("1 1 0 2 2 0 3", "1 1 0 x 2 0 3", "'x' in <p> is no index"),
    ("<vcount>4 3", "<vcount>4 4", "its polygons want more corners"),
    ("<vcount>4 3", "<vcount>4", "belong to no polygon"),
    ("count=\"5\" stride=\"3\"", "count=\"6\" stride=\"3\"", "and 15 are there"),
    ("count=\"5\" stride=\"3\"", "count=\"9000000000000\" stride=\"3\"", "is no count"),
    ("count=\"5\" stride=\"3\"", "count=\"5\" stride=\"2\"", "3 were expected"),
    ("0 0 0 1 0 0", "0 0 nan 1 0 0", "'nan' in <float_array> is no number"),
    ("url=\"#G\"", "url=\"#N\"", "there is no such <geometry>"),
    ("url=\"#G\"", "url=\"http://x/y\"", "points into the file"),
    ("meter=\"0.01\"", "meter=\"-1\"", "a length above 0"),
    ("<instance_geometry", "<instance_node url=\"#N\"/><instance_geometry", "256 deep"),
    ("<?xml version=\"1.0\"?>", "<!DOCTYPE a [<!ENTITY b \"c\">]>", "document type"),
    ("<COLLADA", "<KML", "not well-formed XML"),
    ("0 0 100", "0 0 1e99", "out of range"),
    ("<rotate>0 0 1 90</rotate>", "<skew>0 0 1 0 0 1 90</skew>", "<skew> cannot be read"),
    ("semantic=\"VERTEX\"", "semantic=\"COLOR\"", "no input of the kind VERTEX"),
  ])
  func damageIsRefusedWithItsLine(piece: String, other: String, words: String) throws {
    let reason = try folder.refusal("a.dae", Data(Collada.square.replacing(piece, other).utf8))
    #expect(reason?.contains(words) == true, "\(reason ?? "it was read")")
  }

  @Test func aPictureOutsideTheFolderIsRefused() throws {
    let reason = try folder.refusal(
      "a.dae", Data(Collada.textured.replacing("skin%20a.png", "../../etc/passwd").utf8))
    #expect(reason?.contains("model's own folder") == true)
    let model = try read(Collada.textured)
    guard case .file(let file)? = model.pictures.first?.content else {
      Issue.record("the picture is not there")
      return
    }
    #expect(file.hasSuffix("/skin a.png"))
  }

  @Test func aTextCutAnywhereIsRefused() throws {
    let bytes = Data(Collada.square.utf8)
    for length in stride(from: 0, to: bytes.count - 2, by: 7) {
      #expect(try folder.refusal("a.dae", bytes.prefix(length)) != nil, "cut at \(length)")
    }
  }
}

/// Small COLLADA files, put together from pieces.
private enum Collada {
  static let square = document(geometry: geometry("G", "1"), nodes: node("instance_geometry", "G"))

  static let morphing = document(
    geometry: geometry("G", "1") + geometry("T", "4", name: "jawOpen"),
    controllers: """
      <controller id="M"><morph source="#G" method="NORMALIZED">
      <source id="t"><IDREF_array count="1">T</IDREF_array></source>
      <source id="w"><float_array count="1">0.25</float_array></source>
      <targets><input semantic="MORPH_TARGET" source="#t"/>
      <input semantic="MORPH_WEIGHT" source="#w"/></targets></morph></controller>
      """, nodes: node("instance_controller", "M"))

  static let skinned = document(
    geometry: geometry("G", "1"),
    controllers: """
      <controller id="S"><skin source="#G">
      <bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 1</bind_shape_matrix>
      <source id="j"><Name_array count="2">root tip</Name_array></source>
      <source id="i"><float_array count="32">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
      1 0 0 0 0 1 0 -5 0 0 1 0 0 0 0 1</float_array></source>
      <source id="w"><float_array count="3">1 0.25 0.75</float_array></source>
      <joints><input semantic="JOINT" source="#j"/>
      <input semantic="INV_BIND_MATRIX" source="#i"/></joints>
      <vertex_weights count="5"><input semantic="JOINT" source="#j" offset="0"/>
      <input semantic="WEIGHT" source="#w" offset="1"/>
      <vcount>1 1 2 1 1</vcount><v>0 0 0 0 0 1 1 2 0 0 1 0</v></vertex_weights></skin></controller>
      """,
    nodes: node("instance_controller", "S") + """
      <node type="JOINT" sid="root" name="Root"><node type="JOINT" sid="tip" name="Tip"/></node>
      """)

  static let textured = square.replacing(
    "<diffuse><color>1 0 0 1</color></diffuse>",
    "<diffuse><texture texture=\"sampler\" texcoord=\"UV\"/></diffuse>"
  ).replacing(
    "<profile_COMMON>",
    """
    <profile_COMMON><newparam sid="surface"><surface><init_from>I</init_from></surface></newparam>
    <newparam sid="sampler"><sampler2D><source>surface</source></sampler2D></newparam>
    """
  ).replacing(
    "<library_effects>",
    """
    <library_images><image id="I"><init_from>skin%20a.png</init_from></image></library_images>
    <library_effects>
    """)

  private static func document(
    geometry: String, controllers: String = "", nodes: String
  ) -> String {
    """
    <?xml version="1.0"?>
    <COLLADA version="1.4.1"><asset><unit meter="0.01"/><up_axis>Z_UP</up_axis></asset>
    <library_effects><effect id="E"><profile_COMMON><technique sid="c"><lambert>
    <diffuse><color>1 0 0 1</color></diffuse>
    <transparent opaque="A_ONE"><color>1 1 1 0.5</color></transparent></lambert></technique>
    <extra><technique profile="X"><double_sided>1</double_sided></technique></extra>
    </profile_COMMON></effect></library_effects>
    <library_materials><material id="R" name="Red"><instance_effect url="#E"/></material>
    </library_materials>
    <library_geometries>\(geometry)</library_geometries>
    <library_controllers>\(controllers)</library_controllers>
    <library_visual_scenes><visual_scene id="V">\(nodes)</visual_scene></library_visual_scenes>
    <scene><instance_visual_scene url="#V"/></scene></COLLADA>
    """
  }

  private static func node(_ instance: String, _ shape: String) -> String {
    """
    <node id="N"><translate>0 0 100</translate><rotate>0 0 1 90</rotate>
    <\(instance) url="#\(shape)"><bind_material><technique_common>
    <instance_material symbol="s" target="#R"/></technique_common></bind_material></\(instance)>
    </node>
    """
  }

  /// A square of five positions, the third at a height.
  private static func geometry(_ id: String, _ height: String, name: String = "square") -> String {
    """
    <geometry id="\(id)" name="\(name)"><mesh>
    <source id="\(id)p"><float_array count="15">0 0 0 1 0 0 1 1 \(height) 0 1 0 0 2 0</float_array>
    <technique_common><accessor count="5" stride="3"/></technique_common></source>
    <source id="\(id)t"><float_array>0 0 1 0 1 1 0 1 0 1</float_array></source>
    <source id="\(id)n"><float_array>0 0 1</float_array></source>
    <vertices id="\(id)v"><input semantic="POSITION" source="#\(id)p"/></vertices>
    <polylist material="s"><input semantic="VERTEX" source="#\(id)v" offset="0"/>
    <input semantic="TEXCOORD" source="#\(id)t" offset="1" set="0"/>
    <input semantic="NORMAL" source="#\(id)n" offset="2"/>
    <vcount>4 3</vcount>
    <p>0 0 0 1 1 0 2 2 0 3 3 0 0 0 0 2 2 0 4 4 0</p></polylist></mesh></geometry>
    """
  }
}

extension String {
  /// The same with a piece replaced; a test fails when there is no such piece.
  fileprivate func replacing(_ piece: String, _ other: String) -> String {
    precondition(contains(piece), "no '\(piece)' in the sample")
    return replacingOccurrences(of: piece, with: other)
  }
}
