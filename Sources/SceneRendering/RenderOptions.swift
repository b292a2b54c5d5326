import SessionCore

/// What is drawn besides the scene, and how.
package struct RenderOptions: Sendable, Equatable {
  /// The small picture of the other camera.
  package struct Inset: Sendable, Equatable {
    /// The picture's width as a part of the target's.
    package var widthFraction = 0.26
    /// Shows a front camera like a mirror, lines included.
    package var mirrorsFront = true
    /// Draws the box and the feature lines of found faces.
    package var showsFaces = true
    /// Pixels between the picture and the target's edges, for a target 480 high.
    package var margin = 12.0

    /// Creates an inset at the upper right.
    package init() {}
  }

  /// What fills the target.
  package enum Arrangement: Sendable, Equatable {
    /// One camera's picture, with the other one inset.
    case single
    /// Both cameras' pictures, the rear one first, each with the scene; one where there is one.
    case sideBySide
    /// The world from outside: cameras, faces, planes, points and the scene.
    case thirdPerson(OrbitCamera)
  }

  /// What fills the target.
  package var arrangement = Arrangement.single
  /// Draws the world from above into the lower right corner.
  package var showsMap = false
  /// How far the map lies above its corner, pixels.
  package var mapLift = 0.0
  /// Remembers points and the camera's way, for the map and the view from outside.
  package var keepsHistory = false
  /// The camera whose picture is the background; nil is the leading one.
  package var backgroundRole: CameraRole?
  /// Shows a front camera in the background like a mirror, the scene with it.
  package var mirrorsFrontBackground = false
  /// How the background fills a target of another shape.
  package var contentMode = ContentLayout.Mode.fit
  /// The other camera's picture.
  ///
  /// Nil for none. Left out when that camera has no picture.
  package var inset: Inset?
  /// Draws the box and lines of found faces over a front camera in the background.
  package var showsFacesOnBackground = false
  /// Draws the outlines of found planes and the feature points.
  package var showsWorld = false
  /// Draws models as lines.
  package var drawsWireframe = false
  /// Samples a pixel where models are.
  ///
  /// 1 for none. Lowered to what the driver can.
  package var samples = 4

  /// Creates the default options: the leading camera, an inset of the other one.
  package init() { inset = Inset() }
}
