import CImGui
import Foundation

/// Text panels over the window's picture.
///
/// Belongs to the window's thread.
final class HeadUpDisplay {
  private let fontPixels: Float
  private let window: Window

  /// Where Debian, Fedora and Arch put DejaVu Sans.
  private static let fonts = [
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf",
  ]

  /// Joins the display to a window whose context is current.
  ///
  /// - Throws: `ViewerError.noWindow` when OpenGL refuses.
  init(_ window: Window) throws(ViewerError) {
    self.window = window
    fontPixels = (15 * window.contentScale).rounded()
    let font = Self.fonts.first { FileManager.default.isReadableFile(atPath: $0) }
    guard bifrons_ui_open(window.rawHandle, font, fontPixels, window.contentScale) else {
      throw .noWindow("the text display refuses the window's OpenGL")
    }
  }

  deinit { bifrons_ui_close() }

  /// What is shown.
  struct Content {
    /// The state, at the upper left.
    var state: [HeadUpText.Line] = []
    /// What to do, in the middle of the lower edge.
    var hint: HeadUpText.Line?
    /// The keys, in the middle.
    var showsKeys = false
  }

  /// Draws into the current framebuffer.
  func draw(_ content: Content) {
    bifrons_ui_begin_frame()
    let (width, height) = (Float(window.size.width), Float(window.size.height))
    let margin = fontPixels * 0.8
    if !content.state.isEmpty {
      bifrons_ui_begin_panel("state", margin, margin, 0, 0, 0.55, 0)
      for line in content.state { write(line) }
      bifrons_ui_end_panel()
    }
    if let hint = content.hint {
      let wrap = min(width - 4 * margin, fontPixels * 42)
      bifrons_ui_begin_panel("hint", width / 2, height - margin, 0.5, 1, 0.65, wrap)
      write(hint)
      bifrons_ui_end_panel()
    }
    if content.showsKeys {
      bifrons_ui_begin_panel("keys", width / 2, height / 2, 0.5, 0.5, 0.85, 0)
      write(.init("Keys", .good))
      for command in ViewerCommand.allCases {
        bifrons_ui_row(command.keyName, command.explanation, fontPixels * 6.5)
      }
      bifrons_ui_row("click", "move the entity to a surface", fontPixels * 6.5)
      bifrons_ui_end_panel()
    }
    bifrons_ui_end_frame()
  }

  private func write(_ line: HeadUpText.Line) {
    let color: (Float, Float, Float) =
      switch line.tone {
      case .plain: (0.95, 0.95, 0.95)
      case .good: (0.45, 0.95, 0.55)
      case .warning: (1, 0.84, 0.35)
      case .bad: (1, 0.45, 0.40)
      }
    bifrons_ui_text(line.text, color.0, color.1, color.2)
  }
}
