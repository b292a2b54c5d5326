import Bifrons
import ModelFiles
import SceneGraph

/// Mixes the shapes of a model: v = (1 − w)·source + w·target.
public final class SCNMorpher {
  private let models: [MorphedEntity]

  init(_ models: [MorphedEntity]) { self.models = models }

  /// Computes normals from the mixed shape instead of mixing them.
  public var unifiesNormals: Bool {
    get { models.contains { $0.unifiesNormals } }
    set { for model in models { model.unifiesNormals = newValue } }
  }

  /// Sets how far a target is on; a coefficient's name is known in all its spellings.
  public func setWeight(_ weight: CGFloat, forTargetNamed name: String) {
    for model in models { model.setWeight(Float(weight), forTargetNamed: name) }
  }

  /// How far a target is on; 0 for one that is not there.
  public func weight(forTargetNamed name: String) -> CGFloat {
    CGFloat(models.compactMap { $0.weight(forTargetNamed: name) }.first ?? 0)
  }
}

/// A node that holds a model of a file once it is loaded: glTF, GLB, VRM or OBJ.
public final class SCNReferenceNode: SCNNode {
  /// The file.
  public let referenceURL: URL
  /// True once the model is there.
  public private(set) var isLoaded = false
  /// Why the model could not be loaded, in words; nil when it could.
  ///
  /// An addition: a phone says it on its console.
  public private(set) var loadingProblem: String?

  /// Refers to a file.
  public init?(url: URL) {
    guard url.isFileURL else { return nil }
    referenceURL = url
    super.init()
  }

  /// Reads the model.
  public func load() {
    guard !isLoaded else { return }
    do throws(ModelFileError) {
      addChildNode(SCNNode(core: try ModelLoader().model(referenceURL.path)))
      isLoaded = true
    } catch {
      loadingProblem = error.description
    }
  }
}
