import SpatialMath
import YAMLDocuments

/// One entity of a session file's scene.
package struct SceneEntry: Sendable, Equatable {
  /// What an entity stands on.
  package enum Anchor: String, Sendable {
    case horizontalPlane = "plane.horizontal"
    case verticalPlane = "plane.vertical"
    case anyPlane = "plane.any"
    case face, world, camera
  }
  /// What is drawn.
  package enum Entity: String, Sendable {
    case robotHead = "robot-head"
    case faceWireframe = "face-wireframe"
    case faceOcclusion = "face-occlusion"
    case model

    /// True for what is made of a face's mesh.
    var needsFace: Bool { self == .faceWireframe || self == .faceOcclusion }
  }
  /// How the robot head turns.
  package enum Reference: String, Sendable {
    case viewer, parent, none
  }
  /// Whether left drives right.
  package enum Sides: String, Sendable {
    case auto, mirrored, own
  }

  /// Where it was written.
  package var place: SourcePlace?
  /// What it stands on.
  package var anchor: Anchor
  /// What is drawn.
  package var entity: Entity
  /// The least width and depth of a plane, metres.
  package var minimumExtent: Vector2
  /// How the robot head turns.
  package var reference: Reference
  /// A factor on the entity's own size.
  package var scale: Double
  /// Which face drives it, from 0.
  package var faceIndex: Int
  /// Where it stands relative to what it stands on, metres.
  package var offset: Vector3
  /// The file of a model.
  package var path: String?
  /// Whether left drives right.
  package var sides = Sides.auto
  /// Puts the lowest point where it stands.
  package var stands = false
  /// Pitch, yaw, roll relative to what it stands on, radians.
  package var rotation = Vector3.zero

  /// Creates an entry.
  package init(
    anchor: Anchor, entity: Entity, minimumExtent: Vector2, reference: Reference, scale: Double,
    faceIndex: Int, offset: Vector3
  ) {
    self.anchor = anchor
    self.entity = entity
    self.minimumExtent = minimumExtent
    self.reference = reference
    self.scale = scale
    self.faceIndex = faceIndex
    self.offset = offset
  }
}
