import Bifrons
import ModelFiles
import SceneGraph

extension Entity {
  /// Why a model cannot be loaded.
  public struct LoadingError: Error, Equatable, LocalizedError, CustomStringConvertible {
    /// What, where, and what to try.
    public let description: String
    /// The description.
    public var errorDescription: String? { description }
  }

  /// Loads a model of the main bundle or the working folder: glTF, GLB, VRM or OBJ.
  ///
  /// - Parameter name: the file's path or name, with or without its ending.
  /// - Returns: the top of the model's tree.
  /// - Throws: `LoadingError`, for a USDZ file with the way to convert it.
  public static func load(named name: String) throws -> Entity {
    do throws(ModelFileError) {
      let path = ResourceFile.path(of: name, kinds: ["glb", "gltf", "vrm", "obj"]) ?? name
      return Entity(core: try ModelLoader().model(path))
    } catch {
      throw LoadingError(description: error.description)
    }
  }
}
