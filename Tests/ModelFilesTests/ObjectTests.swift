import Foundation
import ModelFiles
import Testing

@Suite struct ObjectTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func facesOfManyCornersBecomeTrianglesBySurface() throws {
    try folder.write(
      "m.mtl", Data("newmtl red\nKd 1 0 0\nd 0.5\nnewmtl shiny\nNs 1000\nPm 1\n".utf8))
    let text = """
      mtllib m.mtl
      v 0 0 0
      v 1 0 0
      v 1 1 0 # a comment
      v 0 1 0
      vt 0.25 0.75
      usemtl red
      f 1/1 2/1 3/1 4/1
      usemtl shiny
      f -4 -3 -2
      """
    let model = try folder.read("a.obj", Data(text.utf8))
    #expect(model.format == .obj && model.triangleCount == 3)
    let parts = model.meshes[0].parts
    #expect(parts[0].mesh.indices == [0, 1, 2, 0, 2, 3])
    #expect(parts[0].mesh.textureCoordinates[0] == SIMD2(0.25, 0.75))
    #expect(parts[0].mesh.normals[0] == SIMD3(0, 0, 1))
    let red = try #require(parts[0].material.map { model.surfaces[$0] })
    #expect(red.baseColor == SIMD4(1, 0, 0, 0.5) && red.opacity == .blend)
    let shiny = try #require(parts[1].material.map { model.surfaces[$0] })
    #expect(shiny.metallic == 1 && shiny.roughness < 0.3)
  }

  @Test func aMissingLibraryIsANoticeAndNoFailure() throws {
    let model = try folder.read(
      "a.obj", Data("mtllib no.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3".utf8))
    #expect(model.triangleCount == 1)
    #expect(model.notices.first?.contains("no.mtl") == true)
  }
}
