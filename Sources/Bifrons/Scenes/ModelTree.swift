import ModelFiles
import SceneGraph
import SpatialMath

/// Builds the entities of a model that has been read.
struct ModelTree {
  private let document: ModelDocument
  private let meshes: [[MorphedMesh]]
  private let surfaces: [Material]
  private let entities: [Entity]

  init(_ document: ModelDocument, meshes: [[MorphedMesh]], surfaces: [Material]) {
    self.document = document
    self.meshes = meshes
    self.surfaces = surfaces
    entities = document.nodes.map { node in
      Entity(
        name: node.name,
        transform: Transform(
          scale: node.scale, rotation: node.rotation, translation: node.translation))
    }
  }

  private func clip(
    _ animation: ModelDocument.Animation, _ models: [Int: [MorphedEntity]]
  ) -> AnimationClip {
    AnimationClip(
      name: animation.name,
      tracks: animation.channels.map { channel in
        AnimationClip.Track(
          entity: entities[channel.node],
          morphed: document.nodes[channel.node].mesh.flatMap { models[$0] } ?? [],
          property: .init(channel.path), interpolation: .init(channel.interpolation),
          times: channel.times, values: channel.values)
      })
  }

  /// The whole tree.
  func root(name: String) -> ExpressiveModel {
    let content = Entity(name: "content")
    for (index, node) in document.nodes.enumerated() {
      for child in node.children { entities[index].addChild(entities[child]) }
    }
    for root in document.roots { content.addChild(entities[root]) }
    var models: [Int: [MorphedEntity]] = [:]
    for (index, node) in document.nodes.enumerated() {
      guard let mesh = node.mesh else { continue }
      for (number, part) in document.meshes[mesh].parts.enumerated() {
        let model = MorphedEntity(
          name: document.meshes[mesh].name, meshes[mesh][number],
          material: part.material.map { surfaces[$0] } ?? .lit(PhysicalMaterial()))
        model.weights = Array(document.meshes[mesh].weights.prefix(part.targets.count))
        if let skin = node.skin, !part.joints.isEmpty {
          model.skin = JointSkin(
            joints: document.skins[skin].joints.map { entities[$0] },
            inverseBindMatrices: document.skins[skin].inverseBindMatrices, indices: part.joints,
            weights: part.jointWeights)
        }
        entities[index].addChild(model)
        models[mesh, default: []].append(model)
      }
    }
    let expressions = document.expressions.map { expression in
      ExpressiveModel.Expression(
        name: expression.name,
        binds: expression.binds.flatMap { bind in
          (models[bind.mesh] ?? []).filter { bind.target < $0.weights.count }.map {
            (entity: $0, target: bind.target, weight: bind.weight)
          }
        })
    }
    let root = ExpressiveModel(name: name, content: content, expressions: expressions)
    root.animations = document.animations.map { clip($0, models) }
    return root
  }
}

extension AnimationClip.Property {
  fileprivate init(_ path: ModelDocument.Animation.Path) {
    self =
      switch path {
      case .translation: .translation
      case .rotation: .rotation
      case .scale: .scale
      case .weights: .weights
      }
  }
}

extension AnimationClip.Interpolation {
  fileprivate init(_ interpolation: ModelDocument.Animation.Interpolation) {
    self =
      switch interpolation {
      case .linear: .linear
      case .step: .step
      case .cubicSpline: .cubicSpline
      }
  }
}
