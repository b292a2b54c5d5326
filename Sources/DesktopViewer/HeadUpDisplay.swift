import CImGui
import Foundation

/// Text panels over the window's picture.
///
/// Belongs to the window's thread.
final class HeadUpDisplay {
  /// The height of text in window coordinates, as all lengths here.
  let fontPixels: Float
  /// Between two rows, and between a panel's edge and its text, as the library is set up.
  var cellSpacing: Float { (5 * scale).rounded(.down) }
  var panelPadding: Float { (10 * scale).rounded(.down) }
  private let scale: Float
  let window: Window

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
    scale = window.interfaceScale
    fontPixels = (15 * scale).rounded()
    let font = Self.fonts.first { FileManager.default.isReadableFile(atPath: $0) }
    guard bifrons_ui_open(font, fontPixels, scale, window.pixelRatio) else {
      throw .noWindow("the text display refuses the window's OpenGL")
    }
  }

  deinit { bifrons_ui_close() }

  /// What the pointer does.
  private static let pointerKeys = [
    ("click", "touch an entity, or move it to a surface"),
    ("drag", "from outside: turn; with the right button or Shift: move"),
    ("wheel", "from outside: nearer or farther; else the small picture's size"),
    ("swipe", "or arrow keys: what the scene makes of them"),
  ]

  /// What is shown.
  struct Content {
    /// The state, at the upper left.
    var state: [HeadUpText.Line] = []
    /// What to do, in the middle of the lower edge.
    var hint: HeadUpText.Line?
    /// The keys, in the middle.
    var showsKeys = false
    /// The 52 coefficients, along the lower edge.
    var graphs: FaceGraphs?
    /// Times, below the state.
    var timing: Timing?
  }

  /// What is shown of times.
  struct Timing {
    var times: TimeGraphs
    /// CPU milliseconds a frame of the dearest stages.
    var stages: [(name: String, milliseconds: Double)]
  }

  /// Draws into the current framebuffer.
  func draw(_ content: Content) {
    let (width, height) = (Float(window.size.width), Float(window.size.height))
    bifrons_ui_begin_frame(width, height, window.pixelRatio)
    let margin = fontPixels * 0.8
    if !content.state.isEmpty || content.timing != nil {
      let room = measure(content.state + [Self.widestRates])
      bifrons_ui_begin_panel("state", margin, margin, 0, 0, 0.55, 0, room.x, 0)
      for line in content.state { write(line) }
      if let timing = content.timing { write(timing) }
      bifrons_ui_end_panel()
    }
    var bottom = height - margin
    if let graphs = content.graphs {
      bottom -= write(graphs, bottom: bottom, width: width) + margin
    }
    if let hint = content.hint {
      let wrap = min(width - 4 * margin, fontPixels * 42)
      let room = measure([hint], wrap: wrap)
      bifrons_ui_begin_panel("hint", width / 2, bottom, 0.5, 1, 0.65, wrap, room.x, room.y)
      write(hint)
      bifrons_ui_end_panel()
    }
    if content.showsKeys {
      bifrons_ui_begin_panel("keys", width / 2, height / 2, 0.5, 0.5, 0.85, 0, 0, 0)
      write(.init("Keys", .good))
      for command in ViewerCommand.allCases {
        bifrons_ui_row(command.keyName, command.explanation, fontPixels * 6.5)
      }
      for (name, text) in Self.pointerKeys { bifrons_ui_row(name, text, fontPixels * 6.5) }
      bifrons_ui_end_panel()
    }
    bifrons_ui_end_frame()
  }

  /// Keeps the state's panel from changing its width with each picture.
  private static let widestRates = HeadUpText.Line(
    "00 fps   000 ms late   000 % of one core")

  /// The room that lines need, one below the other.
  ///
  /// A panel otherwise has the size of the text of the picture before.
  private func measure(_ lines: [HeadUpText.Line], wrap: Float = 0) -> SIMD2<Float> {
    lines.reduce(.zero) { room, line in
      var (width, height): (Float, Float) = (0, 0)
      bifrons_ui_measure(line.text, wrap, &width, &height)
      return SIMD2(max(room.x, width), room.y + height)
    }
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
