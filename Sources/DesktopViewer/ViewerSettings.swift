import Foundation
import SceneRendering

/// What a user chose in the window, kept for the next time.
///
/// What was never chosen is nil and follows the session file.
package struct ViewerSettings: Codable, Equatable, Sendable {
  /// Shows a front camera like a mirror.
  package var mirror: Bool?
  /// Shows the other camera small.
  package var inset: Bool?
  /// Shows both cameras beside each other.
  package var sideBySide: Bool?
  /// Shows planes and feature points.
  package var world: Bool?
  /// Shows a face's box and lines.
  package var faces: Bool?
  /// Draws models as lines.
  package var wireframe: Bool?
  /// Shows the state.
  package var headUpDisplay: Bool?
  /// Shows the 52 coefficients.
  package var coefficients: Bool?
  /// Shows times.
  package var timing: Bool?
  /// Shows the world from above.
  package var map: Bool?
  /// Full screen.
  package var fullScreen: Bool?
  /// The window's size in window coordinates of a display with usual text.
  package var size: [Int]?

  /// Nothing was chosen.
  package init() {}

  /// The keys' names in the file.
  private enum CodingKeys: String, CodingKey {
    case mirror, inset, sideBySide = "side-by-side", world, faces, wireframe
    case headUpDisplay = "head-up-display", coefficients, timing, map
    case fullScreen = "full-screen", size
  }

  /// Sizes that a window can have; a file may have been edited.
  private static let sizes = 160...16384

  /// The size, when it is one.
  package var usableSize: (width: Int, height: Int)? {
    guard let size, size.count == 2, size.allSatisfy(Self.sizes.contains) else { return nil }
    return (size[0], size[1])
  }

  /// Changes what is drawn to what was chosen.
  package func apply(to rendering: inout RenderOptions) {
    if let mirror {
      rendering.mirrorsFrontBackground = mirror
      rendering.inset?.mirrorsFront = mirror
    }
    if inset == false { rendering.inset = nil }
    if sideBySide == true { rendering.arrangement = .sideBySide }
    if let world { rendering.showsWorld = world }
    if let faces {
      rendering.showsFacesOnBackground = faces
      rendering.inset?.showsFaces = faces
    }
    if let wireframe { rendering.drawsWireframe = wireframe }
    if let map { rendering.showsMap = map }
  }
}

/// The file in which a window's settings are kept.
///
/// It is written only after the user changed something in the window.
package struct ViewerSettingsFile: Sendable {
  /// The file's path.
  package let path: String

  /// `$XDG_CONFIG_HOME/bifrons/viewer.json`, `~/.config` where that is not set; nil where there is
  /// no such folder.
  package init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let folder =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.config" : nil }
    guard let folder else { return nil }
    path = folder + "/bifrons/viewer.json"
  }

  /// What is kept there, and what is wrong with it in words, if anything is.
  package func read() -> (settings: ViewerSettings, complaint: String?) {
    guard FileManager.default.fileExists(atPath: path) else { return (ViewerSettings(), nil) }
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      return (try JSONDecoder().decode(ViewerSettings.self, from: data), nil)
    } catch {
      return (ViewerSettings(), "\(path) is damaged and not used; remove it")
    }
  }

  /// Keeps settings.
  ///
  /// - Returns: what went wrong, in words; nil when all is well.
  package func write(_ settings: ViewerSettings) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do {
      let file = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try encoder.encode(settings).write(to: file, options: .atomic)
      return nil
    } catch {
      return "\(path): the window's settings cannot be kept: \(error.localizedDescription)"
    }
  }
}
