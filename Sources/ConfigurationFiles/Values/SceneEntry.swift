import SessionCore
import SpatialMath
import YAMLDocuments

/// One entity of a session file's scene.
package struct SceneEntry: Sendable, Equatable {
  /// What an entity stands on.
  package enum Anchor: String, Sendable {
    case horizontalPlane = "plane.horizontal"
    case verticalPlane = "plane.vertical"
    case anyPlane = "plane.any"
    case image, face, world, camera, screen
  }
  /// What is drawn.
  package enum Entity: String, Sendable {
    case robotHead = "robot-head"
    case gazeCursor = "gaze-cursor"
    case faceWireframe = "face-wireframe"
    case faceOcclusion = "face-occlusion"
    case faceTexture = "face-texture"
    case planeOcclusion = "plane-occlusion"
    case model, picture, text, shape

    /// True for what is made of a face's mesh.
    var needsFace: Bool { [.faceWireframe, .faceOcclusion, .faceTexture].contains(self) }
  }
  /// How the robot head turns.
  package enum Reference: String, Sendable {
    case viewer, parent, none
  }
  /// Whether left drives right.
  package enum Sides: String, Sendable {
    case auto, mirrored, own
  }
  /// What happens while what it stands on is lost.
  package enum Untracked: String, Sendable {
    case hide, hold, fade
  }
  /// A plain body.
  package enum Shape: String, Sendable {
    case box, sphere, torus, plane
  }
  /// What coefficients do to it.
  package struct Drive: Sendable, Equatable {
    package var coefficients: [BlendShapeLocation]
    package var property: String
    package var base: Double
    package var factor: Double
  }
  /// A movement from where it stands.
  package struct Motion: Sendable, Equatable {
    /// Metres.
    package var offset: Vector3
    /// Pitch, yaw, roll, radians.
    package var turn: Vector3
    /// A factor on the size.
    package var scale: Double
    package var seconds: Double
    /// `once`, `loop` or `swing`.
    package var repetition: String
    /// `steady` or `eased`.
    package var timing: String
  }
  /// What it looks like.
  package struct Surface: Sendable, Equatable {
    /// Red, green, blue, opacity; nil when it was not written.
    package var color: SIMD4<Float>?
    package var metallic: Float = 0
    package var roughness: Float = 0.5
    package var isLit = true
    package var lineWidth: Float = 1
    package var reflection: [String] = []
    package var reflective: [String] = []
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
  /// What behaviours call it.
  package var name = ""
  /// The set that it belongs to.
  package var set: String?
  /// Which picture it stands on; nil for the first that is found.
  package var image: String?
  /// What a plane must be; nil is anything.
  package var classification: PlaneAnchor.Classification?
  /// The vertices of a face at whose mean it stands.
  package var vertices: [Int] = []
  /// The name of a group of them.
  package var vertexGroup: String?
  /// What happens while what it stands on is lost.
  package var untracked = Untracked.hide
  /// How long fading takes.
  package var fadeSeconds = 0.5
  /// The files of a model, picture or texture: options, of which an empty one shows nothing.
  package var paths: [String] = []
  /// What is written: options.
  package var texts: [String] = []
  /// Height of a text or picture, metres.
  package var height = 0.05
  /// Which body.
  package var shape = Shape.box
  /// The size of a body, metres.
  package var size = Vector3(0.1, 0.1, 0.1)
  /// Covers eyes and mouth.
  package var isClosed = false
  /// Whether left drives right.
  package var sides = Sides.auto
  /// Puts the lowest point where it stands.
  package var stands = false
  /// The movement that is played.
  package var animation: String?
  /// Pitch, yaw, roll relative to what it stands on, radians.
  package var rotation = Vector3.zero
  /// What it looks like.
  package var surface = Surface()
  /// How it moves by itself.
  package var motion: Motion?
  /// What the face does to it.
  package var drives: [Drive] = []

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

/// One behaviour of a session file.
package struct BehaviourEntry: Sendable, Equatable {
  /// Where it was written.
  package var place: SourcePlace?
  /// The words of the file.
  package var trigger: String, action: String
  package var entity: String, target: String
  package var key: String, direction: String
  /// How far scrolling goes, metres of the screen.
  package var limit: Double
  package var weights: [BlendShapeLocation: Double]
  package var threshold: Double, hold: Double, period: Double
  package var faceIndex: Int
  package var whileOption: Int?
  package var option: Int
  package var set: String
  package var animation: String?
}
