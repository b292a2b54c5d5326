import ConfigurationFiles
import FaceMesh
import SceneGraph
import SceneRendering
import SessionCore
import SpatialMath

extension SessionFile {
  /// The scene that the file describes, for the thread that draws it.
  ///
  /// - Throws: `LaunchError.configuration` when its entries do not fit together.
  package func makeScene() throws(LaunchError) -> Scene {
    do throws(ConfigurationError) {
      return try SceneAssembler(primaryRole: configuration.primaryRole, path: path)
        .makeScene(scene, behaviours: behaviours)
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
