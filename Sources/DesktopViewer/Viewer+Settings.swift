import SceneRendering

extension Viewer {
  /// Changes a setting and remembers that the user chose it.
  func choose(_ command: ViewerCommand) {
    hasChangedSettings = true
    switch command {
    case .fullScreen:
      window.toggleFullScreen()
      settings.fullScreen = window.isFullScreen
    case .inset:
      rendering.inset = rendering.inset == nil ? RenderOptions.Inset() : nil
      settings.inset = rendering.inset != nil
    case .sideBySide: toggleSideBySide()
    case .wireframe: settings.wireframe = toggle(&rendering.drawsWireframe)
    case .world: settings.world = toggle(&rendering.showsWorld)
    case .map: settings.map = toggle(&rendering.showsMap)
    case .faces:
      settings.faces = toggle(&rendering.showsFacesOnBackground)
      rendering.inset?.showsFaces = rendering.showsFacesOnBackground
    case .mirror:
      settings.mirror = toggle(&rendering.mirrorsFrontBackground)
      rendering.inset?.mirrorsFront = rendering.mirrorsFrontBackground
      // Also while it is paused.
      if let frame { updateScene(with: frame) }
    case .headUpDisplay: settings.headUpDisplay = toggle(&showsDisplay)
    case .coefficients: settings.coefficients = toggle(&showsCoefficients)
    case .timing: settings.timing = toggle(&showsTiming)
    default: break
    }
  }

  private func toggle(_ value: inout Bool) -> Bool {
    value.toggle()
    return value
  }

  private func toggleSideBySide() {
    guard let frame, frame.front != nil, frame.rear != nil else {
      return say("There is only one camera.")
    }
    rendering.arrangement = rendering.arrangement == .sideBySide ? .single : .sideBySide
    settings.sideBySide = rendering.arrangement == .sideBySide
  }

  /// To the view from outside, which begins behind the leading camera, and back.
  func toggleThirdPerson() {
    if case .thirdPerson = rendering.arrangement {
      rendering.arrangement = arrangementBefore
      return
    }
    guard let frame, let renderer, let orbit = renderer.overview(frame, snapshot()) else {
      return say("There is no picture yet.")
    }
    arrangementBefore = rendering.arrangement
    rendering.arrangement = .thirdPerson(orbit)
    say("Drag to turn, with the right button to move; the wheel goes nearer.  o goes back.")
  }

  /// Keeps what the user chose, with the window's size when it is not the program's own; nothing is
  /// written when nothing was chosen: a window manager that tiles gives sizes that nobody chose.
  func keepSettings() {
    guard let file = options.settingsFile, hasChangedSettings else { return }
    hasChangedSettings = false
    let size = window.size
    if !window.isFullScreen, size != fittedSize {
      let scale = Double(window.interfaceScale)
      settings.size = [size.width, size.height].map { Int((Double($0) / scale).rounded()) }
    }
    _ = file.write(settings)
  }
}
