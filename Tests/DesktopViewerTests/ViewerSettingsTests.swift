import DesktopViewer
import Foundation
import SceneRendering
import Testing

@Suite struct ViewerSettingsTests {
  private func withFile(_ body: (ViewerSettingsFile) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("bifrons-settings-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(
      #require(ViewerSettingsFile(environment: ["XDG_CONFIG_HOME": folder.path])))
  }

  @Test func whatWasChosenIsThereTheNextTime() throws {
    try withFile { file in
      #expect(file.read().settings == ViewerSettings())
      var settings = ViewerSettings()
      settings.mirror = false
      settings.sideBySide = true
      settings.size = [800, 600]
      #expect(file.write(settings) == nil)
      #expect(file.read().settings == settings)
      #expect(file.read().complaint == nil)
    }
  }

  @Test func aDamagedFileIsSaidAndNotUsed() throws {
    try withFile { file in
      #expect(file.write(ViewerSettings()) == nil)
      try Data("{\"mirror\": maybe".utf8).write(to: URL(fileURLWithPath: file.path))
      let read = file.read()
      #expect(read.settings == ViewerSettings())
      #expect(read.complaint?.contains("viewer.json is damaged") == true)
    }
  }

  @Test func theFileLiesWhereTheDesktopKeepsSettings() throws {
    #expect(
      ViewerSettingsFile(environment: ["HOME": "/home/a"])?.path
        == "/home/a/.config/bifrons/viewer.json")
    #expect(
      ViewerSettingsFile(environment: ["HOME": "/home/a", "XDG_CONFIG_HOME": "/x"])?.path
        == "/x/bifrons/viewer.json")
    // A relative path is no answer, says the specification.
    #expect(ViewerSettingsFile(environment: ["XDG_CONFIG_HOME": "x"]) == nil)
  }

  @Test func sizesThatNoWindowCanHaveAreNotUsed() {
    var settings = ViewerSettings()
    for size in [[0, 600], [800], [800, 90_000], [-1, -1]] {
      settings.size = size
      #expect(settings.usableSize == nil)
    }
  }

  @Test func onlyWhatWasChosenChangesTheDrawing() {
    var options = RenderOptions()
    ViewerSettings().apply(to: &options)
    #expect(options == RenderOptions())
    var settings = ViewerSettings()
    settings.inset = false
    settings.world = true
    settings.sideBySide = true
    settings.apply(to: &options)
    #expect(options.inset == nil && options.showsWorld && options.arrangement == .sideBySide)
  }
}
