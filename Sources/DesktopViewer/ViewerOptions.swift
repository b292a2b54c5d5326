import Bifrons
import SceneRendering
import SessionCore

/// How the viewer begins.
package struct ViewerOptions {
  /// The window's title.
  package var title = "Bifrons"
  /// The window's first size in window coordinates.
  ///
  /// The first picture gives the width its own shape; then it is the user's.
  package var width = 960, height = 720
  /// Begins in full screen.
  package var isFullScreen = false
  /// What is drawn; the user may change it by keys.
  package var rendering: RenderOptions
  /// Where the user's choices are kept; nil keeps none.
  package var settingsFile: ViewerSettingsFile?
  /// Shows tracking state, faces, planes, rates.
  package var showsHeadUpDisplay = true
  /// Closes the window when recorded material is at its end; else it says so and waits.
  package var closesAtEnd = false
  /// Keeps a picture of the scene, without the head-up display, when the user presses p.
  ///
  /// It gets an `rgb8` picture and returns where it went, or what went wrong, in words. Nil:
  /// nothing is ever written.
  package var keepPicture: ((PixelBuffer) -> String)?
  /// Begins a film of the scene, without the head-up display, when the user presses c.
  ///
  /// Nil: nothing is ever filmed.
  package var beginClip: (() -> ClipKeeper?)?

  /// Begins with a window 720 high, an inset, a front camera like a mirror.
  package init() {
    rendering = RenderOptions()
    rendering.mirrorsFrontBackground = true
  }
}
