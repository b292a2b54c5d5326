import ConfigurationFiles
import FaceMesh
import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath

extension SessionFile {
  /// The scene that the file describes, for the thread that draws it.
  ///
  /// - Parameter user: whose correction of the gaze counts.
  /// - Returns: the scene, before its first frame.
  /// - Throws: `LaunchError.configuration` when its entries do not fit together.
  package func makeScene(user: UserProfile? = nil) throws(LaunchError) -> Scene {
    do throws(ConfigurationError) {
      let made = try SceneAssembler(
        primaryRole: configuration.primaryRole, path: path, screen: screen?.screen
      ).makeScene(scene, behaviours: behaviours)
      made.gaze = screen.map { SceneGaze(screen: $0.screen, pointer: $0.pointer) }
      if let calibration = user?.screenCalibration {
        made.gaze?.pointer.calibration = calibration
      }
      return made
    } catch {
      throw .configuration(error)
    }
  }

  /// How the scene is shown: with nothing in it, what was found is drawn instead.
  package var renderOptions: RenderOptions {
    var options = RenderOptions()
    options.showsWorld = scene.isEmpty && configuration.roles.contains(.rear)
    options.showsFacesOnBackground = scene.isEmpty && configuration.primaryRole == .front
    return options
  }
}
