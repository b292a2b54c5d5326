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
    let builder = SceneBuilder(
      faceTopology: Self.faceTopology, primaryRole: configuration.primaryRole)
    do throws(SceneBuilderError) {
      return try builder.makeScene(scene.map(SceneItem.init))
    } catch {
      throw .configuration(ConfigurationError(at: nil, "\(path): \(error.description)"))
    }
  }

  /// How the scene is shown: with nothing in it, what was found is drawn instead.
  package var renderOptions: RenderOptions {
    var options = RenderOptions()
    options.showsWorld = scene.isEmpty && configuration.roles.contains(.rear)
    options.showsFacesOnBackground = scene.isEmpty && configuration.primaryRole == .front
    return options
  }

  /// Triangles and texture coordinates of the face mesh.
  private static var faceTopology: TriangleMesh {
    let topology = FaceMeshTopology.standard
    return TriangleMesh(
      textureCoordinates: topology.textureCoordinates,
      indices: topology.triangleIndices.map(UInt32.init))
  }
}

extension SceneItem {
  /// The scene's own form of an entry; the words are the same.
  init(_ entry: SceneEntry) {
    self.init(
      entity: EntityKind(rawValue: entry.entity.rawValue) ?? .robotHead,
      anchor: AnchorKind(rawValue: entry.anchor.rawValue) ?? .horizontalPlane,
      minimumExtent: entry.minimumExtent,
      reference: entry.reference == .parent ? .parent : .viewer, scale: entry.scale,
      faceIndex: entry.faceIndex, offset: entry.offset)
  }
}
