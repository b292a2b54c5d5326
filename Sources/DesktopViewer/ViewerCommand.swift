/// What the user can have the viewer do by a key.
package enum ViewerCommand: CaseIterable, Sendable {
  /// Shows or hides the keys.
  case help
  /// To full screen and back.
  case fullScreen
  /// The other camera behind.
  case swapCameras
  /// Shows or hides the small picture.
  case inset
  /// Both cameras beside each other.
  case sideBySide
  /// The world from outside.
  case thirdPerson
  /// Shows or hides the world from above.
  case map
  /// Draws models as lines.
  case wireframe
  /// Shows or hides planes and feature points.
  case world
  /// Shows or hides the face's box and lines over a front camera behind.
  case faces
  /// Like a mirror, or as others see one.
  case mirror
  /// Shows or hides the 52 coefficients.
  case coefficients
  /// Shows or hides times.
  case timing
  /// Shows or hides the head-up display.
  case headUpDisplay
  /// Keeps a picture.
  case picture
  /// Begins a film, or ends it.
  case record
  /// Starts tracking anew.
  case reset
  /// Pauses the session and goes on.
  case pause
  /// Closes the window.
  case quit

  /// The characters that mean it, in the layout of whatever keyboard.
  package var characters: [Character] {
    switch self {
    case .help: ["?", "h"]
    case .fullScreen: ["f"]
    case .swapCameras: ["v"]
    case .inset: ["i"]
    case .sideBySide: ["s"]
    case .thirdPerson: ["o"]
    case .map: ["n"]
    case .wireframe: ["w"]
    case .world: ["g"]
    case .faces: ["b"]
    case .mirror: ["m"]
    case .coefficients: ["k"]
    case .timing: ["t"]
    case .headUpDisplay: ["u"]
    case .picture: ["p"]
    case .record: ["c"]
    case .reset: ["r"]
    case .pause: [" "]
    case .quit: ["q"]
    }
  }

  /// The key's name in the list of keys.
  package var keyName: String {
    switch self {
    case .help: "? or h"
    case .pause: "space"
    case .quit: "q or Esc"
    default: characters.map(String.init).joined(separator: ", ")
    }
  }

  /// What it does, for the list of keys.
  package var explanation: String {
    switch self {
    case .help: "show or hide this list"
    case .fullScreen: "full screen"
    case .swapCameras: "swap the two cameras (or click the small picture)"
    case .inset: "show or hide the small picture"
    case .sideBySide: "both cameras beside each other"
    case .thirdPerson: "the world from outside, and back"
    case .map: "show or hide the world from above"
    case .wireframe: "draw the models as lines"
    case .world: "show or hide planes and feature points"
    case .faces: "show or hide box and lines of a face"
    case .mirror: "show the front camera like a mirror, or not"
    case .coefficients: "show or hide the face's 52 coefficients"
    case .timing: "show or hide times"
    case .headUpDisplay: "show or hide the state"
    case .picture: "keep a picture"
    case .record: "film, and end the film"
    case .reset: "start tracking anew"
    case .pause: "pause and go on"
    case .quit: "close"
    }
  }

  /// The command of a typed character, in either case.
  package init?(character: Character) {
    let lower = Character(character.lowercased())
    guard let found = Self.allCases.first(where: { $0.characters.contains(lower) }) else {
      return nil
    }
    self = found
  }
}
