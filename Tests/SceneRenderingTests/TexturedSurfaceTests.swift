import Foundation
import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath
import Testing

@Suite(.enabled(if: hasOpenGL, "no OpenGL here: run Tools/setup")) struct TexturedSurfaceTests {
  private static let (width, height) = (160, 120)

  /// A square of one metre, a metre before the camera.
  private func square(_ material: Material, at z: Double = -1) -> ModelEntity {
    let mesh = TriangleMesh(
      positions: [
        SIMD3(-0.5, -0.5, 0), SIMD3(0.5, -0.5, 0), SIMD3(0.5, 0.5, 0), SIMD3(-0.5, 0.5, 0),
      ],
      textureCoordinates: [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)],
      indices: [0, 1, 2, 0, 2, 3])
    return ModelEntity(
      mesh: MeshResource(mesh), material: material,
      transform: Transform(translation: Vector3(0, 0, z)))
  }

  /// Red above left, green above right, blue below left, clear below right.
  private func quarters() throws -> TextureResource {
    let (red, green, blue, clear): ([UInt8], [UInt8], [UInt8], [UInt8]) = (
      [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0, 0, 0, 0]
    )
    let size = 64
    var pixels: [UInt8] = []
    for y in 0..<size {
      for x in 0..<size {
        pixels += y < size / 2 ? (x < size / 2 ? red : green) : (x < size / 2 ? blue : clear)
      }
    }
    return try #require(TextureResource(width: size, height: size, pixels: pixels))
  }

  private func draw(_ models: [ModelEntity]) throws -> PixelBuffer {
    let frame = Make.frame(rear: Make.view(.rear, Make.plain(Self.width, Self.height)))
    let renderer = try Make.renderer()
    let drawn = try renderer.render(frame: frame, snapshot: Make.snapshot(models))
    #expect(renderer.takeGraphicsErrors().isEmpty)
    return drawn
  }

  /// Pixels well inside the quarters of the square: above left, above right, below left and right.
  private func quarters(of picture: PixelBuffer) -> [RGB] {
    [(60, 40), (100, 40), (60, 80), (100, 80)].map { picture.rgb($0.0, $0.1) }
  }

  @Test func aPictureStandsUprightAndShowsWhatIsBehindWhereItIsClear() throws {
    let drawn = try draw([square(.picture(try quarters(), tint: SIMD4(1, 1, 1, 1)))])
    let found = quarters(of: drawn)
    #expect(found[0].isClose(RGB(r: 255, g: 0, b: 0), within: 2))
    #expect(found[1].isClose(RGB(r: 0, g: 255, b: 0), within: 2))
    #expect(found[2].isClose(RGB(r: 0, g: 0, b: 255), within: 2))
    #expect(found[3].isClose(RGB(r: 150, g: 155, b: 160), within: 2))
  }

  @Test func aPictureIsSeenFromBothSides() throws {
    let model = square(.picture(try quarters(), tint: SIMD4(1, 1, 1, 1)))
    model.orientation = Quaternion(angle: .pi, axis: Vector3(0, 1, 0))
    let found = quarters(of: try draw([model]))
    #expect(found[0].isClose(RGB(r: 0, g: 255, b: 0), within: 2))
    #expect(found[1].isClose(RGB(r: 255, g: 0, b: 0), within: 2))
  }

  @Test func aLitSurfaceTakesItsColourFromThePicture() throws {
    var material = PhysicalMaterial(baseColor: SIMD3(1, 1, 1), roughness: 1)
    material.textures.baseColor = try quarters()
    let found = quarters(of: try draw([square(.lit(material))]))
    #expect(found[0].r > found[0].g + 80 && found[0].r > found[0].b + 80)
    #expect(found[1].g > found[1].r + 80 && found[2].b > found[2].g + 80)
  }

  @Test func aCutOutSurfaceEndsWhereItsPictureDoes() throws {
    var material = PhysicalMaterial(baseColor: SIMD3(1, 1, 1))
    material.textures.baseColor = try quarters()
    material.opacityMode = .cutOut(0.5)
    let found = quarters(of: try draw([square(.lit(material))]))
    #expect(found[3].isClose(RGB(r: 150, g: 155, b: 160), within: 2))
    #expect(found[0].r > found[0].b + 80)
  }

  @Test func whatIsFartherIsSeenThroughWhatIsNearerWhateverTheOrder() throws {
    let glass = Material.unlit(SIMD4(1, 0, 0, 0.5))
    let green = Material.unlit(SIMD4(0, 1, 0, 0.5))
    let solid = Material.unlit(SIMD4(0, 0, 1, 1))
    let one = try draw([square(glass, at: -0.8), square(green), square(solid, at: -1.5)])
    let other = try draw([square(solid, at: -1.5), square(green), square(glass, at: -0.8)])
    let expected = RGB(r: 128, g: 64, b: 64)
    #expect(one.rgb(80, 60).isClose(expected, within: 3), "found \(one.rgb(80, 60))")
    #expect(other.rgb(80, 60).isClose(expected, within: 3), "found \(other.rgb(80, 60))")
  }

  @Test func theBackOfASurfaceIsSeenWhenItHasTwoSides() throws {
    let plain = Make.plain(Self.width, Self.height)
    var material = PhysicalMaterial(baseColor: SIMD3(1, 0, 0))
    for isDoubleSided in [false, true] {
      material.isDoubleSided = isDoubleSided
      let model = square(.lit(material))
      model.orientation = Quaternion(angle: .pi, axis: Vector3(0, 1, 0))
      let seen = try draw([model]).difference(plain).count > 1000
      #expect(seen == isDoubleSided)
    }
  }
}
