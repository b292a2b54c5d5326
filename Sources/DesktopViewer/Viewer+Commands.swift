import SceneRendering
import SessionCore
import SessionRuntime
import SpatialMath
import SystemSupport

/// How long (seconds) an answer to a key stays.
private let noteDuration = 4.0

extension Viewer {
  /// Does what a key asks for.
  package func perform(_ command: ViewerCommand) {
    mustDraw = true
    switch command {
    case .help: showsKeys.toggle()
    case .swapCameras: swapCameras()
    case .thirdPerson: toggleThirdPerson()
    case .fullScreen, .inset, .sideBySide, .wireframe, .world, .map, .faces, .mirror,
      .headUpDisplay, .coefficients, .timing:
      choose(command)
    case .picture: keepPicture()
    case .record: toggleClip()
    case .reset: reset()
    case .pause: togglePause()
    case .quit: window.close()
    }
  }

  func say(_ text: String) {
    note = (text, MonotonicClock.now().advanced(bySeconds: noteDuration))
  }

  func swapCameras() {
    guard let frame, frame.front != nil, frame.rear != nil else {
      return say("There is only one camera.")
    }
    let present = rendering.backgroundRole ?? frame.primaryRole
    rendering.backgroundRole = present == .front ? .rear : .front
    updateScene(with: frame)
  }

  /// A key: the scene's own come first.
  package func type(_ character: Character) {
    if scene.press(character) {
      answerScene()
    } else if let command = ViewerCommand(character: character) {
      perform(command)
    }
  }

  /// Does what behaviours have asked for.
  func answerScene() {
    mustDraw = true
    for request in scene.takeRequests() {
      switch request {
      case .snapshot: keepPicture()
      case .record: toggleClip()
      }
    }
  }

  private func reset() {
    guard let configuration = session.configuration else { return }
    isPaused = false
    session.run(configuration, options: [.resetTracking, .removeExistingAnchors])
    say("Tracking starts anew.")
  }

  private func togglePause() {
    if isPaused {
      isPaused = false
      if let configuration = session.configuration { session.run(configuration) }
    } else if session.isRunning {
      isPaused = true
      session.pause()
    }
  }
}
