import SessionCore
import SpatialMath
import YAMLDocuments

/// A user named in a session file.
package struct NamedUser: Sendable, Equatable {
  /// The name.
  package var name: String
  /// Where it was written.
  package var place: SourcePlace?
}

/// The screen's part of a session file.
package struct ScreenSettings: Sendable, Equatable {
  /// Where the screen is.
  package var screen: GazeScreen
  /// What a look does there, without the user's correction.
  package var pointer: GazePointer
}

extension ScreenSettings {
  /// Reads the section; nil when it is absent.
  init?(_ section: ConfigurationReader) throws(ConfigurationError) {
    guard section.node?.entries != nil else { return nil }
    let size = section.numbers("size")
    let pixels = section.pictureSize("pixels")
    screen = GazeScreen(
      belowCamera: section.number("below-camera"), size: Vector2(size[0], size[1]),
      pixels: SIMD2(pixels.width, pixels.height))
    let pose = section.section("front-from-screen")
    if pose.node?.entries != nil {
      if let place = section.place(of: "below-camera") {
        throw ConfigurationError(
          at: place, "screen has both below-camera and front-from-screen; give one")
      }
      screen.cameraFromScreen = Pose(rig: pose)
    }
    pointer = GazePointer()
    pointer.dwellTime = section.number("dwell-time")
    pointer.dwellRadius = section.number("dwell-radius")
    pointer.edge = section.number("edge")
    pointer.scrollSpeed = section.number("scroll-speed")
  }
}
