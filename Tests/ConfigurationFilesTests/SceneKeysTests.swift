import ConfigurationFiles
import SessionCore
import SpatialMath
import Testing

@Suite struct SceneKeysTests {
  private static let head = """
    version: 1
    session: { configuration: face }
    cameras:
      front: { source: simulated }

    """

  private func load(_ text: String) throws -> SessionFile {
    try SessionFile.load("scene.yaml") { _ throws(ConfigurationError) in
      Array((Self.head + text).utf8)
    }
  }

  private func complaint(_ text: String) -> String {
    do {
      _ = try load(text)
      return "nothing"
    } catch {
      return "\(error)"
    }
  }

  @Test func whatIsWrittenOfAnEntityIsRead() throws {
    let file = try load(
      """
      scene:
        - name: eye
          set: faces
          anchor: face
          vertices: [24, 25]
          entity: text
          texts: ["a", " "]
          height: 0.1
          color: [1, 0, 0, 0.5]
          untracked: fade
          fade-seconds: 2
          rotation-degrees: [0, 180, 0]
          drive: [{ coefficients: [eyeBlinkLeft], property: scale.y, base: 1, factor: -1 }]
      behaviours:
        - { when: tap, entity: eye, do: next-option }
        - { when: expression, coefficients: [jawOpen], above: 0.4, hold: 1, do: next-set }
      """)
    let entry = try #require(file.scene.first)
    #expect(entry.name == "eye" && entry.set == "faces" && entry.vertices == [24, 25])
    #expect(entry.texts == ["a", " "] && entry.height == 0.1)
    #expect(entry.surface.color == SIMD4(1, 0, 0, 0.5))
    #expect(entry.untracked == .fade && entry.fadeSeconds == 2)
    #expect((entry.rotation - Vector3(0, .pi, 0)).length < 1e-12)
    #expect(entry.drives.first?.coefficients == [.eyeBlinkLeft] && entry.drives[0].factor == -1)
    #expect(file.behaviours[0].target == "eye")
    #expect(file.behaviours[1].weights == [.jawOpen: 1] && file.behaviours[1].hold == 1)
  }

  @Test(arguments: [
    ("scene: [{ anchor: face, entity: modle }]", "5:33: scene[0].entity", "did you mean 'model'"),
    ("scene: [{ anchor: face, entity: model }]", "5:25: ", "model needs its file"),
    ("scene: [{ anchor: world, entity: face-texture, path: a.png }]", "5:11: ", "anchor: face"),
    ("scene: [{ anchor: face, entity: robot-head, path: a.glb }]", "5:45: ", "takes no file"),
    ("scene: [{ anchor: face, entity: text }]", "5:25: ", "add texts"),
    ("scene: [{ anchor: face, entity: text, texts: a }]", "5:46: ", "write [\"a\"]"),
    ("scene: [{ anchor: world, entity: robot-head, vertices: [1] }]", "5:11: ", "belong to anchor"),
    (
      "scene: [{ anchor: face, entity: shape, reflection: [a, b] }]", "5:40: ", "one picture or six"
    ),
    (
      "scene: [{ anchor: face, entity: shape, drive: [{ coefficients: [jawOpn], property: option }] }]",
      "5:64: ", "did you mean 'jawOpen'"
    ),
    ("behaviours: [{ when: tap, do: next-set }]", "5:16: ", "add entity"),
    ("behaviours: [{ when: key, key: ab, do: next-set }]", "5:27: ", "one character"),
    ("behaviours: [{ when: expression, do: next-set }]", "5:16: ", "needs coefficients"),
    (
      "behaviours: [{ when: expression, coefficients: [jawOpen], weights: [1, 2], do: next-set }]",
      "5:59: ", "one number for each"
    ),
    ("behaviours: [{ when: lost, do: toggle }]", "5:28: ", "add target"),
    ("behaviours: [{ when: lost, do: toggel }]", "5:32: ", "did you mean 'toggle'"),
    (
      "scene: [{ name: mask, anchor: face, entity: robot-head }]\nbehaviours: [{ when: lost, do: toggle, target: maks }]",
      "6:14: ", "did you mean 'mask'"
    ),
    ("behaviours: [{ when: lost, do: next-set }]", "5:14: ", "there is no set"),
  ])
  func whatIsWrongIsSaidWithItsPlace(_ text: String, _ place: String, _ words: String) {
    let said = complaint(text)
    #expect(said.contains("scene.yaml:\(place)") && said.contains(words), "said: \(said)")
  }
}
